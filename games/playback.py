"""Every ply as a frame of its own, whatever was stored or published at once.

Two things make a table jump: a paced hand is stored whole and shown at reading pace (the clock
of that is `games.pacing`), and one write may append several actions, or a message gets lost.
For the first the web process asks when the frames change next; for the second it takes the
frames in between from the record, which is append-only and so still knows them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from games import selectors
from games.models import Hand

Frame = dict[str, Any]
Frames = Mapping[str, Frame]

MOST_STEPS = 48
"""A longer way is not walked: somebody who was away that long wants to see the present. Bulk
tables store whole hands (55 plies and more) and are never replayed to watchers ply by ply.
"""


@dataclass(frozen=True)
class Position:
    """Where a set of frames stands. Late spectators (policy) are left out of the comparison."""

    hand: str
    number: int
    ply: int
    rev: int

    @classmethod
    def of(cls, frames: Frames) -> Position | None:
        """The position of the best informed role, None without a hand. Revisions of late
        spectators are their own, so seats are asked first."""
        seats = [frame for frame in frames.values() if frame["role"] == "seat"]
        frame = max(
            seats or frames.values(),
            key=lambda f: (f["rev"], f["number"], f["ply"]),
            default=None,
        )
        if frame is None:
            return None
        if not frame["hand"]:
            return None
        return cls(frame["hand"], frame["number"], frame["ply"], frame["rev"])

    def is_at(self, frame: Frame) -> bool:
        """Whether a frame shows this very position."""
        return bool(frame["hand"] == self.hand and frame["ply"] == self.ply)


def has_gap(old: Frames, new: Frames) -> bool:
    """Whether plies lie between two sets of frames. Cheap: asked for every message."""
    before, after = Position.of(old), Position.of(new)
    if before is None or after is None:
        return False
    if before.hand == after.hand:
        return 1 < after.ply - before.ply <= MOST_STEPS
    return after.number <= before.number + 1 and after.ply < MOST_STEPS


def frames_between(old: Frames, new: Frames) -> list[dict[str, Frame]]:
    """The frames of the plies between two sets, oldest first; none when the way is too long.

    Their `rev` lies between those of the two sets, so that (rev, ply) keeps growing.
    """
    before, after = Position.of(old), Position.of(new)
    if before is None or after is None:
        return []
    roles = {role for role, frame in new.items() if after.is_at(frame)}
    steps = [
        {role: frame for role, frame in frames.items() if role in roles}
        for hand, first, last in _stretches(before, after)
        for frames in selectors.table_frames_of(hand, range(first, last), timezone.now())
    ]
    if len(steps) > MOST_STEPS:
        return []
    for frames in steps:
        for frame in frames.values():
            frame["rev"] = _rev_between(frame, before, after)
    return steps


def _stretches(before: Position, after: Position) -> list[tuple[Hand, int, int]]:
    """The runs of plies to show: (hand, first ply, ply after the last)."""
    new = selectors.hand_get(after.hand)
    if before.hand == after.hand:
        return [(new, before.ply + 1, after.ply)]
    old = selectors.hand_get(before.hand)
    if old.status == Hand.Status.VOID or after.ply + old.ply - before.ply > MOST_STEPS:
        return []  # void: taken back, so what stands has been seen
    return [(old, before.ply + 1, old.ply + 1), (new, 0, after.ply)]


def _rev_between(frame: Frame, before: Position, after: Position) -> int:
    if frame["hand"] != after.hand:
        return before.rev
    least = before.rev if before.hand == after.hand else before.rev + 1
    return min(after.rev, max(least, after.rev - (after.ply - int(frame["ply"]))))
