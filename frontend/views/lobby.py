"""Ways to a table: the quick game against bots, and the lobby."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.gate import page_rate_check, user_of
from accounts.models import Club, User
from accounts.selectors import clubs_of
from accounts.sessions import signed_in_user
from engine.errors import BadOption, TarockError
from engine.rules import rule_set
from frontend import rule_names
from frontend.house_choice import house_choices, house_options
from frontend.house_rules import house_rules
from frontend.rule_choice import choices_for
from frontend.views.home import DEFAULT_RULES, own_tables
from frontend.views.support import message_of
from games import services, tasks
from games.models import Table
from games.policy import seat_of_user
from games.selectors import seats_of, starts_at
from games.selectors.lobby import tables_lobby
from games.selectors.seat_state import seats_state
from games.services import CLOCKS, Wish
from games.services.once import made_once

LEVELS = ("club", "random")
SEATS = 3
"""So many further seats the forms name; a fourth one is the extra one."""


@require_http_methods(["GET", "HEAD", "POST"])
def quick(request: HttpRequest) -> HttpResponse:
    """Offer a game against bots; POST deals it at once, for a guest if nobody is signed in."""
    if request.method == "POST":
        return _quick_start(request)
    wanted = {"rules": request.GET.get("rules", ""), "practice": "practice" in request.GET}
    return render(request, "frontend/quick.html", _quick_context(**wanted))


def _quick_context(**chosen: Any) -> dict[str, Any]:
    shown = {name: chosen[name] for name in ("rules", "hands") if name in chosen}
    return {
        "choices": choices_for(rated=False, **shown),
        "seats": range(1, SEATS + 1),
        **_house_context(chosen.get("house", ())),
        **chosen,
    }


def _house_context(sent: Sequence[str]) -> dict[str, Any]:
    return {"house_choices": house_choices(sent), "house_sent": bool(sent)}


def _quick_start(request: HttpRequest) -> HttpResponse:
    hands = _number(request.POST.get("hands", ""))
    rules = request.POST.get("rules") or DEFAULT_RULES
    level = request.POST.get("level") or LEVELS[0]
    levels = [value or level for value in request.POST.getlist("levels")[:SEATS]]
    practice = request.POST.get("practice") == "1"
    try:
        page_rate_check(request, "table.create")
        options = _options(request, rules)
        levels = levels[: rule_set(rules).hand_seats - 1]  # the form has a field too many for three
        services.quick_game_check(
            preset=rules, options=options, hands=hands, level=level, levels=levels
        )
        user = signed_in_user(request)
        made, outcome = made_once(
            lambda: services.quick_game_create(
                user=user,
                preset=rules,
                options=options,
                hands=hands,
                level=level,
                levels=levels,
                practice=practice,
            ),
            user=user,
        )
    except TarockError as error:
        messages.error(request, message_of(error))
        house = request.POST.getlist("house")
        chosen = {"rules": rules, "hands": hands, "level": level, "practice": practice}
        context = _quick_context(house=house, **chosen)
        return render(request, "frontend/quick.html", context, status=error.http_status)
    tasks.carry_out(outcome)
    return redirect("table", made.public_id)


def _number(text: str) -> int | None:
    return int(text[:4]) if text.isascii() and text.isdigit() else None


def _options(request: HttpRequest, rules: str) -> dict[str, Any]:
    """Return the house rules that were ticked or sent along. Raises BadOption for anything
    unreadable."""
    ticked = house_options(rules, request.POST.getlist("house"))
    text = request.POST.get("options", "")
    if not text:
        return ticked
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadOption("House rules are a JSON object.") from error
    if not isinstance(found, dict):
        raise BadOption("House rules are a JSON object.")
    return ticked | found


# --- the lobby ---------------------------------------------------------------------------------


class OpenForm(forms.Form):
    """What the form of the lobby sends; what fits together the services say."""

    rules = forms.ChoiceField(choices=[(key, key) for key in rule_names.RULE_SETS])
    hands = forms.IntegerField(min_value=1, max_value=1000)
    access = forms.ChoiceField(choices=Table.Access.choices)
    club = forms.CharField(required=False, max_length=60)
    clock = forms.ChoiceField(choices=[(key, key) for key in CLOCKS])
    talk = forms.ChoiceField(choices=Table.Talk.choices)
    extra = forms.BooleanField(required=False)

    def clean(self) -> dict[str, Any]:
        """Name the one pair of choices that exclude each other; scripts do not offer it."""
        data: dict[str, Any] = self.cleaned_data
        if (data.get("access"), data.get("talk")) == (Table.Access.OPEN, Table.Talk.TEXT):
            raise forms.ValidationError(
                _(
                    "People say anything only among invited people or members of a club: choose"
                    " set phrases, or change who may come."
                )
            )
        return data

    def typed(self) -> dict[str, Any]:
        """Everything as it was sent, to be shown again."""
        return {name: self[name].value() for name in self.fields} | self.cleaned_data


@dataclass(frozen=True, slots=True)
class Row:
    """One table of the lobby."""

    table: Table
    seats: list[dict[str, Any]]
    may_sit: bool
    starts_at: str

    @property
    def house_rules(self) -> list[str]:
        """What it plays otherwise than its rule set, in words."""
        return house_rules(self.table.rules_id, self.table.rules_options)

    @property
    def clock(self) -> str:
        """Which of the clocks it plays with."""
        pair = (self.table.clock_ms, self.table.bank_ms)
        return next((name for name, times in CLOCKS.items() if times == pair), "")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def lobby(request: HttpRequest) -> HttpResponse:
    """List the tables with a free seat, and open one; ``?part=list`` is the list alone.

    The list is asked for every few seconds and answers 204 while nothing has changed.
    """
    if request.method == "POST":
        return _open(request)
    context = _list_context(request)
    if request.GET.get("part") != "list":
        return render(request, "frontend/lobby.html", context | _form_context(request))
    if request.GET.get("known") == context["mark"]:
        return HttpResponse(status=204)
    return render(request, "frontend/lobby_list.html", context)


def _list_context(request: HttpRequest) -> dict[str, Any]:
    user, now = user_of(request), timezone.now()
    rows = [_row(table, user) for table in tables_lobby(user, now)]
    own = own_tables(user)
    shown = [(row.table.public_id, row.table.status, row.seats, row.may_sit) for row in rows]
    text = json.dumps([shown, [(line.table.public_id, line.is_turn, line.is_left) for line in own]])
    mark = hashlib.sha256(text.encode()).hexdigest()[:12]
    return {"rows": rows, "own": own, "mark": mark}


def _row(table: Table, user: User | Any) -> Row:
    seats = seats_of(table)
    is_in = seat_of_user(user, seats) is not None or any(
        seat.claimed_by is not None and seat.claimed_by.user_id == user.pk for seat in seats
    )
    is_open = table.status == Table.Status.OPEN
    return Row(
        table=table,
        seats=seats_state(table, seats),
        may_sit=not is_in,
        starts_at=starts_at(table).isoformat() if is_open else "",
    )


def _form_context(request: HttpRequest, **chosen: Any) -> dict[str, Any]:
    shown = {name: chosen[name] for name in ("rules", "hands") if name in chosen}
    bots = [*chosen.get("seats", ()), *[""] * SEATS][:SEATS]
    return {
        "choices": choices_for(rated=False, **shown),
        "seats": list(enumerate(bots, start=2)),
        **_house_context(chosen.get("house", ())),
        "clubs": [membership.club for membership in clubs_of(user_of(request))],
        "chosen": {"access": "open", "clock": "none", "talk": "phrases", **chosen},
    }


def _open(request: HttpRequest) -> HttpResponse:
    form = OpenForm(request.POST)
    try:
        page_rate_check(request, "table.create")
        if not form.is_valid():
            texts = form.non_field_errors() or [_("Some of the values are not valid.")]
            return _lobby_again(request, form, str(texts[0]), 400)
        wish = _wish(request, form.cleaned_data)
        services.wish_check(wish)
        user = signed_in_user(request)
        made, outcome = made_once(lambda: services.table_open(user=user, wish=wish), user=user)
    except TarockError as error:
        return _lobby_again(request, form, message_of(error), error.http_status)
    tasks.carry_out(outcome)
    if made.access == Table.Access.PRIVATE:
        return redirect("table-invite", made.public_id)
    return redirect("table", made.public_id)


def _lobby_again(request: HttpRequest, form: OpenForm, error: str, status: int) -> HttpResponse:
    form.is_valid()
    lists = {name: request.POST.getlist(name) for name in ("seats", "house")}
    chosen = form.typed() | lists
    context = _list_context(request) | _form_context(request, **chosen) | {"error": error}
    return render(request, "frontend/lobby.html", context, status=status)


def _wish(request: HttpRequest, data: dict[str, Any]) -> Wish:
    club = Club.objects.filter(slug=data["club"]).first() if data["access"] == "club" else None
    bots = [slug if slug in LEVELS else "" for slug in request.POST.getlist("seats")[:SEATS]]
    size = rule_set(data["rules"]).hand_seats + (1 if data["extra"] else 0)
    return Wish(
        preset=data["rules"],
        options=_options(request, data["rules"]),
        hands=data["hands"],
        size=size,
        access=data["access"],
        club=club,
        clock=data["clock"],
        talk=data["talk"],
        bots=bots[: size - 1],
    )


def invite_link(request: HttpRequest, table: Table, secret: str) -> str:
    """The whole address of an invite link."""
    return request.build_absolute_uri(reverse("table-join", args=[table.public_id, secret]))
