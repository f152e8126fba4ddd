"""A finished hand ply by ply, over REST: the whole record or one seat's view, never too early."""

from __future__ import annotations

import json

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from engine.view import Seat
from games import selectors
from games.models import Hand, HandSeat, Table
from games.selectors.replay import hand_frames, seat_names
from games.services import series_play_slice, table_advance

pytestmark = pytest.mark.django_db


@pytest.fixture
def hand(series_of) -> Hand:
    """The second of four finished hands of bots."""
    series_play_slice(series_id=series_of().pk)
    return Hand.objects.select_related("series__table").get(number=1)


def get(hand: Hand, query: str = "", user=None):
    client = APIClient()
    if user is not None:
        client.force_authenticate(user)
    return client.get(f"/api/v1/hands/{hand.public_id}/frames{query}")


def test_every_ply_with_all_cards(hand):
    found = get(hand).json()
    states = selectors.hand_states(hand)
    assert len(found["plies"]) == hand.ply + 1 == len(states)
    assert found["seat"] is None
    for state, ply, entry in zip(
        states[1:], found["plies"][1:], selectors.hand_entries(hand), strict=True
    ):
        assert ply["view"]["ply"] == state.ply
        assert ply["last"] == [str(entry.action), entry.seat]
        assert len(ply["view"]["cards"]) == 4
    assert "legal" not in found["plies"][0]["view"]
    assert "last" not in found["plies"][0]


def test_the_table_is_that_of_the_hand(hand):
    """Later hands of the series are not in it."""
    state = get(hand).json()["table_state"]
    assert [row["number"] for row in state["rows"]] == [0, 1]
    first, second = (row["points"] for row in state["rows"])
    assert state["totals"] == [a + b for a, b in zip(first, second, strict=True)]
    assert [seat["name"] for seat in state["seats"]] == [f"Bot {i}" for i in range(4)]


def test_the_view_of_a_seat_is_the_engine_s(hand):
    for seat in range(4):
        found = get(hand, f"?seat={seat}").json()
        states = selectors.hand_states(hand)
        views = [json.loads(json.dumps(state.view_for(Seat(seat)))) for state in states]
        assert [ply["view"] for ply in found["plies"]] == views
        for ply in found["plies"][:-1]:
            if ply["view"].get("contract") is None or "ouvert" not in str(ply):
                assert set(ply["view"]["cards"]) == {str(seat)}


def test_what_a_seat_may_not_see_is_in_none_of_its_plies_but_the_last(hand):
    """Discards of another seat: a question mark in `last`, too."""
    declarer = hand.result["declarer"]
    found = hand_frames(hand, (declarer + 1) % 4)
    laid = [ply["last"][0] for ply in found["plies"][1:] if ply["last"][0].startswith("discard")]
    own = hand_frames(hand, declarer)["plies"]
    assert len(laid) == len([p for p in own[1:] if p["last"][0].startswith("discard")])
    for action, ply in zip(
        laid, [p for p in own[1:] if p["last"][0].startswith("discard")], strict=True
    ):
        is_shown = ply["last"][0].partition(":")[2][0].isdigit()
        assert (action == ply["last"][0]) if is_shown else action == "discard:?"


def test_what_everybody_knew(hand):
    plies = hand_frames(hand)["plies"]
    with_contract = [ply for ply in plies if "contract" in ply["view"]]
    assert all(len(ply["public"]) == 4 for ply in with_contract)
    assert "unknown" not in plies[-1]["public"]


@pytest.mark.parametrize("query", ["?seat=4", "?seat=-1", "?seat=x"])
def test_a_seat_that_does_not_exist_is_refused(hand, query):
    assert get(hand, query).status_code == 400


def test_a_hand_that_is_played_is_not_open(alice, series_of):
    table_advance(table_id=series_of(alice.person).table_id)
    hand = Hand.objects.get()
    for user in (None, alice):
        answer = get(hand, user=user)
        assert answer.status_code == 403
        assert answer.json()["code"] == "hand_hidden"


def test_a_private_table_is_for_those_who_may_look(hand, alice, bob):
    Table.objects.update(access=Table.Access.PRIVATE, created_by=alice)
    assert get(hand, user=alice).status_code == 200
    for user in (None, bob):
        assert get(hand, user=user).status_code in (403, 404)


def test_a_hand_names_who_played_it(alice, bob, series_of):
    """Whoever holds the seat now did not play this hand."""
    series = series_of(alice.person)
    hand = selectors.hand_current(series)
    assert seat_names(hand)[0] == ("alice", "person")
    series.table.seats.filter(index=0).update(person=bob.person)
    series.table.seats.filter(index=1).update(person=alice.person, bot_version=None, name="")
    hand = selectors.hand_get(hand.public_id)
    assert seat_names(hand)[0] == ("alice", "person")
    assert seat_names(hand)[1][1] == "bot"
    assert HandSeat.objects.count() == 1
    assert timezone.now() > hand.created_at


def test_frames_are_kept_and_asked_for_again_by_their_tag(hand, monkeypatch):
    found = get(hand)
    assert found.headers["Cache-Control"] == "max-age=300, public"
    tag = found.headers["ETag"]
    assert (
        len({tag, get(hand, "?seat=0").headers["ETag"], get(hand, "?seat=1").headers["ETag"]}) == 3
    )
    monkeypatch.setattr("games.api.hand_frames", lambda *_: pytest.fail("played again"))
    again = APIClient().get(
        f"/api/v1/hands/{hand.public_id}/frames", headers={"if-none-match": tag}
    )
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["ETag"] == tag
    monkeypatch.undo()
    Table.objects.update(name="Another name")
    changed = APIClient().get(
        f"/api/v1/hands/{hand.public_id}/frames", headers={"if-none-match": tag}
    )
    assert changed.status_code == 200
    assert changed.json()["table_state"]["name"] == "Another name"


def test_frames_of_a_closed_table_are_kept_by_nobody_else(hand, alice):
    Table.objects.update(access=Table.Access.PRIVATE, created_by=alice)
    tag = get(hand, user=alice).headers["ETag"]
    assert "private" in get(hand, user=alice).headers["Cache-Control"]
    stranger = APIClient().get(
        f"/api/v1/hands/{hand.public_id}/frames", headers={"if-none-match": tag}
    )
    assert stranger.status_code == 404
    assert "ETag" not in stranger.headers
