"""Practice: hints from the own view, taking back without losing anything, deals played again."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from engine.cards import codes_of
from engine.errors import BadAction, HandOver, IllegalAction, NotYourTurn
from engine.rules import rule_set
from engine.view import Seat as SeatViewer
from games import selectors
from games.errors import (
    BadTable,
    HandHidden,
    NoAccess,
    NoHints,
    NothingToTakeBack,
    NotYourSeat,
    StaleAction,
    TableClosed,
    TakenBackTooOften,
    UnknownHand,
)
from games.models import Hand, HandSeat, Seat, Series, Table
from games.policy import viewer_of
from games.selectors import states
from games.services import (
    Outcome,
    action_play,
    practice,
    practice_replay,
    practice_take_back,
    quick_game_create,
    series_play_slice,
    table_advance,
    table_close,
)
from tests.games.conftest import TableOf, version
from tests.games.test_actions import at_once, snapshot, written

pytestmark = [pytest.mark.pg, pytest.mark.django_db(transaction=True)]

SeriesOf = Callable[..., Series]


def begun(series_of: SeriesOf, user: User, **options: Any) -> Hand:
    """A practice table of ``user``, forehand, who is to move; its bots always play the same."""
    options = {"first_dealer": 3, "practice": True, "slug": "club"} | options
    series = series_of(user.person, **options)
    table_advance(table_id=series.table_id)
    return now_at(series)


def now_at(series: Series) -> Hand:
    """The hand that is played, freshly read."""
    hand = Hand.objects.filter(series=series).exclude(status="void").latest("number", "attempt")
    return selectors.hand_get(hand.public_id)


def play(hand: Hand, user: User, *actions: str) -> Hand:
    """A message of the person, and whatever follows it."""
    act: dict[str, Any] = {
        "actions": actions,
        "actor": "person",
        "received_at": timezone.now(),
        "user": user,
    }
    action_play(hand_id=hand.pk, ply=hand.ply, **act)
    table_advance(table_id=hand.series.table_id)
    return now_at(hand.series)


def fallbacks(hand: Hand, user: User, until: str) -> Hand:
    """The hand played on with what a clock would play until the person is in a phase."""
    while selectors.hand_state(hand).phase != until:
        hand = play(hand, user, str(selectors.hand_state(hand).default_action()))
    return hand


def place_of(hand: Hand) -> dict[str, Any]:
    """Where somebody sees a hand."""
    return {"table": hand.series.table.public_id, "hand": hand.public_id, "ply": hand.ply}


def asked(hand: Hand, user: User) -> dict[str, Any]:
    return selectors.practice_hint(**place_of(hand), user=user)


def told(hand: Hand, user: User, action: str) -> dict[str, Any]:
    return selectors.practice_why(**place_of(hand), action=action, user=user)


def back(hand: Hand, user: User, ply: int | None = None) -> Outcome:
    return practice_take_back(
        hand_id=hand.public_id, ply=hand.ply if ply is None else ply, user=user
    )


# --- taking back ---------------------------------------------------------------------------------


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


def legal(hand: Hand) -> list[str]:
    return [str(action) for action in selectors.hand_state(hand).legal_actions()]


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


@pytest.mark.parametrize("change", [{"rated": True}, {"kind": "event"}, {"kind": "daily"}])
def test_never_where_something_is_at_stake(
    alice: User, series_of: SeriesOf, table_of: TableOf, change: dict[str, Any]
) -> None:
    with pytest.raises(BadTable):
        table_of(alice.person, practice=True, **change)
    hand = begun(series_of, alice)
    Table.objects.update(**change)
    with pytest.raises(NoHints):
        asked(selectors.hand_get(hand.public_id), alice)


def test_practice_is_for_one_person(
    alice: User, bob: User, table_of: TableOf, series_of: SeriesOf
) -> None:
    for persons in ((), (alice.person, bob.person)):
        with pytest.raises(BadTable):
            table_of(*persons, practice=True)
    hand = begun(series_of, alice)
    Seat.objects.filter(index=1).update(bot_version=None, person=bob.person)
    with pytest.raises(NoHints):
        asked(hand, alice)


# --- hints and reasons ---------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["koenigrufen/tournament", "illustrated/beck"])
def test_a_whole_table_is_played_by_hints(alice: User, rules: str) -> None:
    version("club")
    table, _ = quick_game_create(user=alice, preset=rules, hands=2, practice=True)
    assert table.practice
    table_advance(table_id=table.pk)
    hand = now_at(Series.objects.get())
    codes = set()
    for _ in range(400):
        if Table.objects.get().status != Table.Status.RUNNING:
            break
        hint = asked(hand, alice)
        assert hint["action"] in legal(hand)
        assert told(hand, alice, hint["action"]) == {"action": hint["action"], "code": "legal"}
        codes.add(hint["reason"]["code"])
        hand = play(hand, alice, hint["action"])
    assert Table.objects.get().status == Table.Status.FINISHED
    assert len(codes) >= 6


def test_a_hint_is_for_whoever_is_to_move_and_sees_the_hand(
    alice: User, series_of: SeriesOf
) -> None:
    hand = begun(series_of, alice)
    for changes, error in (
        ({"ply": hand.ply + 1}, StaleAction),
        ({"table": "nosuchtable0"}, UnknownHand),
        ({"hand": "nosuchhand00"}, UnknownHand),
    ):
        place = place_of(hand) | changes
        with pytest.raises(error):
            selectors.practice_hint(**place, user=alice)
        with pytest.raises(error):
            selectors.practice_why(**place, action="pass", user=alice)
    act: dict[str, Any] = {"actor": "person", "received_at": timezone.now(), "user": alice}
    action_play(hand_id=hand.pk, ply=hand.ply, actions=[legal(hand)[0]], **act)
    moved = selectors.hand_get(hand.public_id)
    with pytest.raises(NotYourTurn):
        asked(moved, alice)
    assert told(moved, alice, "pass")["code"] == "not_your_turn"


def test_reasons_are_given_at_every_table(alice: User, bob: User, series_of: SeriesOf) -> None:
    hand = begun(series_of, alice, practice=False)
    assert told(hand, alice, "pass") == {"action": "pass", "code": "forehand_never_passes_first"}
    assert told(hand, alice, "play:22") == {
        "action": "play:22",
        "code": "wrong_phase",
        "phase": "auction",
    }
    assert told(hand, alice, "reserve")["code"] == "legal"
    with pytest.raises(NotYourSeat):
        told(hand, bob, "pass")
    with pytest.raises(BadAction):
        told(hand, alice, "nonsense")


def test_help_knows_no_more_than_the_person(alice: User, series_of: SeriesOf) -> None:
    """Cards that he has not seen change places among the others: hint and reasons stay."""
    compared = 0
    hand = begun(series_of, alice)
    while Table.objects.get().status == Table.Status.RUNNING and compared < 8:
        place = (asked(hand, alice), [told(hand, alice, f"play:{c}") for c in ("22", "HK", "S7")])
        if swapped(hand):
            other = selectors.hand_get(hand.public_id)
            assert asked(other, alice) == place[0]
            assert [told(other, alice, f"play:{c}") for c in ("22", "HK", "S7")] == place[1]
            compared += 1
            changed(hand, hand.cards)
        hand = play(hand, alice, place[0]["action"])
    assert compared == 8


def swapped(hand: Hand) -> bool:
    """Exchange two cards that two others hold in the stored deal, if they could still have acted
    as they did and the person cannot tell the difference."""
    state = selectors.hand_state(hand)
    assert state.turn is not None
    viewer = SeatViewer(state.turn)
    held = [codes_of(cards) for seat, cards in enumerate(state.hands) if seat != state.turn]
    for first, second in itertools.product(held[0][:4], held[1][:4]):
        cards = list(selectors.cards_of(hand))
        one, two = cards.index(first), cards.index(second)
        cards[one], cards[two] = second, first
        changed(hand, "".join(cards))
        with suppress(IllegalAction):
            other = selectors.hand_state(selectors.hand_get(hand.public_id))
            if other.view_for(viewer) == state.view_for(viewer):
                return True
    changed(hand, hand.cards)
    return False


def changed(hand: Hand, cards: str) -> None:
    """Another deal in the row, and nothing of it remembered."""
    Hand.objects.filter(pk=hand.pk).update(cards=cards)
    states._replays._found.clear()


# --- the same deal again -------------------------------------------------------------------------


def finished(series_of: SeriesOf, *persons: Any, **options: Any) -> Hand:
    """The first hand of a series that has been played to its end."""
    series = series_of(*persons, **{"hands": 2, "slug": "club"} | options)
    table_advance(table_id=series.table_id)
    if not persons:
        series_play_slice(series_id=series.pk)
    hand = Hand.objects.get(series=series, number=0)
    while not hand.is_ended:
        user = persons[0].user
        hand = selectors.hand_get(hand.public_id)
        play(hand, user, legal(hand)[0])
        hand.refresh_from_db()
    return selectors.hand_get(hand.public_id)


@pytest.mark.parametrize("seat", range(4))
def test_a_deal_is_played_again_from_any_seat(
    alice: User, bob: User, series_of: SeriesOf, seat: int
) -> None:
    version("club")
    old = finished(series_of, bob.person)
    table, outcome = practice_replay(user=alice, hand_id=old.public_id, seat=seat)
    assert [job.task for job in outcome.enqueue] == ["games.tasks.advance_table"]
    assert (table.practice, table.rated, table.origin_id) == (True, False, old.pk)
    table_advance(table_id=table.pk)
    series = Series.objects.get(table=table)
    hand = now_at(series)
    assert (hand.cards, hand.dealer) == (old.cards, old.dealer)
    frame = selectors.table_frame(table, viewer_of(alice, table, timezone.now()), timezone.now())
    dealt = selectors.hand_state_at(hand, 0).dealt[seat]
    assert frame["view"]["seat"] == seat
    assert set(frame["view"]["cards"]) == {str(seat)}
    assert set(frame["view"]["cards"][str(seat)]) <= set(codes_of(dealt))
    assert frame["table_state"]["hand_count"] == 1
    while Table.objects.get(pk=table.pk).status == Table.Status.RUNNING:
        hand = play(hand, alice, asked(hand, alice)["action"])
    over = selectors.hand_get(hand.public_id)
    selectors.hand_verify(over)
    view = selectors.table_frame(table, viewer_of(bob, table, timezone.now()), timezone.now())
    assert set(view["view"]["dealt"]) == {"0", "1", "2", "3"}


def test_without_a_seat_it_is_the_own_one_or_forehand(
    alice: User, bob: User, series_of: SeriesOf
) -> None:
    version("club")
    old = finished(series_of, bob.person, first_dealer=2)
    again = [practice_replay(user=user, hand_id=old.public_id)[0] for user in (bob, alice)]
    seats = [Seat.objects.get(table=table, person__isnull=False).index for table in again]
    assert seats == [0, (old.dealer + 1) % 4]


def test_house_rules_and_size_are_those_of_the_hand(alice: User, series_of: SeriesOf) -> None:
    version("club")
    rules = {"rules_id": "koenigrufen/tournament", "rules_options": {"values": {"BE": 3}}}
    old = finished(series_of, size=5, hands=4, **rules)
    table, _ = practice_replay(user=alice, hand_id=old.public_id, seat=1)
    assert (table.size, table.rules_options) == (4, {"values": {"BE": 3}})
    assert selectors.rules_of(table).hash == old.rules_hash
    assert rule_set("koenigrufen/tournament").hash != old.rules_hash


def test_only_open_hands_can_be_played_again(alice: User, bob: User, series_of: SeriesOf) -> None:
    version("club")
    going = begun(series_of, bob)
    with pytest.raises(HandHidden):
        practice_replay(user=alice, hand_id=going.public_id)
    old = finished(series_of, bob.person, first_dealer=1)
    with pytest.raises(BadTable):
        practice_replay(user=alice, hand_id=old.public_id, seat=4)
    with pytest.raises(UnknownHand):
        practice_replay(user=alice, hand_id="nosuchhand00")
    Table.objects.filter(pk=old.series.table_id).update(access=Table.Access.PRIVATE)
    with pytest.raises(NoAccess):
        practice_replay(user=alice, hand_id=old.public_id)
    table, _ = practice_replay(user=bob, hand_id=old.public_id)
    assert table.access == Table.Access.PRIVATE


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
