"""The readable tables of the rules files: koenigrufen.md §23.1, illustrated-tarock.md §13.3-§13.5.

Their rows are copied to ``vectors/*.md``. Where a row is a sentence, the test says it in code; that
no row is left out is a test, too.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from engine.actions import Action
from engine.cards import KINGS, PACK, TRULL, codes_of, index_of, mask_of, shown, thirds
from engine.errors import IllegalAction
from engine.phases import auction, tricks
from engine.phases.bidding import Bidding, opening
from engine.result import ResultLine
from engine.rules import RuleSet, rule_set
from engine.scoring import settle
from engine.series import Series, final_totals, is_match_over
from engine.state import HandState
from engine.view import Seat
from tests import vectors

KR = vectors.table("koenigrufen.md", "23.1")
COUNTING = vectors.table("illustrated.md", "13.3")
AUCTIONS = vectors.table("illustrated.md", "13.4")
SITUATIONS = vectors.table("illustrated.md", "13.5")
RULES = {
    "Löw": rule_set("illustrated/loew-1954"),
    "Beck": rule_set("illustrated/beck"),
    "Mayr and Sedlaczek": rule_set("illustrated/mayr-sedlaczek-2016"),
}
WITH_TRISCHAKEN = rule_set("illustrated/beck", all_pass="trischaken")
FOREHAND = 0
SEATS = {"F": 0, "M": 1, "D": 2}
WORDS = {"gut": "good", "take": "takeover", "hold": "hold", "retake": "retake", "pass": "pass"}


# --- Königrufen §23.1 ----------------------------------------------------------------------------


@pytest.mark.parametrize(("ids", "situation", "expected"), KR, ids=[row[0] for row in KR])
def test_a_row_of_koenigrufen_says_what_its_vectors_say(
    ids: str, situation: str, expected: str
) -> None:
    """The vectors of these ids hold (test_vectors), and they are what the sentences say."""
    found = {v["id"]: v for v in vectors.load()}
    texts = [str(found[id]) for id in ids.split("/")]
    for codes in re.findall(r"`([^`]+)`", situation + expected):
        for code in codes.split(" "):
            assert any(code in text for text in texts), code
    assert KR_NUMBERS[ids] == [
        found[id][key] for id in ids.split("/") for key in KR_KEYS if key in found[id]
    ]


KR_KEYS = ("winning_card", "points", "legal", "n_legal_sets", "callable", "result", "score")
KR_NUMBERS: dict[str, list[object]] = {
    "T1": ["15"],
    "T2": ["H1"],
    "T3": ["ST"],
    "T6/T7/T8": ["22", "01", "22"],
    "P4/P6": ["35/0", "35/2"],
    "L2": [["05", "15"]],
    "L5": [["SN", "SQ"]],
    "L8": [["03", "08"]],
    "D2": [9],
    "C2": [["DQ", "SQ", "CQ"]],
    "A1": [["RU", 0]],
    "A3": [["RU", 1]],
    "S1/S5": [[1, -1, -1, 1], [3, -1, -1, -1]],
    "S7/S8": [[-4, -4, 12, -4], [4, 4, -12, 4]],
    "R1": [[12, -20, 4, 4]],
}


# --- Illustrated §13.3 ---------------------------------------------------------------------------


def pile_of(text: str) -> int:
    """A pile as the table writes it: codes, and so many cards that count one."""
    if text == "whole deck":
        return mask_of(PACK)
    named, _, more = text.partition(" + ")
    mask = mask_of(re.findall(r"[0-2][0-9]|[HDSC][KQNJT1-9]", named))
    ones = [c for c in PACK if thirds(mask_of([c])) == 1 and not mask & mask_of([c])]
    return mask | mask_of(ones[: int(more.split(" ")[0])] if more else ())


@pytest.mark.parametrize("row", COUNTING, ids=[row[0] for row in COUNTING])
def test_counting(row: list[str]) -> None:
    pile = pile_of(row[1])
    assert pile.bit_count() == int(row[2])
    assert thirds(pile) == 3 * int(row[3]) - 2 * int(row[2]) == int(row[4])
    assert shown(thirds(pile)) == int(row[5].split(" ")[0])
    for word, won in (("won", True), ("lost", False)):
        if word in row[-1]:
            assert (shown(thirds(pile)) > 35) == won


# --- Illustrated §13.4 ---------------------------------------------------------------------------


def call_of(word: str) -> Action:
    return Action(WORDS[word]) if word in WORDS else Action("bid", word)


def called(rules: RuleSet, moves: str) -> Bidding:
    """The auction after these moves, each legal and in turn."""
    state = opening(rules, FOREHAND)
    for seat, word in re.findall(r"(?:([FMD]) )?(\w+)", moves):
        assert state.turn is not None
        assert not seat or SEATS[seat] == state.turn
        action = call_of(word)
        assert action in auction.options(rules, state, FOREHAND, 0)
        state = auction.call(rules, state, FOREHAND, action)
    return state


@pytest.mark.parametrize("row", AUCTIONS, ids=[row[0] for row in AUCTIONS])
def test_auction(row: list[str]) -> None:
    _, preset, moves, expected = row
    rules = RULES[preset]
    state = called(rules, moves)
    expected = re.sub(r" \(.*\)| at once", "", expected)
    if expected == "all pass":
        assert state.turn is None
        assert state.high is None
        return
    if ":" in expected:
        seat, _, options = expected.partition(": ")
        assert state.turn == SEATS[seat]
        found = auction.options(rules, state, FOREHAND, 0)
        assert set(found) == {call_of(word) for word in options.split(", ")}
        return
    code, seat, *take_state, value = expected.split(", ")
    assert state.turn is None
    assert state.high is not None
    assert (state.high.code, state.high_seat) == (code, SEATS[seat])
    assert state.take_state == int(take_state[0] if take_state else 0)
    line = ResultLine(code, 2, SEATS[seat], take_state=state.take_state, points=36)
    assert settle(rules, line).lines[0].base == int(value.removeprefix("G "))


# --- Illustrated §13.5 ---------------------------------------------------------------------------


def declared(own: list[str], talon: list[str], contract: str) -> HandState:
    """Beck's game when forehand plays ``contract`` with these cards, up to his first pick."""
    rules = RULES["Beck"]
    rest = [c for c in PACK if c not in own and c not in talon]
    mine = [*own, *(rest.pop() for _ in range(16 - len(own)))]
    order = list(talon)
    for at in range(0, 16, 4):
        order += [*mine[at : at + 4], *(rest.pop() for _ in range(8))]
    state = HandState.deal(rules, order, 2)
    for seat, call in ((0, f"bid:{contract}"), (1, "good"), (2, "good"), (0, "good")):
        state = state.apply(seat, Action.parse(call))
    assert state.phase == "take"
    return state


