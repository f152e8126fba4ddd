"""What all pages share: refusals as pages, live teasers, the names of a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import formats, timezone
from django.utils.translation import gettext as _

from accounts.edge import error_payload
from accounts.errors import TooManyRequests
from accounts.models import User
from accounts.pages import too_many
from engine.errors import TarockError
from frontend import labels
from games import policy, selectors
from games.errors import HandHidden
from games.models import Hand, Table
from games.policy import viewer_of
from games.selectors import seats_of, table_frame

View = Callable[..., HttpResponse]
REFUSED = (403, 404, 409)
"""Statuses that have a page."""


def refusals(view: View) -> View:
    """Let a page answer a refusal of a service or selector with its status and its reason.

    Nothing is wrong then, so it leaves the one line that Django logs of such an answer.
    """

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except TooManyRequests as error:
            return too_many(request, error)
        except TarockError as error:
            status = error.http_status
            if status not in REFUSED:
                raise  # nobody asked for anything wrong
            return render(request, f"{status}.html", {"reason": message_of(error)}, status=status)

    return wrapped


def of_open_hand(view: Callable[[HttpRequest, Hand], HttpResponse]) -> View:
    """Give a page the hand of its address once its record is open; before, the way to its table.

    A hand that was not played to its end has no page.
    """

    @refusals
    @wraps(view)
    def wrapped(request: HttpRequest, public_id: str) -> HttpResponse:
        found = selectors.hand_get(public_id)
        policy.access_check(request.user, found.series.table, timezone.now())
        if found.status == found.Status.VOID:
            raise HandHidden("This hand was not played to its end.")
        if not policy.may_see_record(found):
            hidden = {"table": found.series.table, "hand": found}
            return render(request, "frontend/hand_hidden.html", hidden, status=403)
        return view(request, found)

    return wrapped


def message_of(error: TarockError) -> str:
    """Return a refusal as a sentence in the active language."""
    return error_payload(error)["message"]


def table_title(table: Table) -> str:
    """Return what a table is called: its place in an event, the players of a quick game."""
    row = getattr(table, "round_table", None) if table.event_ref else None  # asks the database
    if row is not None and table.event_ref is not None:
        place = {"event": table.event_ref["name"], "round": table.event_ref["round"]}
        return _("%(event)s, round %(round)s, table %(table)s") % {**place, "table": row.number}
    if table.kind == Table.Kind.DAILY and table.daily is not None:
        day = formats.date_format(table.daily.date, "DATE_FORMAT")
        return _("Deal of the day, %(day)s") % {"day": day}
    if table.kind != Table.Kind.QUICK:
        return table.name
    seats = seats_of(table)
    host = next((seat for seat in seats if not seat.is_bot), None)
    if table.status == Table.Status.OPEN and host is not None:  # the others are still to come
        return _("Table of %(name)s") % {"name": host.display_name}
    return ", ".join(
        labels.seat_name(seat.display_name, "bot" if seat.is_bot else "person") for seat in seats
    )


@dataclass(frozen=True, slots=True)
class Teaser:
    """One live line: where a table stands, as far as the visitor may see it."""

    table: Table
    frame: dict[str, Any]
    names: str
    place: str
    contract: str = ""
    called: str = ""
    cards: list[str] = field(default_factory=list)

    @property
    def hand_count(self) -> int:
        """Return how many hands the table plays in all."""
        return int(self.frame["table_state"]["hand_count"])


def teasers(tables: Iterable[Table], user: User | Any, now: datetime) -> list[Teaser]:
    """Return a live line per table."""
    return [_teaser(table, user, now) for table in tables]


def _teaser(table: Table, user: User | Any, now: datetime) -> Teaser:
    frame = table_frame(table, viewer_of(user, table, now), now)
    view = frame.get("view", {})
    event = frame["table_state"].get("event")
    return Teaser(
        table=table,
        frame=frame,
        names=", ".join(seat["name"] for seat in frame["table_state"]["seats"]),
        place=event["name"] if event else "",
        contract=view.get("contract", {}).get("code", ""),
        called=view.get("called", ""),
        cards=view.get("trick", {}).get("cards", []),
    )
