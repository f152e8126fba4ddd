"""The deal of the day: the same for everybody, one table each, closed until the day is over."""

from __future__ import annotations

import importlib
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
from django.db import IntegrityError, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from engine.rules import rule_set
from games import selectors, tasks
from games.models import DailyDeal, Hand, Series, Table
from games.selectors.daily import daily_days, daily_end, daily_past, daily_seats, daily_table
from games.services import action_play, quick_games_close_stale, table_advance, table_rematch
from games.services.daily import DAILY_RULES, daily_deal, daily_join, daily_rules, seat_drawn
from tests.games.conftest import version
from tests.games.test_actions import at_once

pytestmark = [pytest.mark.pg, pytest.mark.django_db(transaction=True)]

NOON = datetime.fromisoformat("2030-05-06T12:00:00+00:00")
DAY = timedelta(days=1)


@pytest.fixture(autouse=True)
def _bots() -> None:
    version("club")


def played(user, now: datetime = NOON) -> Hand:
    """The whole hand of ``user``, who does what is always allowed."""
    table, _ = daily_join(user=user, now=now)
    for _ in range(100):
        table_advance(table_id=table.pk)
        hand = selectors.hand_get(Hand.objects.get(series__table=table).public_id)
        if hand.is_ended:
            Hand.objects.filter(pk=hand.pk).update(ended_at=now)
            hand.hand_seats.update(ended_at=now)
            return selectors.hand_get(hand.public_id)
        action_play(
            hand_id=hand.pk,
            ply=hand.ply,
            actions=[str(selectors.hand_state(hand).default_action())],
            actor="person",
            received_at=timezone.now(),
            user=user,
        )
    raise AssertionError("the hand does not end")


def test_the_rule_set_changes_daily_between_four_and_three_players():
    days = [NOON.date() + i * DAY for i in range(12)]
    seats = [rule_set(daily_rules(day)).hand_seats for day in days]
    assert sorted(set(pairwise(seats))) == [(3, 4), (4, 3)]
    assert {daily_rules(day) for day in days} == set(DAILY_RULES)


@pytest.mark.parametrize("offset", range(6))
def test_every_deal_of_the_day_can_be_played(alice, offset):
    hand = played(alice, NOON + offset * DAY)
    deal = DailyDeal.objects.get()
    assert hand.cards == deal.cards
    assert hand.dealer == deal.dealer
    selectors.hand_verify(hand)
    table = Table.objects.get()
    assert (table.status, table.kind, Series.objects.get().hand_count) == ("finished", "daily", 1)
    own = seat_drawn(deal, alice.person, table.size)
    assert [seat.person for seat in selectors.seats_fresh(table.pk)][own] == alice.person
    names = [seat.display_name for seat in selectors.seats_fresh(table.pk) if seat.is_bot]
    assert names == [f"Club {n}" for n in range(1, table.size)]


def test_there_is_one_deal_a_day(alice):
    assert at_once(4, lambda i: daily_deal(now=NOON).pk).count(DailyDeal.objects.get().pk) == 4
    assert daily_deal(now=NOON + DAY).pk != daily_deal(now=NOON).pk
    tasks.make_daily()
    assert DailyDeal.objects.filter(date=timezone.now().date()).count() == 1


def test_everybody_has_one_table(alice, bob):
    results = at_once(4, lambda i: daily_join(user=(alice, bob)[i % 2], now=NOON)[0].pk)
    assert len(set(results)) == 2
    assert Table.objects.count() == 2
    assert Hand.objects.values_list("cards", flat=True).distinct().count() == 1
    assert daily_table(DailyDeal.objects.get(), alice).created_by == alice


def test_a_deal_that_all_pass_is_not_played_again(alice):
    three = next(
        NOON + i * DAY
        for i in range(6)
        if daily_rules((NOON + i * DAY).date()).startswith("illustrated")
    )
    table, _ = daily_join(user=alice, now=three)
    assert table.rules_options == {"max_redeals": 1}
    assert selectors.rules_of(table).series.max_redeals == 1


