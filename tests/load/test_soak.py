"""`make soak`: the same measurements for longer, with more turns."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.load import latency, strength, throughput

pytestmark = pytest.mark.soak


@pytest.fixture(autouse=True)
def _database(django_db_blocker: Any) -> Any:
    with django_db_blocker.unblock():
        yield


def test_many_bot_hands():
    for found in throughput.run(rounds=20, pairs=6):
        print("\n" + json.dumps(found))


def test_a_long_busy_evening():
    """In parts, since series of eight hands end."""
    for _ in range(3):
        report = latency.run(seconds=90)
        print("\n" + json.dumps(report))
        assert report["actions"] > 300


def test_strength():
    print("\n" + json.dumps(strength.report(range(1_000_000, 1_000_400))))
