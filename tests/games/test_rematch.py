"""Another series at the same table: asked for, agreed to, refused, begun without an answer."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games import tasks
from games.models import Seat, Series, Table
from games.policy import SPECTATOR
from games.selectors import table_by_pk, table_frame
from games.services import Job, rematch, seat_leave, seat_take, table_rematch
from games.services.due import MAX_FAILURES, due_claim
from tests.games.test_lobby import opened, play_hand, status, who

pytestmark = pytest.mark.django_db


@pytest.fixture
def over(alice, bob):
    """A table of two people and two bots whose series is over."""
    table = opened(alice, "random", "random")
    seat_take(table_id=table.pk, user=bob)
    play_hand(table)
    play_hand(table)
    assert status(table) == "finished"
    return table


def due_after(**time: float) -> list[Job]:
    """The tables whose waiting is over in so much time."""
    jobs = due_claim(now=timezone.now() + timedelta(**time))
    return [job for job in jobs if job.task == "games.tasks.warm_table"]


def state_of(table):
    return table_frame(table_by_pk(table.pk), SPECTATOR, timezone.now())["table_state"]


def test_the_others_are_asked_and_nobody_is_seated_in_silence(alice, bob, over):
    outcome = table_rematch(table_id=over.pk, user=alice)
    assert (outcome.publish, outcome.enqueue) == ((over.pk,), ())
    assert status(over) == "finished"
    state = state_of(over)
    assert state["rematch"]["by"] == [0]
    assert [seat.get("asked", False) for seat in state["seats"]] == [False, False, False, True]
    assert not any("leaving" in seat for seat in state["seats"])
    assert table_rematch(table_id=over.pk, user=alice).repeated
    assert table_rematch(table_id=over.pk, user=bob).enqueue
    assert (status(over), who(over)[3]) == ("running", "bob")
    assert "rematch" not in state_of(over)
    assert table_by_pk(over.pk).next_due is None


def test_without_an_answer_bots_warm_the_seat_which_can_be_claimed(alice, bob, over):
    table_rematch(table_id=over.pk, user=alice)
    assert due_after(seconds=20) == []
    (job,) = due_after(seconds=40)
    tasks.warm_table(**job.kwargs)
    assert (status(over), who(over)) == ("running", ["alice", "Random 2", "Random 3", "Club 4"])
    tasks.warm_table(**job.kwargs)
    assert Series.objects.filter(table=over).count() == 2
    seat_take(table_id=over.pk, user=bob)
    play_hand(over)
    assert who(over)[3] == "bob"


def test_who_says_no_is_not_waited_for(alice, bob, over):
    table_rematch(table_id=over.pk, user=alice)
    assert seat_leave(table_id=over.pk, user=bob).enqueue
    assert (status(over), who(over)[3]) == ("running", "Club 4")


def test_who_asked_may_withdraw(alice, bob, over):
    table_rematch(table_id=over.pk, user=alice)
    seat_leave(table_id=over.pk, user=alice)
    assert "rematch" not in state_of(over)
    assert table_by_pk(over.pk).next_due is None
    assert not Seat.objects.get(table=over, index=3).leaving
    assert Table.objects.get(pk=over.pk).status == "finished"
    table_rematch(table_id=over.pk, user=bob)
    assert (status(over), who(over)[0]) == ("running", "Club 1")


def test_a_late_message_does_not_end_a_newer_question(alice, bob, over):
    table_rematch(table_id=over.pk, user=alice)
    (job,) = due_after(seconds=40)
    seat_leave(table_id=over.pk, user=alice)
    table_rematch(table_id=over.pk, user=alice)
    tasks.warm_table(**job.kwargs)
    assert status(over) == "finished"
    assert state_of(over)["rematch"] == {"by": [0]}


def test_a_series_that_cannot_begin_ends_the_question(alice, bob, over, monkeypatch):
    """Nobody loses his seat by it, and it can be asked for again."""

    def fail(*_: object) -> None:
        raise RuntimeError

    table_rematch(table_id=over.pk, user=alice)
    monkeypatch.setattr(rematch, "series_begin", fail)
    for attempt in range(1, MAX_FAILURES + 1):
        (job,) = due_after(minutes=attempt)
        with pytest.raises(RuntimeError):
            tasks.warm_table(**job.kwargs)
    assert due_after(hours=1) == []
    state = state_of(over)
    assert "rematch" not in state
    assert not any("asked" in seat for seat in state["seats"])
    monkeypatch.undo()
    table_rematch(table_id=over.pk, user=alice)
    assert table_rematch(table_id=over.pk, user=bob).enqueue


def test_who_has_not_answered_has_lost_his_seat_at_once(alice, bob, over, settings):
    """Not only when the first hand is dealt, which waits for people."""
    settings.DEAL_WAIT_MS = 60_000
    table_rematch(table_id=over.pk, user=alice)
    (job,) = due_after(seconds=40)
    tasks.warm_table(**job.kwargs)
    assert (status(over), who(over)[3]) == ("running", "Club 4")
    assert not any("asked" in seat for seat in state_of(over)["seats"])
