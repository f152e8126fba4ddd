"""The live table."""

from __future__ import annotations

import json
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache

from accounts.gate import user_of
from frontend.chat import chat_config
from frontend.house_rules import house_rules
from frontend.table_config import table_config
from frontend.views.lobby import LEVELS
from frontend.views.support import refusals, table_title
from games import policy, selectors
from games.models import Table
from tournaments.selectors import event_by_public_id


@never_cache
@refusals
def table(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the live table; the script takes over from the first frame."""
    found = selectors.table_get(public_id)
    now = timezone.now()
    viewer = policy.viewer_of(request.user, found, now)
    title = table_title(found)
    event = found.event_ref
    context = {
        "table": found,
        "title": title,
        "frame": selectors.table_frame(found, viewer, now),
        "config": chat_config(
            table_config(
                table_id=found.public_id, rules_id=found.rules_id, options=found.rules_options
            ),
            found,
            user_of(request),
        ),
        "house_rules": house_rules(found.rules_id, found.rules_options),
        "pace": settings.TABLE_PACE,
        "event": event_by_public_id(event["id"]) if event else None,
        "rematch": _rematch(found, viewer),
    }
    return render(request, "frontend/table.html", context)


def _rematch(found: Table, viewer: policy.Viewer) -> dict[str, Any] | None:
    """Return the quick game to ask for again: same rules and house rules, length and bots."""
    if found.kind != Table.Kind.QUICK or viewer.role != "seat":
        return None
    bots = [seat.bot_version for seat in selectors.seats_of(found) if seat.bot_version is not None]
    level = bots[0].bot.slug if bots else LEVELS[0]
    rules_id = found.rules_id.partition("@")[0]
    again = {"rules": rules_id, "hands": found.hands, "level": level}
    if found.rules_options:
        again["options"] = json.dumps(found.rules_options)
    return again
