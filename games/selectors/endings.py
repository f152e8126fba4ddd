"""What the end of a hand comes to: whether it counts, its result, and whether the series ends.

Derived from the record alone (in double rounds and matches to a target from the results before
it, too), so that it can be derived again at any time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.rules.base import RuleSet
from engine.series import PlayedHand, factor_of, is_match_over
from engine.state import HandState
from games.models import Hand
from games.results import result_of, totals_of
from games.selectors.states import plan_of
from games.selectors.tables import hands_over


class Place(NamedTuple):
    """Where a hand stands in its series; ``attempt`` counts the redeals before it."""

    number: int = 0
    attempt: int = 0


class Ending(NamedTuple):
    """Status and result of a hand that was played to its end; ``is_last``: none follows."""

    status: str
    result: dict[str, Any]
    is_last: bool


def ending_of(hand: Hand, state: HandState, earlier: Sequence[Hand] | None = None) -> Ending:
    """The ending of ``hand`` (loaded with series and table), whose last state is ``state``.

    ``earlier`` are the hands that count before it, in order. Few agreements ask for them
    (``asks_earlier``), and they are read when not given.
    """
    series, rules = hand.series, state.rules
    plan = plan_of(series.table, series)
    if not plan.counts(is_redeal=state.is_redeal, attempt=hand.attempt):
        return Ending(Hand.Status.REDEAL, result_of(state), is_last=False)
    before = _before(hand, earlier) if asks_earlier(rules) else []
    factor = factor_of(rules, [_played(other.result or {}) for other in before])
    result = result_of(state, factor)
    totals = totals_of([*before, _scored(hand, result)], series.table.size)
    is_last = hand.number + 1 >= series.hand_count or is_match_over(rules, totals)
    return Ending(Hand.Status.OVER, result, is_last)


def asks_earlier(rules: RuleSet) -> bool:
    """Whether the end of a hand depends on the hands before it."""
    return rules.series.double_rounds or rules.series.target > 0


def factor_at(rules: RuleSet, number: int, counting: Sequence[Hand]) -> int:
    """What the points of hand ``number`` count, times: 2 in a double round. ``counting`` are the
    hands of the series that count, at least those before it.
    """
    before = [other for other in counting if other.number < number]
    return factor_of(rules, [_played(other.result or {}) for other in before])


def place_after(last: Hand | None) -> Place:
    """Where the next hand of a series that goes on stands; ``last`` has ended (or is None).

    A redeal is dealt again under the same number.
    """
    if last is None:
        return Place()
    if last.status == Hand.Status.REDEAL:
        return Place(last.number, last.attempt + 1)
    return Place(last.number + 1)


def _before(hand: Hand, earlier: Sequence[Hand] | None) -> list[Hand]:
    found = hands_over(hand.series) if earlier is None else earlier
    return [other for other in found if other.number < hand.number]


def _played(result: dict[str, Any]) -> PlayedHand:
    return PlayedHand(result.get("contract", ""), bool(result.get("mond_caught")))


def _scored(hand: Hand, result: dict[str, Any]) -> Hand:
    return Hand(seating=hand.seating, result=result)
