"""One club against three randoms, in blocks: each deal once with the club on every seat."""

from __future__ import annotations

import pytest

from bots.statistics import Estimate, block_estimate
from engine.rules import rule_set
from tests.bots.tables import CLUB, PRESETS, RANDOM, deal, final


def club_against_random(
    deals: int, first_seed: int = 50_000, preset: str = "koenigrufen/cardgames-zone"
) -> Estimate:
    """Points per hand of the club seat, above the mean of the table.

    Where points add up to zero that mean is zero; where everybody writes his own it is not.
    """
    rules = rule_set(preset)
    blocks = []
    for seed in range(first_seed, first_seed + deals):
        block = []
        for seat in range(rules.hand_seats):
            players = [CLUB if s == seat else RANDOM for s in range(rules.hand_seats)]
            points = final(deal(seed, rules=rules), players).score().points
            block.append(points[seat] - sum(points) / len(points))
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


@pytest.mark.ci
@pytest.mark.parametrize("preset", [name for name in PRESETS if "cardgames" not in name])
def test_club_beats_random_in_every_preset(preset: str) -> None:
    result = club_against_random(120, first_seed=20_000, preset=preset)
    assert result.is_above_zero(errors=3), result
