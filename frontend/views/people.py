"""Pages of clubs and leagues; those of persons are in ``views.person``."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from accounts.models import Club, User
from accounts.pages import counted
from accounts.permissions import may, permission_require
from accounts.selectors import club_members
from accounts.services import invitation_create
from frontend.views.support import refusals
from tournaments.models import League
from tournaments.selectors import events_listed, league_standings

INVITED = 50
"""How many people may join by one link of a club's page."""


def club(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a club: its evenings and leagues, its members to members."""
    return _club_page(request, get_object_or_404(Club, slug=slug))


@require_POST
@counted("write")
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
