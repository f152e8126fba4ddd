"""The draw: one plan for all coming rounds, or the next round onto a history."""

from __future__ import annotations

import random
from collections.abc import Sequence

from tournaments.seating.annealing import Annealer, Seats
from tournaments.seating.cost import lower_bound
from tournaments.seating.seats import seat_counts, seats_assign
from tournaments.seating.tables import Plan, table_sizes

DEFAULT_TRIALS = 500_000
"""Trial swaps of one draw: under a second, at the proven optimum for ordinary evenings."""


def draw(
    entrants: Sequence[int],
    *,
    rounds: int,
    hand_seats: int,
    seed: str,
    history: Plan = (),
    trials: int = DEFAULT_TRIALS,
) -> Plan:
    """Seat ``entrants`` for the next ``rounds`` rounds after ``history``.

    Few repeated meetings, even shares of large tables and of seats, counted together with
    ``history``. Repeatable: equal arguments give an equal plan (the order of ``entrants`` does
    not matter). Labels are shuffled first, so that a plan cannot be guessed from the list.

    Raises InfeasibleEntrants.
    """
    sizes = table_sizes(len(entrants), hand_seats)
    rng = random.Random(f"{seed}/{len(history)}")
    label = _shuffled(sorted(entrants), rng)
    met, large = _past(history, label, hand_seats)
    start = _start(sizes, rounds, large, hand_seats, rng)
    shared = lower_bound(len(label), rounds, sizes) if not history else 0
    annealer = Annealer(start, met, large, hand_seats)
    best = annealer.run(rng, trials, shared) if len(sizes) > 1 else start
    plan = tuple(
        tuple(tuple(label[player] for player in table) for table in tables) for tables in best
    )
    counts = seat_counts(history, label, hand_seats)
    return seats_assign(plan, counts, hand_seats)


def _past(
    history: Plan, label: Sequence[int], hand_seats: int
) -> tuple[list[list[int]], list[int]]:
    """Earlier meetings and large-table seats of those who are still in."""
    index = {entrant: player for player, entrant in enumerate(label)}
    met = [[0] * len(label) for _ in label]
    large = [0] * len(label)
    for seated in history:
        for table in seated:
            players = [index[entrant] for entrant in table if entrant in index]
            for a in players:
                large[a] += len(table) > hand_seats
                for b in players:
                    if a != b:
                        met[a][b] += 1
    return met, large


def _start(
    sizes: Sequence[int],
    rounds: int,
    large: Sequence[int],
    hand_seats: int,
    rng: random.Random,
) -> list[Seats]:
    """Random rounds in which the large tables already are shared evenly."""
    count = list(large)
    wanted = sum(size for size in sizes if size > hand_seats)
    start = []
    for _ in range(rounds):
        order = sorted(_shuffled(range(len(large)), rng), key=count.__getitem__)
        for player in order[:wanted]:
            count[player] += 1
        rest = _shuffled(order[wanted:], rng)
        start.append(_split(rest + _shuffled(order[:wanted], rng), sizes))
    return start


def _split(order: Sequence[int], sizes: Sequence[int]) -> Seats:
    tables, at = [], 0
    for size in sizes:
        tables.append(list(order[at : at + size]))
        at += size
    return tables


def _shuffled(values: Sequence[int], rng: random.Random) -> list[int]:
    """Fisher-Yates from ``rng.random()``, whose sequence Python promises to keep."""
    order = list(values)
    for last in range(len(order) - 1, 0, -1):
        other = int(rng.random() * (last + 1))
        order[last], order[other] = order[other], order[last]
    return order
