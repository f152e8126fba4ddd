"""Clocks, banks, absence and stand-ins; every time in it is a given one."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from games import selectors, tasks
from games.errors import NotYourSeat, TooLate
from games.models import Hand, HandSeat, Seat, Series, Table
from games.policy import SPECTATOR
from games.services import (
    SeatSpec,
    Terms,
    action_play,
    due_claim,
    presence_set,
    seat_return,
    series_start,
    table_advance,
    table_create,
)
from tests.games.conftest import RULES, version
from tests.games.test_actions import at_once

pytestmark = [pytest.mark.pg, pytest.mark.django_db(transaction=True)]

SECOND = timedelta(seconds=1)
NOW = datetime.fromisoformat("2030-01-01T12:00:00+00:00")
CLOCK = Terms(clock_ms=60_000, bank_ms=30_000, takeover="bot")
GRACE = Terms(grace_ms=60_000, takeover="bot")


@pytest.fixture(autouse=True)
def _times(settings) -> None:
    version("club")
    settings.ACTION_GRACE_MS = 2000
    settings.LEASE_HUMAN_SECONDS = 5


def begun(terms: Terms, *persons, **options: Any) -> Hand:
    """A hand of two hands; the persons sit first, and the first one of them speaks first."""
    bots = [SeatSpec(bot_version=version("random"), name=f"Bot {i}") for i in range(4)]
    seats = [*(SeatSpec(person=p) for p in persons), *bots][:4]
    table = table_create(name="Test", rules_id=RULES, hands=2, seats=seats, terms=terms, **options)
    series_start(table=table, first_dealer=3, deal_seed="clocks", now=NOW)
    return current()


def current() -> Hand:
    row = Hand.objects.order_by("-number", "-attempt").first()
    assert row is not None
    return selectors.hand_get(row.public_id)


def act(hand: Hand, user, at: datetime, ply: int | None = None):
    return action_play(
        hand_id=hand.pk,
        ply=hand.ply if ply is None else ply,
        actions=[str(selectors.hand_state(hand).default_action())],
        actor="person",
        received_at=at,
        user=user,
    )


def actors(hand: Hand) -> list[str]:
    return [entry.actor for entry in selectors.hand_entries(hand)]


def clock(hand: Hand) -> dict | None:
    return selectors.table_frame(hand.series.table, SPECTATOR, NOW).get("clock")


def test_the_bank_begins_when_the_time_of_the_action_ends(alice):
    hand = begun(CLOCK, alice.person)
    assert (hand.turn_at, hand.deadline) == (NOW, NOW + 60 * SECOND)
    assert hand.next_due == NOW + 92 * SECOND
    assert clock(hand) == {
        "seat": 0,
        "deadline": (NOW + 60 * SECOND).isoformat(),
        "until": (NOW + 90 * SECOND).isoformat(),
        "bank_ms": 30_000,
    }


@pytest.mark.parametrize(("seconds", "bank"), [(0, 30_000), (60, 30_000), (61, 29_000), (90, 0)])
def test_the_bank_shrinks_by_what_was_used_of_it(alice, seconds, bank):
    hand = begun(CLOCK, alice.person)
    act(hand, alice, NOW + seconds * SECOND)
    assert Seat.objects.get(index=0).bank_ms == bank


def test_a_message_twice_costs_the_bank_once(alice):
    hand = begun(CLOCK, alice.person)
    act(hand, alice, NOW + 70 * SECOND)
    assert act(hand, alice, NOW + 75 * SECOND).repeated
    assert Seat.objects.get(index=0).bank_ms == 20_000


def test_only_after_the_bank_it_is_too_late(alice):
    hand = begun(CLOCK, alice.person)
    with pytest.raises(TooLate):
        act(hand, alice, NOW + timedelta(seconds=90, milliseconds=1))
    assert Seat.objects.get(index=0).bank_ms == 30_000
    act(hand, alice, NOW + 90 * SECOND)


def test_when_all_time_is_over_a_bot_stands_in(alice):
    hand = begun(CLOCK, alice.person)
    default = str(selectors.hand_state(hand).default_action())
    table_advance(table_id=hand.series.table_id, now=NOW + 91 * SECOND)
    assert current().ply == 0
    table_advance(table_id=hand.series.table_id, now=NOW + 92 * SECOND, budget_s=300)
    after = current()
    first = selectors.hand_entries(Hand.objects.get(number=0))[0]
    assert (first.seat, str(first.action), first.actor) == (0, default, "clock")
    seat = Seat.objects.get(index=0)
    assert (seat.bank_ms, seat.stand_in) == (0, version("club"))
    # Nobody waits for her any more: the bot of hers plays to the end of the series.
    assert Table.objects.get().status == Table.Status.FINISHED
    assert {a for hand in Hand.objects.all() for a in actors(hand)} >= {"bot", "stand_in"}
    assert set(HandSeat.objects.values_list("took_over", flat=True)) == {True}
    state = selectors.table_frame(after.series.table, SPECTATOR, NOW)["table_state"]
    assert (state["seats"][0]["stand_in"], state["seats"][0]["kind"]) == ("Club", "person")


def test_only_her_move_is_made_where_the_table_says_so(alice):
    hand = begun(Terms(clock_ms=60_000, takeover="clock"), alice.person)
    table_advance(table_id=hand.series.table_id, now=NOW + 62 * SECOND)
    after = current()
    assert actors(after)[0] == "clock"
    assert Seat.objects.get(index=0).stand_in is None
    assert Table.objects.get().status == Table.Status.RUNNING


def replaced(alice, bob) -> Hand:
    """Alice is to move and a bot plays for her; Bob waits for nobody."""
    begun(GRACE, alice.person, bob.person)
    Seat.objects.filter(index=0).update(stand_in=version("club"))
    Hand.objects.update(next_due=NOW, turn_at=None)
    return current()


def test_whoever_acts_is_back(alice, bob):
    hand = replaced(alice, bob)
    act(hand, alice, timezone.now())
    assert Seat.objects.get(index=0).stand_in is None
    assert actors(current())[0] == "person"


def test_a_stale_action_brings_her_back_too(alice, bob):
    from games.errors import StaleAction

    hand = replaced(alice, bob)
    with pytest.raises(StaleAction):
        act(hand, alice, timezone.now(), ply=9)
    assert Seat.objects.get(index=0).stand_in is None


def test_to_return_gives_all_the_time_again(alice, bob):
    hand = replaced(alice, bob)
    Table.objects.update(clock_ms=60_000)
    rev = Table.objects.get().rev
    later = NOW + 300 * SECOND
    outcome = seat_return(table_id=hand.series.table_id, user=alice, now=later)
    assert (outcome.publish, outcome.enqueue) == ((hand.series.table_id,), ())
    after = current()
    assert (after.turn_at, after.deadline) == (later, later + 60 * SECOND)
    assert Table.objects.get().rev == rev + 1
    assert seat_return(table_id=hand.series.table_id, user=alice, now=later).publish == ()


def test_somebody_else_has_no_seat_to_return_to(alice, bob, user_of):
    hand = replaced(alice, bob)
    with pytest.raises(NotYourSeat):
        seat_return(table_id=hand.series.table_id, user=user_of("carl"))


def test_a_task_brings_her_back_and_answers(alice, bob, monkeypatch):
    hand = replaced(alice, bob)
    replies: list[dict] = []
    monkeypatch.setattr(tasks.live, "publish_reply", lambda reply, p: replies.append(dict(p)))
    for user_id in (alice.pk, 0):
        table = hand.series.table.public_id
        tasks.return_to_seat(table=table, user_id=user_id, reply="x:y", message_id="m")
    assert [(r["type"], r["id"]) for r in replies] == [("accepted", "m"), ("refused", "m")]
    assert Seat.objects.get(index=0).stand_in is None


def test_who_is_away_while_it_is_his_turn_is_replaced_after_the_grace(alice, bob):
    hand = begun(GRACE, alice.person, bob.person)
    table_id = hand.series.table_id
    presence_set(table_id=table_id, index=0, present=True, now=NOW)
    assert current().next_due is None
    gone = NOW + 10 * SECOND
    presence_set(table_id=table_id, index=0, present=False, now=gone)
    due = current().next_due
    assert due == gone + 60 * SECOND
    assert due_claim(now=due - SECOND) == []
    (job,) = due_claim(now=due)
    assert job.kwargs == {"table_id": table_id}
    table_advance(table_id=table_id, now=due - SECOND)
    assert Seat.objects.get(index=0).stand_in is None
    assert current().next_due == due  # the lease is over, the grace is not
    outcome = table_advance(table_id=table_id, now=due)
    assert Seat.objects.get(index=0).stand_in == version("club")
    assert [job.task for job in outcome.enqueue] == ["games.tasks.advance_table"]
    table_advance(table_id=table_id, now=due)
    after = current()
    assert actors(after)[0] == "stand_in"
    assert HandSeat.objects.get(hand=after, index=0).took_over


def test_who_comes_back_in_time_is_waited_for(alice, bob):
    hand = begun(GRACE, alice.person, bob.person)
    table_id = hand.series.table_id
    assert hand.next_due == NOW + 60 * SECOND  # she has not come yet
    presence_set(table_id=table_id, index=0, present=True, now=NOW + 59 * SECOND)
    assert current().next_due is None
    table_advance(table_id=table_id, now=NOW + 3600 * SECOND)
    assert (current().ply, Seat.objects.get(index=0).stand_in) == (0, None)


def test_absence_counts_also_before_the_turn_begins(alice, bob):
    hand = begun(GRACE, alice.person, bob.person)
    presence_set(table_id=hand.series.table_id, index=0, present=True, now=NOW)
    started = timezone.now()
    Seat.objects.filter(index=1).update(absent_since=started - 3600 * SECOND)
    act(hand, alice, NOW)
    after = current()
    assert after.seating[selectors.hand_state(after).turn] == 1
    assert started <= after.next_due <= timezone.now()


def test_who_plays_without_a_socket_is_away_since_his_last_action(alice, bob):
    hand = begun(GRACE, alice.person, bob.person)
    act(hand, alice, NOW + 50 * SECOND)
    assert Seat.objects.get(index=0).absent_since == NOW + 50 * SECOND
    Seat.objects.filter(index=0).update(stand_in=version("club"))
    later = NOW + 300 * SECOND
    seat_return(table_id=hand.series.table_id, user=alice, now=later)
    assert Seat.objects.get(index=0).absent_since == later
    Seat.objects.filter(index=0).update(stand_in=version("club"), present=True, absent_since=None)
    seat_return(table_id=hand.series.table_id, user=alice, now=later)
    assert Seat.objects.get(index=0).absent_since is None


def test_alone_among_bots_nobody_waits(alice):
    hand = begun(GRACE, alice.person)
    presence_set(table_id=hand.series.table_id, index=0, present=True, now=NOW)
    presence_set(table_id=hand.series.table_id, index=0, present=False, now=NOW)
    assert current().next_due is None


def test_absence_where_only_the_move_is_made(alice, bob):
    hand = begun(Terms(grace_ms=60_000, takeover="clock"), alice.person, bob.person)
    table_advance(table_id=hand.series.table_id, now=NOW + 60 * SECOND)
    assert actors(current())[0] == "clock"
    assert Seat.objects.get(index=0).stand_in is None


def test_going_and_coming_leave_the_clock_as_it_is(alice, bob):
    terms = Terms(clock_ms=300_000, bank_ms=0, grace_ms=60_000, takeover="bot")
    hand = begun(terms, alice.person, bob.person)
    table_id = hand.series.table_id
    presence_set(table_id=table_id, index=0, present=True, now=NOW + 50 * SECOND)
    presence_set(table_id=table_id, index=0, present=False, now=NOW + 100 * SECOND)
    after = current()
    assert (after.turn_at, after.deadline) == (hand.turn_at, hand.deadline)
    assert after.next_due == NOW + 160 * SECOND
    presence_set(table_id=table_id, index=0, present=True, now=NOW + 110 * SECOND)
    assert current().next_due == NOW + 302 * SECOND


def test_acting_and_going_at_once_never_loses_the_due_row(alice, bob):
    """Whoever comes second sees what the first one wrote."""
    for _ in range(4):
        hand = begun(GRACE, alice.person, bob.person)
        table_id = hand.series.table_id
        for index in (0, 1):
            presence_set(table_id=table_id, index=index, present=True, now=NOW)

        def work(i: int, hand: Hand = hand, table_id: int = table_id) -> object:
            if i:
                return presence_set(table_id=table_id, index=1, present=False, now=NOW)
            return act(hand, alice, NOW)

        at_once(2, work)
        after = current()
        assert after.ply > 0
        turn = selectors.hand_state(after).turn
        is_bobs = turn is not None and after.seating[turn] == 1
        assert (after.next_due is not None) == is_bobs
        Table.objects.update(status="closed")
        Series.objects.update(status="stopped")


def test_a_person_who_never_came_loses_his_seat(alice, bob):
    hand = begun(GRACE, alice.person, bob.person)
    table_id = hand.series.table_id
    presence_set(table_id=table_id, index=1, present=True, now=NOW)
    at = NOW + 61 * SECOND
    for _ in range(400):
        table_advance(table_id=table_id, now=at)
        hand = current()
        if hand.number:
            break
        turn = selectors.hand_state(hand).turn
        if turn is not None and hand.seating[turn] == 1:
            act(hand, bob, at)
    assert hand.number == 1
    seats = selectors.seats_fresh(table_id)
    assert (seats[0].person, seats[0].warm, seats[0].stand_in) == (None, True, None)
    assert seats[0].display_name == "Club 1"
    assert seats[1].person == bob.person
    assert list(HandSeat.objects.filter(hand=hand).values_list("person", flat=True)) == [
        bob.person.pk
    ]


def test_in_an_event_the_seat_stays_with_its_player(alice, bob):
    hand = begun(GRACE, alice.person, bob.person, kind="event")
    table_id = hand.series.table_id
    for _ in range(3):  # one person is replaced, the other one, then bots play to the end
        table_advance(table_id=table_id, now=NOW + 3600 * SECOND, budget_s=300)
    assert Table.objects.get().status == Table.Status.FINISHED
    assert Seat.objects.get(index=0).person == alice.person
