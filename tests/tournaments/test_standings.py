"""Standings: tie-breaks in their order, shared ranks, penalties, leagues."""

import random
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats import Move, RoundsState, next_move
from tournaments.standings import Decided, TableResult, league_standings, standings


def table(number: int, **points: int) -> TableResult:
    return TableResult(number, {int(name[1:]): value for name, value in points.items()})


def ranks(placings: list) -> list[tuple[int, int]]:
    return [(placing.rank, placing.entrant) for placing in placings]


def test_total_decides() -> None:
    placings = standings(
        [1, 2, 3, 4],
        [table(1, e1=5, e2=-5, e3=1, e4=-1), table(2, e1=-9, e2=6, e3=2, e4=1)],
    )
    assert ranks(placings) == [(1, 3), (2, 2), (3, 4), (4, 1)]
    assert [placing.total for placing in placings] == [3, 1, 0, -4]
    assert placings[0].rounds == (1, 2)
    assert placings[0].decided is Decided.FIRST
    assert placings[1].decided is Decided.TOTAL


def test_best_round_then_second_best() -> None:
    placings = standings(
        [1, 2, 3],
        [
            table(1, e1=4, e2=4, e3=3),
            table(2, e1=1, e2=0, e3=3),
            table(3, e1=1, e2=2, e3=0),
        ],
    )
    assert ranks(placings) == [(1, 2), (2, 1), (3, 3)]
    assert (placings[1].decided, placings[1].decided_by) == (Decided.BEST_ROUND, 2)
    assert (placings[2].decided, placings[2].decided_by) == (Decided.BEST_ROUND, 1)


def test_table_wins_are_shared_and_break_ties() -> None:
    placings = standings(
        [1, 2, 3, 4, 5, 6],
        [table(1, e1=4, e2=4, e3=-8), table(1, e4=4, e5=-2, e6=-2)],
    )
    assert ranks(placings) == [(1, 4), (2, 1), (2, 2), (4, 5), (4, 6), (6, 3)]
    assert [placing.wins for placing in placings[:3]] == [1, Fraction(1, 2), Fraction(1, 2)]
    assert placings[1].decided is Decided.TABLE_WINS
    assert placings[2].decided is Decided.SHARED


def test_smaller_penalty_sum_comes_last_of_all() -> None:
    results = [table(1, e1=4, e2=4, e3=0), table(2, e1=2, e2=2, e3=0)]
    penalties = [(1, -2), (2, -2)]
    assert ranks(standings([1, 2, 3], results, penalties)) == [(1, 1), (1, 2), (3, 3)]
    placings = standings(
        [1, 2],
        [table(1, e1=7, e2=7), table(2, e1=3, e2=3), table(3, e1=0, e2=0)],
        [(1, -3), (1, 3), (2, -1)],
    )
    assert ranks(placings) == [(1, 1), (2, 2)]


def test_penalty_lowers_the_total() -> None:
    placings = standings([1, 2], [table(1, e1=1, e2=-1)], [(1, -5)])
    assert ranks(placings) == [(1, 2), (2, 1)]
    assert (placings[1].total, placings[1].penalties) == (-4, -5)


def test_nobody_has_played_yet() -> None:
    placings = standings([3, 1, 2], [])
    assert ranks(placings) == [(1, 1), (1, 2), (1, 3)]


def test_a_missed_round_counts_nothing() -> None:
    placings = standings([1, 2, 3], [table(1, e1=2, e2=-2), table(2, e1=-1, e3=1)])
    assert ranks(placings) == [(1, 1), (2, 3), (3, 2)]
    assert placings[1].rounds == (None, 1)
    assert placings[2].rounds == (-2, None)


@given(st.lists(st.lists(st.integers(-9, 9), min_size=4, max_size=4), min_size=1, max_size=8))
def test_order_of_results_does_not_matter(points: list[list[int]]) -> None:
    results = [
        TableResult(number, dict(enumerate(row))) for number, row in enumerate(points, start=1)
    ]
    shuffled = results[:]
    random.Random(1).shuffle(shuffled)
    placings = standings(range(4), results)
    assert standings([3, 1, 0, 2], shuffled) == placings
    assert sum(placing.total for placing in placings) == sum(map(sum, points))
    assert [placing.total for placing in placings] == sorted(
        (placing.total for placing in placings), reverse=True
    )


