"""The page of a person: running tables, history with filters, points per hand, export."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Person, User
from accounts.pages import counted
from accounts.selectors import person_resolve
from frontend import person_page, rule_names
from frontend.views.support import table_title
from games.models import HandSeat, Table
from games.selectors import tables_with_seats
from games.selectors.history import (
    HistoryFilter,
    HistoryGroup,
    groups_filtered,
    history_filtered,
    history_groups,
    history_of,
    person_ids,
)
from tournaments.exporting.cells import csv_bytes

PAGE = 50
GOING = (Table.Status.OPEN, Table.Status.RUNNING, Table.Status.STUCK)


def person(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a person. A merged one leads to the one that is left."""
    found = _found(public_id)
    left = person_resolve(found)
    if left.pk != found.pk:
        return redirect("person", left.public_id)
    history = _History(request, left)
    if isinstance(request.user, User) and history.is_own:
        left.user = request.user  # the menu asks for the person of the user
    page = _page_number(request)
    hands = list(history.rows[(page - 1) * PAGE : page * PAGE + 1])
    context = {
        "person": left,
        "clubs": list(left.clubs.order_by("name")),
        "is_own": history.is_own,
        "running": _running(request.user) if history.is_own else [],
        "hands": [_shown(row, history) for row in hands[:PAGE]],
        "sections": person_page.sections_of(history.groups),
        "choices": person_page.choices_of(history.all_groups),
        "asked": request.GET,
        "is_filtered": history.is_filtered,
        "newer": _address(request, page - 1) if page > 1 else "",
        "older": _address(request, page + 1) if len(hands) > PAGE else "",
        "export": request.GET.urlencode(),
    }
    return render(request, "frontend/person.html", context)


@counted("heavy", "GET")
def hands_csv(request: HttpRequest, public_id: str) -> HttpResponse:
    """Download the same hands as the page lists, all of them, as CSV."""
    found = person_resolve(_found(public_id))
    history = _History(request, found)
    response = HttpResponse(csv_bytes(_csv_rows(history)), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{found.public_id}.csv"'
    return response


def _found(public_id: str) -> Person:
    return get_object_or_404(Person.objects.select_related("merged_into"), public_id=public_id)


class _History:
    """The hands of a person as the visitor may see them and asked for."""

    def __init__(self, request: HttpRequest, person: Person) -> None:
        now = timezone.now()
        user = request.user
        self.is_own = user.is_authenticated and person.user_id == user.pk
        self.asked = person_page.filter_of(request.GET.dict(), now)
        self.is_filtered = self.asked != HistoryFilter()
        every = history_of(person_ids(person), user, now, is_own=self.is_own)
        self.all_groups = history_groups(every, is_own=self.is_own)
        self._filtered = history_filtered(every, self.asked, is_own=self.is_own)

    @property
    def rows(self) -> QuerySet[Any]:
        """Hands with what a line of the list needs."""
        return self._filtered.select_related("hand__series__table").defer(
            "hand__cards", "hand__actions", "hand__nonce", "hand__result", "hand__contributions"
        )

    @property
    def groups(self) -> list[HistoryGroup]:
        """What the statistics are made of."""
        if self.asked.since is None:
            return groups_filtered(self.all_groups, self.asked)
        return history_groups(self._filtered, is_own=self.is_own)


def _running(user: User | Any) -> list[dict[str, Any]]:
    tables = tables_with_seats().select_related("round_table")
    found = tables.filter(seats__person__user=user, status__in=GOING)[:20]
    return [{"table": table, "title": table_title(table)} for table in found]


def _shown(row: Any, history: _History) -> dict[str, Any]:
    """One line of the list; of a hand that is not open strangers learn no contract and no role."""
    table = row.hand.series.table
    is_told = row.is_open or history.is_own
    return {
        "at": row.ended_at,
        "place": person_page.place_of(table),
        "table": table,
        "rules": rule_names.rule_set_name(row.rules_id),
        "number": row.hand.number + 1,
        "hand": row.hand if row.is_open else None,
        "is_told": is_told,
        "contract": _contract(row) if is_told else "",
        "role": person_page.ROLES.get(row.role, "") if is_told else "",
        "points": row.points if is_told else None,
        "took_over": row.took_over,
    }


def _contract(row: HandSeat) -> str:
    return rule_names.contract_name(row.contract) if row.contract else _("Nobody plays")


def _csv_rows(history: _History) -> Iterator[list[str | int | None]]:
    heads = ("ended", "place", "table", "hand", "number", "rules", "contract", "role", "points")
    yield [*heads, "bot_played"]
    for row in history.rows.iterator(chunk_size=2000):
        line = _shown(row, history)
        yield [
            row.ended_at.isoformat(timespec="seconds"),
            line["place"],
            line["table"].public_id,
            row.hand.public_id if row.is_open else "",
            line["number"],
            row.rules_id,
            row.contract if line["is_told"] else "",
            row.role if line["is_told"] else "",
            line["points"],
            int(row.took_over),
        ]


def _page_number(request: HttpRequest) -> int:
    text = request.GET.get("page", "")
    return max(1, int(text[:6])) if text.isascii() and text.isdigit() else 1


def _address(request: HttpRequest, page: int) -> str:
    query = request.GET.copy()
    query["page"] = str(page)
    return f"?{query.urlencode()}"
