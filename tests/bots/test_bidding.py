"""The auction of the club player, with hands written out."""

from __future__ import annotations

from typing import Any

import pytest

from bots.strategies.base import mask
from bots.strategies.bidding import wishes
from bots.strategies.facts import hand_facts, has_guarded_queen, is_guarded, losing_risks
from engine.cards import SUITS, index_of
from tests.bots.tables import ask, base_view, cards_of

SOLO_DREIER = cards_of("22 21 20 19 18 17 15 12 11 HK HQ SK")
DREIER = cards_of("22 20 18 17 14 12 09 05 HK SK D4 C7")
RUFER = cards_of("21 16 12 08 05 HK H4 D3 DQ S7 S9 C8")
SOLO_RUFER = cards_of("22 18 14 09 05 03 HK SK H3 H4 SQ CQ")
BETTEL = cards_of("01 02 05 H4 D4 D3 S7 S8 SJ C7 C8 C9")
NOTHING = cards_of("03 06 H3 H1 HQ D2 DQ DN S9 SQ C9 CQ")

OFFERED = ("RU", "SR", "DR", "BE", "SD")
OPEN = ["bid:RU", "bid:SR", "bid:DR", "bid:BE", "bid:SD"]


def call(cards: list[str], *, seat: int, auction: list[list[Any]], legal: list[str]) -> str:
    view = base_view(cards, seat=seat, dealer=3, phase="auction", auction=auction, legal=legal)
    return ask(view)


def test_facts_of_a_hand() -> None:
    facts = hand_facts(mask(RUFER))
    assert (facts.taroks, facts.stecher, facts.kings, facts.points) == (5, 2, 1, 8)
    assert facts.lengths == (2, 2, 2, 1)
    assert facts.has_top
    assert facts.short_suits == 1


def test_guards() -> None:
    assert is_guarded(mask(["HQ", "H4"]), index_of("HQ"))
    assert not is_guarded(mask(["HQ", "HK"]), index_of("HQ"))
    assert has_guarded_queen(mask(["DQ", "D4"]), SUITS[1])
    assert not has_guarded_queen(mask(["DQ", "S7"]), SUITS[1])


@pytest.mark.parametrize(
    ("cards", "contract"),
    [
        (SOLO_DREIER, "SD"),
        (DREIER, "DR"),
        (RUFER, "RU"),
        (SOLO_RUFER, "SR"),
        (BETTEL, "BE"),
        (NOTHING, ""),
    ],
)
def test_what_a_hand_is_worth(cards: list[str], contract: str) -> None:
    assert len(cards) == 12
    found = [code for code in wishes(mask(cards)) if code in OFFERED]
    assert (found or [""])[0] == contract


@pytest.mark.parametrize(
    ("cards", "bid"),
    [
        (SOLO_DREIER, "bid:SD"),
        (DREIER, "bid:DR"),
        (RUFER, "bid:RU"),
        (SOLO_RUFER, "bid:SR"),
        (BETTEL, "bid:BE"),
        (NOTHING, "pass"),
    ],
)
def test_bids_what_it_is_worth(cards: list[str], bid: str) -> None:
    said = call(cards, seat=1, auction=[[0, "reserve"]], legal=["pass", *OPEN])
    assert said == bid


def test_forehand_reserves_first() -> None:
    assert call(DREIER, seat=0, auction=[], legal=["reserve", *OPEN]) == "reserve"


def test_passes_when_outbid() -> None:
    said = call(RUFER, seat=2, auction=[[0, "reserve"], [1, "bid:RU"]], legal=["pass", *OPEN[1:]])
    assert said == "pass"


@pytest.mark.parametrize(
    ("cards", "said"), [(RUFER, "hold"), (DREIER, "bid:DR"), (NOTHING, "pass")]
)
def test_forehand_holds_what_it_would_have_bid(cards: list[str], said: str) -> None:
    auction = [[0, "reserve"], [1, "pass"], [2, "pass"], [3, "bid:RU"]]
    assert call(cards, seat=0, auction=auction, legal=["pass", *OPEN[1:], "hold"]) == said


def test_does_not_hold_above_its_worth() -> None:
    auction = [[0, "reserve"], [1, "bid:DR"], [2, "pass"], [3, "pass"]]
    legal = ["pass", "bid:BE", "bid:SD", "hold"]
    assert call(RUFER, seat=0, auction=auction, legal=legal) == "pass"