def test_league_sums_events_and_shares_ranks() -> None:
    placings = league_standings(
        [{"anna": 10, "bert": 4, "cilli": 2}, {"bert": 6, "anna": -2, "dora": 8, "emil": 4}]
    )
    assert [(placing.rank, placing.key, placing.total) for placing in placings] == [
        (1, "bert", 10),
        (2, "anna", 8),
        (3, "dora", 8),
        (4, "emil", 4),
        (5, "cilli", 2),
    ]
    assert placings[2].events == (None, 8)
    assert [placing.rank for placing in league_standings([{"a": 1, "b": 1, "c": 0}])] == [1, 1, 3]


# --- everybody writes his own points -------------------------------------------------------------


def written(number: int, hands: int, **points: int) -> TableResult:
    made = table(number, **points).points
    return TableResult(number, made, dict.fromkeys(made, hands))


def test_written_totals_compare_at_equally_many_hands() -> None:
    results = [written(1, 3, e1=30, e2=0, e3=5), written(1, 3, e4=29, e5=31, e6=1, e7=2)]
    placings = standings(range(1, 9), results, sum_rule="written")
    assert [placing.entrant for placing in placings] == [5, 1, 4, 3, 7, 6, 2, 8]
    assert {placing.per_hand for placing in placings} == {None}
    assert placings[1].decided is Decided.TOTAL
    assert [placing.hands for placing in placings[-2:]] == [3, 0]


def test_with_unequal_hands_what_was_made_per_hand_is_compared() -> None:
    """Entrant 4 came a round late, 1 has missed one: more hands are no merit."""
    results = [
        written(1, 3, e1=30, e2=20, e3=10),
        written(2, 6, e2=50, e3=20, e4=60),
    ]
    placings = standings([1, 2, 3, 4, 5], results, sum_rule="written")
    assert [(placing.entrant, placing.total, placing.per_hand) for placing in placings] == [
        (1, 30, 10),
        (4, 60, 10),
        (2, 70, Fraction(70, 9)),
        (3, 30, Fraction(30, 9)),
        (5, 0, 0),
    ]
    assert placings[1].rank == 1
    assert placings[2].decided is Decided.PER_HAND
    assert ranks(standings([1, 2, 3, 4, 5], results))[0] == (1, 2)


def test_who_lost_points_is_still_before_who_has_not_played() -> None:
    results = [written(1, 3, e1=-10, e2=5, e3=5)]  # a Trischaken
    placings = standings([4, 1, 2, 3], results, sum_rule="written")
    assert [placing.entrant for placing in placings] == [2, 3, 1, 4]


def test_a_league_of_written_points() -> None:
    totals = [{"anna": 100, "bert": 90}, {"anna": 20, "cilli": 50}]
    hands = [{"anna": 12, "bert": 12}, {"anna": 12, "cilli": 6}]
    placings = league_standings(totals, hands, sum_rule="written")
    assert [(p.key, p.total, p.hands, p.per_hand) for p in placings] == [
        ("cilli", 50, 6, Fraction(25, 3)),
        ("bert", 90, 12, Fraction(15, 2)),
        ("anna", 120, 24, 5),
    ]
    even = league_standings(totals[:1], hands[:1], sum_rule="written")
    assert [(p.key, p.per_hand) for p in even] == [("anna", None), ("bert", None)]


def test_moves_of_a_single_event() -> None:
    state = RoundsState(total=3, drafts=0, open=0, closed=0)
    assert (next_move(state), state.to_draw) == (Move.DRAW, 3)
    assert next_move(RoundsState(3, drafts=3, open=0, closed=0)) is Move.OPEN
    assert next_move(RoundsState(3, drafts=2, open=1, closed=0)) is Move.WAIT
    assert next_move(RoundsState(3, drafts=2, open=0, closed=1)) is Move.OPEN
    assert next_move(RoundsState(3, drafts=0, open=0, closed=3)) is Move.FINISH


def test_an_endless_event_draws_one_round_at_a_time() -> None:
    state = RoundsState(total=None, drafts=0, open=0, closed=7)
    assert (next_move(state), state.to_draw) == (Move.DRAW, 1)
    assert next_move(RoundsState(None, drafts=1, open=0, closed=7)) is Move.OPEN
    assert next_move(RoundsState(None, drafts=0, open=1, closed=7)) is Move.WAIT
