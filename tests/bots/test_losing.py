"""Bettel: the declarer gets rid of what is dangerous, the others keep under him."""

from __future__ import annotations

from typing import Any

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
