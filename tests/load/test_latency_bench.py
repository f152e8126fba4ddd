"""`make bench`: the latency of an action, printed for docs/performance.md."""

from __future__ import annotations

import json

import pytest

from tests.load import latency


@pytest.mark.soak
def test_latency_bench(django_db_blocker):
    with django_db_blocker.unblock():
        report = latency.run()
    print(json.dumps(report))
    assert report["actions"] > 100
