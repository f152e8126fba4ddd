"""The event socket."""

from __future__ import annotations

import pytest
from django.utils import timezone

from games.models import Hand, Series, Table
from games.selectors import series_totals
from tests.deadlines import FACTOR
from tests.live.client import Client
from tests.tournaments.playing import event_of
from tournaments import services
from tournaments.models import Event

pytestmark = pytest.mark.ci


def path_of(event):
    return f"/ws/event/{event.public_id}"


@pytest.fixture
def event(stack):
    """A draft event of eight bots at two tables, two rounds."""
    return event_of(8, rounds=2, hands=2, deal_seed=None)


def totals_by_table(frame):
    return {row["id"]: row["totals"] for row in frame["tables"]}


def test_an_event_is_followed_from_draft_to_end(stack, event):
    with Client(stack.port, path_of(event)) as watcher:
        first = watcher.receive()
        assert (first["type"], first["event"]) == ("event", event.public_id)
        assert (first["status"], first["round"], first["tables"]) == ("draft", 0, [])
        services.event_start(event=event)  # the clock of the platform opens the round
        last = watcher.until(
            lambda m: m["type"] == "event" and m["status"] == Event.Status.FINISHED, 60 * FACTOR
        )
    messages = watcher.messages
    events = [message for message in messages if message["type"] == "event"]
    assert [m["rev"] for m in events] == sorted(m["rev"] for m in events)
    assert "changed" in {message["type"] for message in messages}
    assert last["round"] == 2
    tables = Table.objects.filter(round_table__round__event=event, round_table__round__number=2)
    stored = {
        table.public_id: list(series_totals(Series.objects.get(table=table))) for table in tables
    }
    assert totals_by_table(last) == stored
    assert {row["rev"] for row in last["tables"]} == {table.rev for table in tables}


def test_a_hand_that_is_being_shown_does_not_count_yet(stack):
    event = event_of(4, rounds=1, hands=2, deal_seed=None, paced=True)
    with Client(stack.port, path_of(event)) as watcher:
        watcher.receive()
        services.event_start(event=event)
        watcher.until(
            lambda m: m["type"] == "event" and any(map(any, totals_by_table(m).values())),
            60 * FACTOR,
        )
        seen_at = timezone.now()
        first = Hand.objects.filter(series__table__round_table__round__event=event).earliest("id")
        assert first.show_until is not None
        assert seen_at >= first.show_until
        for message in watcher.messages:
            for row in message.get("tables", ()):
                assert row["number"] <= 1


def test_the_event_socket_takes_no_actions_and_stays_usable(stack, event):
    with Client(stack.port, path_of(event)) as watcher:
        watcher.receive()
        watcher.send({"type": "act", "id": "a", "hand": "h", "ply": 0, "actions": ["pass"]})
        assert watcher.until(lambda m: m["type"] == "refused")["code"] == "bad_message"
        watcher.send({"type": "sync"})
        assert watcher.until(lambda m: m["type"] == "event")["event"] == event.public_id
        assert watcher.is_usable()
