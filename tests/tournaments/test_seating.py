"""Draws: table sizes, few repeats, even shares of seats, repeatable to the byte."""

import json
import os
import subprocess
import sys
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.errors import BadSeating, InfeasibleEntrants, UnevenHands
from tournaments.seating import (
    certificate_of,
    draw,
    hands_check,
    seating_check,
    table_hands,
    table_sizes,
)
from tournaments.seating.cost import cost, lower_bound
from tournaments.seating.seats import colouring, extra_seats


def numbers(count: int) -> list[int]:
    return list(range(1, count + 1))


# --- sizes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entrants", "hand_seats", "sizes"),
    [
        (4, 4, (4,)),
        (5, 4, (5,)),
        (26, 4, (4, 4, 4, 4, 5, 5)),
        (28, 4, (4,) * 7),
        (15, 4, (5, 5, 5)),
        (3, 3, (3,)),
        (4, 3, (4,)),
        (8, 3, (4, 4)),
        (10, 3, (3, 3, 4)),
    ],
)
def test_sizes(entrants: int, hand_seats: int, sizes: tuple[int, ...]) -> None:
    assert table_sizes(entrants, hand_seats) == sizes


@pytest.mark.parametrize(("hand_seats", "refused"), [(4, [1, 2, 3, 6, 7, 11]), (3, [1, 2, 5])])
def test_infeasible_numbers_are_refused_by_name(hand_seats: int, refused: list[int]) -> None:
    for count in range(1, 60):
        if count in refused:
            with pytest.raises(InfeasibleEntrants) as caught:
                table_sizes(count, hand_seats)
            assert caught.value.details == {"entrants": count, "hand_seats": hand_seats}
        else:
            assert sum(table_sizes(count, hand_seats)) == count


def test_two_hands_are_refused_where_a_table_of_five_is_needed() -> None:
    with pytest.raises(UnevenHands) as caught:
        hands_check(2, table_sizes(26, 4), 4)
    assert caught.value.code == "uneven_hands"
    assert caught.value.details == {"hands": 2, "table_size": 5, "multiple_of": 4}
    hands_check(2, table_sizes(24, 4), 4)
    hands_check(4, table_sizes(26, 4), 4)
    hands_check(3, table_sizes(10, 3), 3)


def test_hands_at_a_table() -> None:
    assert [table_hands(4, 4, 4), table_hands(4, 5, 4), table_hands(8, 5, 4)] == [4, 5, 10]
    assert table_hands(3, 4, 3) == 4


# --- quality -------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", ["Linde", "7", "2024-11-30"])
def test_the_club_evening(seed: str) -> None:
    """26 entrants, 3 rounds: C ≤ 6, nobody meets thrice, five-table seats differ by ≤ 1."""
    plan = draw(numbers(26), rounds=3, hand_seats=4, seed=seed)
    for seated in plan:
        assert sorted(len(table) for table in seated) == [4, 4, 4, 4, 5, 5]
        seating_check(seated, numbers(26), hand_seats=4)
    certificate = certificate_of(plan, hand_seats=4)
    assert certificate.cost <= 6
    assert certificate.most_meetings <= 2
    assert certificate.large_spread <= 1
    assert sum(certificate.large.values()) == 30
    assert certificate.seat_spread <= 1


@pytest.mark.parametrize(
    ("entrants", "rounds", "hand_seats", "largest"),
    [
        (8, 4, 4, 24),
        (12, 5, 4, 30),
        (16, 5, 4, 0),
        (20, 5, 4, 0),
        (28, 3, 4, 0),
        (37, 8, 4, 5),
        (9, 4, 3, 0),
        (12, 4, 3, 0),
        (14, 5, 3, 10),
        (100, 8, 4, 0),
    ],
)
def test_cost_of_known_cells(entrants: int, rounds: int, hand_seats: int, largest: int) -> None:
    """``largest`` is the cost that the search was measured to reach."""
    plan = draw(numbers(entrants), rounds=rounds, hand_seats=hand_seats, seed="cells")
    certificate = certificate_of(plan, hand_seats=hand_seats)
    assert certificate.bound <= certificate.cost <= largest
    assert certificate.large_spread <= 1


@pytest.mark.parametrize(("entrants", "hand_seats"), [(24, 4), (40, 4), (18, 3)])
def test_seats_are_exact_over_whole_blocks(entrants: int, hand_seats: int) -> None:
    plan = draw(numbers(entrants), rounds=2 * hand_seats, hand_seats=hand_seats, seed="b", trials=0)
    for counts in certificate_of(plan, hand_seats=hand_seats).seats.values():
        assert counts == [2] * hand_seats + [0]


def test_drawing_round_by_round_stays_even() -> None:
    history: tuple = ()
    for _ in range(12):
        history += draw(
            numbers(26), rounds=1, hand_seats=4, seed="e", history=history, trials=20_000
        )
    certificate = certificate_of(history, hand_seats=4)
    assert certificate.large_spread <= 1
    assert certificate.seat_spread <= 3
    assert certificate.most_meetings <= 3
    assert certificate.cost <= certificate.bound * 1.1


