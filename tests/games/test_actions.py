"""The one door: refusals leave everything as it was, and nothing is applied twice."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import close_old_connections, connection
from django.forms.models import model_to_dict
from django.utils import timezone

from engine.errors import BadAction, HandOver, IllegalAction, NotYourTurn, TarockError
from engine.view import Seat as SeatViewer
from games import selectors
from games.errors import BadMessage, NotYourSeat, StaleAction, TableClosed, TooLate
from games.models import Hand, Table
from games.services import Outcome, action_play, table_advance, table_close

pytestmark = [pytest.mark.pg, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def hand(alice, series_of) -> Hand:
    """A hand in which Alice (table seat 0) is to move."""
    series = series_of(alice.person, first_dealer=1)
    table_advance(table_id=series.table_id)
    return selectors.hand_get(Hand.objects.get().public_id)


def fallback(hand: Hand) -> tuple[int, str]:
    state = selectors.hand_state(hand)
    assert state.turn is not None
    return state.turn, str(state.default_action())


def act(hand: Hand, user, *actions: str, **changes: object) -> Outcome:
    message = {
        "hand_id": hand.pk,
        "ply": hand.ply,
        "actions": actions,
        "actor": "person",
        "received_at": timezone.now(),
        "user": user,
    }
    return action_play(**(message | changes))


def snapshot() -> list[dict]:
    """Everything an action may change."""
    rows = [*Table.objects.order_by("pk"), *Hand.objects.order_by("pk")]
    return [model_to_dict(row) | {"rev": getattr(row, "rev", None)} for row in rows]


def at_once(count: int, work: Callable[[int], object]) -> list[object]:
    """Run ``work(i)`` in ``count`` threads that begin together; results or exceptions."""
    barrier = threading.Barrier(count)

    def run(i: int) -> object:
        barrier.wait(20)
        try:
            return work(i)
        except TarockError as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(count) as pool:
        results = list(pool.map(run, range(count)))
    close_old_connections()
    return results


def written(results: Iterable[object]) -> int:
    return sum(isinstance(r, Outcome) and not r.repeated for r in results)


def test_an_action_is_appended_with_actor_and_time(hand, alice):
    rev = Table.objects.get().rev
    seat, action = fallback(hand)
    later = hand.created_at + timedelta(milliseconds=1234)
    outcome = act(hand, alice, action, received_at=later)
    after = Hand.objects.get()
    entry = selectors.hand_entries(after)[hand.ply]
    assert (entry.seat, str(entry.action), entry.actor, entry.ms) == (seat, action, "person", 1234)
    assert outcome.ply == after.ply
    assert Table.objects.get().rev == rev + 1


@pytest.mark.parametrize(
    ("actions", "changes", "error"),
    [
        (["play:99"], {}, BadAction),
        (["nonsense"], {}, BadAction),
        ([], {}, BadMessage),
        (["pass"] * 17, {}, BadMessage),
        (["play:15"], {}, IllegalAction),
        (["{fallback}", "play:15"], {}, (IllegalAction, NotYourTurn)),
        (["{fallback}"], {"ply": 99}, StaleAction),
        (["{fallback}"], {"ply": -1}, StaleAction),
        (["{fallback}"], {"seat": 9}, NotYourSeat),
    ],
)
def test_a_refusal_changes_nothing(hand, alice, actions, changes, error):
    _, action = fallback(hand)
    before = snapshot()
    with pytest.raises(error):
        act(hand, alice, *[text.format(fallback=action) for text in actions], **changes)
    assert snapshot() == before


def test_somebody_else_cannot_act(hand, bob):
    before = snapshot()
    with pytest.raises(NotYourSeat):
        act(hand, bob, fallback(hand)[1])
    with pytest.raises(NotYourSeat):
        act(hand, None, fallback(hand)[1])
    assert snapshot() == before


def test_acting_out_of_turn_is_refused(hand, alice, bob):
    seat, action = fallback(hand)
    with pytest.raises(NotYourTurn):
        act(hand, None, action, seat=(seat + 1) % 4, actor="bot")


def test_the_same_message_again_succeeds_without_writing(hand, alice):
    _, action = fallback(hand)
    act(hand, alice, action)
    before = snapshot()
    again = act(hand, alice, action)
    assert again.repeated
    assert snapshot() == before


def test_another_action_at_the_same_ply_is_stale(hand, alice):
    legal = selectors.hand_state(hand).legal_actions()
    assert len(legal) > 1
    act(hand, alice, str(legal[0]))
    with pytest.raises(StaleAction) as caught:
        act(hand, alice, str(legal[1]))
    assert caught.value.details["ply"] == Hand.objects.get().ply


def test_fifty_at_once_apply_once(hand, alice):
    _, action = fallback(hand)
    rev = Table.objects.get().rev
    results = at_once(50, lambda i: act(hand, alice, action))
    assert all(isinstance(r, Outcome) for r in results)
    assert written(results) == 1
    entries = selectors.hand_entries(Hand.objects.get())
    assert sum(entry.actor == "person" for entry in entries) == 1
    assert Table.objects.get().rev == rev + 1


def test_different_actions_at_once_apply_one(hand, alice):
    legal = [str(a) for a in selectors.hand_state(hand).legal_actions()]
    results = at_once(8, lambda i: act(hand, alice, legal[i % len(legal)]))
    assert written(results) == 1
    stale = [r for r in results if isinstance(r, Exception)]
    assert stale
    assert all(isinstance(r, StaleAction) for r in stale)
    assert selectors.hand_record(selectors.hand_get(hand.public_id)).replay().ply > hand.ply


def test_advancing_at_once_plays_each_ply_once(alice, series_of):
    series = series_of(alice.person, first_dealer=0)
    at_once(4, lambda i: table_advance(table_id=series.table_id))
    hand = selectors.hand_get(Hand.objects.get().public_id)
    state = selectors.hand_record(hand).replay()
    assert state.turn == hand.seating.index(0)
    assert state.ply == hand.ply


def test_a_hand_that_ends_gets_its_result_and_the_next_one(alice, series_of):
    series = series_of(alice.person, hands=2)
    table_advance(table_id=series.table_id)
    hand = selectors.hand_get(Hand.objects.get().public_id)
    while hand.status == Hand.Status.PLAYING:
        _, action = fallback(hand)
        seat = hand.seating.index(0)
        last_ply, last = hand.ply, action
        act(hand, alice, action, seat=seat)
        table_advance(table_id=series.table_id)
        hand = selectors.hand_get(hand.public_id)
    assert hand.result["points"] == list(selectors.hand_state(hand).score().points)
    assert hand.ended_at is not None
    assert (hand.next_due, hand.deadline) == (None, None)
    second = Hand.objects.get(number=1)
    assert second.status == Hand.Status.PLAYING
    assert act(hand, alice, last, ply=last_ply).repeated
    with pytest.raises(HandOver):
        act(hand, alice, "pass")


def test_a_closed_table_takes_no_action(hand, alice):
    _, action = fallback(hand)
    table_close(table_id=hand.series.table_id)
    with pytest.raises(TableClosed):
        act(hand, alice, action)
    assert Hand.objects.get().status == Hand.Status.VOID


def test_closing_and_acting_at_once_never_revives_a_hand(hand, alice):
    _, action = fallback(hand)

    def work(i: int) -> object:
        if i:
            return act(hand, alice, action)
        return table_close(table_id=hand.series.table_id)

    at_once(2, work)
    after = Hand.objects.get()
    assert (after.status, after.next_due) == (Hand.Status.VOID, None)
    assert Table.objects.get().status == Table.Status.CLOSED


def test_after_the_deadline_an_action_is_too_late(alice, series_of):
    series = series_of(alice.person, first_dealer=1, clock_ms=60_000)
    table_advance(table_id=series.table_id)
    hand = selectors.hand_get(Hand.objects.get().public_id)
    before = snapshot()
    late = hand.deadline + timedelta(milliseconds=1)
    with pytest.raises(TooLate):
        act(hand, alice, fallback(hand)[1], received_at=late)
    assert snapshot() == before
    act(hand, alice, fallback(hand)[1], received_at=hand.deadline)


def test_a_message_that_waited_takes_no_time_from_the_next_person(alice, bob, series_of):
    series_of(alice.person, bob.person, first_dealer=3, clock_ms=60_000)
    hand = selectors.hand_get(Hand.objects.get().public_id)
    seat, action = fallback(hand)
    assert hand.seating[seat] == 0  # alice speaks first, bob is next
    sent = timezone.now() - timedelta(seconds=50)
    Hand.objects.update(created_at=sent)
    began = timezone.now()
    act(hand, alice, action, received_at=sent)
    after = Hand.objects.get()
    assert selectors.hand_entries(after)[hand.ply].ms == 0
    assert after.deadline >= began + timedelta(seconds=60)


def test_seats_see_only_their_own_cards(hand):
    frames = selectors.table_frames(hand.series.table, timezone.now())
    assert set(frames) == {"seat:0", "spectator"}
    seat = hand.seating.index(0)
    own = selectors.hand_state(hand).view_for(SeatViewer(seat))
    assert frames["seat:0"]["view"] == own
    assert list(frames["seat:0"]["view"]["cards"]) == [str(seat)]
    assert frames["spectator"]["view"]["cards"] == {}
