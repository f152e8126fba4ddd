"""Stored rounds as plain seating plans of entrant numbers."""

from __future__ import annotations

from collections import defaultdict

from django.db.models import Count

from engine.rules import rule_set
from engine.rules.base import RuleSet
from tournaments.formats import RoundsState
from tournaments.models import Entrant, Event, Round, RoundSeat
from tournaments.seating import Certificate, Plan, certificate_of

ENDLESS_WINDOW = 30
"""An endless event looks back on this many rounds: in draws, certificates and standings."""


def event_rules(event: Event) -> RuleSet:
    """The rule set of an event with its house rules."""
    return rule_set(event.rules_id, **event.rules_options)


def active_numbers(event: Event) -> list[int]:
    """Numbers of the entrants who are seated, ascending."""
    active = event.entrants.filter(status=Entrant.Status.ACTIVE)
    return list(active.order_by("number").values_list("number", flat=True))


def rounds_state(event: Event) -> RoundsState:
    """How many rounds are drafts, open, closed."""
    rows = event.rounds.order_by().values_list("status").annotate(count=Count("pk"))
    count: dict[str, int] = dict(rows)
    return RoundsState(
        total=event.rounds_total,
        drafts=count.get(Round.Status.DRAFT, 0),
        open=count.get(Round.Status.OPEN, 0),
        closed=count.get(Round.Status.CLOSED, 0),
    )


def window_start(event: Event) -> int:
    """Number of the first round that counts: 1, or the start of the endless event's window."""
    if not event.is_windowed:
        return 1
    last = event.rounds.exclude(status=Round.Status.DRAFT).order_by("-number").first()
    return max(1, last.number - ENDLESS_WINDOW + 1) if last else 1


def event_plan(event: Event, *, first: int = 1, with_drafts: bool = True) -> Plan:
    """Rounds ``first`` and later as tables of entrant numbers in seat order."""
    seats = RoundSeat.objects.filter(round__event=event, round__number__gte=first)
    if not with_drafts:
        seats = seats.exclude(round__status=Round.Status.DRAFT)
    rows = seats.order_by("round__number", "round_table__number", "index").values_list(
        "round__number", "round_table__number", "entrant__number"
    )
    rounds: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for round_number, table_number, entrant in rows:
        rounds[round_number][table_number].append(entrant)
    return tuple(tuple(tuple(table) for table in tables.values()) for tables in rounds.values())


def event_certificate(event: Event) -> Certificate:
    """Quality of the seating of all rounds (of the window, for an endless event)."""
    plan = event_plan(event, first=window_start(event))
    return certificate_of(plan, hand_seats=event_rules(event).hand_seats)
