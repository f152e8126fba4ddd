"""The steps of a single event and of an endless one.

A league is no format of its own here: it is a list of events, and its table is
``tournaments.standings.league_standings``.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Move(StrEnum):
    """The one thing to do next."""

    WAIT = "wait"
    DRAW = "draw"
    OPEN = "open"
    FINISH = "finish"


@dataclass(frozen=True, slots=True)
class RoundsState:
    """How many rounds an event has in each state; ``total`` None is endless."""

    total: int | None
    drafts: int
    open: int
    closed: int

    @property
    def to_draw(self) -> int:
        """Rounds still to be drawn: all that are left, or one at a time when endless."""
        if self.total is None:
            return 0 if self.drafts else 1
        return max(0, self.total - self.closed - self.open - self.drafts)


def next_move(state: RoundsState) -> Move:
    """What a running event does now; calling it again after the move gives the next one."""
    if state.open:
        return Move.WAIT
    if state.total is not None and state.closed >= state.total:
        return Move.FINISH
    return Move.OPEN if state.drafts else Move.DRAW
