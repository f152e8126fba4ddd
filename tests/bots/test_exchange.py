"""Calling, taking and discarding of the club player (bots.md §2.2-2.3)."""

from __future__ import annotations

import pytest

from bots.strategies.base import KINGS, TRULL, mask
from bots.strategies.exchange import best_discard
from engine.actions import Action
from engine.cards import codes_of
from engine.view import View
from tests.bots.tables import CLUB, ask, base_view, cards_of, deal, decisions

CONTRACT = {"code": "RU", "declarer": 0}


def call_view(cards: list[str], legal: list[str]) -> View:
    return base_view(
        cards, phase="call", contract=CONTRACT, legal=[f"call:{card}" for card in legal]
    )


def take_view(cards: list[str], left: list[str], right: list[str], called: str = "HK") -> View:
    return base_view(
        cards,
        phase="take",
        contract=CONTRACT,
        called=called,
        talon={"packets": [left, right]},
        legal=["take:L", "take:R"],
    )


def discarded(cards: list[str], called: str = "") -> set[str]:
    chosen, _value = best_discard(mask(cards), 3, mask([called] if called else []))
    return set(codes_of(chosen))


@pytest.mark.parametrize(
    ("suits", "called"),
    [
        (["HQ", "H4", "D4", "D3", "DJ", "S7"], "HK"),  # a guarded queen
        (["HQ", "D4", "D3", "DJ", "S7", "S8"], "HK"),  # a bare queen is still better
        (["HN", "H4", "D4", "D3", "DJ", "S7"], "HK"),  # a knight
        (["H4", "H3", "D4", "D3", "DJ", "S7"], "HK"),  # two cards rather than three or one
    ],
)
def test_calls_the_suit_that_helps(suits: list[str], called: str) -> None:
    cards = [*suits, "CK", "15", "16", "17", "18", "19"]
    assert ask(call_view(cards, ["HK", "DK", "SK"])) == f"call:{called}"


def test_never_calls_out_of_a_void() -> None:
    cards = cards_of("H4 HJ H1 H2 D4 D3 D2 D1 S7 15 16 17")
    assert ask(call_view(cards, ["HK", "DK", "SK", "CK"])) != "call:CK"


def test_calls_a_queen_with_four_kings() -> None:
    cards = cards_of("HK DK SK CK CQ C7 15 16 17 18 19 S7")
    assert ask(call_view(cards, ["HQ", "DQ", "SQ"])) == "call:SQ"


def test_takes_the_half_with_the_honour() -> None:
    cards = cards_of("15 16 17 18 04 H4 H3 D4 D3 S7 S8 CK")
    assert ask(take_view(cards, ["C7", "C8", "D1"], ["21", "C9", "D2"])) == "take:R"


def test_takes_the_half_with_the_called_king() -> None:
    cards = cards_of("15 16 17 18 04 H4 H3 D4 D3 S7 S8 CK")
    assert ask(take_view(cards, ["HK", "C8", "D1"], ["06", "C9", "D2"])) == "take:L"


def test_discard_empties_suits_and_banks_queens() -> None:
    cards = cards_of("22 20 18 15 12 09 07 HK H4 H3 DQ D4 S7 CK CN")
    assert discarded(cards) == {"DQ", "D4", "S7"}


def test_discard_keeps_the_guard_of_a_king() -> None:
    cards = cards_of("22 20 18 15 12 09 07 HK H4 D4 D3 D2 D1 S7 S8")
    assert "H4" not in discarded(cards)


def test_discard_keeps_a_card_of_the_called_suit() -> None:
    cards = cards_of("22 20 18 15 12 09 07 04 H4 D4 D3 D2 S7 S8 C7")
    assert "H4" not in discarded(cards, called="HK")


def test_discard_never_touches_kings_and_trull() -> None:
    cards = cards_of("22 21 01 HK DK SK CK HQ DQ SQ CQ 15 16 17 18")
    assert len(discarded(cards)) == 3
    assert not mask(discarded(cards)) & (KINGS | TRULL)


def test_taroks_go_only_when_the_suits_are_used_up() -> None:
    cards = cards_of("22 21 20 19 18 17 15 12 11 08 05 HK DK S7 C8")
    assert discarded(cards) == {"S7", "C8", "05"}


def test_one_set_is_laid_down_card_by_card() -> None:
    """Over the three actions the club discards exactly the set it chose at the first."""
    hands = 0
    for seed in range(60):
        laid: list[str] = []
        chosen: set[str] = set()
        for view, action in decisions(deal(seed), [CLUB] * 4):
            if view["phase"] != "discard":
                continue
            if not laid:
                cards = view["cards"][str(view["seat"])]
                chosen = discarded(cards, view.get("called", ""))
            laid.append(action.arg)
        assert set(laid) == chosen
        hands += bool(laid)
    assert hands > 30


def test_a_strange_first_discard_is_taken_as_given() -> None:
    """Somebody else (a person, a clock) laid down a card the club would have kept."""
    view = base_view(
        cards_of("22 20 18 15 12 09 07 HK H4 H3 DQ D4 S7 CK"),
        phase="discard",
        contract=CONTRACT,
        called="SK",
        counts=[14, 12, 12, 12],
        discards=["CN"],
        legal=[f"discard:{card}" for card in ("H4", "H3", "D4", "DQ", "S7")],
    )
    assert Action.parse(ask(view)).arg in {"D4", "DQ"}
