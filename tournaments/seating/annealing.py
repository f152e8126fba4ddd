"""Simulated annealing over the meetings of a plan (plain Python, budget in trial swaps).

A trial exchanges two entrants of two tables of one round; the change of the cost needs only
the members of those two tables. Temperatures 0.5 to 0.2 cost units.
The budget is a number of trials and never a time, so that a plan can be drawn again.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

HOT, COLD = 0.5, 0.2
STEPS = 64
THIRD_MEETING = 2
"""Extra cost of each meeting from the third on: nobody should meet thrice."""
LARGE_TABLE = 100
"""Weight of uneven seats at large tables (Σ count²): sitting out is the nuisance to be shared."""
_LARGEST_UPHILL = 16

Seats = list[list[int]]


class Annealer:
    """Meetings and large-table seats of ``rounds`` under exchange of two entrants.

    Entrants are 0..n-1. ``met[a][b]`` and ``large[a]`` start with what earlier rounds left.
    """

    def __init__(
        self, rounds: list[Seats], met: list[list[int]], large: list[int], hand_seats: int
    ) -> None:
        self.rounds = rounds
        self.met = met
        self.large = large
        self.hand_seats = hand_seats
        self.table_of = [_table_of(tables, len(met)) for tables in rounds]
        for tables in rounds:
            for table in tables:
                self._count(table)
        highest = max(max(row) for row in met) + len(rounds) + 2
        self.step = [m + (THIRD_MEETING if m >= 2 else 0) for m in range(highest)]

    def _count(self, table: Sequence[int]) -> None:
        for a in table:
            self.large[a] += len(table) > self.hand_seats
            for b in table:
                if a != b:
                    self.met[a][b] += 1

    def total(self) -> int:
        """The cost that is minimised."""
        steps = sum(sum(self.step[:m]) for row in self.met for m in row) // 2
        return steps + LARGE_TABLE * sum(count * count for count in self.large)

    def floor(self, shared: int) -> int:
        """No arrangement has a smaller total; ``shared`` is a bound on C known otherwise."""
        players = len(self.met)
        met = sum(map(sum, self.met)) // 2
        each, rest = divmod(met, max(1, players * (players - 1) // 2))
        pairs = players * (players - 1) // 2
        spread = pairs * sum(self.step[:each]) + rest * self.step[each]
        seats, more = divmod(sum(self.large), players)
        squares = players * seats * seats + more * (2 * seats + 1)
        return max(spread, shared) + LARGE_TABLE * squares

    def delta(self, index: int, p: int, q: int) -> int:
        """Change of the total when p and q change places in round ``index``."""
        table_of, tables, step = self.table_of[index], self.rounds[index], self.step
        met_p, met_q = self.met[p], self.met[q]
        first, second = tables[table_of[p]], tables[table_of[q]]
        change = 0
        for x in first:
            if x != p:
                change += step[met_q[x]] - step[met_p[x] - 1]
        for x in second:
            if x != q:
                change += step[met_p[x]] - step[met_q[x] - 1]
        if len(first) > len(second):
            change += 2 * LARGE_TABLE * (self.large[q] - self.large[p] + 1)
        elif len(first) < len(second):
            change += 2 * LARGE_TABLE * (self.large[p] - self.large[q] + 1)
        return change

    def swap(self, index: int, p: int, q: int) -> None:
        """Exchange p and q in round ``index``."""
        table_of, tables = self.table_of[index], self.rounds[index]
        first, second = tables[table_of[p]], tables[table_of[q]]
        self._move(first, p, q)
        self._move(second, q, p)
        if len(first) != len(second):
            sign = 1 if len(first) > len(second) else -1
            self.large[p] -= sign
            self.large[q] += sign
        table_of[p], table_of[q] = table_of[q], table_of[p]

    def _move(self, table: list[int], leaves: int, enters: int) -> None:
        met, met_out, met_in = self.met, self.met[leaves], self.met[enters]
        for x in table:
            if x != leaves:
                met_out[x] -= 1
                met[x][leaves] -= 1
                met_in[x] += 1
                met[x][enters] += 1
        table[table.index(leaves)] = enters

    def run(self, rng: random.Random, trials: int, shared: int = 0) -> list[Seats]:
        """Best rounds found within ``trials`` trial swaps; stops early at the lower bound.

        The way back to the best is kept, not a copy of it: large plans improve many thousand
        times, and copying each of them took minutes.
        """
        total = best = self.total()
        floor = self.floor(shared)
        since_best: list[tuple[int, int, int]] = []
        draw, rounds, players, table_of = rng.random, len(self.rounds), len(self.met), self.table_of
        for chances, count in _schedule(trials):
            if best <= floor:
                break
            for _ in range(count):
                index, p, q = int(draw() * rounds), int(draw() * players), int(draw() * players)
                if table_of[index][p] == table_of[index][q]:
                    continue
                change = self.delta(index, p, q)
                if change > 0 and (change > _LARGEST_UPHILL or draw() >= chances[change]):
                    continue
                self.swap(index, p, q)
                since_best.append((index, p, q))
                total += change
                if total < best:
                    best = total
                    since_best.clear()
                    if best <= floor:
                        break
        for index, p, q in reversed(since_best):
            self.swap(index, p, q)  # an exchange undoes itself
        return self.rounds


def _schedule(trials: int) -> list[tuple[list[float], int]]:
    """Per temperature: chance of each uphill step, and how many trials it gets."""
    schedule = []
    for step in range(STEPS):
        heat = HOT * (COLD / HOT) ** (step / (STEPS - 1))
        chances = [math.exp(-change / heat) for change in range(_LARGEST_UPHILL + 1)]
        count = (step + 1) * trials // STEPS - step * trials // STEPS
        schedule.append((chances, count))
    return schedule


def _table_of(tables: Seats, players: int) -> list[int]:
    where = [0] * players
    for number, table in enumerate(tables):
        for player in table:
            where[player] = number
    return where
