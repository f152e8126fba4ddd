"""Statements with a text of their own: the same as a QuerySet's, on both databases."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games import selectors, tasks
from games.models import Hand, Seat, Table
from games.rows import row_find, row_read, row_update, rows_find

pytestmark = [pytest.mark.pg, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def hand(alice, series_of) -> Hand:
    """A hand that is being played."""
    tasks.advance_table(table_id=series_of(alice.person, slug="random").table_id)
    return Hand.objects.get()


def values_of(row: Hand | Seat) -> dict[str, object]:
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


def test_a_row_is_found_as_by_a_queryset(hand):
    found = row_find(Hand, {"public_id": hand.public_id, "status": "playing"})
    assert found is not None
    assert values_of(found) == values_of(hand)
    assert not found._state.adding
    found.save()


def test_rows_come_in_order_and_with_the_fields_asked_for(hand):
    found = rows_find(Seat, {"table_id": hand.series.table_id}, order=("index",))
    assert [values_of(row) for row in found] == [
        values_of(row) for row in Seat.objects.order_by("index")
    ]
    one = rows_find(Hand, {"id": hand.pk}, names=("seating", "id", "status"))[0]
    assert one.get_deferred_fields() >= {"cards", "actions"}
    assert (one.pk, one.seating, one.status) == (hand.pk, hand.seating, "playing")


def test_there_may_be_no_such_row(hand, alice):
    assert row_find(User, {"id": alice.pk, "is_active": False}) is None
    assert row_read(Table, {"id": 0}, ("rev",)) is None
    assert not row_update(Hand, {"id": hand.pk, "ply": hand.ply + 1}, {"ply": 90})
    hand.refresh_from_db()
    assert hand.ply != 90


def test_values_are_stored_as_by_a_queryset(hand):
    due = timezone.now() + timedelta(hours=1)
    changes = {"next_due": due, "result": {"points": [1, -1]}, "deadline": None, "ply": 3}
    assert row_update(Hand, {"id": hand.pk, "ply": hand.ply}, changes)
    ours = row_read(Hand, {"id": hand.pk}, tuple(changes))
    Hand.objects.filter(pk=hand.pk).update(**changes)
    assert ours == changes == Hand.objects.filter(pk=hand.pk).values(*changes).get()


def test_nothing_in_a_value_is_taken_for_a_statement(hand):
    evil = "x' OR '1'='1"
    assert row_find(Hand, {"public_id": evil}) is None
    assert not row_update(Hand, {"public_id": evil}, {"status": "void"})


def test_who_sits_there_need_not_be_read_again(hand):
    known = selectors.seats_fresh(hand.series.table_id)
    with CaptureQueriesContext(connection) as queries:
        seats = selectors.seats_fresh(hand.series.table_id, known)
        names = [seat.display_name for seat in seats]
    assert len(queries) == 1
    assert [values_of(seat) for seat in seats] == [values_of(seat) for seat in known]
    assert names == [seat.display_name for seat in known]


def test_somebody_new_is_read(hand, bob):
    table_id = hand.series.table_id
    known = selectors.seats_fresh(table_id)
    Seat.objects.filter(table=table_id, index=1).update(person=bob.person, bot_version=None)
    seats = selectors.seats_fresh(table_id, known)
    assert seats[1].person == bob.person
    assert seats[1].bot_version is None
