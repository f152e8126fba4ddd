"""Who sits on which seat of the table, so that dealing and leading are shared evenly.

A block of at most k rounds is a bipartite graph of entrants and tables in which nobody has more
than k edges; by König's theorem its edges fall into k matchings, and a matching is a seat: in
such a block every entrant has k different seats. At a table of k+1 one
member first takes the extra seat k, shared over the whole plan by bipartite matching.
A single round drawn onto a history cannot look ahead; it takes the best order of each table.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations

from tournaments.seating.tables import Plan, Round, Table

Counts = dict[int, list[int]]


def seat_counts(history: Plan, entrants: Iterable[int], hand_seats: int) -> Counts:
    """How often each of ``entrants`` had seat 0..k in ``history``."""
    counts = {entrant: [0] * (hand_seats + 1) for entrant in entrants}
    for seated in history:
        _note(counts, seated)
    return counts


def seats_assign(rounds: Plan, counts: Counts, hand_seats: int) -> Plan:
    """Order every table of ``rounds``; ``counts`` (earlier seats) is continued in place."""
    if len(rounds) == 1:
        seated = tuple(_best_order(table, counts) for table in rounds[0])
        _note(counts, seated)
        return (seated,)
    extras = extra_seats(
        [table for tables in rounds for table in tables if len(table) > hand_seats],
        {entrant: seats[hand_seats] for entrant, seats in counts.items()},
    )
    assigned: list[Round] = []
    for start in range(0, len(rounds), hand_seats):
        assigned += _block(rounds[start : start + hand_seats], extras, counts, hand_seats)
    return tuple(assigned)


def extra_seats(tables: Sequence[Table], taken: dict[int, int]) -> dict[Table, int]:
    """The member of each large table who takes the extra seat, as evenly as possible.

    ``taken`` says how often each entrant had it before. The allowance grows only when no
    complete assignment (augmenting paths) exists.
    """
    allowance = min(taken.values(), default=0) + 1
    while True:
        chosen = _assignment(tables, taken, allowance)
        if chosen is not None:
            return chosen
        allowance += 1


def _assignment(
    tables: Sequence[Table], taken: dict[int, int], allowance: int
) -> dict[Table, int] | None:
    """Tables to members such that nobody exceeds ``allowance``; None if impossible."""
    holds: dict[int, list[int]] = {entrant: [] for entrant in taken}

    def place(number: int, seen: list[int]) -> bool:
        for entrant in tables[number]:
            if entrant in seen:
                continue
            seen.append(entrant)
            if taken[entrant] + len(holds[entrant]) < allowance:
                holds[entrant].append(number)
                return True
            for other in list(holds[entrant]):
                if place(other, seen):
                    holds[entrant].remove(other)
                    holds[entrant].append(number)
                    return True
        return False

    if not all(place(number, []) for number in range(len(tables))):
        return None
    return {tables[number]: entrant for entrant, held in holds.items() for number in held}


def colouring(edges: Sequence[tuple[int, int]], colours: int) -> list[int]:
    """A colour for each edge (left, right) so that no vertex has one colour twice.

    König: ``colours`` suffice if no vertex has more edges. Edges come one by one; where the
    ends have no free colour in common, a path of two alternating colours is exchanged.
    """
    left: dict[tuple[int, int], int] = {}
    right: dict[tuple[int, int], int] = {}
    for number, (a, b) in enumerate(edges):
        free_a = next(c for c in range(colours) if (a, c) not in left)
        free_b = next(c for c in range(colours) if (b, c) not in right)
        if (b, free_a) in right:
            _exchange(edges, left, right, b, (free_a, free_b))
        left[a, free_a] = right[b, free_a] = number
    colour = [0] * len(edges)
    for (_, c), number in left.items():
        colour[number] = c
    return colour


def _exchange(
    edges: Sequence[tuple[int, int]],
    left: dict[tuple[int, int], int],
    right: dict[tuple[int, int], int],
    start: int,
    pair: tuple[int, int],
) -> None:
    """Swap the two colours along the path that leaves right vertex ``start`` by the first."""
    path, vertex, side = [], start, right
    wanted, other = pair
    while (vertex, wanted) in side:
        number = side[vertex, wanted]
        path.append((number, wanted, other))
        a, b = edges[number]
        vertex, side = (a, left) if side is right else (b, right)
        wanted, other = other, wanted
    for number, old, _ in path:
        a, b = edges[number]
        del left[a, old], right[b, old]
    for number, _, new in path:
        a, b = edges[number]
        left[a, new] = right[b, new] = number


def _block(rounds: Plan, extras: dict[Table, int], counts: Counts, hand_seats: int) -> list[Round]:
    """Seat one block of at most k rounds by colouring, colours named to even out ``counts``."""
    tables = [table for tables in rounds for table in tables]
    members = [[e for e in table if e != extras.get(table)] for table in tables]
    edges = [(entrant, number) for number, row in enumerate(members) for entrant in row]
    colour = colouring(edges, hand_seats)
    names = _colour_names(edges, colour, counts, hand_seats)
    placed = [[0] * len(table) for table in tables]
    for (entrant, number), c in zip(edges, colour, strict=True):
        placed[number][names[c]] = entrant
    for number, table in enumerate(tables):
        if table in extras:
            placed[number][hand_seats] = extras[table]
    seated = iter(tuple(row) for row in placed)
    block = [tuple(next(seated) for _ in tables) for tables in rounds]
    for done in block:
        _note(counts, done)
    return block


def _colour_names(
    edges: Sequence[tuple[int, int]], colour: Sequence[int], counts: Counts, hand_seats: int
) -> tuple[int, ...]:
    """The seat each colour stands for: the order that leaves the most even counts."""
    weight = [[0] * hand_seats for _ in range(hand_seats)]
    for (entrant, _), c in zip(edges, colour, strict=True):
        for seat in range(hand_seats):
            weight[c][seat] += counts[entrant][seat]
    return min(
        permutations(range(hand_seats)),
        key=lambda names: sum(weight[c][seat] for c, seat in enumerate(names)),
    )


def _best_order(table: Table, counts: Counts) -> Table:
    """The order of one table that gives its members the seats they had least often."""
    return min(
        permutations(table),
        key=lambda order: sum(counts[entrant][seat] for seat, entrant in enumerate(order)),
    )


def _note(counts: Counts, seated: Round) -> None:
    for table in seated:
        for seat, entrant in enumerate(table):
            if entrant in counts:
                counts[entrant][seat] += 1
