"""Bettel and its kin: get rid of what is dangerous, keep under the declarer, few points."""

from __future__ import annotations

from typing import Any

import pytest

from bots.strategies.base import ALL_CARDS, INDEX, mask
from bots.strategies.open_hands import legal_cards, taker
from bots.strategies.situation import Situation
from engine.cards import SUITS
from engine.view import View
from tests.bots.tables import ask, play_view

ROLES = ["declarer", "defender", "defender", "defender"]


def bettel(cards: list[str], legal: list[str], **more: Any) -> View:
    return play_view(cards, legal, contract="BE", roles=ROLES, declarer=0, **more)


def test_declarer_follows_with_the_highest_card_that_stays_under() -> None:
    cards = ["S7", "S9", "SJ", "D4"]
    assert ask(bettel(cards, ["S7", "S9", "SJ"], trick=["SN", "SQ"], seat=0)) == "play:SJ"


def test_declarer_throws_a_figure_when_void() -> None:
    cards = ["HK", "D4", "D3", "C7"]
    assert ask(bettel(cards, cards, trick=["S8", "SN"], seat=0)) == "play:HK"


def test_declarer_goes_over_as_low_as_possible() -> None:
    cards = ["S9", "SJ", "D4"]
    assert ask(bettel(cards, ["S9", "SJ"], trick=["S8"], seat=0)) == "play:S9"


def test_declarer_leads_what_others_can_beat() -> None:
    cards = ["S8", "HK", "D4", "05"]
    assert ask(bettel(cards, cards, seat=0)) in {"play:S8", "play:05", "play:D4"}


def test_defender_ducks_under_the_declarer() -> None:
    cards = ["S7", "S8", "SK", "D4"]
    assert ask(bettel(cards, ["S7", "S8", "SK"], trick=["ST"], seat=1)) == "play:S8"


def test_defender_plays_low_in_front_of_the_declarer() -> None:
    cards = ["S7", "SN", "SK", "D4"]
    assert ask(bettel(cards, ["S7", "SN", "SK"], trick=["S8"], seat=3)) == "play:S7"


def test_defender_unloads_once_the_declarer_is_safe() -> None:
    cards = ["S7", "SN", "SK", "D4"]
    assert ask(bettel(cards, ["S7", "SN", "SK"], trick=["S8", "SJ"], seat=2, lead=0)) == "play:SK"


def test_defender_leads_low_where_the_declarer_has_shown_cards() -> None:
    tricks = [{"lead": 1, "cards": ["C9", "CN", "CK", "C8"], "winner": 3}]
    cards = ["C7", "HK", "DK", "20"]
    assert ask(bettel(cards, cards, seat=1, lead=1, tricks=tricks)) == "play:C7"


def test_defender_leads_nothing_the_declarer_is_void_in() -> None:
    tricks = [{"lead": 1, "cards": ["C9", "CN", "CK", "02"], "winner": 0}]
    cards = ["C7", "H4", "DK", "20"]
    assert ask(bettel(cards, cards, seat=1, lead=1, tricks=tricks)) == "play:H4"


def few(cards: list[str], legal: list[str], *, contract: str, **more: Any) -> View:
    return play_view(cards, legal, contract=contract, roles=ROLES, declarer=0, **more)


def test_piccolo_leads_the_card_that_takes_its_trick() -> None:
    cards = ["S7", "HK", "H4", "D4", "02"]
    assert ask(few(cards, cards, contract="PI")) == "play:HK"


def test_piccolo_plays_like_a_bettel_once_it_has_its_trick() -> None:
    tricks = [{"lead": 0, "cards": ["HK", "H1", "HN", "H3"], "winner": 0}]
    cards = ["S7", "SQ", "H4", "D4", "02"]
    assert ask(few(cards, cards, contract="PI", tricks=tricks)) != "play:SQ"
    assert ask(few(cards, cards, contract="ZW", tricks=tricks)) == "play:SQ"


def test_piccolo_takes_what_it_still_needs() -> None:
    cards = ["S7", "SQ", "SK", "D4"]
    view = few(cards, ["SQ", "SK"], contract="PI", trick=["S8", "SJ"], seat=0)
    assert ask(view) == "play:SK"


