"""The race of the last round, table by table."""

from __future__ import annotations

from dataclasses import dataclass

from games.models import Table
from tournaments.models import Event, Round, RoundTable
from tournaments.selectors.plans import event_rules
from tournaments.selectors.results import RoundRow, round_results
from tournaments.selectors.standings import event_placings
from tournaments.standings import Stake, nearest, stakes


@dataclass(frozen=True, slots=True)
class TableStake:
    """Who at a table is nearest to winning the event, as it stands."""

    name: str
    stake: Stake


def event_stakes(event: Event, current: RoundRow | None) -> dict[int, TableStake]:
    """By table number of the round ``current``, for the tables that still play.

    Only in the last round of an event with a fixed number of rounds, and only where points add up
    to zero: elsewhere totals are compared per hand until all have played equally many.
    """
    if current is None or not _is_last(event, current.round):
        return {}
    totals = {placing.entrant: placing.total for placing in event_placings(event)[0]}
    running = {
        seat.entrant.number: seat.points or 0
        for row in current.tables
        if not row.is_ended
        for seat in row.seats
    }
    race = stakes(totals, running)
    found = {}
    for row in current.tables:
        names = {seat.entrant.number: seat.entrant.name for seat in row.seats}
        best = nearest(race, names)
        if best is not None and row.table is not None and not row.is_ended:
            found[row.number] = TableStake(names[best.entrant], best)
    return found


def table_stake(table: Table) -> TableStake | None:
    """The same for one table; None for tables without an event, or without a race."""
    row = RoundTable.objects.select_related("round__event").filter(table=table).first()
    if row is None or not _is_last(row.round.event, row.round):
        return None
    return event_stakes(row.round.event, round_results(row.round)).get(row.number)


def _is_last(event: Event, current: Round) -> bool:
    return (
        event.status == Event.Status.RUNNING
        and current.status == Round.Status.OPEN
        and current.number == event.rounds_total
        and event_rules(event).sum_rule == "zero"
    )
