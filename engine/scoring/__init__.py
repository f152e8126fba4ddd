"""Settlement: from a result line to points, the same for a played hand and for paper.

How points are credited is the rule set's ``sum_rule``; each way has a function ``detect`` (what
a played hand came to) and a function ``settle`` (what that pays).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from ..result import Bonus, ResultLine, seat_thirds
from ..rules.base import RuleSet
from . import written, zero_sum, zero_sum_hand
from .check import check_line
from .score import Score, ScoreLine

if TYPE_CHECKING:
    from ..state import HandState

__all__ = ["DETECTORS", "Score", "ScoreLine", "check_line", "score_of", "settle"]

Detector = Callable[["HandState"], tuple[tuple[Bonus, ...], Mapping[str, int], str]]
DETECTORS: Final[Mapping[str, Detector]] = {"zero": zero_sum_hand.detect, "written": written.detect}
_SETTLERS: Final[Mapping[str, Callable[[RuleSet, ResultLine], Score]]] = {
    "zero": zero_sum.settle,
    "written": written.settle,
}


def settle(rules: RuleSet, line: ResultLine) -> Score:
    """What a result pays. The line must be one that ``check_line`` accepts.

    A redeal pays nothing; a game of plain numbers pays what was written down.
    """
    if not line.contract:
        nothing = (0,) * rules.hand_seats
        points = line.seat_points or nothing
        return Score(points, points, None, nothing, ())
    return _SETTLERS[rules.sum_rule](rules, line)


def score_of(state: HandState) -> Score:
    """The settlement of a finished hand. Raises ValueError before its end."""
    score = settle(state.rules, ResultLine.of(state))
    return Score(
        points=score.points,
        ledger=score.ledger,
        declarer_thirds=score.declarer_thirds,
        seat_thirds=seat_thirds(state),
        lines=score.lines,
        mond_caught=score.mond_caught,
    )
