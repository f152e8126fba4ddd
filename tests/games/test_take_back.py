"""Taking moves back: nothing is lost, nothing happens twice, nobody else is touched."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from engine.errors import HandOver
from games import live, selectors, tasks
from games.errors import (
    HandHidden,
    NoHints,
    NothingToTakeBack,
    NotYourSeat,
    StaleAction,
    TableClosed,
    TakenBackTooOften,
)
from games.models import Hand, HandSeat, Series, Table
from games.playback import frames_between
from games.services import (
    Outcome,
    action_play,
    practice,
    practice_replay,
    table_advance,
    table_close,
)
from tests.games.practising import (
    SeriesOf,
    asked,
    back,
    begun,
    fallbacks,
    legal,
    now_at,
    play,
)
from tests.games.test_actions import at_once, snapshot, written

pytestmark = [pytest.mark.pg, pytest.mark.django_db(transaction=True)]


def test_the_hand_goes_on_in_a_new_row_from_before_the_last_decision(
    alice: User, series_of: SeriesOf
) -> None:
    first = fallbacks(begun(series_of, alice), alice, "play")
    before = play(first, alice, str(selectors.hand_state(first).default_action()))
    table = Table.objects.get()
    outcome = back(before, alice)
    after = now_at(before.series)
    assert (outcome.ply, outcome.publish) == (first.ply, (table.pk,))
    assert (after.ply, after.actions, after.attempt) == (first.ply, first.actions, 1)
    assert (after.cards, after.dealer, after.seating) == (
        before.cards,
        before.dealer,
        before.seating,
    )
    assert after.commitment != before.commitment
    kept = Hand.objects.get(pk=before.pk)
    assert (kept.status, kept.actions, kept.next_due) == (Hand.Status.VOID, before.actions, None)
    assert Table.objects.get().rev == table.rev + 1
    assert selectors.hand_verify(after) == selectors.hand_state(first).step(hand="")
    assert HandSeat.objects.filter(hand=after, person=alice.person).count() == 1


def test_what_stands_is_not_shown_once_more(alice: User, series_of: SeriesOf) -> None:
    """Between the hand that is void and the one that goes on there is nothing to see."""
    first = fallbacks(begun(series_of, alice), alice, "play")
    played = play(first, alice, legal(first)[0])
    before = selectors.table_frames(played.series.table, timezone.now())
    back(played, alice)
    after = selectors.table_frames(played.series.table, timezone.now())
    assert (after["seat:0"]["ply"], after["seat:0"]["attempt"]) == (first.ply, 1)
    assert frames_between(before, after) == []


def test_who_takes_back_decides_anew_and_the_series_ends(alice: User, series_of: SeriesOf) -> None:
    """Two hands, every card of the first played twice."""
    hand = begun(series_of, alice, hands=2)
    series, taken = hand.series, 0
    while Table.objects.get().status == Table.Status.RUNNING:
        state = selectors.hand_state(hand)
        number = hand.number
        hand = play(hand, alice, str(state.legal_actions()[-1]))
        if number == 0 == hand.number and state.phase == "play" and taken < 5:
            back(hand, alice)
            taken += 1
            hand = now_at(series)
            hand = play(hand, alice, str(selectors.hand_state(hand).default_action()))
    over = Hand.objects.filter(series=series, status="over").order_by("number")
    assert [hand.attempt for hand in over] == [5, 0]
    assert Hand.objects.filter(series=series, status="void").count() == 5
    for row in over:
        selectors.hand_verify(selectors.hand_get(row.public_id))
    assert len(selectors.series_totals(Series.objects.get())) == 4


def test_a_message_of_several_actions_is_taken_back_as_a_whole(
    alice: User, series_of: SeriesOf
) -> None:
    hand = begun(series_of, alice)
    hand = fallbacks(play(hand, alice, "bid:DR"), alice, "take")
    hand = play(hand, alice, "take:L")
    cards = legal(hand)[:3]
    after = play(hand, alice, *cards)
    assert after.ply >= hand.ply + 3
    back(after, alice)
    again = now_at(hand.series)
    assert again.actions == hand.actions
    back(again, alice)
    assert legal(now_at(hand.series)) == ["take:L", "take:R"]


def test_bots_may_have_moved_on_but_not_the_person(alice: User, series_of: SeriesOf) -> None:
    first = fallbacks(begun(series_of, alice), alice, "play")
    second = play(first, alice, legal(first)[0])
    assert second.ply > first.ply + 1
    with pytest.raises(StaleAction) as caught:
        back(second, alice, ply=first.ply)
    assert caught.value.details["ply"] == second.ply
    with pytest.raises(StaleAction):
        back(second, alice, ply=second.ply + 1)
    assert back(second, alice, ply=first.ply + 1).ply == first.ply


def test_a_bot_that_is_just_moving_finds_the_hand_closed(
    alice: User, series_of: SeriesOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its worker read the hand before it was taken back, and writes nothing."""
    hand = begun(series_of, alice)
    act: dict[str, Any] = {"actor": "person", "received_at": timezone.now(), "user": alice}
    action_play(hand_id=hand.pk, ply=hand.ply, actions=[legal(hand)[0]], **act)
    real = practice.hand_times

    def meanwhile(**values: Any) -> Any:
        monkeypatch.setattr(practice, "hand_times", real)
        table_advance(table_id=hand.series.table_id)
        return real(**values)

    scene = selectors.scene_load(hand.series.table_id)
    monkeypatch.setattr(practice, "hand_times", meanwhile)
    assert back(hand, alice, ply=hand.ply + 1).ply == hand.ply
    stands = snapshot()
    table_advance(table_id=hand.series.table_id, scene=scene)
    assert snapshot() == stands
    assert legal(now_at(hand.series)) == legal(hand)


