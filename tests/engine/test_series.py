"""Redeals, double rounds and matches to a target; tables of three and four for three players."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.errors import BadSeries
from engine.rules import rule_set
from engine.series import PlayedHand, Series, factor_of, final_totals, is_match_over

BECK = rule_set("illustrated/beck")
CUP = rule_set("koenigrufen/tournament")
DOUBLED = rule_set("koenigrufen/tournament", double_rounds=True)
QUIET = PlayedHand("DR", False)
TRISCHAKEN = PlayedHand("TK", False)
CAUGHT = PlayedHand("DR", True)


def test_at_a_table_of_four_for_three_the_dealer_sits_out() -> None:
    """illustrated-tarock.md §1.4: the player on his left, last in turn, is the engine's dealer."""
    series = Series(BECK, 4, 6, first_dealer=1)
    assert series.hand_count == 8
    out: Counter[int] = Counter()
    for number in range(8):
        plan = series.deal_for(number)
        (absent,) = set(range(4)) - set(plan.seating)
        assert absent == plan.dealer_table_seat == (1 + number) % 4
        assert plan.seating[plan.dealer] == (absent - 1) % 4
        assert plan.seating[(plan.dealer + 1) % 3] == (absent + 1) % 4
        out[absent] += 1
    assert set(out.values()) == {2}


def test_three_players_deal_in_turn() -> None:
    plans = [Series(BECK, 3, 4, first_dealer=2).deal_for(number) for number in range(4)]
    assert [plan.dealer for plan in plans] == [2, 0, 1, 2]
    assert all(plan.seating == (0, 1, 2) for plan in plans)


@pytest.mark.parametrize(("size", "count"), [(2, 6), (5, 6), (4, 4), (3, 5)])
def test_other_tables_are_refused(size: int, count: int) -> None:
    with pytest.raises(BadSeries):
        Series(BECK, size, count)


def test_a_redeal_keeps_its_number_until_the_guard() -> None:
    """illustrated-tarock.md §3.4: the tenth in a row counts as a deal without points."""
    series = Series(BECK, 3, 3)
    counted = [series.counts(is_redeal=True, attempt=attempt) for attempt in range(10)]
    assert counted == [False] * 9 + [True]
    assert series.counts(is_redeal=False, attempt=0)
    short = Series(rule_set("illustrated/beck", max_redeals=1), 3, 3)
    assert short.counts(is_redeal=True, attempt=0)


@pytest.mark.parametrize(
    ("earlier", "doubled"),
    [
        ([], 0),
        ([QUIET], 0),
        ([TRISCHAKEN], 4),
        ([CAUGHT], 4),
        ([QUIET, TRISCHAKEN, QUIET], 3),
        ([TRISCHAKEN, TRISCHAKEN], 7),
        ([TRISCHAKEN, QUIET, CAUGHT], 6),
        ([TRISCHAKEN, *[QUIET] * 4], 0),
    ],
)
def test_double_rounds(earlier: list[PlayedHand], doubled: int) -> None:
    """koenigrufen.md §19.2: so many of the hands that follow count double."""
    following = [factor_of(DOUBLED, [*earlier, *[QUIET] * more]) for more in range(9)]
    assert following == [2] * doubled + [1] * (9 - doubled)
    assert factor_of(CUP, earlier) == 1


def test_a_match_ends_at_its_target_only() -> None:
    """illustrated-tarock.md §10: whoever has reached it gets the bonus, once."""
    match = rule_set("illustrated/beck", match={"target": 100, "bonus": 10})
    assert not is_match_over(match, [99, 0, 0])
    assert is_match_over(match, [100, 3, 0])
    assert final_totals(match, [99, 0, 12]) == (99, 0, 12)
    assert final_totals(match, [100, 150, 99]) == (110, 160, 99)
    assert not is_match_over(BECK, [500, 0, 0])
    assert final_totals(BECK, [500, 0, 0]) == (500, 0, 0)


def test_two_hands_are_enough_where_nothing_is_rated() -> None:
    """Otherwise only what the rule set allows, and shares evenly at a larger table."""
    assert Series(CUP, 4, 2, rated=False).hand_count == 2
    assert CUP.hands_unrated == (2, *CUP.hands_allowed)
    assert BECK.hands_unrated == BECK.hands_allowed
    with pytest.raises(BadSeries):
        Series(CUP, 4, 2)
    with pytest.raises(BadSeries):
        Series(CUP, 4, 3, rated=False)
    with pytest.raises(BadSeries):
        Series(CUP, 5, 2, rated=False)
