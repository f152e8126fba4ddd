"""What the club player believes about his partner, and what he counts."""

from __future__ import annotations

import pytest

from bots.strategies.base import BITS, TAROKS, mask
from bots.strategies.odds import void_chance
from bots.strategies.relations import mate_chances, partner_chances, relation
from bots.strategies.situation import Situation, beats
from engine.cards import SUITS, index_of
from tests.bots.tables import CLUB, cards_of, deal, decisions, play_view

DECLARER = cards_of("22 18 15 12 09 07 H4 D4 S7 CK C8")
DEFENDER = cards_of("17 16 11 08 05 H3 H2 D3 S8 CQ C7")
UNKNOWN = ["declarer", "unknown", "unknown", "unknown"]


def test_the_declarer_starts_with_thirds() -> None:
    view = play_view(DECLARER, DECLARER, roles=UNKNOWN)
    chances = mate_chances(Situation(view))
    assert chances[0] == 1.0
    assert chances[1] == chances[2] == chances[3]
    assert relation(chances[1]) == "unknown"


def test_a_defender_starts_with_halves_and_one_foe() -> None:
    roles = ["declarer", "defender", "unknown", "unknown"]
    talon = {"packets": [["D1", "C9", "S9"], ["HQ", "SJ", "06"]], "taken": 0}
    view = play_view(DEFENDER, DEFENDER, seat=1, lead=1, roles=roles, talon=talon)
    assert mate_chances(Situation(view)) == (0.0, 1.0, 0.5, 0.5)


def test_known_roles_are_certain() -> None:
    roles = ["declarer", "defender", "partner", "defender"]
    view = play_view(DEFENDER, DEFENDER, seat=1, lead=1, roles=roles)
    assert mate_chances(Situation(view)) == (0.0, 1.0, 0.0, 1.0)


def test_smearing_the_declarer_makes_a_partner_likely() -> None:
    """Seat 2 gives a queen to a trick that the declarer's king wins."""
    given = [{"lead": 0, "cards": ["CK", "C7", "CQ", "C9"], "winner": 0}]
    cards = [card for card in DECLARER if card != "CK"]
    chances = partner_chances(Situation(play_view(cards, cards, tricks=given, roles=UNKNOWN)))
    assert chances[2] == pytest.approx(2 * chances[1])
    assert chances[1] == chances[3]


def test_leading_the_called_suit_speaks_against_a_partner() -> None:
    led = [{"lead": 1, "cards": ["H1", "H2", "H3", "HJ"], "winner": 0}]
    chances = partner_chances(Situation(play_view(DECLARER, DECLARER, tricks=led, roles=UNKNOWN)))
    assert chances[1] < chances[2] == chances[3]


def test_who_is_void_in_the_called_suit_is_no_partner() -> None:
    led = [{"lead": 0, "cards": ["H1", "H2", "06", "H3"], "winner": 2}]
    talon = {"packets": [["15", "D1", "S7"], ["HQ", "SJ", "05"]], "taken": 0}
    view = play_view(DECLARER, DECLARER, tricks=led, roles=UNKNOWN, talon=talon)
    chances = partner_chances(Situation(view))
    assert chances[2] == 0.0
    assert sum(chances) == pytest.approx(1.0)


def test_the_talon_may_hide_the_king_in_a_solorufer() -> None:
    view = play_view(DECLARER, DECLARER, contract="SR", roles=UNKNOWN)
    assert sum(partner_chances(Situation(view))) < 0.95


def test_voids_and_cards_still_out() -> None:
    tricks = [{"lead": 0, "cards": ["D1", "D2", "10", "SJ"], "winner": 2}]
    situation = Situation(play_view(DECLARER, DECLARER, tricks=tricks))
    assert situation.void[2] == SUITS[1]
    assert situation.void[3] == SUITS[1] | TAROKS
    assert not situation.unseen & mask(["D1", "D2", "10", "SJ", *DECLARER])
    assert void_chance(situation, 2, SUITS[1]) == 1.0
    assert void_chance(situation, 1, SUITS[1]) < 0.2


def test_cards_of_the_open_talon_are_known() -> None:
    talon = {"packets": [["21", "D1", "HK"], ["HQ", "SJ", "06"]], "taken": 0}
    roles = ["declarer", "defender", "defender", "defender"]
    view = play_view(DEFENDER, DEFENDER, seat=1, lead=1, roles=roles, talon=talon)
    situation = Situation(view)
    assert situation.sure[0] == mask(["21", "HK"]), "D1 may have been discarded"
    assert not situation.unseen & mask(["HQ", "SJ", "06"])


@pytest.mark.parametrize(
    ("card", "best", "result"),
    [
        ("02", "HK", True),
        ("02", "03", False),
        ("HK", "HQ", True),
        ("HK", "DQ", False),
        ("D1", "D4", True),
        ("ST", "S7", True),
        ("CK", "01", False),
    ],
)
def test_beats(card: str, best: str, result: bool) -> None:
    assert beats(index_of(card), index_of(best)) is result


def test_unseen_cards_are_where_the_view_cannot_see() -> None:
    """In whole games: every card of another hand is among the unseen ones, none of mine is."""
    for seed in range(12):
        start = deal(seed)
        state = start
        for view, action in decisions(start, [CLUB] * 4):
            if view["phase"] == "play":
                situation = Situation(view)
                others = 0
                for seat, hand in enumerate(state.hands):
                    if seat != view["seat"]:
                        others |= hand
                        assert not hand & situation.void[seat]
                        assert not situation.sure[seat] & ~hand
                assert others & ~situation.unseen == 0
                assert not situation.unseen & state.hands[view["seat"]]
                assert situation.hidden == situation.unseen.bit_count() - others.bit_count()
            state = state.apply(view["turn"], action)


def test_bits_are_the_canonical_index() -> None:
    assert BITS["01"] == 1
    assert BITS["CK"] == 1 << 53
