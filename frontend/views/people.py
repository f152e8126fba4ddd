"""Pages of persons, clubs and leagues."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from accounts.models import Club, Person
from accounts.permissions import may
from accounts.selectors import club_members, person_resolve
from frontend.views.support import table_title
from games.models import Table
from games.selectors import series_current, series_totals, tables_with_seats
from tournaments.models import League
from tournaments.selectors import events_listed, league_standings

RECENT = 20


@dataclass(frozen=True, slots=True)
class Played:
    """A table somebody played at: what it was, against whom, with what total."""

    table: Table
    title: str
    total: int


def person(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a person: name, clubs, latest results. A merged person leads to the one that is left."""
    found = get_object_or_404(Person.objects.select_related("merged_into"), public_id=public_id)
    left = person_resolve(found)
    if left.pk != found.pk:
        return redirect("person", left.public_id)
    context = {
        "person": found,
        "played": _played(found),
        "clubs": list(found.clubs.order_by("name")),
        "is_own": request.user.is_authenticated and found.user_id == request.user.pk,
    }
    return render(request, "frontend/person.html", context)


def _played(found: Person) -> list[Played]:
    ended = (Table.Status.FINISHED, Table.Status.RUNNING)
    tables = tables_with_seats().filter(seats__person=found, status__in=ended)[:RECENT]
    return [_played_at(table, found) for table in tables]


def _played_at(table: Table, found: Person) -> Played:
    index = next(seat.index for seat in table.seats.all() if seat.person_id == found.pk)
    series = series_current(table)
    total = series_totals(series)[index] if series else 0
    event = table.event_ref
    title = f"{event['name']}, {table.name}" if event else table_title(table)
    return Played(table, title, total)


def club(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a club: its evenings and leagues, its members to members."""
    found = get_object_or_404(Club, slug=slug)
    sees_members = may(request.user, "club.members", club=found)
    context = {
        "club": found,
        "events": list(events_listed().filter(club=found)[:50]),
        "leagues": list(found.leagues.order_by("-id")),
        "members": list(club_members(found)) if sees_members else None,
        "may_organise": may(request.user, "event.create", club=found),
    }
    return render(request, "frontend/club.html", context)


def league(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a league: the sum of its evenings."""
    found = League.objects.select_related("club").filter(public_id=public_id).first()
    if found is None:
        raise Http404("There is no such league.")
    events = list(found.events.exclude(status="draft").order_by("id"))
    context = {"league": found, "events": events, "rows": league_standings(found)}
    return render(request, "frontend/league.html", context)
