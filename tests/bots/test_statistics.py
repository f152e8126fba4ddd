"""Means, errors and blocks, against numbers worked out by hand."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bots.statistics import block_estimate, estimate, paired_estimate

numbers = st.lists(st.integers(-24, 24), min_size=2, max_size=40)


def test_mean_and_standard_error() -> None:
    found = estimate([1, 2, 3, 4])
    assert found.mean == 2.5
    # variance 5/3, error sqrt(5/3/4)
    assert found.error == pytest.approx(math.sqrt(5 / 12))
    assert found.errors_above_zero == pytest.approx(2.5 / math.sqrt(5 / 12))
    assert found.is_above_zero(3.0)
    assert not found.is_above_zero(4.0)


@pytest.mark.parametrize(("values", "expected"), [([1, 1], math.inf), ([0, 0], 0.0)])
def test_no_variation(values: list[int], expected: float) -> None:
    assert estimate(values).errors_above_zero == expected


def test_nothing_varies_below_zero() -> None:
    assert estimate([-2, -2]).errors_above_zero == -math.inf


def test_blocks_are_averaged_first() -> None:
    found = block_estimate([[4, -4], [6, -2]])
    assert (found.mean, found.count) == (1.0, 2)
    assert found.error == pytest.approx(1.0)


def test_pairs_cancel_what_is_common() -> None:
    found = paired_estimate([10, -10, 30], [9, -11, 29])
    assert (found.mean, found.error) == (1.0, 0.0)


def test_too_little_to_tell() -> None:
    with pytest.raises(ValueError, match="at least two"):
        estimate([1])
    with pytest.raises(ValueError, match="same number"):
        block_estimate([[1, 2], [1]])
    with pytest.raises(ValueError, match="zip"):
        paired_estimate([1, 2], [1])


@given(numbers)
def test_shifting_moves_the_mean_only(values: list[int]) -> None:
    found, moved = estimate(values), estimate(value + 10 for value in values)
    assert moved.mean == pytest.approx(found.mean + 10)
    assert moved.error == pytest.approx(found.error)
