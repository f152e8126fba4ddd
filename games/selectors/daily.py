"""The deal of the day: who has played it, and what came of it at each seat."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from fractions import Fraction

from django.db.models import Count

from accounts.models import User
from games.models import DailyDeal, Hand, HandSeat, Table
from games.policy import day_of, is_day_over
from games.selectors.tables import tables_with_seats

MOST_DAYS = 60
"""Days on the page; over REST there are pages of them."""


@dataclass(frozen=True, slots=True)
class DailyDay:
    """A deal and how many people have played it to the end."""

    deal: DailyDeal
    played: int
    is_over: bool
    """Whether cards and results are open."""


@dataclass(frozen=True, slots=True)
class DailyLine:
    """What one person made of the deal. ``place`` compares everybody: by how much he is above the
    mean of his seat."""

    row: HandSeat
    ahead: Fraction
    place: int

    @property
    def is_guest(self) -> bool:
        """Whether he has no account."""
        return self.row.person.user is not None and self.row.person.user.is_guest


@dataclass(frozen=True, slots=True)
class DailySeat:
    """One seat of the deal with everybody who played from it, best first."""

    index: int
    mean: Fraction | None
    lines: tuple[DailyLine, ...]


def daily_today(now: datetime) -> DailyDeal | None:
    """The deal of today if it has been made: pages that only mention it make nothing."""
    return DailyDeal.objects.filter(date=day_of(now)).first()


def daily_end(deal: DailyDeal) -> datetime:
    """When the day of a deal is over."""
    return datetime.combine(deal.date, time.min, UTC) + timedelta(days=1)


def daily_seats(deal: DailyDeal, seats: int) -> list[DailySeat]:
    """The results of a deal by seat. Ask ``policy.is_day_over`` first. One query.

    Hands that ended after the day do not count: the deal was open by then.
    """
    rows = HandSeat.objects.filter(
        hand__series__table__daily=deal, points__isnull=False, ended_at__lt=daily_end(deal)
    ).select_related("person__user", "hand")
    rows = rows.defer("hand__cards", "hand__actions", "hand__nonce", "hand__result")
    by_seat: dict[int, list[HandSeat]] = defaultdict(list)
    for row in rows.order_by("-points", "pk"):
        by_seat[row.index].append(row)
    means = {index: _mean(found) for index, found in by_seat.items()}
    ahead = {r.pk: (r.points or 0) - means[r.index] for found in by_seat.values() for r in found}
    ranked = sorted(ahead.values())
    place = {pk: 1 + len(ranked) - bisect_right(ranked, mine) for pk, mine in ahead.items()}
    return [
        DailySeat(
            index,
            means.get(index),
            tuple(DailyLine(r, ahead[r.pk], place[r.pk]) for r in by_seat[index]),
        )
        for index in range(seats)
    ]


def _mean(rows: list[HandSeat]) -> Fraction:
    return Fraction(sum(row.points or 0 for row in rows), len(rows))


def daily_table(deal: DailyDeal, user: User) -> Table | None:
    """The table at which ``user`` plays (or played) ``deal``."""
    return tables_with_seats().filter(daily=deal, created_by=user).first()


def daily_hand(table: Table) -> Hand | None:
    """The hand of a table of the day that counts."""
    return Hand.objects.filter(series__table=table, status=Hand.Status.OVER).first()


def daily_days(deals: Sequence[DailyDeal], now: datetime) -> list[DailyDay]:
    """``deals`` with how many have played each, counted in one query however many they are.

    A table of the day is finished by its only hand.
    """
    finished = Table.objects.filter(daily__in=deals, status=Table.Status.FINISHED)
    counted = finished.order_by().values_list("daily").annotate(Count("pk"))
    played: dict[int, int] = dict(counted)
    return [DailyDay(deal, played.get(deal.pk, 0), is_day_over(deal.date, now)) for deal in deals]


def daily_past(now: datetime) -> list[DailyDay]:
    """The latest deals that are open, newest first. Two queries."""
    past = DailyDeal.objects.filter(date__lt=day_of(now))
    return daily_days(list(past.order_by("-date")[:MOST_DAYS]), now)
