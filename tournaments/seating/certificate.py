"""What a seating achieves, in numbers anybody can recompute, and the check before publishing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from tournaments.errors import BadSeating
from tournaments.seating.cost import cost, lower_bound, meetings
from tournaments.seating.tables import Plan, Round, table_sizes


@dataclass(frozen=True, slots=True)
class Certificate:
    """Quality of the rounds of a plan taken together.

    ``cost`` is C = Σ m(m-1)/2, ``bound`` the least any plan can reach, ``most_meetings`` the
    largest m. ``seats`` lists for each entrant how often it has table seat 0, 1, ...;
    ``large`` how often it sits at a table of k+1 (where dealers sit out). ``seat_spread`` and
    ``large_spread`` are the largest differences between two entrants.
    """

    rounds: int
    entrants: int
    cost: int
    bound: int
    most_meetings: int
    seat_spread: int
    large_spread: int
    seats: dict[str, list[int]]
    large: dict[str, int]

    def to_json(self) -> dict[str, Any]:
        """Plain dict in a fixed key order."""
        return asdict(self)


def certificate_of(plan: Plan, *, hand_seats: int) -> Certificate:
    """Compute the certificate of ``plan`` from nothing but the plan."""
    numbers = sorted({entrant for seated in plan for table in seated for entrant in table})
    seats = {number: [0] * (hand_seats + 1) for number in numbers}
    large = dict.fromkeys(numbers, 0)
    for seated in plan:
        for table in seated:
            for index, entrant in enumerate(table):
                seats[entrant][index] += 1
                large[entrant] += len(table) > hand_seats
    met = meetings(plan)
    return Certificate(
        rounds=len(plan),
        entrants=len(numbers),
        cost=cost(plan),
        bound=_bound(plan, len(numbers)),
        most_meetings=max(met.values(), default=0),
        seat_spread=max(
            (_spread(column) for column in zip(*seats.values(), strict=True)), default=0
        ),
        large_spread=_spread(large.values()),
        seats={str(number): counts for number, counts in seats.items()},
        large={str(number): count for number, count in large.items()},
    )


def seating_check(seated: Round, entrants: Sequence[int], *, hand_seats: int) -> None:
    """Refuse a round that does not seat exactly ``entrants``, each once, at allowed tables.

    Raises BadSeating (or InfeasibleEntrants).
    """
    numbers = sorted(entrant for table in seated for entrant in table)
    if numbers != sorted(entrants):
        raise BadSeating("The plan does not seat every entrant exactly once.")
    sizes = sorted(len(table) for table in seated)
    if sizes != sorted(table_sizes(len(entrants), hand_seats)):
        raise BadSeating("The plan has tables of a wrong size.", sizes=sizes)


def _bound(plan: Plan, entrants: int) -> int:
    """Lower bound; 0 when entrants came or went, because the formula needs equal rounds."""
    sizes = {tuple(sorted(len(table) for table in seated)) for seated in plan}
    if len(sizes) != 1 or sum(next(iter(sizes))) != entrants:
        return 0
    return lower_bound(entrants, len(plan), next(iter(sizes)))


def _spread(values: Any) -> int:
    listed = list(values)
    return max(listed) - min(listed) if listed else 0
