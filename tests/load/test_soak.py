"""`make soak`: the same measurements for longer, with more turns. Ratios of one run are judged."""

from __future__ import annotations

import json
import os
from typing import Any

import pytest

from tests.load import latency, mutants, strength, throughput

pytestmark = pytest.mark.soak


@pytest.fixture(autouse=True)
def _database(django_db_blocker: Any) -> Any:
    with django_db_blocker.unblock():
        yield


MOST_SHARE_LOST = 0.35
LEAST_SPEED_UP = 1.4
"""Of a second worker, where there is a second processor."""


LEAST_NOTICED = 0.85
"""Of the changed engines, by the engine's tests."""


def test_many_bot_hands():
    share, second = throughput.run(rounds=20, pairs=6)
    print("\n" + json.dumps(share) + "\n" + json.dumps(second))
    assert share["share_lost"]["median"] <= MOST_SHARE_LOST
    assert second["ratio"]["median"] >= LEAST_SPEED_UP or (os.cpu_count() or 1) < 2


def test_a_long_busy_evening():
    """In parts, since series of eight hands end."""
    for _ in range(3):
        report = latency.run(seconds=90)
        print("\n" + json.dumps(report))
        assert report["actions"] > 300


def test_strength():
    print("\n" + json.dumps(strength.report(range(1_000_000, 1_000_400))))


def test_the_tests_notice_a_changed_engine():
    report = mutants.run()
    print("\n" + json.dumps(report, indent=1, ensure_ascii=False))
    assert report["share"] >= LEAST_NOTICED
