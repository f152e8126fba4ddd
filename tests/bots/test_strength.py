"""One club against three randoms, in blocks: each deal once with the club on every seat."""

from __future__ import annotations

import pytest

from bots.statistics import Estimate, block_estimate
from tests.bots.tables import CLUB, RANDOM, deal, final


def club_against_random(deals: int, first_seed: int = 50_000) -> Estimate:
    """Points per hand of the club seat."""
    blocks = []
    for seed in range(first_seed, first_seed + deals):
        block = []
        for seat in range(4):
            players = [CLUB if s == seat else RANDOM for s in range(4)]
            block.append(final(deal(seed), players).score().points[seat])
        blocks.append(block)
    return block_estimate(blocks)


def test_club_beats_random_on_a_small_sample() -> None:
    assert club_against_random(60).is_above_zero(errors=3)


@pytest.mark.ci
def test_club_beats_random() -> None:
    """The acceptance: at least 400 deals on all four seats, three standard errors."""
    result = club_against_random(400, first_seed=90_000)
    assert result.count == 400
    assert result.is_above_zero(errors=3), result
