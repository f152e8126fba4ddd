"""What goes to a browser: one full frame per role, the same for socket, page and REST.

A frame never depends on what its receiver saw before (docs/protocol.md).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from engine.state import HandState
from engine.view import OPEN, PUBLIC, View
from engine.view import Seat as SeatViewer
from engine.view import Viewer as EngineViewer
from games.models import Hand, Seat, Series, Table
from games.pacing import ply_at, rev_at
from games.policy import Viewer, audience_of, is_late
from games.results import sheet_row
from games.selectors import states, tables

Frame = dict[str, Any]


@dataclass(frozen=True, slots=True)
class _Snapshot:
    """Everything the frames of one table are made of, read once.

    The table row is read before its hands: a frame may carry newer content than its ``rev``
    says (the next message repairs that), but never older.
    """

    table: Table
    seats: list[Seat]
    series: Series | None
    over: list[Hand]
    current: Hand | None
    now: datetime

    @property
    def rev(self) -> int:
        return rev_at(self.current, self.table.rev, self.now)


def table_frame(table: Table, viewer: Viewer, now: datetime) -> Frame:
    """The frame of ``table`` as ``viewer`` may see it at ``now``; reads the table afresh."""
    return _frame(_snapshot(table.pk, now), viewer)


def table_frames(table: Table, now: datetime) -> dict[str, Frame]:
    """One frame per role that can exist at this table, keyed by ``Viewer.key``."""
    shot = _snapshot(table.pk, now)
    return {viewer.key: _frame(shot, viewer) for viewer in _viewers(shot)}


def table_frames_of(hand: Hand, plies: Iterable[int], now: datetime) -> list[dict[str, Frame]]:
    """The frames of earlier plies of ``hand`` (loaded with series and table), one dict per ply.

    Never beyond what is shown at ``now``; roles that see the hand only once it is over are left
    out until then. The state of the table in them is that of ``now``.
    """
    shot = _snapshot(hand.series.table_id, now)
    newest = ply_at(hand, now)
    viewers = [
        viewer
        for viewer in _viewers(shot)
        if hand.status == Hand.Status.OVER or not is_late(shot.table, viewer)
    ]
    return [
        {viewer.key: _hand_frame(shot, hand, viewer, ply) for viewer in viewers}
        for ply in plies
        if ply <= newest
    ]


def _viewers(shot: _Snapshot) -> list[Viewer]:
    """Every role that can exist at a table: its persons, and everybody else."""
    viewers = [Viewer("seat", s.index) for s in shot.seats if s.person_id is not None]
    return [*viewers, audience_of(shot.table, shot.seats)]


def _snapshot(table_id: int, now: datetime) -> _Snapshot:
    table = tables.table_by_pk(table_id)
    series = tables.series_current(table)
    if series is None:
        return _Snapshot(table, tables.seats_of(table), None, [], None, now)
    hands = tables.hands_of(series)
    over = [hand for hand in hands if hand.status == Hand.Status.OVER]
    current = hands[-1] if hands else None
    return _Snapshot(table, tables.seats_of(table), series, over, current, now)


def _frame(shot: _Snapshot, viewer: Viewer) -> Frame:
    hand = _hand_for(shot, viewer)
    return _hand_frame(shot, hand, viewer, ply_at(hand, shot.now) if hand else 0)


def _hand_frame(shot: _Snapshot, hand: Hand | None, viewer: Viewer, ply: int) -> Frame:
    frame: Frame = {
        "type": "view",
        "table": shot.table.public_id,
        "rev": shot.rev,
        "hand": hand.public_id if hand else "",
        "number": hand.number if hand else 0,
        "ply": 0,
        "role": viewer.role,
        "table_state": _table_state(shot),
    }
    if hand is not None:
        _add_view(frame, hand, viewer, ply)
    return frame


def _hand_for(shot: _Snapshot, viewer: Viewer) -> Hand | None:
    """The hand this viewer watches: the current one, or the last finished one if he is late."""
    hand = shot.current
    if hand is None or hand.status == Hand.Status.OVER or not is_late(shot.table, viewer):
        return hand
    return shot.over[-1] if shot.over else None


def _add_view(frame: Frame, hand: Hand, viewer: Viewer, ply: int) -> None:
    state = states.hand_state_at(hand, ply)
    view = state.view_for(engine_viewer(viewer, hand))
    frame["ply"] = ply
    frame["view"] = view
    if ply:
        frame["last"] = _last(hand, state, view, ply)
    if hand.deadline is not None and state.turn is not None and ply == hand.ply:
        frame["clock"] = {"seat": state.turn, "deadline": hand.deadline.isoformat()}


def engine_viewer(viewer: Viewer, hand: Hand) -> EngineViewer:
    """The engine's viewer for a role; somebody who sits this hand out sees what is public."""
    if viewer.role == "open":
        return OPEN
    if viewer.seat is not None and viewer.seat in hand.seating:
        return SeatViewer(hand.seating.index(viewer.seat))
    return PUBLIC


def _last(hand: Hand, state: HandState, view: View, ply: int) -> list[Any]:
    """The newest action and its hand seat; a discard only as far as the view shows it."""
    entry = states.hand_entries(hand)[ply - 1]
    action = str(entry.action)
    if entry.action.verb == "discard":
        action = f"discard:{view['discards'][-1]}"
    return [action, entry.seat]


def _table_state(shot: _Snapshot) -> dict[str, Any]:
    table = shot.table
    rows = [sheet_row(hand, table.size) for hand in shot.over]
    current = shot.current
    state: dict[str, Any] = {
        "id": table.public_id,
        "name": table.name,
        "kind": table.kind,
        "status": table.status,
        "hands": shot.series.hands if shot.series else table.hands,
        "hand_count": shot.series.hand_count if shot.series else table.hands,
        "number": current.number if current else 0,
        "size": table.size,
        "seats": [_seat(seat) for seat in shot.seats],
        "totals": tables.totals_of(shot.over, table.size),
        "rows": rows,
        "rules": table.rules_id,
        "paced": table.paced,
    }
    if table.clock_ms is not None:
        state["clock_ms"] = table.clock_ms
    if table.event_ref:
        state["event"] = table.event_ref
    return state


def _seat(seat: Seat) -> dict[str, Any]:
    is_bot = seat.bot_version_id is not None
    return {
        "index": seat.index,
        "name": seat.display_name,
        "kind": "bot" if is_bot else "person",
        "present": is_bot or seat.present,
    }
