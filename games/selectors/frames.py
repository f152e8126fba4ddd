"""What goes to a browser: one full frame per role, the same for socket, page and REST.

A frame never depends on what its receiver saw before (docs/protocol.md).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Any

from engine.series import final_totals
from engine.state import HandState
from engine.view import OPEN, PUBLIC, View
from engine.view import Seat as SeatViewer
from engine.view import Viewer as EngineViewer
from games.models import Hand, Seat, Table
from games.pacing import next_ply_at, ply_at, rev_at
from games.policy import Viewer, audience_of, is_late
from games.results import sheet_row, totals_of
from games.selectors import states, tables, talk
from games.selectors.endings import factor_at
from games.selectors.late import late_show, late_table_state
from games.selectors.scenes import Scene, scene_load
from games.selectors.seat_state import clock_state, rematch_state, seats_state, starts_at
from games.selectors.shuffles import deal_state

Frame = dict[str, Any]


def table_frame(table: Table, viewer: Viewer, now: datetime) -> Frame:
    """The frame of ``table`` as ``viewer`` may see it at ``now``; reads the table afresh."""
    return _Painter(scene_load(table.pk), now).frame(viewer)


def table_frames(table: Table, now: datetime) -> dict[str, Frame]:
    """One frame per role that can exist at this table, keyed by ``Viewer.key``; reads the table
    afresh."""
    return scene_frames(scene_load(table.pk), now)


def scene_frames(scene: Scene, now: datetime) -> dict[str, Frame]:
    """The same for a table that has been read already."""
    return _frames_now(_Painter(scene, now), scene)


def scene_course(scene: Scene, now: datetime) -> list[dict[str, Frame]]:
    """What the newest change of a scene went through, ply by ply, one dict each; the last one is
    that of ``scene_frames``. Who watches late is left out of the others, as in
    ``table_frames_of``.
    """
    painter = _Painter(scene, now)
    steps = [] if scene.current is None else _frames_at(painter, scene, scene.current, scene.steps)
    return [*steps, _frames_now(painter, scene)]


def _frames_now(painter: _Painter, scene: Scene) -> dict[str, Frame]:
    return {viewer.key: painter.frame(viewer) for viewer in _viewers(scene)}


def table_frames_of(hand: Hand, plies: Iterable[int], now: datetime) -> list[dict[str, Frame]]:
    """The frames of earlier plies of ``hand`` (loaded with series and table), one dict per ply.

    Never beyond what is shown at ``now``. Late spectators are left out: what they see when is
    not a matter of what was played when. The state of the table in them is that of ``now``.
    """
    scene = scene_load(hand.series.table_id)
    painter = _Painter(scene, now)
    newest = ply_at(hand, now)
    return _frames_at(painter, scene, hand, (ply for ply in plies if ply <= newest))


def _frames_at(
    painter: _Painter, scene: Scene, hand: Hand, plies: Iterable[int]
) -> list[dict[str, Frame]]:
    viewers = [viewer for viewer in _viewers(scene) if not is_late(scene.table, viewer)]
    return [
        {viewer.key: painter.hand_frame(hand, viewer, ply) for viewer in viewers} for ply in plies
    ]


def scene_next_at(scene: Scene, now: datetime) -> datetime | None:
    """When frames of a table change by the passing of time alone; None if they do not."""
    moments = [next_ply_at(scene.current, now)]
    if is_late(scene.table, audience_of(scene.table, scene.seats)):
        moments.append(late_show(scene, now).next_at)
    return min((at for at in moments if at is not None), default=None)


def _viewers(scene: Scene) -> list[Viewer]:
    """Every role that can exist at a table: its persons, and everybody else."""
    viewers = [Viewer("seat", s.index) for s in scene.seats if s.person_id is not None]
    return [*viewers, audience_of(scene.table, scene.seats)]


class _Painter:
    """Makes the frames of one scene; what they have in common is made once."""

    def __init__(self, scene: Scene, now: datetime) -> None:
        self._scene, self._now = scene, now
        self._rev = rev_at(scene.current, scene.table.rev, now)
        self._table_state = _table_state(scene)
        self._shuffle = scene.shuffle

    def frame(self, viewer: Viewer) -> Frame:
        """What this viewer sees now."""
        if is_late(self._scene.table, viewer):
            return self._late_frame(viewer)
        hand = self._scene.current
        return self.hand_frame(hand, viewer, ply_at(hand, self._now) if hand else 0)

    def _late_frame(self, viewer: Viewer) -> Frame:
        """What a late spectator sees now: nothing in it depends on a hand that has not ended."""
        show = late_show(self._scene, self._now)
        hand = tables.hand_get(show.hand.public_id) if show.hand else None
        frame = self._base(hand, viewer)
        frame["rev"] = show.rev
        frame["table_state"] = late_table_state(self._table_state, self._scene, show)
        seen = {over.pk for over in show.seen}
        self._add_talk(frame, viewer, seen.__contains__)
        if hand is not None:
            _add_view(frame, self._scene.seats, hand, viewer, show.ply)
        return frame

    def _add_talk(self, frame: Frame, viewer: Viewer, is_seen: Callable[[int], bool]) -> None:
        if lines := talk.talk_heard(self._scene, viewer, is_seen):
            frame["talk"] = lines

    def hand_frame(self, hand: Hand | None, viewer: Viewer, ply: int) -> Frame:
        """The frame of one ply of a hand."""
        frame = self._base(hand, viewer)
        self._add_talk(frame, viewer, lambda _: True)
        if self._shuffle is not None:
            frame["shuffle"] = self._shuffle
        if hand is not None:
            _add_view(frame, self._scene.seats, hand, viewer, ply)
        return frame

    def _base(self, hand: Hand | None, viewer: Viewer) -> Frame:
        """A frame without a view."""
        frame: Frame = {
            "type": "view",
            "table": self._scene.table.public_id,
            "rev": self._rev,
            "hand": hand.public_id if hand else "",
            "number": hand.number if hand else 0,
            "ply": 0,
            "role": viewer.role,
            "table_state": self._table_state,
        }
        if viewer.seat is not None:
            frame["table_seat"] = viewer.seat
        if hand is not None and hand.attempt:
            frame["attempt"] = hand.attempt
        return frame


def _add_view(frame: Frame, seats: Sequence[Seat], hand: Hand, viewer: Viewer, ply: int) -> None:
    state = states.hand_state_at(hand, ply)
    view = state.view_for(engine_viewer(viewer, hand))
    frame["ply"] = ply
    frame["view"] = view
    frame["deal"] = deal_state(hand)
    if ply:
        frame["last"] = _last(hand, state, view, ply)
    if hand.deadline is not None and state.turn is not None and ply == hand.ply:
        frame["clock"] = clock_state(hand, seats, state.turn)


def engine_viewer(viewer: Viewer, hand: Hand) -> EngineViewer:
    """The engine's viewer for a role; somebody who sits this hand out sees what is public."""
    if viewer.role == "open":
        return OPEN
    if viewer.seat is not None and viewer.seat in hand.seating:
        return SeatViewer(hand.seating.index(viewer.seat))
    return PUBLIC


