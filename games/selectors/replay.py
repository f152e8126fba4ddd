"""A finished hand ply by ply: what the replay draws, and what everybody at the table knew."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any

from django.conf import settings

from accounts.models import Person
from accounts.selectors import person_resolve
from engine.record import Entry
from engine.series import final_totals
from engine.standing import standings
from engine.state import HandState
from engine.view import OPEN, PUBLIC, Viewer
from engine.view import Seat as SeatViewer
from games.errors import BadMessage
from games.models import Hand, HandSeat, Seat
from games.results import sheet_row, totals_of
from games.selectors.states import hand_entries, hand_states, rules_of
from games.selectors.tables import hands_over, seats_of


def hand_frames(hand: Hand, seat: int | None = None) -> dict[str, Any]:
    """Every ply of ``hand`` (loaded with series and table) as one viewer saw it.

    Ask ``policy.access_check`` and ``policy.may_see_record`` first: without ``seat`` (a hand
    seat) all cards lie open, and the deal is in the last view in any case. Raises BadMessage for
    a seat that does not exist.
    """
    if seat is not None and not 0 <= seat < len(hand.seating):
        raise BadMessage("There is no such seat.", seat=seat)
    return {
        "hand": hand.public_id,
        "table": hand.series.table.public_id,
        "number": hand.number,
        "attempt": hand.attempt,
        "seat": seat,
        "table_state": _table_state(hand),
        "plies": plies_of(hand_states(hand), hand_entries(hand), seat),
    }


def frames_etag(hand: Hand, seat: int | None) -> str:
    """What tells two answers of ``hand_frames`` apart, without playing the hand again.

    The plies of an open hand follow from it and from the release; names and status do not.
    """
    facts = [settings.VERSION, hand.public_id, hand.status, seat, _table_state(hand)]
    return f'"{hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:32]}"'


def plies_of(
    states: Sequence[HandState], entries: Sequence[Entry], seat: int | None = None
) -> list[dict[str, Any]]:
    """The entries of ``plies``: ``states`` from the deal on, ``entries`` between them."""
    viewer = OPEN if seat is None else SeatViewer(seat)
    plies = [_ply(state, viewer) for state in states]
    for found, entry in zip(plies[1:], entries, strict=True):
        action = str(entry.action)
        if entry.action.verb == "discard":
            action = f"discard:{found['view']['discards'][-1]}"
        found["last"] = [action, entry.seat]
        found["actor"] = entry.actor
    return plies


def _ply(state: HandState, viewer: Viewer) -> dict[str, Any]:
    """The view, the roles as the public knows them, and how each announced item stands."""
    found: dict[str, Any] = {"view": state.view_for(viewer)}
    if state.contract is not None:
        found["public"] = state.view_for(PUBLIC)["roles"]
    if state.talk.items:
        found["standing"] = list(standings(state))
    return found


def _table_state(hand: Hand) -> dict[str, Any]:
    """The table as it stood after this hand: who sat there, the sheet so far."""
    table, series = hand.series.table, hand.series
    over = [other for other in hands_over(series) if other.number <= hand.number]
    return {
        "id": table.public_id,
        "name": table.name,
        "kind": table.kind,
        "status": table.status,
        "rules": table.rules_id,
        "hands": series.hands,
        "hand_count": series.hand_count,
        "number": hand.number,
        "size": table.size,
        "seats": _seats(hand),
        "totals": list(final_totals(rules_of(table), totals_of(over, table.size))),
        "rows": [sheet_row(other, table.size) for other in over],
    }


def _seats(hand: Hand) -> list[dict[str, Any]]:
    return [
        {"index": index, "name": name, "kind": kind, "present": True}
        for index, (name, kind) in seat_names(hand).items()
    ]


def persons_of(hand: Hand) -> dict[int, Person]:
    """The persons who played ``hand``, by hand seat."""
    rows = HandSeat.objects.filter(hand_id=hand.pk).select_related("person__merged_into")
    return {row.index: person_resolve(row.person) for row in rows}


def seat_names(hand: Hand) -> dict[int, tuple[str, str]]:
    """Name and kind (``person`` or ``bot``) per table seat when the hand was played.

    Seats change hands during a series: persons are known by their history rows, a bot that has
    given way since by the table's list of bots.
    """
    table = hand.series.table
    rows = HandSeat.objects.filter(hand_id=hand.pk).select_related("person")
    played = {row.table_seat: row for row in rows}
    now = {seat.index: seat for seat in seats_of(table)}
    names = {}
    for index in range(table.size):
        row, seat = played.get(index), now.get(index)
        if row is not None and (seat is None or seat.person_id != row.person_id):
            names[index] = (str(row.person), "person")
        elif seat is not None and (row is not None or seat.person_id is None):
            names[index] = (seat.display_name, "bot" if seat.is_bot else "person")
        else:
            names[index] = _left(table.warm_bots, index, hand.seating, seat)
    return names


def _left(
    warm_bots: list[Any], index: int, seating: list[int], seat: Seat | None
) -> tuple[str, str]:
    """A person who sat this hand out, or whoever a bot stood in for since."""
    if seat is not None and index not in seating:
        return seat.display_name, "person"
    slug = warm_bots[index] if index < len(warm_bots) else ""
    return str(slug or "bot").title(), "bot"
