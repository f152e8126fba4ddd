"""A finished hand."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from engine.view import OPEN
from frontend import hand_page
from frontend.replay_config import replay_config
from frontend.views.support import refusals, table_title
from games import policy, selectors
from games.errors import HandHidden
from games.selectors.replay import seat_names


@refusals
def hand(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a finished hand with every card; before its end there is only the way to the table."""
    found = selectors.hand_get(public_id)
    policy.access_check(request.user, found.series.table, timezone.now())
    if found.status == found.Status.VOID:
        raise HandHidden("This hand was not played to its end.")
    if not policy.may_see_record(found):
        hidden = {"table": found.series.table, "hand": found}
        return render(request, "frontend/hand_hidden.html", hidden, status=403)
    state = selectors.hand_state(found)
    seats = seat_names(found)
    names = [seats[index][0] for index in found.seating]
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
        "replay": replay_config(found, state.rules),
    }
    return render(request, "frontend/hand.html", context)
