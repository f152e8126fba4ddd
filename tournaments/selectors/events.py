"""Lists of events, the event page, and what the sweeper has to look at."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from tournaments.errors import UnknownEvent
from tournaments.models import Entrant, Event, League, Round, RoundTable
from tournaments.selectors.results import ENDED, RoundRow, rounds_results
from tournaments.selectors.standings import StandingRow, event_standings

PAGE_ROUNDS = 5
"""Rounds that the page of an endless event shows."""


@dataclass(frozen=True, slots=True)
class EventPage:
    """Everything the page of an event shows; rounds newest first."""

    event: Event
    entrants: tuple[Entrant, ...]
    rounds: tuple[RoundRow, ...]
    standings: tuple[StandingRow, ...]


def events_listed() -> QuerySet[Event]:
    """All events, newest first, with club and league and ``entrant_count``."""
    return (
        Event.objects.select_related("club", "league", "created_by")
        .annotate(entrant_count=Count("entrants"))
        .order_by("-id")
    )


def events_running() -> QuerySet[Event]:
    """Events that are being played, newest first."""
    return events_listed().filter(status=Event.Status.RUNNING)


def events_recent(limit: int = 10) -> list[Event]:
    """Finished events, newest first."""
    return list(events_listed().filter(status=Event.Status.FINISHED)[:limit])


def leagues_listed() -> QuerySet[League]:
    """All leagues, newest first, with their club."""
    return League.objects.select_related("club", "created_by").order_by("-id")


def rounds_listed() -> QuerySet[Round]:
    """All rounds, newest first, with event and club."""
    return Round.objects.select_related("event__club", "event__created_by").order_by("-id")


def event_by_public_id(public_id: str) -> Event:
    """The event of this id. Raises UnknownEvent."""
    event = events_listed().filter(public_id=public_id).first()
    if event is None:
        raise UnknownEvent("There is no such event.", event=public_id)
    return event


def event_page(event: Event) -> EventPage:
    """Entrants, rounds with live totals, and standings of an event."""
    rounds = event.rounds.order_by("-number")
    if event.is_windowed:
        last = rounds.first()
        rounds = rounds.filter(number__gt=(last.number if last else 0) - PAGE_ROUNDS)
    entrants = event.entrants.select_related("person", "bot_version__bot").order_by("number")
    return EventPage(
        event=event,
        entrants=tuple(entrants),
        rounds=tuple(rounds_results(event, rounds)),
        standings=tuple(event_standings(event)),
    )


def rounds_due() -> QuerySet[Round]:
    """Open rounds all of whose tables have ended."""
    going = RoundTable.objects.filter(round=OuterRef("pk")).exclude(table__status__in=ENDED)
    return Round.objects.filter(~Exists(going), status=Round.Status.OPEN)


def events_due(now: datetime) -> QuerySet[Event]:
    """Running events whose round can be closed or that have no open round, and no lease."""
    going = Round.objects.filter(event=OuterRef("pk"), status=Round.Status.OPEN).exclude(
        pk__in=rounds_due().values("pk")
    )
    is_free = Q(next_due=None) | Q(next_due__lte=now)
    return Event.objects.filter(is_free, ~Exists(going), status=Event.Status.RUNNING)
