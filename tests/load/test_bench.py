"""`make bench`: everything docs/performance.md speaks of, in a few minutes. Nothing is judged here
but that something was measured: seconds belong to the machine that ran it.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.load import engine_bench, fanout, latency, throughput

pytestmark = pytest.mark.soak


@pytest.fixture(autouse=True)
def _database(django_db_blocker: Any) -> Any:
    with django_db_blocker.unblock():
        yield


def test_engine():
    print("\n" + json.dumps(engine_bench.run()))


def test_beside_openspiel():
    pytest.importorskip("pyspiel", reason="OpenSpiel is in the lock `bench` (make bench)")
    from tests.load import spiel_bench

    report = spiel_bench.run()
    print("\n" + json.dumps(report))
    assert all(ratio["median"] >= 0.1 for ratio in report["ratios"].values())


def test_bot_hands():
    for found in throughput.run(rounds=5, pairs=2):
        print("\n" + json.dumps(found))


def test_latency():
    report = latency.run(seconds=45)
    print("\n" + json.dumps(report))
    assert report["actions"] > 100


def test_fan_out():
    print("\n" + json.dumps(fanout.run(messages=60)))
