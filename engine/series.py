"""Series: how many hands a table plays, who deals each one, who sits out, when it is over.

At a table with one seat more than the game has players the dealer sits out and the seat before
him takes the engine's dealer seat (koenigrufen.md §17 and Q29, illustrated-tarock.md §1.4).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from .errors import BadSeries
from .rules.base import RuleSet


class HandPlan(NamedTuple):
    """How hand ``number`` (0-based) of a series is set up.

    ``dealer_table_seat`` deals (and sits out at the larger table), ``seating`` gives the table
    seat of each hand seat, ``dealer`` is the dealer as a hand seat.
    """

    number: int
    dealer_table_seat: int
    seating: tuple[int, ...]
    dealer: int


@dataclass(frozen=True, slots=True)
class Series:
    """``hands`` hands per player at a table of ``table_size``, deal passing to the next seat.

    At a table of k + 1 seats for a game of k everybody sits out equally often, so more hands
    are dealt than each player plays: see ``hand_count``. Where nothing is ``rated``, two hands are
    enough in every game. Raises BadSeries.
    """

    rules: RuleSet
    table_size: int
    hands: int
    first_dealer: int = 0
    rated: bool = True

    def __post_init__(self) -> None:
        seats = self.rules.hand_seats
        if self.table_size not in (seats, seats + 1):
            raise BadSeries(
                f"{self.rules.id} is played at tables of {seats} or {seats + 1}",
                table_size=self.table_size,
            )
        allowed = self.rules.hands_allowed if self.rated else self.rules.hands_unrated
        if self.hands not in allowed:
            raise BadSeries(
                f"{self.rules.id} allows {', '.join(map(str, allowed))} hands",
                hands=self.hands,
                allowed=list(allowed),
            )
        if self.table_size > seats and self.hands % seats:
            raise BadSeries(
                f"a table of {self.table_size} needs a multiple of {seats} hands",
                hands=self.hands,
                table_size=self.table_size,
            )
        if not 0 <= self.first_dealer < self.table_size:
            raise BadSeries("the first dealer has no seat", first_dealer=self.first_dealer)

    @property
    def hand_count(self) -> int:
        """Hands dealt at this table; at the larger table 5/4 (4/3) of ``hands``."""
        return self.hands * self.table_size // self.rules.hand_seats

    def deal_for(self, number: int) -> HandPlan:
        """Plan of hand ``number``. Raises BadSeries outside 0 … hand_count - 1."""
        if not 0 <= number < self.hand_count:
            raise BadSeries(f"no hand {number} in a series of {self.hand_count}", number=number)
        table_dealer = (self.first_dealer + number) % self.table_size
        sits_out = self.table_size > self.rules.hand_seats
        seating = tuple(s for s in range(self.table_size) if not (sits_out and s == table_dealer))
        last_to_speak = (table_dealer - 1) % self.table_size if sits_out else table_dealer
        return HandPlan(number, table_dealer, seating, seating.index(last_to_speak))

    def counts(self, *, is_redeal: bool, attempt: int) -> bool:
        """Whether a finished hand uses up its number in the series.

        A redeal does not: the same dealer deals attempt + 1 (attempts count from 0). After so
        many in a row as the rule set allows the last one counts, without points
        (illustrated-tarock.md §3.4).
        """
        return not is_redeal or attempt + 1 >= self.rules.series.max_redeals


class PlayedHand(NamedTuple):
    """What the doubling of later hands depends on: contract code, and a caught Mond."""

    contract: str
    mond_caught: bool


DOUBLED_HANDS = 4


def factor_of(rules: RuleSet, earlier: Sequence[PlayedHand]) -> int:
    """1, or 2 in a double round: score and ledger of the next hand are multiplied by it.

    ``earlier`` are the hands of the series that counted, in order. After a Trischaken or a
    caught Mond the next four hands count double; a new trigger adds four (koenigrufen.md §19.2).
    """
    if not rules.series.double_rounds:
        return 1
    left = 0
    for hand in earlier:
        left = max(0, left - 1)
        is_trischaken = bool(hand.contract) and rules.contract(hand.contract).kind == "everyone"
        if is_trischaken or hand.mond_caught:
            left += DOUBLED_HANDS
    return 2 if left else 1


def is_match_over(rules: RuleSet, totals: Sequence[int]) -> bool:
    """Whether a match to a target has ended: somebody has reached it (illustrated-tarock.md §10).

    Never without a target: then the number of hands decides.
    """
    target = rules.series.target
    return target > 0 and max(totals) >= target


def final_totals(rules: RuleSet, totals: Sequence[int]) -> tuple[int, ...]:
    """Totals of a finished match: everybody who has reached the target gets the bonus, once."""
    if not is_match_over(rules, totals):
        return tuple(totals)
    bonus, target = rules.series.target_bonus, rules.series.target
    return tuple(total + bonus if total >= target else total for total in totals)
