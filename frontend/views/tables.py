"""The live table."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page

from accounts.gate import user_of
from accounts.models import User
from frontend.agreement import agreement
from frontend.chat import chat_config
from frontend.house_rules import house_rules
from frontend.table_config import table_config
from frontend.views.support import refusals, table_title
from games import policy, selectors
from games.models import Table
from tournaments.selectors import event_by_public_id


@gzip_page
@never_cache
@refusals
def table(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the live table; the script takes over from the first frame."""
    found = selectors.table_get(public_id)
    now = timezone.now()
    viewer = policy.viewer_of(request.user, found, now)
    policy.access_check(request.user, found, now)
    title = table_title(found)
    event = found.event_ref
    context = {
        "table": found,
        "title": title,
        "frame": selectors.table_frame(found, viewer, now),
        "config": _config(request, found, title),
        "agreement": agreement(found),
        "house_rules": house_rules(found.rules_id, found.rules_options),
        "pace": settings.TABLE_PACE,
        "event": event_by_public_id(event["id"]) if event else None,
        "rematch": _may_rematch(found, request.user),
        "may_invite": found.access == Table.Access.PRIVATE
        and found.created_by_id == request.user.pk,
    }
    return render(request, "frontend/table.html", context)


def _config(request: HttpRequest, found: Table, title: str) -> dict[str, Any]:
    """Return what the script knows besides the frames: words, what was agreed, the own claim."""
    made = table_config(
        table_id=found.public_id, rules_id=found.rules_id, options=found.rules_options
    )
    user = user_of(request)
    own = {
        "title": title,
        "agreement": agreement(found),
        "house_rules": house_rules(found.rules_id, found.rules_options),
        "claim": _claim_of(user, found),
    }
    return chat_config(made | own, found, user)


def _claim_of(user: User | Any, found: Table) -> int | None:
    """Return the seat that will be this visitor's from the next hand on."""
    if not isinstance(user, User):
        return None
    claims = [(seat.index, seat.claimed_by) for seat in selectors.seats_of(found)]
    own = (index for index, person in claims if person is not None and person.user_id == user.pk)
    return next(own, None)


def _may_rematch(found: Table, user: User | AnonymousUser) -> bool:
    """Whether the people of this table can play another series here; the page offers it to whoever
    sits there by then."""
    return found.kind == Table.Kind.QUICK and found.origin_id is None and user.is_authenticated
