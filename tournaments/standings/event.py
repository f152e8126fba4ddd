"""Ranking inside one event.

Total = counted series points + penalties. Ties are broken by (1) the best round, then the
second best, third best ...; (2) table wins, a shared win counting 1/m; (3) the smaller penalty
sum; what is still equal shares its rank, 1-2-2-4.

Where everybody writes his own points (sum rule ``written``) who plays more hands has more of
them. Totals are compared only if all have played equally many, else what was made per hand is
(and the rounds per hand, too); who has not played yet comes last.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction


class Decided(StrEnum):
    """What put an entrant behind the one listed above."""

    FIRST = "first"
    TOTAL = "total"
    PER_HAND = "per_hand"
    BEST_ROUND = "best_round"
    TABLE_WINS = "table_wins"
    PENALTIES = "penalties"
    SHARED = "shared"


@dataclass(frozen=True, slots=True)
class TableResult:
    """Game points of the members of one table in one round (rounds count from 1), and how many
    hands each of them played; nobody asks for the latter where points add up to zero.
    """

    round: int
    points: Mapping[int, int]
    hands: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Placing:
    """One line of the standings.

    ``rounds`` holds the points of round 1, 2, ...; None where the entrant did not play (it
    counts 0). ``decided`` says what separates this line from the one above; for
    ``best_round`` ``decided_by`` is which best round (1 = the best) made the difference.
    ``per_hand`` is total / ``hands`` where that is compared, else None.
    """

    rank: int
    entrant: int
    total: int
    rounds: tuple[int | None, ...]
    wins: Fraction
    penalties: int
    decided: Decided
    decided_by: int = 0
    hands: int = 0
    per_hand: Fraction | None = None


Key = tuple[tuple[bool, Fraction], tuple[Fraction, ...], Fraction, int]


@dataclass(slots=True)
class _Tally:
    rounds: dict[int, int] = field(default_factory=dict)
    hands: dict[int, int] = field(default_factory=dict)
    wins: Fraction = Fraction(0)
    penalties: int = 0

    @property
    def total(self) -> int:
        return sum(self.rounds.values()) + self.penalties

    @property
    def hand_count(self) -> int:
        return sum(self.hands.values())

    def key(self, rounds: int, *, sum_rule: str, is_per_hand: bool) -> Key:
        """Larger is better in every place; a round not played counts 0."""
        points = [self._round(number, is_per_hand) for number in range(1, rounds + 1)]
        total = Fraction(self.total, self.hand_count or 1 if is_per_hand else 1)
        has_played = sum_rule != "written" or self.hand_count > 0
        return (has_played, total), tuple(sorted(points, reverse=True)), self.wins, self.penalties

    def _round(self, number: int, is_per_hand: bool) -> Fraction:
        hands = self.hands.get(number, 0) if is_per_hand else 1
        return Fraction(self.rounds.get(number, 0), hands or 1)


def standings(
    entrants: Sequence[int],
    results: Iterable[TableResult],
    penalties: Iterable[tuple[int, int]] = (),
    *,
    sum_rule: str = "zero",
) -> list[Placing]:
    """Rank ``entrants`` from table results; penalties are (entrant, points below zero).

    The order of ``results`` does not matter. Entrants who share a rank are listed by number.
    ``sum_rule`` is that of the rules they played by.
    """
    tallies = {entrant: _Tally() for entrant in entrants}
    rounds = 0
    for result in results:
        rounds = max(rounds, result.round)
        _add(tallies, result)
    for entrant, points in penalties:
        tallies[entrant].penalties += points
    is_per_hand = sum_rule == "written" and _are_uneven(tallies.values())
    keys = {
        entrant: tally.key(rounds, sum_rule=sum_rule, is_per_hand=is_per_hand)
        for entrant, tally in tallies.items()
    }
    order = sorted(entrants)
    order.sort(key=keys.__getitem__, reverse=True)
    return _placings(order, tallies, keys, rounds, is_per_hand)


def _are_uneven(tallies: Iterable[_Tally]) -> bool:
    """Whether some of those who have played at all played more hands than others."""
    return len({tally.hand_count for tally in tallies if tally.hand_count}) > 1


def _add(tallies: Mapping[int, _Tally], result: TableResult) -> None:
    if not result.points:
        return
    best = max(result.points.values())
    winners = [entrant for entrant, points in result.points.items() if points == best]
    for entrant, points in result.points.items():
        tally = tallies[entrant]
        tally.rounds[result.round] = tally.rounds.get(result.round, 0) + points
        hands = result.hands.get(entrant, 0)
        tally.hands[result.round] = tally.hands.get(result.round, 0) + hands
        if entrant in winners:
            tally.wins += Fraction(1, len(winners))


def _placings(
    order: Sequence[int],
    tallies: Mapping[int, _Tally],
    keys: Mapping[int, Key],
    rounds: int,
    is_per_hand: bool,
) -> list[Placing]:
    placings: list[Placing] = []
    for place, entrant in enumerate(order, start=1):
        tally = tallies[entrant]
        decided, by = Decided.FIRST, 0
        if placings:
            decided, by = _difference(keys[placings[-1].entrant], keys[entrant])
            if decided is Decided.TOTAL and is_per_hand:
                decided = Decided.PER_HAND
        shared = decided is Decided.SHARED
        placings.append(
            Placing(
                rank=placings[-1].rank if shared else place,
                entrant=entrant,
                total=tally.total,
                rounds=tuple(tally.rounds.get(number) for number in range(1, rounds + 1)),
                wins=tally.wins,
                penalties=tally.penalties,
                decided=decided,
                decided_by=by,
                hands=tally.hand_count,
                per_hand=keys[entrant][0][1] if is_per_hand else None,
            )
        )
    return placings


def _difference(above: Key, below: Key) -> tuple[Decided, int]:
    if above[0] != below[0]:
        return Decided.TOTAL, 0
    for number, (better, worse) in enumerate(zip(above[1], below[1], strict=True), start=1):
        if better != worse:
            return Decided.BEST_ROUND, number
    if above[2] != below[2]:
        return Decided.TABLE_WINS, 0
    if above[3] != below[3]:
        return Decided.PENALTIES, 0
    return Decided.SHARED, 0
