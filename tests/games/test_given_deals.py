"""Series whose deals stand already: a deal played again, the deal of the day."""

from __future__ import annotations

import pytest

from accounts.models import User
from accounts.services import person_for
from engine.cards import PACK
from games.models import Hand, Table
from games.services import series_play_slice, series_start, table_advance
from tests.games.conftest import TableOf
from tests.games.deals import without_tarok

pytestmark = pytest.mark.django_db

FIRST, SECOND = "".join(PACK), "".join(reversed(PACK))


def test_the_hands_of_a_series_get_the_deals_that_were_given(table_of: TableOf) -> None:
    table = table_of(hands=4)
    series = series_start(table=table, given_deals=[FIRST, SECOND])
    series_play_slice(series_id=series.pk)
    hands = Hand.objects.filter(series=series).order_by("number")
    assert [hand.cards for hand in hands] == [FIRST, SECOND]
    table.refresh_from_db()
    assert table.status == Table.Status.FINISHED
    assert hands[0].commitment != hands[1].commitment


def test_a_given_deal_is_dealt_once_more_after_a_redeal(alice: User, table_of: TableOf) -> None:
    """Löw: nobody can play a hand without a tarok; after ten of them the hand counts."""
    loew = {"rules_id": "illustrated/loew-1954", "size": 3, "hands": 2}
    table = table_of(person_for(alice), **loew)
    cards = "".join(without_tarok())
    series = series_start(table=table, given_deals=[cards])
    table_advance(table_id=table.pk)
    hands = Hand.objects.filter(series=series)
    assert {hand.cards for hand in hands} == {cards}
    assert [hand.status for hand in hands] == ["redeal"] * 9 + ["over"]


def test_without_them_deals_are_drawn(alice: User, table_of: TableOf) -> None:
    series = series_start(table=table_of(person_for(alice)))
    assert series.given_deals is None
    assert Hand.objects.get(series=series).cards not in (FIRST, SECOND)
