"""Fixtures of the API tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.cache import cache

from games import tasks
from tests.api.world import World, make_world


@pytest.fixture
def world(db: None) -> World:
    return make_world()


@pytest.fixture(autouse=True)
def no_counts_left() -> Iterator[None]:
    """Rates are counted in the cache, which no transaction rolls back."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture(autouse=True)
def nothing_enqueued(monkeypatch: pytest.MonkeyPatch) -> None:
    """No worker runs here; what would be enqueued is the business of other tests."""
    monkeypatch.setattr(tasks, "dispatch", lambda jobs: None)
