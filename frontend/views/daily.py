"""Pages of the deal of the day: play it, and compare when its day is over."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.gate import page_rate_check, user_of
from accounts.models import User
from accounts.pages import counted
from accounts.sessions import signed_in_user
from engine.errors import TarockError
from engine.rules import rule_set
from engine.state import HandState
from engine.view import OPEN
from frontend.views.support import message_of
from games import services, tasks
from games.models import DailyDeal
from games.policy import day_of, is_day_over
from games.selectors.daily import (
    daily_days,
    daily_end,
    daily_hand,
    daily_past,
    daily_seats,
    daily_table,
    daily_today,
)
from games.services.daily import daily_rules


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def daily(request: HttpRequest) -> HttpResponse:
    """Show the deal of today and earlier days; POST sits down to play it, as a guest too."""
    now = timezone.now()
    if request.method == "POST":
        try:
            page_rate_check(request, "daily.play")
        except TarockError as error:
            messages.error(request, message_of(error))
            return redirect("daily")
        joined, outcome = services.daily_join(user=signed_in_user(request))
        tasks.carry_out(outcome)
        return redirect("table", joined.public_id)
    deal, user = daily_today(now), user_of(request)
    table = daily_table(deal, user) if deal and isinstance(user, User) else None
    context = {
        "date": day_of(now),
        "rules_id": deal.rules_id if deal else daily_rules(day_of(now)),
        "deal": deal,
        "played": daily_days([deal], now)[0].played if deal else 0,
        "table": table,
        "hand": daily_hand(table) if table else None,
        "past": daily_past(now),
    }
    return render(request, "frontend/daily.html", context)


@never_cache
@require_safe
@counted("heavy", "GET")
def day(request: HttpRequest, day: str) -> HttpResponse:
    """Show a day that is over: the cards, and by seat who made what of them."""
    deal = get_object_or_404(DailyDeal, date=_date(day))
    if not is_day_over(deal.date, timezone.now()):
        return redirect("daily")
    rules = rule_set(deal.rules_id)
    seats = daily_seats(deal, rules.hand_seats)
    user = user_of(request)
    mine = next(
        (
            line
            for seat in seats
            for line in seat.lines
            if isinstance(user, User) and line.row.person.user_id == user.pk
        ),
        None,
    )
    context: dict[str, Any] = {
        "deal": deal,
        "seats": list(zip(seats, _cards(deal), strict=True)),
        "mine": mine,
        "players": sum(len(seat.lines) for seat in seats),
        "ends": daily_end(deal),
    }
    return render(request, "frontend/daily_day.html", context)


def _date(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise Http404("There is no such day.") from error


def _cards(deal: DailyDeal) -> list[list[str]]:
    """Return the cards each seat was dealt."""
    cards = tuple(deal.cards[i : i + 2] for i in range(0, len(deal.cards), 2))
    view = HandState.deal(rule_set(deal.rules_id), cards, deal.dealer).view_for(OPEN)
    return [view["cards"][str(seat)] for seat in range(len(view["cards"]))]
