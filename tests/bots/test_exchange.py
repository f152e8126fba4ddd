"""Calling, taking and discarding of the club player."""

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


def test_the_fourth_king_is_called_without_a_name() -> None:
    cards = cards_of("HK DK SK H4 H3 D4 D3 S7 S8 15 16 17")
    assert ask(call_view(cards, ["CK", "4th"])) == "call:4th"


@pytest.mark.parametrize(("cards", "done"), [("04 05", "concede"), ("22 20", "continue")])
def test_gives_up_what_is_hopeless_against_three(cards: str, done: str) -> None:
    """The called king lies in the talon: now it is one against three."""
    hand = [*cards.split(), *cards_of("16 14 12 08 H4 H3 D4 S7 S8 CK")]
    view = take_view(hand, ["HK", "C8", "D1"], ["06", "C9", "D2"])
    view |= {"phase": "concede", "legal": ["continue", "concede"]}
    assert ask(view) == done


def test_six_cards_are_laid_down() -> None:
    cards = cards_of("22 20 18 15 12 09 07 06 03 HK H4 H3 DQ D4 S7 S8 CK CN")
    chosen, _value = best_discard(mask(cards), 6, 0)
    assert set(codes_of(chosen)) == {"DQ", "D4", "S7", "S8", "H4", "H3"} or chosen.bit_count() == 6
    assert not chosen & mask(["22", "HK", "CK", "20"])


def test_a_suit_game_lays_taroks_away_first() -> None:
    cards = cards_of("22 05 03 HK HQ HN H1 DK DQ D1 SK SQ S7 CK CQ")
    chosen, _value = best_discard(mask(cards), 3, 0, "suit")
    assert {"05", "03"} < set(codes_of(chosen))
    assert not chosen & mask(["22", "HK", "DK", "SK", "CK"])


def test_a_bird_is_the_last_tarok_to_be_laid_down() -> None:
    cards = cards_of("22 21 20 19 18 17 15 12 11 08 02 HK DK SK C8")
    assert discarded(cards) == {"C8", "08", "11"}


def test_takes_one_packet_of_many() -> None:
    cards = cards_of("15 16 17 18 04 05 06 07 H4 H3 D4 D3 S7 S8 CK C7")
    packets = [["C8"], ["D1"], ["S9"], ["22"], ["C9"], ["HQ"]]
    view = base_view(
        cards,
        phase="take",
        contract={"code": "1B", "declarer": 0},
        talon={"packets": packets},
        legal=[f"take:{k}" for k in range(6)],
    )
    assert ask(view) == "take:3"


def test_a_suit_game_takes_figures_rather_than_taroks() -> None:
    cards = cards_of("04 05 HK HQ HN H1 DK DQ D1 SK SQ S7")
    view = take_view(cards, ["20", "19", "17"], ["HJ", "DN", "C9"])
    view["contract"]["code"] = "FD"
    del view["called"]
    assert ask(view) == "take:R"
