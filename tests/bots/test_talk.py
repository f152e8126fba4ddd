"""Announcements, claims and kontra of the club player."""

from __future__ import annotations

from typing import Any

import pytest

from engine.view import View
from tests.bots.tables import ask, base_view, cards_of

LONG = cards_of("22 20 18 16 12 10 08 05 01 HK H4 S7")  # nine taroks with the Pagat
SHORT = cards_of("22 14 16 12 04 01 HK H4 H3 D4 S7 S8")
TRULL_HAND = cards_of("22 21 18 16 12 10 08 05 01 HK H4 S7")
KINGS_HAND = cards_of("22 20 18 16 12 10 08 HK DK SK CK S7")
ALL_TRICKS = cards_of("22 21 20 19 18 17 16 12 10 08 HK SK")
WEAK = cards_of("03 05 H4 H3 HJ D4 D3 DQ S7 S8 C7 C8")
ITEMS = [f"announce:{item}" for item in ("pagat", "king_ultimo", "trull", "four_kings", "valat")]


def talk(
    cards: list[str],
    legal: list[str],
    *,
    contract: str = "RU",
    seat: int = 0,
    declarer: int = 0,
    **more: Any,
) -> View:
    called = {"called": "CK"} if contract in ("RU", "SR", "BR", "B1") else {}
    more.setdefault("roles", ["declarer", "unknown", "unknown", "unknown"])
    return base_view(
        cards,
        seat=seat,
        phase="announce",
        rules="koenigrufen/tournament@1",
        contract={"code": contract, "declarer": declarer},
        legal=legal,
        **{**called, **more},
    )


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        (LONG, "announce:pagat"),
        (SHORT, "good"),
        (TRULL_HAND, "announce:pagat"),
        (WEAK, "good"),
    ],
)
def test_announces_what_it_can_keep(cards: list[str], said: str) -> None:
    assert ask(talk(cards, ["good", *ITEMS])) == said


def test_announces_one_bonus_after_the_other() -> None:
    done = [{"item": "pagat", "seat": 0, "stage": "post"}]
    legal = ["good", "announce:uhu", "announce:trull", "announce:four_kings"]
    assert ask(talk(TRULL_HAND, legal, announced=done)) == "announce:trull"


def test_a_second_bird_is_not_announced() -> None:
    cards = cards_of("22 21 20 19 18 17 16 12 10 08 02 01")
    done = [{"item": "pagat", "seat": 0, "stage": "post"}]
    assert ask(talk(cards, ["good", "announce:uhu"], announced=done)) == "good"


def test_four_kings_count_the_called_one() -> None:
    three = cards_of("22 20 18 16 12 10 08 HK DK SK S8 S7")
    assert ask(talk(three, ["good", "announce:four_kings"])) == "announce:four_kings"
    assert ask(talk(KINGS_HAND, ["good", "announce:four_kings"], contract="DR")) != "good"


def test_valat_only_with_an_overwhelming_hand() -> None:
    legal = ["good", "announce:valat"]
    assert ask(talk(ALL_TRICKS, legal, contract="SD")) == "announce:valat"
    assert ask(talk(TRULL_HAND, legal, contract="SD")) == "good"


def test_an_owed_bird_is_announced_first() -> None:
    legal = ["announce:pagat", "announce:quapil", "announce:trull"]
    assert ask(talk(SHORT, legal, contract="BR")) == "announce:pagat"
    assert ask(talk(SHORT, legal[1:], contract="BR")) == "announce:quapil"


def test_the_partner_announces_a_guarded_king_with_many_taroks() -> None:
    roles = ["declarer", "partner", "defender", "defender"]
    cards = cards_of("22 20 18 16 12 10 08 05 CK C7 H4 S7")
    legal = ["good", "announce:king_ultimo"]
    assert ask(talk(cards, legal, seat=1, roles=roles)) == "announce:king_ultimo"
    bare = cards_of("22 20 18 16 12 10 08 05 CK H3 H4 S7")
    assert ask(talk(bare, legal, seat=1, roles=roles)) == "good"


@pytest.mark.parametrize(
    ("cards", "said"), [(TRULL_HAND, "kontra:game"), (SHORT, "good"), (WEAK, "good")]
)
def test_doubles_with_strength(cards: list[str], said: str) -> None:
    roles = ["declarer", "defender", "unknown", "unknown"]
    assert ask(talk(cards, ["good", "kontra:game"], seat=1, roles=roles)) == said


