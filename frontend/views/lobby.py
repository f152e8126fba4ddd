"""Ways to a table: the quick game against bots."""

from __future__ import annotations

import json
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from accounts.gate import page_rate_check
from accounts.sessions import signed_in_user
from engine.errors import BadOption, TarockError
from frontend.rule_choice import choices_for
from frontend.views.home import DEFAULT_RULES
from frontend.views.support import message_of
from games import services, tasks

LEVELS = ("club", "random")


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
