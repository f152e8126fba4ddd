"""The measure of a seating: how often pairs meet, and the least that is possible.

C = Σ m(m-1)/2 over all pairs, m = meetings of the pair. It equals the number of coincidences
(pair, two rounds in which it meets), which gives the second bound below.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from tournaments.seating.tables import Plan

Pair = tuple[int, int]


def meetings(plan: Plan) -> Counter[Pair]:
    """How often each pair (smaller number first) sits at one table."""
    count: Counter[Pair] = Counter()
    for seated in plan:
        for table in seated:
            count.update(combinations(sorted(table), 2))
    return count


def cost(plan: Plan) -> int:
    """C = Σ m(m-1)/2."""
    return sum(m * (m - 1) // 2 for m in meetings(plan).values())


def spread_cost(total: int, places: int) -> int:
    """Least Σ m(m-1)/2 when ``total`` items are spread over ``places`` places."""
    if places <= 0:
        return 0
    each, rest = divmod(total, places)
    return places * (each * (each - 1) // 2) + rest * each


def lower_bound(entrants: int, rounds: int, sizes: Sequence[int]) -> int:
    """No plan of ``rounds`` rounds with tables of these sizes costs less.

    The larger of two bounds: all meetings spread evenly over all pairs; and the pairs any two
    rounds must share because a table is larger than the number of tables.
    """
    pairs = entrants * (entrants - 1) // 2
    met = rounds * sum(size * (size - 1) // 2 for size in sizes)
    shared = sum(spread_cost(size, len(sizes)) for size in sizes)
    return max(spread_cost(met, pairs), shared * (rounds * (rounds - 1) // 2))