def _last(hand: Hand, state: HandState, view: View, ply: int) -> list[Any]:
    """The newest action and its hand seat; a discard only as far as the view shows it."""
    entry = states.hand_entry(hand, ply)
    action = str(entry.action)
    if entry.action.verb == "discard":
        action = f"discard:{view['discards'][-1]}"
    return [action, entry.seat]


def _table_state(scene: Scene) -> dict[str, Any]:
    table = scene.table
    rows = [sheet_row(hand, table.size) for hand in scene.over]
    current = scene.current
    state: dict[str, Any] = {
        "id": table.public_id,
        "name": table.name,
        "kind": table.kind,
        "status": table.status,
        "hands": scene.series.hands if scene.series else table.hands,
        "hand_count": scene.series.hand_count if scene.series else table.hands,
        "number": current.number if current else 0,
        "size": table.size,
        "seats": seats_state(table, scene.seats),
        "totals": list(final_totals(states.rules_of(table), totals_of(scene.over, table.size))),
        "rows": rows,
        "rules": table.rules_id,
        "paced": table.paced,
        "access": table.access,
        "practice": table.practice,
        "talk": table.talk,
        "rated": table.rated,
    }
    rules = states.rules_of(table)
    if rules.series.double_rounds:
        state["factor"] = factor_at(rules, state["number"], scene.over)
    if table.rules_options:
        state["options"] = table.rules_options
    if table.clock_ms is not None:
        state["clock_ms"] = table.clock_ms
    if table.event_ref:
        state["event"] = table.event_ref
    if table.status == Table.Status.OPEN and table.next_due is not None:
        state["starts_at"] = starts_at(table).isoformat()
    if rematch := rematch_state(table, scene.seats):
        state["rematch"] = rematch
    return state
