"""Whose history a hand belongs to: rows with the deal, filled by the end, derived again."""

from __future__ import annotations

import importlib

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.utils import timezone

from engine.rules import rule_set
from games import selectors
from games.models import Hand, HandSeat
from games.selectors.history import seat_lines
from games.services import action_play, series_play_slice, table_advance, table_close
from games.services.history import hand_seats_close
from tests.games.deals import deal_first, without_tarok

pytestmark = [pytest.mark.pg, pytest.mark.django_db]


def play_out(series, *users) -> None:
    """Play a series of persons and bots to its end: persons take what the fallback offers."""
    seats = {user.person.pk: user for user in users}
    for _ in range(2000):
        table_advance(table_id=series.table_id)
        series.refresh_from_db()
        if series.status != series.Status.RUNNING:
            return
        hand = selectors.hand_current(series)
        state = selectors.hand_state(hand)
        seat = selectors.seats_of(series.table)[hand.seating[state.turn]]
        action_play(
            hand_id=hand.pk,
            ply=hand.ply,
            actions=[str(state.default_action())],
            actor="person",
            received_at=timezone.now(),
            user=seats[seat.person_id],
        )
    raise AssertionError("the series does not end")


def rows_of(user) -> list[HandSeat]:
    return list(
        HandSeat.objects.filter(person=user.person).order_by("hand__number", "hand__attempt")
    )


def verified() -> None:
    call_command("hand", "verify", "--all")


def test_rows_come_with_the_deal_and_are_filled_by_the_end(alice, bob, series_of):
    series = series_of(alice.person, bob.person, hands=4)
    first = selectors.hand_current(series)
    [row] = rows_of(alice)
    assert (row.hand_id, row.points, row.role, row.ended_at) == (first.pk, None, "", None)
    assert row.table_seat == 0
    assert first.seating[row.index] == 0
    verified()
    play_out(series, alice, bob)
    hands = selectors.hands_over(series)
    assert len(hands) == 4
    totals = selectors.series_totals(series)
    for user, total in ((alice, totals[0]), (bob, totals[1])):
        rows = [row for row in rows_of(user) if row.points is not None]
        assert [row.hand_id for row in rows] == [hand.pk for hand in hands]
        assert sum(row.points for row in rows) == total
        assert all(row.ended_at == row.hand.ended_at for row in rows)
        assert all(row.contract == row.hand.result["contract"] for row in rows)
    verified()


def test_tables_of_bots_have_no_rows(series_of):
    series_play_slice(series_id=series_of().pk)
    assert Hand.objects.count() == 4
    assert not HandSeat.objects.exists()


def test_who_sits_out_has_no_row(alice, series_of):
    series = series_of(alice.person, size=5, first_dealer=0)
    hand = selectors.hand_current(series)
    assert 0 not in hand.seating
    assert not rows_of(alice)


def test_a_redeal_and_a_closed_table_leave_the_rows_empty(alice, series_of, monkeypatch):
    deal_first(monkeypatch, without_tarok())
    series = series_of(alice.person, size=3, rules_id="illustrated/loew-1954", hands=3)
    table_advance(table_id=series.table_id)
    again, dealt = rows_of(alice)
    assert again.hand.status == Hand.Status.REDEAL
    table_close(table_id=series.table_id)
    dealt.hand.refresh_from_db()
    assert dealt.hand.status == Hand.Status.VOID
    for row in rows_of(alice):
        assert (row.role, row.contract, row.points, row.ended_at) == ("", "", None, None)
    verified()


@pytest.mark.parametrize(
    ("preset", "contract", "roles"),
    [
        ("koenigrufen/cardgames-zone", "RU", ["declarer", "defender", "partner", "defender"]),
        ("koenigrufen/cardgames-zone", "DR", ["declarer", "defender", "defender", "defender"]),
        ("koenigrufen/tournament", "TK", ["alone"] * 4),
        ("koenigrufen/tournament", "", [""] * 4),
    ],
)
def test_roles_follow_from_the_result(preset, contract, roles):
    partner = 2 if contract == "RU" else None
    result = {"contract": contract, "declarer": 0, "partner": partner, "points": [3, -1, -1, -1]}
    lines = seat_lines(rule_set(preset), result)
    assert [line.role for line in lines] == roles
    assert [line.points for line in lines] == [3, -1, -1, -1]


def test_points_are_those_of_the_sheet_in_a_double_round(alice, series_of, monkeypatch):
    """The factor of a double round is in the stored points already."""
    series = series_of(alice.person)
    hand = selectors.hand_current(series)
    points = [2, 2, -2, -2]
    result = {"contract": "RU", "declarer": 0, "partner": 1, "points": points, "factor": 2}
    ending = selectors.Ending(Hand.Status.OVER, result, is_last=False)
    hand_seats_close(hand=hand, ending=ending, at=timezone.now())
    [row] = rows_of(alice)
    assert row.points == points[row.index]


@pytest.mark.parametrize(
    "change",
    [
        {"points": 77},
        {"role": "alone"},
        {"contract": "XX"},
        {"table_seat": 3},
        {"rules_id": "koenigrufen/other@1"},
        {"ended_at": None},
    ],
)
def test_verify_finds_a_changed_row(alice, series_of, change):
    series = series_of(alice.person, hands=4)
    play_out(series, alice)
    verified()
    HandSeat.objects.filter(pk=rows_of(alice)[0].pk).update(**change)
    with pytest.raises(CommandError, match="1 of 4"):
        verified()


def test_the_migration_writes_the_same_rows(alice, bob, series_of):
    for size, rules in ((4, "koenigrufen/tournament"), (3, "illustrated/beck")):
        agreed = {"size": size, "rules_id": rules, "hands": size}
        play_out(series_of(alice.person, bob.person, **agreed), alice, bob)
    series_of(bob.person)
    fields = ("hand", "person", "index", "table_seat", "rules_id", "role", "contract", "points")
    written = list(HandSeat.objects.order_by("hand", "index").values_list(*fields, "ended_at"))
    HandSeat.objects.all().delete()
    migration = importlib.import_module("games.migrations.0004_hand_seats")
    migration.fill(apps, None)
    assert (
        list(HandSeat.objects.order_by("hand", "index").values_list(*fields, "ended_at")) == written
    )
    assert len(written) > 8
    migration.fill(apps, None)
    assert HandSeat.objects.count() == len(written)
