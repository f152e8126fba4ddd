"""Several workers at once: everything happens once."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import pytest
from django.db import connections

from games.models import Table
from tests.games.conftest import version
from tests.tournaments.playing import event_of, play_tables
from tournaments import services
from tournaments.errors import WrongEventState
from tournaments.models import Event

T = TypeVar("T")
pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.pg,
]
WORKERS = 4
NEW = b"name,bot\nAnna,club\nBert,random\n"


@pytest.fixture(autouse=True)
def builtin_bots() -> None:
    """The bots of the data migration, which a transaction test before may have flushed."""
    version("club")
    version("random")


def at_once(work: Callable[[], T]) -> list[T]:
    """Results of the same call made by WORKERS threads that start together."""
    together = threading.Barrier(WORKERS)

    def run(_: int) -> T:
        try:
            together.wait()
            return work()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(WORKERS) as pool:
        return list(pool.map(run, range(WORKERS)))


def test_a_round_opens_and_closes_once() -> None:
    event = event_of(8, rounds=2)
    services.event_start(event=event)
    outcomes = at_once(lambda: services.event_advance(event=Event.objects.get(pk=event.pk)))
    assert sorted(len(outcome.enqueue) for outcome in outcomes) == [0, 0, 0, 2]
    assert Table.objects.count() == 2
    assert list(event.rounds.values_list("number", "status")) == [(1, "open"), (2, "draft")]
    round_ = play_tables(event)
    closed = at_once(lambda: services.round_close(round_=round_))
    assert sorted(closed) == [False, False, False, True]


def test_one_sweeper_claims_an_event() -> None:
    event = event_of(8, rounds=2)
    services.event_start(event=event)
    assert sorted(map(len, at_once(services.events_claim))) == [0, 0, 0, 1]


def test_a_list_is_imported_once() -> None:
    event = event_of(4)

    def send() -> int:
        return services.entrants_import(event=event, data=NEW).imported

    assert sorted(at_once(send)) == [0, 0, 0, 2]
    assert event.entrants.count() == 6


def test_an_event_starts_once() -> None:
    event = event_of(8)

    def begin() -> bool:
        try:
            return bool(services.event_start(event=Event.objects.get(pk=event.pk)).enqueue)
        except WrongEventState:
            return False

    assert sorted(at_once(begin)) == [False, False, False, True]