def test_piccolo_keeps_its_best_card_while_it_needs_it() -> None:
    cards = ["21", "SQ", "D4", "D3"]
    view = few(cards, ["D4", "D3"], contract="PI", trick=["DK", "DQ"], seat=0)
    assert ask(view) == "play:D4" or ask(view) == "play:D3"


def test_open_hands_leave_nothing_to_guess() -> None:
    cards = ["S7", "SN", "D4"]
    view = few(cards, cards, contract="BO", seat=1)
    view["cards"] |= {"0": ["S8", "HK", "H4"], "2": ["05", "07", "09"], "3": ["C7", "C8", "C9"]}
    situation = Situation(view)
    assert situation.sure[2] == mask(["05", "07", "09"])
    assert situation.void[3] == ALL_CARDS & ~SUITS[3]
    assert situation.hidden == 0
    assert ask(view) == "play:S7", "the declarer has to take it"


@pytest.mark.parametrize(
    ("trick", "legal", "card"),
    [
        (["DK", "DQ"], ["SK", "S7", "H4"], "SK"),  # void: the richest card goes away
        (["S8", "S9", "SJ"], ["SQ", "SK"], "SK"),  # the trick is mine anyway
        (["S8"], ["SN", "SK"], "SN"),  # somebody may still go over
    ],
)
def test_trischaken(trick: list[str], legal: list[str], card: str) -> None:
    roles = ["alone"] * 4
    view = play_view(legal, legal, contract="TK", roles=roles, trick=trick, seat=3)
    assert ask(view) == f"play:{card}"


def test_trischaken_without_a_declarer() -> None:
    view = play_view(["S7", "SK", "05"], ["S7", "SK", "05"], contract="TK", roles=["alone"] * 4)
    del view["contract"]["declarer"]
    assert ask(view) == "play:S7"


def open_view(cards: list[str], others: dict[str, list[str]], **more: Any) -> View:
    """Seat 1 leads against the declarer, seat 0; everybody sees all cards."""
    view = few(cards, cards, contract="BO", seat=1, **more)
    view["rules"] = "koenigrufen/tournament@1"
    view["cards"] |= others
    return view


def test_with_open_hands_a_lead_is_found_that_the_declarer_has_to_take() -> None:
    """Spades are safe for him (seat 2 goes over for good); hearts are not."""
    others = {"0": ["S8", "HN", "04"], "2": ["SK", "H4", "06"], "3": ["S9", "H3", "07"]}
    assert ask(open_view(["S7", "H2", "22"], others)) == "play:H2"


def test_the_declarer_sees_who_can_still_go_over() -> None:
    """The knight would be beaten by seat 3, the ten would not."""
    view = few(["SN", "ST", "H4"], ["SN", "ST"], contract="BO", trick=["S9"], seat=0, lead=3)
    view["cards"] |= {"1": ["SJ", "C7", "C8"], "2": ["SK", "D1", "D2"], "3": ["HK", "DK"]}
    situation = Situation(view)
    assert taker(situation, INDEX["SN"]) == 2
    assert taker(situation, INDEX["ST"]) == 2
    view["cards"]["2"] = ["C9", "D1", "D2"]
    assert taker(Situation(view), INDEX["ST"]) == 1
    assert taker(Situation(view), INDEX["SN"]) == 0
    assert ask(view) == "play:ST"


@pytest.mark.parametrize(
    ("hand", "led", "best", "legal"),
    [
        ("S7 SN SK H4", "S9", "SJ", "SN SK"),
        ("S7 S8 H4", "S9", "SJ", "S7 S8"),
        ("H4 01 05", "S9", "S9", "05"),
        ("H4 01", "S9", "S9", "01"),
        ("H4 D1", "S9", "S9", "H4 D1"),
        ("S7 SK 05", "S9", "12", "S7 SK"),
    ],
)
def test_legal_cards_where_one_has_to_go_over(hand: str, led: str, best: str, legal: str) -> None:
    found = legal_cards(mask(hand.split()), INDEX[led], INDEX[best])
    assert found == mask(legal.split())
