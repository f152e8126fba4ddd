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