def test_second_seat_is_stricter_than_the_dealer() -> None:
    """Six bid points: a Rufer in the last seat, not in the first behind forehand."""
    cards = cards_of("20 12 08 05 03 H4 H2 D3 DQ S7 S9 C8")
    assert hand_facts(mask(cards)).points == 6
    passes = [[0, "reserve"], [1, "pass"], [2, "pass"]]
    assert call(cards, seat=1, auction=passes[:1], legal=["pass", *OPEN]) == "pass"
    assert call(cards, seat=3, auction=passes, legal=["pass", *OPEN]) == "bid:RU"


@pytest.mark.parametrize(("cards", "chosen"), [(NOTHING, "RU"), (DREIER, "DR"), (BETTEL, "BE")])
def test_forehand_chooses_when_all_passed(cards: list[str], chosen: str) -> None:
    auction = [[0, "reserve"], [1, "pass"], [2, "pass"], [3, "pass"]]
    legal = [f"choose:{code}" for code in ("RU", "SR", "DR", "BE", "SD")]
    view = base_view(cards, phase="choose", auction=auction, legal=legal)
    assert ask(view) == f"choose:{chosen}"


# --- the contracts of the cups -------------------------------------------------------------------

CUP = "koenigrufen/tournament@1"
PAGAT_CALLER = cards_of("20 19 15 11 09 06 01 HK H4 D3 D2 C8")
PICCOLO = cards_of("17 03 01 HK H4 H3 D4 D3 S7 S8 C7 C8")
SUIT_GAME = cards_of("HK HQ HN HJ DK DQ SK SQ CK CQ C7 04")
SIX = cards_of("22 19 17 14 12 09 05 HK H4 D3 D2 C8")
CUP_BIDS = [f"bid:{code}" for code in cards_of("PI BE SR BR FD DR FS PO BO SD")]


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        (PAGAT_CALLER, "bid:BR"),
        (PICCOLO, "bid:PI"),
        (SUIT_GAME, "bid:FS"),
        (DREIER, "bid:DR"),
        (RUFER, "pass"),  # a Rufer is forehand's alone
        (NOTHING, "pass"),
    ],
)
def test_bids_of_the_cups(cards: list[str], said: str) -> None:
    assert len(cards) == 12
    view = base_view(cards, seat=1, rules=CUP, legal=["pass", *CUP_BIDS], phase="auction")
    view["auction"] = [[0, "reserve"]]
    assert ask(view) == said


@pytest.mark.parametrize(("cards", "said"), [(SIX, "bid:SX"), (NOTHING, "reserve")])
def test_a_sechserdreier_is_the_first_word_or_none(cards: list[str], said: str) -> None:
    view = base_view(cards, phase="auction", legal=["reserve", "bid:SX"])
    assert ask(view) == said


@pytest.mark.parametrize(
    ("cards", "chosen"), [(NOTHING, "TK"), (RUFER, "RU"), (PAGAT_CALLER, "RU"), (PICCOLO, "PI")]
)
def test_forehand_chooses_in_a_cup(cards: list[str], chosen: str) -> None:
    legal = [f"choose:{code}" for code in cards_of("TK RU PI BE SR BR FD DR")]
    view = base_view(cards, rules=CUP, phase="choose", auction=[[0, "reserve"]], legal=legal)
    assert ask(view) == f"choose:{chosen}"


def test_a_duty_to_go_over_makes_a_bettel_harder() -> None:
    """Three taroks and one risk: enough under the seed's rules, not under those of the cups."""
    cards = cards_of("01 02 05 H4 D4 D3 S7 S8 SJ C7 C8 CK")
    assert wishes(mask(cards))[0] == "BE"
    assert "BE" not in wishes(mask(cards), overtake=True)
    long = cards_of("01 04 07 10 13 16 18 H4 D4 S7 C7 C8")
    assert losing_risks(mask(long)) == 0
    assert "BE" not in wishes(mask(long), overtake=True), "seven taroks will take one"


def test_losing_risks_count_cards_that_may_win() -> None:
    assert losing_risks(mask(BETTEL)) == 0
    assert losing_risks(mask([*BETTEL[:-1], "CK"])) == 1
    assert losing_risks(mask(SOLO_DREIER)) > 6
