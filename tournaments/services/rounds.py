"""Rounds: drawn, opened, closed. Each change holds the event row and is safe to repeat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from games.models import Table
from games.services import Job, Outcome, SeatSpec, series_jobs, series_start, table_create
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

ENDLESS_TRIALS = 50_000
"""Trial swaps for a single round drawn onto the history."""


@dataclass(frozen=True, slots=True)
class _Draw:
    """A plan and what it was drawn for: it is written only if that still holds."""

    first: int
    entrants: list[int]
    history: Plan
    plan: Plan


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
    another round is open or an earlier one was skipped.
    """
    now = now or timezone.now()
    with transaction.atomic():
        event = event_lock(round_.event_id)
        draft = Round.objects.filter(pk=round_.pk, status=Round.Status.DRAFT)
        _turn_check(event, round_)
        if not draft.update(status=Round.Status.OPEN, opened_at=now):
            return Outcome()
        Event.objects.filter(pk=event.pk).update(next_due=None)
        jobs: list[Job] = []
        published: list[int] = []
        for row in round_.tables.order_by("number"):
            table = _table_make(event, round_, row)
            deal_seed = f"{event.deal_seed}/{round_.number}/{row.number}" if event.deal_seed else ""
            jobs += series_jobs(series_start(table=table, deal_seed=deal_seed, now=now))
            published.append(table.pk)
    return Outcome(enqueue=tuple(jobs), publish=tuple(published))


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
    return _Draw(last + 1, entrants, history, plan)


def _is_current(event: Event, drawn: _Draw) -> bool:
    last = event.rounds.order_by("-number").values_list("number", flat=True).first() or 0
    return (
        event.status != Event.Status.FINISHED
        and last + 1 == drawn.first
        and rounds_state(event).to_draw == len(drawn.plan)
        and active_numbers(event) == drawn.entrants
    )


def _store(event: Event, drawn: _Draw) -> None:
    hand_seats = event_rules(event).hand_seats
    entrants = dict(event.entrants.values_list("number", "pk"))
    for index, tables in enumerate(drawn.plan):
        seating_check(tables, drawn.entrants, hand_seats=hand_seats)
        so_far = drawn.history + drawn.plan[: index + 1]
        round_ = Round.objects.create(
            event=event,
            number=drawn.first + index,
            certificate=certificate_of(so_far, hand_seats=hand_seats).to_json(),
        )
        rows = RoundTable.objects.bulk_create(
            RoundTable(round=round_, number=number) for number in range(1, len(tables) + 1)
        )
        RoundSeat.objects.bulk_create(
            RoundSeat(round=round_, round_table=row, index=seat, entrant_id=entrants[entrant])
            for row, table in zip(rows, tables, strict=True)
            for seat, entrant in enumerate(table)
        )


def _turn_check(event: Event, round_: Round) -> None:
    if event.status != Event.Status.RUNNING:
        raise WrongEventState("The event is not running.", status=event.status)
    earlier = event.rounds.filter(number__lt=round_.number).exclude(status=Round.Status.CLOSED)
    if earlier.exists():
        raise WrongEventState("An earlier round is not closed yet.", round=round_.number)


def _table_make(event: Event, round_: Round, row: RoundTable) -> Table:
    seats = row.seats.select_related("entrant__person", "entrant__bot_version__bot")
    entrants = [seat.entrant for seat in seats.order_by("index")]
    has_persons = any(entrant.person_id is not None for entrant in entrants)
    table = table_create(
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
    RoundTable.objects.filter(pk=row.pk).update(table=table)
    return table


def _seat_specs(entrants: Sequence[Entrant]) -> list[SeatSpec]:
    return [
        SeatSpec(person=entrant.person, bot_version=entrant.bot_version, name=entrant.name)
        for entrant in entrants
    ]
