"""The projector of an evening: seats, round and standings for the wall of the room."""

from __future__ import annotations

import unicodedata
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from frontend.views.support import refusals
from tournaments.models import Event
from tournaments.selectors import EventPage, RoundRow, event_by_public_id, event_page


@refusals
def projector(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the scenes; ``?part=data`` returns what they are drawn from."""
    found = event_by_public_id(public_id)
    data = scenes(found)
    if request.GET.get("part") == "data":
        return JsonResponse(data)
    config = {
        "socket": f"/ws/event/{found.public_id}",
        "data": f"{request.path}?part=data",
        "strings": projector_words(),
    }
    context = {"event": found, "config": config, "data": data}
    return render(request, "frontend/projector.html", context)


def scenes(found: Event) -> dict[str, Any]:
    """Return the three scenes as JSON: who sits where (A to Z), tables of the round, standings.

    ``seats`` is ``[name, table, seat]``, ``tables`` the tables of the round with the hands that are
    over, ``standings`` ``[rank or "" when it is shared, name, total]``.
    """
    page = event_page(found)
    opened = [row for row in page.rounds if row.status != "draft"]
    current = opened[0] if opened else None
    return {
        "name": found.name,
        "place": found.club.name if found.club else "",
        "status": found.status,
        "round": current.number if current else 0,
        "rounds": found.rounds_total or 0,
        "people": len(page.entrants),
        "seats": _seats(current) if current else [],
        "tables": _tables(current) if current else [],
        "standings": _standings(page),
        "at": _at(timezone.now()),
    }


def _seats(current: RoundRow) -> list[list[str]]:
    rows = [
        [seat.entrant.name, str(row.number), str(seat.index + 1)]
        for row in current.tables
        for seat in row.seats
    ]
    return sorted(rows, key=lambda row: (alphabetic(row[0]), row[0]))


def _tables(current: RoundRow) -> list[dict[str, Any]]:
    return [
        {
            "id": row.table.public_id if row.table else "",
            "number": row.number,
            "over": row.hands_over,
            "hands": row.hand_count,
            "done": row.is_ended,
        }
        for row in current.tables
    ]


def _standings(page: EventPage) -> list[list[Any]]:
    rows: list[list[Any]] = []
    last = 0
    for row in page.standings:
        rows.append(["" if row.rank == last else row.rank, row.entrant.name, row.total])
        last = row.rank
    return rows


def _at(now: datetime) -> str:
    return timezone.localtime(now).isoformat()


def alphabetic(name: str) -> str:
    """Return what names are sorted by: Ä like A, upper case like lower case."""
    parted = unicodedata.normalize("NFKD", name.casefold())
    return "".join(char for char in parted if not unicodedata.combining(char))


def projector_words() -> dict[str, Any]:
    """Return the texts of ``static/js/projector.js``."""
    return {
        "seats": _("Seats, round {n}"),
        "round": _("Round {n}"),
        "round.of": _("Round {n} of {all}"),
        "standings": _("Standings"),
        "range.letters": _("{first} to {last}"),
        "range.ranks": _("Places {first} to {last}"),
        "people": [ngettext("{n} entrant", "{n} entrants", n) for n in (1, 2)],
        "tables": [ngettext("{n} table", "{n} tables", n) for n in (1, 2)],
        "table": _("Table {n}"),
        "seat": _("Seat {n}"),
        "hand.of": _("Hand {n} of {hands}"),
        "playing": [
            ngettext("table is still playing", "tables are still playing", n) for n in (1, 2)
        ],
        "playing.list": _("Still playing"),
        "done": _("All tables have finished this round."),
        "more": [ngettext("and {n} more", "and {n} more", n) for n in (1, 2)],
        "page.of": _("Page {n} of {all}"),
        "as_of": _("as of {time}"),
        "nothing": _("The evening has not begun."),
        "no_standings": _("Standings appear with the first finished table."),
        "frozen": _("held"),
    }
