"""The auction of Illustrated Tarock, with hands written out."""

from __future__ import annotations

from typing import Any

import pytest

from bots.strategies.base import mask
from bots.strategies.blatt import LINES, expected_points, win_chance, worth
from bots.strategies.facts import hand_facts
from tests.bots.tables import ask, base_view, cards_of

GRAND = cards_of("22 21 20 19 18 17 16 15 14 13 01 HK DK SK CK CQ")
STRONG = cards_of("22 21 19 18 17 15 13 11 09 01 HK HQ DK D4 SK S7")
FAIR = cards_of("21 19 17 15 13 11 09 07 HK HQ H4 DK D3 S7 S8 C7")
WEAK = cards_of("17 12 08 04 HQ H1 H4 DN DJ D3 SN S9 S8 CQ CJ C7")
BIDS = ["bid:3B", "bid:2B", "bid:1B", "bid:SO"]


def call(cards: list[str], legal: list[str], auction: list[list[Any]], seat: int = 0) -> str:
    assert len(cards) == 16
    view = base_view(
        cards,
        seat=seat,
        dealer=2,
        phase="auction",
        rules="illustrated/loew-1954@1",
        auction=auction,
        counts=[16] * 3,
        seating=[0, 1, 2],
        legal=legal,
    )
    return ask(view)


@pytest.mark.parametrize(("cards", "said"), [(STRONG, "bid:SO"), (FAIR, "bid:3B"), (WEAK, "pass")])
def test_opens_with_what_the_hand_is_worth(cards: list[str], said: str) -> None:
    assert call(cards, ["pass", *BIDS], []) == said


def test_a_strong_hand_takes_fewer_cards_for_more() -> None:
    assert call(GRAND, ["pass", *BIDS], []) == "bid:1B"  # no suit is void for a Solo


def test_takes_over_and_holds_what_it_would_have_bid() -> None:
    auction = [[0, "bid:3B"]]
    legal = ["good", "takeover", *BIDS[1:]]
    assert call(FAIR, legal, auction, seat=1) == "takeover"
    assert call(WEAK, legal, auction, seat=1) == "good"
    auction += [[1, "takeover"]]
    assert call(FAIR, ["good", "hold", *BIDS[1:]], auction) == "hold"
    auction += [[0, "hold"]]
    assert call(FAIR, ["good", "retake", *BIDS[1:]], auction, seat=1) == "retake"


def test_gives_way_to_a_bid_above_its_worth() -> None:
    legal = ["good", "takeover", "bid:SO"]
    assert call(FAIR, legal, [[0, "bid:1B"]], seat=1) == "good"


def test_the_same_hand_makes_fewer_points_with_fewer_cards() -> None:
    for cards in (STRONG, FAIR, WEAK):
        hand = mask(cards)
        points = [expected_points(code, hand, hand_facts(hand)) for code in LINES]
        assert points == sorted(points, reverse=True)


def test_chances() -> None:
    assert win_chance(35.5) == 0.5
    assert win_chance(45) > 0.9
    assert worth("3B", mask(WEAK), hand_facts(mask(WEAK))) < 0
