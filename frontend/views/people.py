"""Pages of persons, clubs and leagues."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from accounts.models import Club, Person, User
from accounts.permissions import may, permission_require
from accounts.selectors import club_members, person_resolve
from accounts.services import invitation_create
from frontend.views.support import refusals, table_title
from games.models import Table
from games.selectors import series_current, series_totals, tables_with_seats
from tournaments.models import League
from tournaments.selectors import events_listed, league_standings

RECENT = 20
INVITED = 50
"""How many people may join by one link of a club's page."""


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
    tables = (
        tables_with_seats()
        .select_related("round_table")
        .filter(seats__person=found, status__in=ended)[:RECENT]
    )
    return [_played_at(table, found) for table in tables]


def _played_at(table: Table, found: Person) -> Played:
    index = next(seat.index for seat in table.seats.all() if seat.person_id == found.pk)
    series = series_current(table)
    total = series_totals(series)[index] if series else 0
    return Played(table, table_title(table), total)


def club(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a club: its evenings and leagues, its members to members."""
    return _club_page(request, get_object_or_404(Club, slug=slug))


@require_POST
@refusals
def club_invite(request: HttpRequest, slug: str) -> HttpResponse:
    """Make an invitation link and show it, on this page and never again."""
    found = get_object_or_404(Club, slug=slug)
    permission_require(request.user, "club.invite", club=found)
    assert isinstance(request.user, User)
    made, secret = invitation_create(found, created_by=request.user, uses=INVITED)
    link = request.build_absolute_uri(reverse("invitation", args=[secret]))
    return _club_page(request, found, invitation=made, link=link)


def _club_page(request: HttpRequest, found: Club, **more: Any) -> HttpResponse:
    sees_members = may(request.user, "club.members", club=found)
    context = {
        "club": found,
        "events": list(events_listed().filter(club=found)[:50]),
        "leagues": list(found.leagues.order_by("-id")),
        "members": list(club_members(found)) if sees_members else None,
        "may_organise": may(request.user, "event.create", club=found),
        "may_invite": may(request.user, "club.invite", club=found),
        **more,
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
