"""Bots that stand in for somebody while he comes back."""

from __future__ import annotations

from typing import Any

import pytest

from games import selectors
from games.models import Hand
from games.services import seat_replace, seat_return, table_advance
from games.services.advance import _Advance
from tests.games.conftest import version

pytestmark = [pytest.mark.pg, pytest.mark.django_db(transaction=True)]


def test_bots_that_stand_in_stop_when_their_person_is_back(alice, bob, series_of, monkeypatch):
    """She comes back while their moves are being computed: none of them is written."""
    version("club")
    series = series_of(alice.person, bob.person, slug="random", hands=4)
    for index in (0, 1):
        assert seat_replace(table_id=series.table_id, index=index).publish
    moved = _Advance._bots_moves

    def late(self: Any, hand: Hand, ms: int) -> Any:
        found = moved(self, hand, ms)
        seat_return(table_id=series.table_id, user=alice)
        return found

    before = Hand.objects.get()
    monkeypatch.setattr(_Advance, "_bots_moves", late)
    table_advance(table_id=series.table_id)
    after = Hand.objects.get()
    assert (after.ply, after.actions) == (before.ply, before.actions)
    monkeypatch.undo()
    table_advance(table_id=series.table_id)
    hand = Hand.objects.get()
    turn = selectors.hand_state(hand).turn
    assert turn is not None
    assert (hand.ply > before.ply, hand.seating[turn]) == (True, 0)