def test_a_late_entrant_and_a_withdrawn_one_are_drawn_onto_the_history() -> None:
    first = draw(numbers(16), rounds=2, hand_seats=4, seed="late")
    now = [*range(2, 17), 40, 41]
    plan = draw(now, rounds=2, hand_seats=4, seed="late", history=first)
    for seated in plan:
        seating_check(seated, now, hand_seats=4)
    assert certificate_of(first + plan, hand_seats=4).most_meetings <= 2


def test_lower_bounds_of_small_plans() -> None:
    assert lower_bound(8, 3, (4, 4)) == 12
    assert lower_bound(12, 3, (4, 4, 4)) == 9
    assert lower_bound(16, 6, (4,) * 4) == 24
    assert lower_bound(6, 2, (3, 3)) == 2


@settings(max_examples=60, deadline=None)
@given(
    entrants=st.integers(3, 40),
    rounds=st.integers(1, 6),
    hand_seats=st.sampled_from([3, 4]),
    seed=st.text(max_size=5),
)
def test_every_plan_is_valid(entrants: int, rounds: int, hand_seats: int, seed: str) -> None:
    try:
        table_sizes(entrants, hand_seats)
    except InfeasibleEntrants:
        return
    chosen = [3 * number + 1 for number in range(entrants)]
    plan = draw(chosen, rounds=rounds, hand_seats=hand_seats, seed=seed, trials=2_000)
    assert len(plan) == rounds
    for seated in plan:
        seating_check(seated, chosen, hand_seats=hand_seats)
    certificate = certificate_of(plan, hand_seats=hand_seats)
    assert certificate.large_spread <= 1
    assert certificate.cost == sum(
        m * (m - 1) // 2
        for a, b in combinations(chosen, 2)
        for m in [sum(a in table and b in table for seated in plan for table in seated)]
    )
    assert certificate.cost >= certificate.bound


# --- the same again ------------------------------------------------------------------------------

PRINT_A_PLAN = """
from tournaments.seating import draw
first = draw([9, 4, *range(10, 34)], rounds=2, hand_seats=4, seed="x", trials=5000)
print([first, draw(range(4, 30), rounds=1, hand_seats=4, seed="x", history=first, trials=5000)])
"""


def test_same_seed_same_plan_in_any_process() -> None:
    outputs = set()
    for hash_seed in ("0", "1", "4711"):
        done = subprocess.run(
            [sys.executable, "-c", PRINT_A_PLAN],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            check=True,
            capture_output=True,
            text=True,
        )
        outputs.add(done.stdout)
    assert len(outputs) == 1


def test_the_order_of_the_list_does_not_matter_and_the_seed_does() -> None:
    plan = draw(numbers(20), rounds=3, hand_seats=4, seed="a", trials=5_000)
    assert draw(numbers(20)[::-1], rounds=3, hand_seats=4, seed="a", trials=5_000) == plan
    assert draw(numbers(20), rounds=3, hand_seats=4, seed="b", trials=5_000) != plan


def test_the_certificate_is_plain_json() -> None:
    plan = draw(numbers(13), rounds=2, hand_seats=4, seed="a", trials=5_000)
    certificate = certificate_of(plan, hand_seats=4).to_json()
    assert json.loads(json.dumps(certificate)) == certificate
    assert cost(plan) == certificate["cost"]


# --- parts ---------------------------------------------------------------------------------------


def test_a_wrong_plan_is_refused() -> None:
    for seated in (
        ((1, 2, 3, 4), (5, 6, 7, 7)),
        ((1, 2, 3, 4),),
        ((1, 2, 3), (4, 5, 6, 7, 8)),
    ):
        with pytest.raises(BadSeating):
            seating_check(seated, numbers(8), hand_seats=4)


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=60))
def test_colouring_gives_every_vertex_different_colours(edges: list[tuple[int, int]]) -> None:
    degrees = [sum(a == v for a, _ in edges) for v in range(10)]
    degrees += [sum(b == v for _, b in edges) for v in range(10)]
    colour = colouring(edges, max(degrees))
    for vertex in range(10):
        at_left = [c for c, (a, _) in zip(colour, edges, strict=True) if a == vertex]
        at_right = [c for c, (_, b) in zip(colour, edges, strict=True) if b == vertex]
        assert len(set(at_left)) == len(at_left)
        assert len(set(at_right)) == len(at_right)


def test_extra_seats_are_shared_by_augmenting() -> None:
    tables = [(1, 2, 9), (1, 3, 8), (1, 2, 3)]
    taken = {1: 0, 2: 0, 3: 0, 8: 5, 9: 5}
    assert sorted(extra_seats(tables, taken).values()) == [1, 2, 3]
