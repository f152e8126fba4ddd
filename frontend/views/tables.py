"""The live table, the quick game, a finished hand."""

from __future__ import annotations

import json
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.gate import page_rate_check
from accounts.sessions import signed_in_user
from engine.errors import BadOption, TarockError
from engine.view import OPEN
from frontend import hand_page
from frontend.house_rules import house_rules
from frontend.rule_choice import choices_for
from frontend.table_config import table_config
from frontend.views.home import DEFAULT_RULES
from frontend.views.support import message_of, refusals, table_title
from games import policy, selectors, services, tasks
from games.errors import HandHidden
from games.models import Table
from tournaments.selectors import event_by_public_id

LEVELS = ("club", "random")


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
        "config": table_config(
            table_id=found.public_id, rules_id=found.rules_id, options=found.rules_options
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


@require_http_methods(["GET", "HEAD", "POST"])
def quick(request: HttpRequest) -> HttpResponse:
    """Offer a game against bots; POST deals it at once, for a guest if nobody is signed in."""
    if request.method == "POST":
        return _quick_start(request)
    return render(request, "frontend/quick.html", {"choices": choices_for()})


def _quick_start(request: HttpRequest) -> HttpResponse:
    text = request.POST.get("hands", "")
    hands = int(text[:4]) if text.isascii() and text.isdigit() else None
    rules = request.POST.get("rules") or DEFAULT_RULES
    level = request.POST.get("level") or LEVELS[0]
    try:
        page_rate_check(request, "table.create")
        options = _options(request.POST.get("options", ""))
        services.quick_game_check(preset=rules, options=options, hands=hands, level=level)
        made, outcome = services.quick_game_create(
            user=signed_in_user(request), preset=rules, options=options, hands=hands, level=level
        )
    except TarockError as error:
        messages.error(request, message_of(error))
        context = {"choices": choices_for(rules=rules, hands=hands), "level": level}
        return render(request, "frontend/quick.html", context, status=error.http_status)
    tasks.publish(outcome.publish)
    tasks.dispatch(outcome.enqueue)
    return redirect("table", made.public_id)


def _options(text: str) -> dict[str, Any] | None:
    """Return the house rules a rematch sends along. Raises BadOption for anything unreadable."""
    if not text:
        return None
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadOption("House rules are a JSON object.") from error
    if not isinstance(found, dict):
        raise BadOption("House rules are a JSON object.")
    return found


@refusals
def hand(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a finished hand with every card; before its end there is only the way to the table."""
    found = selectors.hand_get(public_id)
    if found.status == found.Status.VOID:
        raise HandHidden("This hand was not played to its end.")
    if not policy.may_see_record(found):
        hidden = {"table": found.series.table, "hand": found}
        return render(request, "frontend/hand_hidden.html", hidden, status=403)
    state = selectors.hand_state(found)
    seats = selectors.seats_of(found.series.table)
    names = [seats[index].display_name for index in found.seating]
    context: dict[str, Any] = {
        "hand": found,
        "table": found.series.table,
        "title": table_title(selectors.table_get(found.series.table.public_id)),
        "page": hand_page.page_of(
            state.view_for(OPEN),
            names,
            state.rules,
            factor=(found.result or {}).get("factor", 1),
            counts=found.status == found.Status.OVER,
        ),
        "sheet": selectors.hands_over(found.series),
    }
    return render(request, "frontend/hand.html", context)