def following(hand: str, led: str, *, kind: str = "tarock", rules: RuleSet = RULES["Löw"]) -> str:
    """The legal cards of a hand, in a rule set whose losing contracts have duties of their own."""
    found = tricks.legal_cards(
        mask_of(hand.split()),
        [index_of(led)] if led else [],
        kind=kind,
        overtake=rules.play.negative_overtake,
        pagat_last=rules.play.negative_pagat_last,
    )
    return " ".join(codes_of(found))


def trischaken(*points: int) -> list[int]:
    line = ResultLine("TK", 2, seat_thirds=tuple(3 * count for count in points))
    return list(settle(WITH_TRISCHAKEN, line).points)


def winner(*codes: str) -> str:
    emperor = RULES["Löw"].play.emperor_trick
    return codes[tricks.trick_winner([index_of(c) for c in codes], emperor=emperor)]


def x1() -> None:
    state = declared([], ["05", "HK", "S7", "D3", "CQ", "01"], "2B")
    assert [str(a) for a in state.legal_actions()] == ["take:0", "take:1", "take:2"]
    packets = [["05", "HK"], ["S7", "D3"], ["CQ", "01"]]
    assert state.view_for(Seat(1))["talon"]["packets"] == packets
    after = state.apply(0, Action("take", "1"))
    assert codes_of(after.hands[0] & ~state.hands[0]) == ("D3", "S7")


