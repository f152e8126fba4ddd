"""Practice: hints and reasons from the own view, deals played again."""

from __future__ import annotations

import itertools
from contextlib import suppress
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from engine.cards import codes_of
from engine.errors import BadAction, IllegalAction, NotYourTurn
from engine.rules import rule_set
from engine.view import Seat as SeatViewer
from games import selectors
from games.errors import (
    BadTable,
    HandHidden,
    NoAccess,
    NoHints,
    NotYourSeat,
    StaleAction,
    UnknownHand,
)
from games.models import Hand, Seat, Series, Table
from games.policy import viewer_of
from games.selectors import states
from games.selectors.history import history_groups, history_of
from games.services import (
    action_play,
    practice_replay,
    quick_game_create,
    table_advance,
)
from tests.games.conftest import TableOf, version
from tests.games.practising import (
    SeriesOf,
    asked,
    begun,
    finished,
    legal,
    now_at,
    place_of,
    play,
    told,
)

pytestmark = [pytest.mark.pg, pytest.mark.django_db(transaction=True)]


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


def test_practice_is_in_the_history_but_not_in_the_statistics(
    alice: User, series_of: SeriesOf
) -> None:
    finished(series_of, alice.person, practice=True)
    rows = history_of([alice.person.pk], alice, timezone.now(), is_own=True)
    assert rows.count() >= 1
    assert history_groups(rows, is_own=True) == []


def test_over_rest(alice: User, bob: User, series_of: SeriesOf) -> None:
    hand = begun(series_of, alice)
    client, other = APIClient(), APIClient()
    client.force_authenticate(alice)
    other.force_authenticate(bob)
    at = f"/api/v1/tables/{hand.series.table.public_id}"
    place = {"hand": hand.public_id, "ply": hand.ply}
    hint = client.post(f"{at}/hint", place).json()
    assert hint == asked(hand, alice)
    told = client.post(f"{at}/why", place | {"action": "pass"}).json()
    assert told == {"action": "pass", "reason": {"code": "forehand_never_passes_first"}}
    moved = play(hand, alice, hint["action"])
    place = {"hand": moved.public_id, "ply": moved.ply}
    for asker, path, body, status, code in (
        (other, "take_back", place, 403, "not_your_seat"),
        (client, "take_back", {"hand": "nosuchhand00", "ply": 1}, 404, "unknown_hand"),
        (client, "hint", {"hand": moved.public_id}, 400, "invalid"),
        (client, "why", place | {"action": "play:99"}, 400, "bad_action"),
        (client, "hint", place | {"ply": 0}, 409, "stale_action"),
    ):
        answer = asker.post(f"{at}/{path}", body)
        assert (answer.status_code, answer.json()["code"]) == (status, code)
    taken = client.post(f"{at}/take_back", place).json()
    assert (taken["ply"], taken["repeated"]) == (hand.ply, False)
    assert taken["frame"]["view"]["legal"] == legal(hand)
    assert taken["frame"]["table_state"]["practice"] is True
    assert client.post(f"{at}/take_back", place).json()["repeated"] is True


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
