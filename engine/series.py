"""Series: how many hands a table plays, who deals each one and who sits out.

At a table with one seat more than the game has players the dealer sits out and the seat before
him takes the engine's dealer seat (koenigrufen.md §17 and Q29, illustrated-tarock.md §1.4).
"""

from __future__ import annotations

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
    are dealt than each player plays: see ``hand_count``. Raises BadSeries.
    """

    rules: RuleSet
    table_size: int
    hands: int
    first_dealer: int = 0

    def __post_init__(self) -> None:
        seats = self.rules.hand_seats
        if self.table_size not in (seats, seats + 1):
            raise BadSeries(
                f"{self.rules.id} is played at tables of {seats} or {seats + 1}",
                table_size=self.table_size,
            )
        if self.hands not in self.rules.hands_allowed:
            raise BadSeries(
                f"{self.rules.id} allows {', '.join(map(str, self.rules.hands_allowed))} hands",
                hands=self.hands,
                allowed=list(self.rules.hands_allowed),
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