def test_results_are_compared_by_seat(alice, bob, user_of):
    users = [alice, bob, *(user_of(f"u{i}") for i in range(4))]
    hands = [played(user) for user in users]
    deal = DailyDeal.objects.get()
    assert daily_days([deal], NOON)[0].played == 6
    size = rule_set(deal.rules_id).hand_seats
    seats = daily_seats(deal, size)
    lines = [line for seat in seats for line in seat.lines]
    assert sorted(line.row.person.display_name for line in lines) == sorted(
        user.username for user in users
    )
    for seat in seats:
        points = [line.row.points for line in seat.lines]
        assert points == sorted(points, reverse=True)
        if points:
            assert seat.mean * len(points) == sum(points)
            assert sum(line.ahead for line in seat.lines) == 0
    best = min(lines, key=lambda line: line.place)
    assert best.ahead == max(line.ahead for line in lines)
    # Whoever ends after midnight has seen the cards.
    hands[0].hand_seats.update(ended_at=daily_end(deal))
    assert len([line for seat in daily_seats(deal, size) for line in seat.lines]) == 5


def test_past_days_are_listed(alice, bob, django_assert_num_queries):
    played(alice)
    daily_join(user=bob, now=NOON)  # who has only begun does not count
    assert daily_past(NOON) == []
    played(alice, NOON + DAY)
    played(bob, NOON + DAY)
    daily_deal(now=NOON + 2 * DAY)
    with django_assert_num_queries(2):
        days = daily_past(NOON + 3 * DAY)
    assert [(day.deal.date, day.played, day.is_over) for day in days] == [
        ((NOON + 2 * DAY).date(), 0, True),
        ((NOON + DAY).date(), 2, True),
        (NOON.date(), 1, True),
    ]


def test_results_are_read_at_once(alice, bob, django_assert_num_queries):
    for user in (alice, bob):
        played(user)
    deal = DailyDeal.objects.get()
    with django_assert_num_queries(1):
        seats = daily_seats(deal, 4)
        assert {line.row.person.user.username for s in seats for line in s.lines} == {
            "alice",
            "bob",
        }


def test_the_database_knows_one_deal_a_day():
    deal = daily_deal(now=NOON)
    deal.pk, deal.rules_id = None, "another/one@1"
    with pytest.raises(IntegrityError):
        deal.save()


def test_second_deals_of_a_day_are_given_up():
    """The way from a database in which a day could have two."""
    old = migrated_to([("games", "0005_daily_first")])
    try:
        deals, tables = old.get_model("games", "DailyDeal"), old.get_model("games", "Table")
        first, second = (
            deals.objects.create(date=NOON.date(), rules_id=rules, dealer=0, commitment=rules)
            for rules in ("one", "two")
        )
        table = tables.objects.create(
            name="", rules_id="two", hands=1, size=4, kind="daily", daily=second
        )
        importlib.import_module("games.migrations.0005_daily_first").only_first(old, None)
    finally:
        migrated_to(MigrationExecutor(connection).loader.graph.leaf_nodes())
    assert DailyDeal.objects.get(date=NOON.date()).pk == first.pk
    left = Table.objects.get(pk=table.pk)
    assert (left.kind, left.daily) == ("quick", None)


def migrated_to(targets: list[tuple[str, str]]) -> Any:
    """The models as they are after migrating there."""
    return MigrationExecutor(connection).migrate(targets).apps


def test_nothing_is_played_twice(alice):
    from games.errors import SeatFixed

    played(alice)
    table = Table.objects.get()
    with pytest.raises(SeatFixed):
        table_rematch(table_id=table.pk, user=alice)
    assert daily_join(user=alice, now=NOON)[0] == table


def test_tables_of_the_day_close_like_others(alice):
    table, _ = daily_join(user=alice, now=NOON)
    later = NOON + 2 * DAY
    assert quick_games_close_stale(now=later).publish == (table.pk,)
