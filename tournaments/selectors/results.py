"""Points at the tables of a round, folded from finished hands on every read."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Prefetch, QuerySet

from games.models import Hand, Table
from tournaments.models import Entrant, Event, Round, RoundSeat, RoundTable
from tournaments.seating import table_hands
from tournaments.selectors.plans import event_rules

ENDED = (Table.Status.FINISHED, Table.Status.CLOSED)
"""States in which a table's points are final: the hands that were played count."""

SeatCount = Counter[tuple[int, int]]
"""A number by (table row, table seat)."""


@dataclass(frozen=True, slots=True)
class Fold:
    """Folded hands that count: ``points`` and hands ``played`` by seat, hands ``over`` by table."""

    points: SeatCount
    played: SeatCount
    over: Counter[int]


class Seated(NamedTuple):
    """What an entrant made at a table, and in how many hands."""

    points: int
    hands: int


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat of a round's table; ``points`` so far, None before the round opens."""

    index: int
    entrant: Entrant
    points: int | None


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table of a round: seats in order, ``hands_over`` of ``hand_count`` hands are played."""

    number: int
    table: Table | None
    seats: tuple[SeatRow, ...]
    hands_over: int
    hand_count: int

    @property
    def status(self) -> str:
        """Status of the table; ``draft`` before the round opens."""
        return self.table.status if self.table else "draft"

    @property
    def is_ended(self) -> bool:
        """Whether its points are final."""
        return self.table is not None and self.table.status in ENDED

    @property
    def totals(self) -> tuple[int | None, ...]:
        """Points by table seat."""
        return tuple(seat.points for seat in self.seats)


@dataclass(frozen=True, slots=True)
class RoundRow:
    """A round with its tables."""

    round: Round
    tables: tuple[TableRow, ...]

    @property
    def number(self) -> int:
        """Number of the round, from 1."""
        return self.round.number

    @property
    def status(self) -> str:
        """Status of the round."""
        return self.round.status


def round_results(round_: Round) -> RoundRow:
    """One round with its tables and their points so far."""
    return rounds_results(round_.event, Round.objects.filter(pk=round_.pk))[0]


def rounds_results(event: Event, rounds: QuerySet[Round]) -> list[RoundRow]:
    """``rounds`` of ``event`` in the order of the query, tables and points included."""
    seats = RoundSeat.objects.select_related("entrant").order_by("index")
    tables = (
        RoundTable.objects.select_related("table")
        .prefetch_related(Prefetch("seats", queryset=seats))
        .order_by("number")
    )
    found = list(rounds.prefetch_related(Prefetch("tables", queryset=tables)))
    ids = [row.table_id for r in found for row in r.tables.all() if row.table_id is not None]
    fold = hands_folded(ids)
    hand_seats = event_rules(event).hand_seats
    return [
        RoundRow(
            played,
            tuple(_table_row(row, event, fold, hand_seats) for row in played.tables.all()),
        )
        for played in found
    ]


def hands_folded(table_ids: Iterable[int]) -> Fold:
    """What the finished hands of some tables come to.

    Hands that are still being shown do not count yet, redeals never.
    """
    fold = Fold(Counter(), Counter(), Counter())
    hands = Hand.objects.filter(series__table__in=list(table_ids), status=Hand.Status.OVER)
    for table, seating, scored in hands.values_list(
        "series__table", "seating", "result__points"
    ).order_by():
        fold.over[table] += 1
        for seat, value in zip(seating, scored, strict=True):
            fold.points[table, seat] += value
            fold.played[table, seat] += 1
    return fold


def results_of_event(event: Event, first: int) -> dict[int, dict[int, dict[int, Seated]]]:
    """Round number → table row number → entrant number → what he made, of tables that have
    ended."""
    seats = RoundSeat.objects.filter(
        round__event=event, round__number__gte=first, round_table__table__status__in=ENDED
    ).values_list("round__number", "round_table__table", "index", "entrant__number")
    rows = list(seats.order_by("round__number", "round_table__number", "index"))
    fold = hands_folded({table for _, table, _, _ in rows})
    results: dict[int, dict[int, dict[int, Seated]]] = defaultdict(lambda: defaultdict(dict))
    for number, table, index, entrant in rows:
        seat = (table, index)
        results[number][table][entrant] = Seated(fold.points[seat], fold.played[seat])
    return results


def _table_row(row: RoundTable, event: Event, fold: Fold, hand_seats: int) -> TableRow:
    seats = list(row.seats.all())
    return TableRow(
        number=row.number,
        table=row.table,
        seats=tuple(
            SeatRow(
                seat.index,
                seat.entrant,
                None if row.table_id is None else fold.points[row.table_id, seat.index],
            )
            for seat in seats
        ),
        hands_over=0 if row.table_id is None else fold.over[row.table_id],
        hand_count=table_hands(event.hands, len(seats), hand_seats),
    )
