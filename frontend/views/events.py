"""Pages of an event: tables and standings live, entrants, and the organiser's first steps."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts.gate import user_of
from accounts.pages import counted
from accounts.permissions import may, permission_require
from engine.errors import TarockError
from engine.rules import rule_set
from frontend.house_rules import house_rules
from frontend.views.support import message_of, refusals
from games.policy import access_check
from games.selectors import table_get
from tournaments.importing import MAX_BYTES
from tournaments.models import Event
from tournaments.selectors import event_by_public_id, event_page, event_stakes
from tournaments.services import entrants_import, event_start
from tournaments.tasks import carry_out


@refusals
def event(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show an evening; ``?part=live`` returns what changes while it runs."""
    found = event_by_public_id(public_id)
    context = page_context(request, found)
    part = "event_live.html" if request.GET.get("part") == "live" else "event.html"
    return render(request, f"frontend/{part}", context)


def page_context(request: HttpRequest, found: Event, **more: Any) -> dict[str, Any]:
    """Return what the page of an event needs."""
    page = event_page(found)
    seats = rule_set(found.rules_id, **found.rules_options).hand_seats
    opened = [row for row in page.rounds if row.status != "draft"]
    return {
        "event": found,
        "page": page,
        "seats": seats,
        "more": seats + 1,
        "house_rules": house_rules(found.rules_id, found.rules_options),
        "current": opened[0] if opened else None,
        "earlier": opened[1:],
        "stakes": event_stakes(found, opened[0] if opened else None),
        "without_account": sum(1 for e in page.entrants if e.person and not e.person.user_id),
        "may_manage": may(
            request.user, "event.entrants_import", club=found.club, creator=found.created_by
        ),
        **more,
    }


@counted("upload")
@refusals
def entrants(request: HttpRequest, public_id: str) -> HttpResponse:
    """Check or import an entrant list; the page then shows the report line by line.

    A GET comes from the address bar or a change of language while the report is shown.
    """
    found = event_by_public_id(public_id)
    if request.method != "POST":
        return redirect("event", found.public_id)
    permission_require(
        request.user, "event.entrants_import", club=found.club, creator=found.created_by
    )
    upload = request.FILES.get("file")
    data = b"" if upload is None else upload.read(MAX_BYTES + 1)
    try:
        report = entrants_import(
            event=found, data=data, dry_run=request.POST.get("step") == "check"
        )
    except TarockError as error:
        messages.error(request, message_of(error))
        return redirect("event", found.public_id)
    status = 200 if report.is_ok else 422
    context = page_context(request, found, report=report)
    return render(request, "frontend/event.html", context, status=status)


@require_POST
@counted("write")
@refusals
def start(request: HttpRequest, public_id: str) -> HttpResponse:
    """Draw the seating and open the first round."""
    found = event_by_public_id(public_id)
    permission_require(request.user, "event.start", club=found.club, creator=found.created_by)
    try:
        carry_out(found, event_start(event=found))
    except TarockError as error:
        messages.error(request, message_of(error))
    return redirect("event", found.public_id)


@never_cache
@refusals
def stakes(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return what is at stake at a table: one line, which its page fetches again and again."""
    found = table_get(public_id)
    access_check(user_of(request), found, timezone.now())
    return render(request, "frontend/stakes_line.html", {"table": found})
