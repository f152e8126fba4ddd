"""A finished hand, and playing its deal oneself."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from accounts.gate import page_rate_check
from accounts.pages import counted
from accounts.sessions import signed_in_user
from engine.errors import TarockError
from engine.view import OPEN
from frontend import hand_page, labels
from frontend.replay_config import replay_config
from frontend.views.support import message_of, of_open_hand, table_title
from games import policy, selectors, services, tasks
from games.errors import HandHidden
from games.models import Hand
from games.selectors.replay import persons_of, seat_names
from games.services.once import made_once


@counted("heavy", "GET")
@of_open_hand
def hand(request: HttpRequest, found: Hand) -> HttpResponse:
    """Show a finished hand with every card; before its end there is only the way to the table."""
    state = selectors.hand_state(found)
    seats = seat_names(found)
    names = [labels.seat_name(*seats[index]) for index in found.seating]
    page = hand_page.page_of(
        state.view_for(OPEN),
        names,
        state.rules,
        factor=(found.result or {}).get("factor", 1),
        counts=found.status == found.Status.OVER,
    )
    people = persons_of(found)
    context: dict[str, Any] = {
        "hand": found,
        "table": found.series.table,
        "title": table_title(selectors.table_get(found.series.table.public_id)),
        "page": page,
        "results": [(seat, people.get(index)) for index, seat in enumerate(page.seats)],
        "sheet": selectors.hands_over(found.series),
        "replay": replay_config(found, state.rules),
    }
    return render(request, "frontend/hand.html", context)


@require_POST
def play(request: HttpRequest, public_id: str) -> HttpResponse:
    """Play the deal of a finished hand from a seat against bots, with hints; for a guest if nobody
    is signed in."""
    text = request.POST.get("seat", "")
    seat = int(text) if text in ("0", "1", "2", "3", "4", "5") else None
    try:
        page_rate_check(request, "hand.replay")
        _check_open(request, public_id)
        user = signed_in_user(request)
        made, outcome = made_once(
            lambda: services.practice_replay(user=user, hand_id=public_id, seat=seat), user=user
        )
    except TarockError as error:
        messages.error(request, message_of(error))
        return redirect("hand", public_id)
    tasks.carry_out(outcome)
    return redirect("table", made.public_id)


def _check_open(request: HttpRequest, public_id: str) -> None:
    """Before anybody becomes a guest: is there such a deal to play? Raises UnknownHand, NoAccess,
    HandHidden."""
    found = selectors.hand_get(public_id)
    policy.access_check(request.user, found.series.table, timezone.now())
    if not policy.may_see_record(found):
        raise HandHidden("This hand is not open yet.", hand=public_id)