def x2() -> None:
    taroks = [f"{n:02d}" for n in range(2, 15)]
    own, talon = ["S7", "HK", "DK", *taroks], ["D3", "SK", "CK", "H1", "H2", "H3"]
    state = declared(own, talon, "3B").apply(0, Action("take", "0"))
    assert state.hands[0].bit_count() == 19
    assert [a.arg for a in state.legal_actions()] == ["D3", "S7"]
    state = state.apply(0, Action("discard", "S7")).apply(0, Action("discard", "D3"))
    assert [a.arg for a in state.legal_actions()] == taroks
    state = state.apply(0, Action("discard", "05"))
    assert state.phase == "announce_after"
    assert state.view_for(Seat(1))["discards"] == ["?", "?", "05"]


def x3() -> None:
    own = ["HK", *(f"{n:02d}" for n in range(1, 16))]
    state = declared(own, ["DQ", "H1", "H2", "H3", "H4", "D1"], "1B").apply(0, Action("take", "0"))
    assert state.hands[0].bit_count() == 17
    assert [a.arg for a in state.legal_actions()] == ["DQ"]


def x4() -> None:
    own = ["01", "21", "22", "HK", "DK", "SK", "CK", *(f"{n:02d}" for n in range(2, 11))]
    state = declared(own, ["11", "12", "13", "14", "15", "16"], "3B").apply(0, Action("take", "0"))
    for _ in range(3):
        for card in codes_of(KINGS | TRULL):
            with pytest.raises(IllegalAction):
                state.apply(0, Action("discard", card))
        state = state.apply(0, state.legal_actions()[0])


def match(before: list[int], deal: list[int]) -> tuple[list[int], bool, list[int]]:
    """Totals after a deal of a match to 100, whether it is over, and the final totals."""
    rules = rule_set("illustrated/beck", match={"target": 100})
    totals = [a + b for a, b in zip(before, deal, strict=True)]
    return totals, is_match_over(rules, totals), list(final_totals(rules, totals))


def z3() -> None:
    """A redeal is a hand that is over without points; it does not use up its number."""
    state = HandState.deal(RULES["Beck"], PACK, 2)
    for seat in (0, 1, 2):
        state = state.apply(seat, Action("pass"))
    assert state.is_redeal
    points = list(state.score().points)
    assert match([99, 99, 99], points) == ([99, 99, 99], False, [99, 99, 99])
    assert not Series(RULES["Beck"], 3, 3).counts(is_redeal=state.is_redeal, attempt=0)


# what each row says, in code
SAID: dict[str, Callable[[], object]] = {
    "X1": x1,
    "X2": x2,
    "X3": x3,
    "X4": x4,
    "P1": lambda: following("H4 09 SK", "H3") == "H4",
    "P2": lambda: following("09 02 SK", "H3") == "02 09",
    "P3": lambda: following("03 20 SK", "07") == "03 20",
    "P4": lambda: following("SK D1", "H3") == "D1 SK",
    "P5": lambda: winner("H1", "H4", "H2") == "H1",
    "P6": lambda: winner("S7", "ST", "S9") == "ST",
    "P7": lambda: winner("HK", "01", "22") == "22",
    "R1": lambda: trischaken(30, 20, 12) == [-10, 5, 5],
    "R2": lambda: trischaken(40, 22, 0) == [-10, 5, 10],
    "R3": lambda: trischaken(26, 26, 10) == [-10, -10, 5],
    "R4": lambda: trischaken(20, 20, 20) == [0, 0, 0],
    "R5": lambda: following("03 20 01 SK", "07", kind="everyone") == "20",
    "R6": lambda: following("01 05 H2", "", kind="everyone") == "05 H2",
    "Z1": lambda: match([96, 40, 71], [18, 20, 20]) == ([114, 60, 91], True, [124, 60, 91]),
    "Z2": lambda: match([95, 92, 10], [5, 9, 9]) == ([100, 101, 19], True, [110, 111, 19]),
    "Z3": z3,
}


@pytest.mark.parametrize("id", SAID)
def test_situation(id: str) -> None:
    assert SAID[id]() in (None, True)


def test_every_row_is_said() -> None:
    assert set(SAID) == {row[0] for row in SITUATIONS}
    assert set(KR_NUMBERS) == {row[0] for row in KR}
    assert (len(COUNTING), len(AUCTIONS)) == (8, 15)