def test_the_same_wish_again_changes_nothing(alice: User, series_of: SeriesOf) -> None:
    """A double click, or a message that is delivered once more later."""
    first = fallbacks(begun(series_of, alice), alice, "play")
    second = play(first, alice, legal(first)[0])
    back(second, alice)
    before = snapshot()
    again = back(second, alice)
    assert (again.repeated, again.ply, again.publish) == (True, first.ply, ())
    assert snapshot() == before
    third = play(now_at(first.series), alice, legal(first)[-1])
    before = snapshot()
    assert back(second, alice).repeated
    assert snapshot() == before
    assert third.attempt == 1


def test_many_at_once_take_back_once(alice: User, series_of: SeriesOf) -> None:
    first = fallbacks(begun(series_of, alice), alice, "play")
    second = play(first, alice, legal(first)[0])
    results = at_once(12, lambda i: back(second, alice))
    assert all(isinstance(result, Outcome) for result in results)
    assert written(results) == 1
    assert Hand.objects.filter(status="playing").count() == 1


def test_taking_back_and_playing_at_once(alice: User, series_of: SeriesOf) -> None:
    """One of the two comes first; the record of what goes on is whole either way."""
    first = fallbacks(begun(series_of, alice), alice, "play")
    second = play(first, alice, legal(first)[0])
    token = legal(second)[0]
    act: dict[str, Any] = {"actor": "person", "received_at": timezone.now(), "user": alice}

    def work(number: int) -> object:
        if number % 2:
            return back(second, alice)
        return action_play(hand_id=second.pk, ply=second.ply, actions=[token], **act)

    results = at_once(8, work)
    refused = [one for one in results if isinstance(one, Exception)]
    assert all(isinstance(one, StaleAction | TableClosed) for one in refused)
    going = Hand.objects.get(status="playing")
    selectors.hand_verify(selectors.hand_get(going.public_id))


@pytest.mark.parametrize("phase", ["nothing", "over", "closed", "often"])
def test_what_cannot_be_taken_back(
    alice: User, series_of: SeriesOf, monkeypatch: pytest.MonkeyPatch, phase: str
) -> None:
    hand = begun(series_of, alice, hands=2)
    wanted: type[Exception] = NothingToTakeBack
    if phase == "over":
        while hand.number == 0:
            last, hand = hand, play(hand, alice, legal(hand)[0])
        hand, wanted = selectors.hand_get(last.public_id), HandOver
    if phase in ("closed", "often"):
        hand = play(hand, alice, legal(hand)[0])
    if phase == "closed":
        table_close(table_id=hand.series.table_id)
        wanted = TableClosed
    if phase == "often":
        monkeypatch.setattr(practice, "MAX_ATTEMPTS", 1)
        wanted = TakenBackTooOften
    before = snapshot()
    with pytest.raises(wanted):
        back(hand, alice)
    assert snapshot() == before


def test_only_the_own_hand_at_a_practice_table(alice: User, bob: User, series_of: SeriesOf) -> None:
    hand = begun(series_of, alice)
    played = play(hand, alice, legal(hand)[0])
    for ask in (back, asked):
        with pytest.raises(NotYourSeat):
            ask(played, bob)
    other = begun(series_of, bob, practice=False)
    moved = play(other, bob, legal(other)[0])
    before = snapshot()
    for ask in (back, asked):
        with pytest.raises(NoHints):
            ask(moved, bob)
    assert snapshot() == before


def test_the_sender_is_answered_each_time_a_message_arrives(
    alice: User, bob: User, series_of: SeriesOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The broker may bring a message twice; a worker that was killed had published nothing."""
    answers: list[dict[str, Any]] = []
    seen: list[object] = []
    monkeypatch.setattr(live, "publish_reply", lambda reply, body: answers.append(body))
    monkeypatch.setattr(live, "publish_table", seen.append)
    first = begun(series_of, alice)
    second = play(first, alice, legal(first)[0])
    message = {"hand": second.public_id, "ply": second.ply, "reply": "p:c", "message_id": "m"}
    for _ in range(2):
        tasks.take_back(**message, user_id=alice.pk)
    accepted = {"type": "accepted", "id": "m", "ply": first.ply}
    assert answers == [accepted, accepted]
    assert len(seen) == 1
    tasks.take_back(**message, user_id=bob.pk)
    tasks.take_back(**message, user_id=0)
    assert [answer["code"] for answer in answers[2:]] == ["not_your_seat"] * 2


def test_a_void_hand_stays_hidden(alice: User, series_of: SeriesOf) -> None:
    """What was taken back has not been played to its end, so its record is nobody's."""
    first = begun(series_of, alice)
    played = play(first, alice, legal(first)[0])
    back(played, alice)
    with pytest.raises(HandHidden):
        practice_replay(user=alice, hand_id=played.public_id)
    assert played.public_id not in set(
        selectors.hands_visible(alice).values_list("public_id", flat=True)
    )


def test_a_hand_that_was_taken_back_has_moved_on(alice: User, series_of: SeriesOf) -> None:
    first = fallbacks(begun(series_of, alice), alice, "play")
    played = play(first, alice, legal(first)[0])
    back(played, alice)
    with pytest.raises(StaleAction):
        play(played, alice, legal(first)[0])
