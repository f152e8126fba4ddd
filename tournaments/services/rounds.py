"""Rounds: drawn, opened, closed. Each change holds the event row and is safe to repeat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Prefetch
from django.utils import timezone

from games.models import Table
from games.services import (
    Outcome,
    SeatSpec,
    TableSpec,
    series_start_all,
    tables_make,
    tables_store,
)
from games.services.due import lease_bulk
from tournaments.errors import WrongEventState
from tournaments.models import Entrant, Event, Round, RoundSeat, RoundTable
from tournaments.seating import (
    DEFAULT_TRIALS,
    Plan,
    certificate_of,
    draw,
    hands_check,
    seating_check,
    table_sizes,
)
from tournaments.selectors import active_numbers, event_plan, rounds_due, rounds_state
from tournaments.selectors.plans import event_rules, window_start
from tournaments.services.events import event_lock

_SEATS = RoundSeat.objects.select_related("entrant__person", "entrant__bot_version__bot").order_by(
    "index"
)

TABLES_AT_ONCE = 20
"""Tables stored in one transaction while a round opens."""
ENDLESS_TRIALS = 50_000
"""Trial swaps for a single round drawn onto the history."""


@dataclass(frozen=True, slots=True)
class _Draw:
    """A plan with its certificates and what it was drawn for: it is written only if that still
    holds."""

    first: int
    entrants: list[int]
    plan: Plan
    certificates: list[dict[str, Any]]


def round_draw(*, event: Event) -> Round | None:
    """Draw all rounds that are left (of an endless event: one); the next draft round.

    The annealing runs outside of any transaction. Somebody else's draw in the meantime is as
    good: then nothing is written. None when no round is left to draw or to open. Raises
    InfeasibleEntrants, UnevenHands, WrongEventState.
    """
    event.refresh_from_db()
    if event.status == Event.Status.FINISHED:
        raise WrongEventState("The event has ended.", status=event.status)
    count = rounds_state(event).to_draw
    if count:
        drawn = _draw(event, count)
        with transaction.atomic():
            locked = event_lock(event.pk)
            if _is_current(locked, drawn):
                _store(locked, drawn)
    return event.rounds.filter(status=Round.Status.DRAFT).order_by("number").first()


def round_open(*, round_: Round, now: datetime | None = None) -> Outcome:
    """Publish a draft round: make its tables and begin their series.

    Returns an empty outcome if the round is not a draft any more. Raises WrongEventState when
    another round is open or an earlier one was skipped. Tables are stored a few at a time before
    the round opens: the database has one writer, and people at other tables wait for it. Who
    comes after a call that died goes on with those it had not stored.
    """
    now = now or timezone.now()
    if not _is_next(round_, Event.objects.get(pk=round_.event_id)):
        return Outcome()
    bare = round_.tables.filter(table__isnull=True).order_by("number")
    for rows in _batches(list(bare.prefetch_related(Prefetch("seats", _SEATS)))):
        _tables_add(round_, rows)
    rows = list(round_.tables.select_related("table").order_by("number"))
    with transaction.atomic():
        if not _is_next(round_, event_lock(round_.event_id)):
            return Outcome()
        Round.objects.filter(pk=round_.pk).update(status=Round.Status.OPEN, opened_at=now)
        Event.objects.filter(pk=round_.event_id).update(next_due=None)
        seeds = {row.table: _deal_seed(round_, row) for row in rows if row.table is not None}
        tables = list(seeds)
        jobs = series_start_all(tables=tables, deal_seeds=list(seeds.values()), now=now)
    return Outcome(enqueue=tuple(jobs), publish=tuple(table.pk for table in tables))


def _is_next(round_: Round, event: Event) -> bool:
    """Whether a round is still a draft. Raises WrongEventState when it is not its turn."""
    _turn_check(event, round_)
    return Round.objects.filter(pk=round_.pk, status=Round.Status.DRAFT).exists()


def _batches(rows: Sequence[RoundTable]) -> Iterator[Sequence[RoundTable]]:
    for start in range(0, len(rows), TABLES_AT_ONCE):
        yield rows[start : start + TABLES_AT_ONCE]


def _tables_add(round_: Round, rows: Sequence[RoundTable]) -> None:
    """Store the tables of ``rows`` (seats prefetched), but for those that somebody else stored.

    The seats of a draft never change (a new draw is a new round), nor do the terms of an event
    that runs: so all is made before the database is held.
    """
    made = dict(zip(rows, tables_make([_table_spec(round_, row) for row in rows]), strict=True))
    with transaction.atomic():
        if not _is_next(round_, event_lock(round_.event_id)):
            return
        ids = [row.pk for row in rows]
        bare = set(RoundTable.objects.filter(pk__in=ids, table=None).values_list("pk", flat=True))
        rows = [row for row in rows if row.pk in bare]
        for row, table in zip(rows, tables_store([made[row] for row in rows]), strict=True):
            row.table = table
        RoundTable.objects.bulk_update(rows, ["table"])


def round_close(*, round_: Round, now: datetime | None = None) -> bool:
    """Close an open round all of whose tables have ended; True for the call that closed it.

    That call also holds the lease on what comes next and has to see to it.
    """
    now = now or timezone.now()
    with transaction.atomic():
        event = event_lock(round_.event_id)
        if not rounds_due().filter(pk=round_.pk).exists():
            return False
        still_open = Round.objects.filter(pk=round_.pk, status=Round.Status.OPEN)
        if not still_open.update(status=Round.Status.CLOSED, closed_at=now):
            return False
        Event.objects.filter(pk=event.pk).update(next_due=now + lease_bulk())
    return True


def event_check(*, event: Event) -> None:
    """Refuse an event that cannot be seated. Raises InfeasibleEntrants, UnevenHands."""
    hand_seats = event_rules(event).hand_seats
    hands_check(event.hands, table_sizes(len(active_numbers(event)), hand_seats), hand_seats)


def _draw(event: Event, count: int) -> _Draw:
    event_check(event=event)
    entrants = active_numbers(event)
    history = event_plan(event, first=window_start(event))
    last = event.rounds.order_by("-number").values_list("number", flat=True).first() or 0
    plan = draw(
        entrants,
        rounds=count,
        hand_seats=event_rules(event).hand_seats,
        seed=f"{event.seed}/{last + 1}",
        history=history,
        trials=ENDLESS_TRIALS if event.is_endless else DEFAULT_TRIALS,
    )
    return _Draw(last + 1, entrants, plan, _certificates(event, entrants, history, plan))


def _certificates(
    event: Event, entrants: list[int], history: Plan, plan: Plan
) -> list[dict[str, Any]]:
    """Of each round with all before it; the seating is checked on the way."""
    hand_seats = event_rules(event).hand_seats
    for tables in plan:
        seating_check(tables, entrants, hand_seats=hand_seats)
    so_far = (history + plan[: index + 1] for index in range(len(plan)))
    return [certificate_of(rounds, hand_seats=hand_seats).to_json() for rounds in so_far]


def _is_current(event: Event, drawn: _Draw) -> bool:
    last = event.rounds.order_by("-number").values_list("number", flat=True).first() or 0
    return (
        event.status != Event.Status.FINISHED
        and last + 1 == drawn.first
        and rounds_state(event).to_draw == len(drawn.plan)
        and active_numbers(event) == drawn.entrants
    )


def _store(event: Event, drawn: _Draw) -> None:
    """With three statements however many rounds there are: the database has one writer."""
    entrants = dict(event.entrants.values_list("number", "pk"))
    rounds = Round.objects.bulk_create(
        Round(event=event, number=drawn.first + index, certificate=certificate)
        for index, certificate in enumerate(drawn.certificates)
    )
    seated = [
        (RoundTable(round=round_, number=number), table)
        for round_, tables in zip(rounds, drawn.plan, strict=True)
        for number, table in enumerate(tables, start=1)
    ]
    RoundTable.objects.bulk_create(row for row, _ in seated)
    RoundSeat.objects.bulk_create(
        RoundSeat(round=row.round, round_table=row, index=seat, entrant_id=entrants[entrant])
        for row, table in seated
        for seat, entrant in enumerate(table)
    )


def _turn_check(event: Event, round_: Round) -> None:
    if event.status != Event.Status.RUNNING:
        raise WrongEventState("The event is not running.", status=event.status)
    earlier = event.rounds.filter(number__lt=round_.number).exclude(status=Round.Status.CLOSED)
    if earlier.exists():
        raise WrongEventState("An earlier round is not closed yet.", round=round_.number)


def _deal_seed(round_: Round, row: RoundTable) -> str:
    event = round_.event
    return f"{event.deal_seed}/{round_.number}/{row.number}" if event.deal_seed else ""


def _table_spec(round_: Round, row: RoundTable) -> TableSpec:
    """The table of a round at which the entrants of ``row`` (seats prefetched) sit."""
    event = round_.event
    entrants = [seat.entrant for seat in row.seats.all()]
    has_persons = any(entrant.person_id is not None for entrant in entrants)
    return TableSpec(
        name=f"{event.name[:48]} {round_.number}/{row.number}",
        rules_id=event.rules_id,
        rules_options=event.rules_options,
        hands=event.hands,
        seats=_seat_specs(entrants),
        kind=Table.Kind.EVENT,
        policy=Table.Policy.DELAYED if has_persons else Table.Policy.OPEN,
        clock_ms=(event.clock_ms or settings.EVENT_ACTION_CLOCK_MS) if has_persons else None,
        paced=event.paced and not has_persons,
        rated=True,
        club=event.club,
        event_ref={"id": event.public_id, "name": event.name, "round": round_.number},
        created_by=event.created_by,
    )


def _seat_specs(entrants: Sequence[Entrant]) -> list[SeatSpec]:
    return [
        SeatSpec(person=entrant.person, bot_version=entrant.bot_version, name=entrant.name)
        for entrant in entrants
    ]