def test_does_not_double_what_its_own_side_may_have_announced() -> None:
    done = [{"item": "pagat", "seat": 2, "stage": "post"}]
    roles = ["declarer", "defender", "unknown", "unknown"]
    view = talk(TRULL_HAND, ["good", "kontra:pagat"], seat=1, roles=roles, announced=done)
    assert ask(view) == "good"
    roles = ["declarer", "defender", "partner", "defender"]
    view = talk(TRULL_HAND, ["good", "kontra:pagat"], seat=1, roles=roles, announced=done)
    assert ask(view) == "kontra:pagat"


def test_doubles_a_bettel_only_with_a_hand_that_loses_every_trick() -> None:
    low = cards_of("01 02 05 H4 D4 D3 S7 S8 SJ C7 C8 C9")
    roles = ["declarer", "defender", "defender", "defender"]
    legal = ["good", "kontra:game@1"]
    assert ask(talk(low, legal, contract="BE", seat=1, roles=roles)) == "kontra:game@1"
    assert ask(talk(WEAK, legal, contract="BE", seat=1, roles=roles)) == "good"


def test_answers_a_kontra_with_little_doubt() -> None:
    legal = ["good", "rekontra:game"]
    assert ask(talk(TRULL_HAND, legal)) == "rekontra:game"
    assert ask(talk(SHORT, legal)) == "good"


# --- Illustrated Tarock --------------------------------------------------------------------------

STRONG = cards_of("22 21 19 18 17 15 13 11 09 07 05 01 HK DK SK SQ")
FAIR = cards_of("21 19 17 15 13 11 09 07 HK HQ H4 DK D3 S7 S8 C7")
NO_KINGS = cards_of("22 21 20 19 18 17 15 13 11 09 07 05 03 01 SQ S7")


def blatt_talk(cards: list[str], legal: list[str], *, phase: str, **more: Any) -> View:
    seat = more.pop("seat", 0)
    roles = ["declarer", "defender", "defender"]
    return base_view(
        cards,
        seat=seat,
        dealer=2,
        phase=phase,
        rules="illustrated/beck@1",
        contract={"code": more.pop("contract", "3B"), "declarer": 0},
        counts=[16] * 3,
        seating=[0, 1, 2],
        roles=roles,
        legal=legal,
        **more,
    )


@pytest.mark.parametrize(("cards", "said"), [(STRONG, "announce:p40"), (FAIR, "good")])
@pytest.mark.parametrize("phase", ["announce_before", "announce_after"])
def test_announces_forty_points(cards: list[str], said: str, phase: str) -> None:
    legal = ["good", "announce:p40", "announce:p50"]
    assert ask(blatt_talk(cards, legal, phase=phase)) == said


def test_announces_to_do_without_kings() -> None:
    legal = ["good", "announce:nokings"]
    assert ask(blatt_talk(NO_KINGS, legal, phase="announce_before")) == "announce:nokings"
    poor = cards_of("19 17 15 13 11 09 HQ HN H4 DQ D3 S7 S8 C7 C8 C9")
    assert ask(blatt_talk(poor, legal, phase="announce_before")) == "good"


def test_takes_no_king_after_that_promise() -> None:
    view = base_view(
        NO_KINGS,
        phase="take",
        contract={"code": "2B", "declarer": 0},
        talon={"packets": [["HK", "06"], ["C8", "C7"], ["DK", "D1"]]},
        announced=[{"item": "nokings", "seat": 0, "stage": "pre"}],
        legal=["take:0", "take:1", "take:2"],
    )
    assert ask(view) == "take:1"
    del view["announced"]
    assert ask(view) != "take:1"


def test_claims_whatever_it_holds() -> None:
    legal = ["good", "claim:trull"]
    assert ask(blatt_talk(STRONG, legal, phase="announce_after")) == "claim:trull"


def test_a_defender_seldom_doubles() -> None:
    legal = ["good", "kontra:game"]
    more: dict[str, Any] = {"phase": "announce_after", "seat": 1}
    assert ask(blatt_talk(FAIR, legal, **more)) == "good"
    assert ask(blatt_talk(STRONG, legal, **more)) == "kontra:game"
