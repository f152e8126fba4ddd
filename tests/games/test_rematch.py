"""Another series at the same table: asked for, agreed to, refused, begun without an answer."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games import tasks
from games.models import Seat, Series, Table
from games.policy import SPECTATOR
from games.selectors import table_by_pk, table_frame
from games.services import rematch_end, seat_leave, seat_take, table_rematch
from games.services.due import due_claim, warm_job
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
    warm = warm_job(over.pk)
    assert warm not in due_claim(now=timezone.now() + timedelta(seconds=20))
    assert warm in due_claim(now=timezone.now() + timedelta(seconds=40))
    tasks.warm_table(table_id=over.pk)
    assert (status(over), who(over)) == ("running", ["alice", "Random 2", "Random 3", "Club 4"])
    assert not rematch_end(table_id=over.pk).publish
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
