"""The home page and the list of evenings."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from accounts.gate import user_of
from accounts.models import User
from frontend.table_config import teaser_config
from frontend.views.support import table_title, teasers
from games.models import Table
from games.policy import has_person, seat_of_user
from games.selectors import seats_of, tables_live, tables_of_user
from games.selectors.daily import daily_today
from games.selectors.lobby import tables_waiting_for
from tournaments.models import Event
from tournaments.selectors import event_standings, events_listed, events_recent, events_running

TEASERS = 4
"""Live lines on the home page; each holds a socket."""
EVENTS = 5
OWN = 5
DEFAULT_RULES = "koenigrufen/cardgames-zone"


def home(request: HttpRequest) -> HttpResponse:
    """Show who is playing now, evenings that run, the latest results, and the way to a table."""
    context = {
        **live_context(request),
        "own": own_tables(user_of(request)),
        "today": daily_today(timezone.now()),
        "running": list(events_running()[:EVENTS]),
        "results": [_result(event) for event in events_recent(EVENTS)],
        "default_rules": DEFAULT_RULES,
    }
    return render(request, "frontend/home.html", context)


@dataclass(frozen=True, slots=True)
class OwnTable:
    """A table at which the visitor sits."""

    table: Table
    title: str
    is_turn: bool
    is_left: bool
    """He has given his seat up; a bot plays the hand to its end."""


def own_tables(user: User | AnonymousUser) -> list[OwnTable]:
    """Return the visitor's tables that are being played, those first where it is his turn."""
    if not isinstance(user, User):
        return []
    tables = tables_of_user(user)
    turns = tables_waiting_for(user, tables)
    lines = [_own_table(table, user, table.pk in turns) for table in tables]
    return sorted(lines, key=lambda line: (line.is_left, not line.is_turn))[:OWN]


def _own_table(table: Table, user: User, is_turn: bool) -> OwnTable:
    seats = seats_of(table)
    index = seat_of_user(user, seats)
    is_left = any(seat.index == index and seat.leaving for seat in seats)
    return OwnTable(table, table_title(table), is_turn and not is_left, is_left)


def live(request: HttpRequest) -> HttpResponse:
    """Return the live lines alone: fetched again when the tables shown have finished."""
    return render(request, "frontend/live.html", live_context(request))


def live_context(request: HttpRequest) -> dict[str, Any]:
    """Return the tables to show as live lines, those worth watching first.

    Equally dull tables take turns, one of every event, so that a large evening hides no other.
    """
    shown: Counter[str] = Counter()
    order: list[tuple[int, int, int]] = []
    tables = tables_live(40, request.user)
    for at, table in enumerate(tables):
        source = (table.event_ref or {}).get("id", table.public_id)
        order.append((_dullness(table), shown[source], at))
        shown[source] += 1
    tables = [tables[at] for *_, at in sorted(order)]
    return {
        "teasers": teasers(tables[:TEASERS], request.user, timezone.now()),
        "teaser_config": teaser_config(),
    }


def _dullness(table: Table) -> int:
    """Order of live lines: people in events, tables shown at reading pace, quick games, the rest.

    Bots that play at full speed come last: their tables are over before anybody has looked.
    """
    if has_person(seats_of(table)):
        return 0 if table.kind == Table.Kind.EVENT else 2
    return 1 if table.paced else 3


def _result(event: Event) -> dict[str, Any]:
    rows = event_standings(event)
    return {"event": event, "winner": rows[0] if rows else None}


def events(request: HttpRequest) -> HttpResponse:
    """List all evenings: running, in preparation, finished."""
    listed = list(events_listed()[:100])
    groups = {status: [e for e in listed if e.status == status] for status in Event.Status.values}
    return render(request, "frontend/events.html", {"groups": groups, "has_any": bool(listed)})
