"""Seats of a table, taken and left by forms; invitations."""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.gate import page_rate_check
from accounts.models import User
from accounts.sessions import signed_in_user
from engine.errors import TarockError
from frontend.house_rules import house_rules
from frontend.views.lobby import invite_link
from frontend.views.support import message_of, refusals, table_title
from games import policy, selectors, services, tasks
from games.errors import BadInvite, NoAccess, NotYourSeat
from games.models import Table
from games.services import Outcome

Change = Callable[[Table, User], Outcome]


def _changed(request: HttpRequest, public_id: str, action: str, change: Change) -> HttpResponse:
    """Do something with a seat and go on to the table, or back with the reason why not."""
    table = selectors.table_get(public_id)
    policy.access_check(request.user, table, timezone.now())
    try:
        page_rate_check(request, action)
        tasks.carry_out(change(table, signed_in_user(request)))
    except TarockError as error:
        if error.http_status in (403, 404):
            raise
        messages.error(request, message_of(error))
        return redirect("lobby")
    return redirect("table", public_id)


@require_POST
@refusals
def sit(request: HttpRequest, public_id: str) -> HttpResponse:
    """Take a seat, for a guest if nobody is signed in."""
    text = request.POST.get("seat", "")
    index = int(text) if text.isascii() and text.isdigit() and len(text) < 3 else None
    return _changed(
        request,
        public_id,
        "table.sit",
        lambda table, user: services.seat_take(table_id=table.pk, user=user, index=index),
    )


@require_POST
@refusals
def leave(request: HttpRequest, public_id: str) -> HttpResponse:
    """Give up a seat and go to the lobby, or a claim and ``stay`` as a spectator."""
    user, is_staying = _seated(request), "stay" in request.POST

    def give_up(table: Table, _user: User) -> Outcome:
        outcome = services.seat_leave(table_id=table.pk, user=user)
        if not is_staying:
            messages.success(request, _left_text(table, user))
        return outcome

    with suppress(NotYourSeat):  # clicked twice: he is gone already
        _changed(request, public_id, "table.leave", give_up)
    return redirect("table", public_id) if is_staying else redirect("lobby")


def _left_text(table: Table, user: User) -> str:
    own = policy.seat_of_user(user, selectors.seats_fresh(table.pk))
    if own is None or selectors.table_get(table.public_id).status != Table.Status.RUNNING:
        return _("You have given up your seat.")
    return _("You have given up your seat. A bot plays this hand to its end.")


@require_POST
@refusals
def rematch(request: HttpRequest, public_id: str) -> HttpResponse:
    """Play another series with the same people under the same agreement."""
    user = _seated(request)
    return _changed(
        request,
        public_id,
        "table.rematch",
        lambda table, _: services.table_rematch(table_id=table.pk, user=user),
    )


def _seated(request: HttpRequest) -> User:
    """Whoever sits somewhere is signed in. Raises NotYourSeat."""
    if not isinstance(request.user, User):
        raise NotYourSeat("You do not sit here.")
    return request.user


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@refusals
def invite(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the maker of a private table where its link is made; POST makes it anew.

    The link is shown by that answer and never again.
    """
    table = selectors.table_get(public_id)
    if not isinstance(request.user, User) or table.created_by_id != request.user.pk:
        raise NoAccess("Only who made the table invites to it.")
    link = ""
    if request.method == "POST":
        page_rate_check(request, "table.invite")
        secret = services.table_invite(table_id=table.pk, user=request.user)
        link = invite_link(request, table, secret)
    context = {
        "table": table,
        "link": link,
        "has_link": bool(table.invite_hash),
        "is_running": table.status == Table.Status.RUNNING,
        "house_rules": house_rules(table.rules_id, table.rules_options),
        **_wait_of(table),
    }
    return render(request, "frontend/invite.html", context)


def _wait_of(table: Table) -> dict[str, Any]:
    """How long the free seats of a table still wait for people; nothing once it has begun."""
    if table.status != Table.Status.OPEN:
        return {}
    begins = selectors.starts_at(table)
    left = max(0, math.ceil((begins - timezone.now()).total_seconds()))
    return {"starts_at": begins.isoformat(), "wait": settings.WARM_SECONDS, "left": left}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@refusals
def join(request: HttpRequest, public_id: str, secret: str) -> HttpResponse:
    """GET shows to which table a link invites, POST lets in; opening a link alone does nothing."""
    table = selectors.table_get(public_id)
    try:
        services.invite_check(table, secret)
        if request.method == "POST":
            page_rate_check(request, "table.join")
            user = signed_in_user(request)
            services.table_admit(table_id=table.pk, user=user, secret=secret)
            return redirect("table", public_id)
    except BadInvite as error:
        refused = {"message": message_of(error)}
        return render(request, "frontend/join_invalid.html", refused, status=404)
    names = [seat.display_name for seat in selectors.seats_of(table)]
    context = {
        "table": table,
        "names": names,
        "title": table_title(table) or _("Table"),
        "house_rules": house_rules(table.rules_id, table.rules_options),
    }
    return render(request, "frontend/join.html", context)
