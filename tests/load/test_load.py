"""`make load`: many spectators of one table, many tables at once. Ratios of one run are judged,
each against a floor that ran beside it; wants a machine that does nothing else.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.load import evening, fanout

pytestmark = pytest.mark.soak


@pytest.fixture(autouse=True)
def _database(django_db_blocker: Any) -> Any:
    with django_db_blocker.unblock():
        yield


def told(report: dict[str, Any]) -> dict[str, Any]:
    print("\n" + json.dumps(report))
    return report


def test_two_hundred_spectators():
    report = told(fanout.run(200, 200))
    assert report["cpu_of_floor"]["median"] <= 2
    assert report["p99_of_floor"]["median"] <= 3
    assert report["cpu_of_stock"]["median"] >= 5
    assert report["p99_ms_with_deaf"]["median"] <= 3 * report["p99_ms"]["floor"]["median"]
    assert (report["spectators_behind_at_the_end"], report["connections_lost"]) == (0, 0)


def test_a_thousand_spectators():
    report = told(fanout.run(1000, 60))
    assert report["slowest_of_floor"] <= 5
    assert (report["spectators_behind_at_the_end"], report["connections_lost"]) == (0, 0)


def test_a_hundred_tables():
    report = told(evening.run(100, 3000))
    assert (report["refused"], report["errors_logged"]) == ([], [])
    assert report["actions"] >= 3000
    assert report["p50_of_floor"]["median"] <= 3
    assert report["p99_of_floor"]["median"] <= 4
    assert report["p99_of_quiet"]["median"] <= 2
    assert report["bulk_cpu_share"] >= 0.3
    assert report["rss_growth"] < 0.05
