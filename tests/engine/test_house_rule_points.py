"""What house rules pay: points worked out by hand, beside those without the house rule.

koenigrufen.md §13-§15, §19.2; illustrated-tarock.md §3.1, §6-§9, §11.1.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.result import Bonus, ResultLine
from engine.rules import rule_set
from engine.scoring import settle
from tests.engine.paper import OF_THREE
from tests.engine.situations import dealt, said, to_the_end

CUP, VIENNA = "koenigrufen/tournament", "koenigrufen/tournament-vienna"
ZONE = "koenigrufen/cardgames-zone"
LOEW, BECK = "illustrated/loew-1954", "illustrated/beck"
MAYR = "illustrated/mayr-sedlaczek-2016"
CUSTOM = {"custom_lines": [{"name": "Renonce", "value": 5}]}


def silent(item: str, seat: int = 0, *, won: bool = True) -> Bonus:
    return Bonus(item, "silent", seat, won)


def post(item: str, seat: int = 0, *, won: bool = True, kontra: int = 0) -> Bonus:
    return Bonus(item, "post", seat, won, kontra)


def pre(item: str, kontra: int = 0) -> Bonus:
    return Bonus(item, "pre", 0, True, kontra)


def line(contract: str, *bonuses: Bonus, points: int | None = 40, **other: Any) -> ResultLine:
    """Seat 0 is forehand and declares, with 40 points if nothing else is said."""
    dealer = 2 if contract in OF_THREE else 3
    return ResultLine(contract, dealer, declarer=0, points=points, bonuses=bonuses, **other)


def tricks(contract: str, count: int, **kontra: int) -> ResultLine:
    steps = {f"game@{seat[-1]}": number for seat, number in kontra.items()}
    return ResultLine(contract, 3, declarer=0, tricks=count, kontra=steps)


def trischaken(*thirds: int) -> ResultLine:
    return ResultLine("TK", 2, seat_thirds=thirds)


def with_partner(value: int) -> tuple[int, ...]:
    """Seats 0 and 2 get this from seats 1 and 3."""
    return (value, -value, value, -value)


def alone(value: int) -> tuple[int, ...]:
    """Seat 0 gets this from each of three."""
    return (3 * value, -value, -value, -value)


KOENIGRUFEN = [
    # 35 points and a third
    (CUP, {}, line("RU", points=None, thirds=106), alone(-1)),
    (CUP, {"win_thirds": 106}, line("RU", points=None, thirds=106), alone(1)),
    (CUP, {"win_thirds": 106}, line("RU", points=None, thirds=105), alone(-1)),
    (CUP, {"win_thirds": 106}, line("RU", points=35, won=True), alone(1)),
    (CUP, {"win_thirds": 106}, line("RU", points=35, won=False), alone(-1)),
    (CUP, {}, line("RU", points=35), alone(-1)),
    (CUP, {}, line("RU", points=36), alone(1)),
    (CUP, {}, line("RU", points=None, won=True), alone(1)),
    # values and what a lost game costs
    (CUP, {}, line("SX"), alone(4)),
    (CUP, {}, line("SX", points=20), alone(-8)),
    (CUP, {"values": {"SX": 6}}, line("SX", points=20), alone(-8)),
    (CUP, {"loss_values": {"SX": 3}}, line("SX", points=20), alone(-3)),
    (CUP, {"values": {"BE": 3}}, tricks("BE", 1), alone(-3)),
    (CUP, {"values": {"BE": 3}}, tricks("BE", 0), alone(3)),
    # bonuses
    (CUP, {}, line("RU", silent("king_ultimo"), partner=2), with_partner(1 + 1)),
    (
        CUP,
        {"bonus_values": {"king_ultimo": [3, 2]}},
        line("RU", silent("king_ultimo"), partner=2),
        with_partner(1 + 3),
    ),
    (CUP, {}, line("SR", post("pagat")), alone(2 + 2 * 2)),
    (CUP, {"bonus_multipliers": {"SR": 3}}, line("SR", post("pagat")), alone(2 + 2 * 3)),
    (CUP, {}, line("RU", post("quapil", 1, won=False), partner=2), with_partner(1 + 8)),
    # the Mond, the called king
    (CUP, {"mondfang": True}, line("DR", silent("mondfang")), alone(4 + 1)),
    (CUP, {"mondfang": True}, line("RU", silent("mondfang", 3), partner=2), with_partner(1 - 1)),
    (CUP, {"king_caught": 5}, line("RU", silent("king_caught", 1), partner=2), with_partner(-4)),
    (CUP, {"king_caught": 2}, line("RU", silent("king_caught", 3), partner=2), with_partner(-1)),
    # failing without a word
    *(
        (CUP, {"silent_failure_costs": True}, ruled, points)
        for ruled, points in (
            (line("RU", silent("pagat", 2, won=False), partner=2), with_partner(1 - 1)),
            (line("RU", silent("uhu", 1, won=False), partner=2), with_partner(1 + 2)),
            (line("RU", silent("king_ultimo", won=False), partner=2), with_partner(1 - 1)),
            (line("SD", silent("quapil", won=False), points=20), alone(-8 - 2 * 4)),
        )
    ),
    # lines of the club
    (CUP, CUSTOM, line("RU", silent("custom:0"), partner=2), with_partner(1 + 5)),
    (CUP, CUSTOM, line("RU", silent("custom:0", won=False), partner=2), with_partner(1 - 5)),
    (CUP, CUSTOM, line("SD", silent("custom:0"), points=40), alone(8 + 5)),
    *(
        (CUP, CUSTOM, replace(tricks("BE", count), bonuses=(silent("custom:0", won=won),)), points)
        for count, won, points in ((0, True, alone(2 + 5)), (1, False, alone(-2 - 5)))
    ),
    # Valat multiplies the game; only what was announced counts beside it
    (CUP, {}, line("DR", silent("valat"), points=70), alone(4 * 4)),
    (CUP, {}, line("DR", post("valat"), points=70), alone(4 * 8)),
    (CUP, {}, line("DR", post("valat", won=False)), alone(-4 * 8)),
    (CUP, {}, line("DR", silent("valat", 1), points=0), alone(-4 * 4)),
    (CUP, {}, line("SX", post("valat", won=False)), alone(-4 * 8 * 2)),
    (CUP, {}, line("SX", silent("valat", 1), points=0), alone(-4 * 4 * 2)),
    (CUP, {}, line("SX", post("valat"), points=70), alone(4 * 8)),
    (CUP, {}, line("DR", post("valat"), silent("trull"), silent("pagat"), points=70), alone(32)),
    (CUP, {}, line("DR", post("valat"), post("trull"), points=70), alone(32 + 2)),
    (
        CUP,
        {"bonus_values": {"valat": [5, 6]}},
        line("RU", post("valat"), points=70, partner=2),
        with_partner(6),
    ),
    # or pays beside it; Trull and kings then only if they were announced
    (VIENNA, {}, line("DR", post("valat"), points=70), alone(5 + 20)),
    (VIENNA, {}, line("DR", silent("valat"), points=70), alone(5 + 10)),
    (VIENNA, {}, line("DR", post("valat", won=False)), alone(5 - 20)),
    (VIENNA, {}, line("DR", silent("valat"), silent("trull"), points=70), alone(5 + 10)),
    (VIENNA, {}, line("DR", silent("valat"), silent("pagat"), points=70), alone(5 + 10 + 1)),
    (VIENNA, {}, line("DR", post("valat", 1, won=False), silent("trull")), alone(5 + 20)),
]


@pytest.mark.parametrize(("id", "options", "result", "points"), KOENIGRUFEN)
def test_a_koenigrufen_hand_pays(
    id: str, options: dict[str, Any], result: ResultLine, points: tuple[int, ...]
) -> None:
    rules, result = rule_set(id, **options), replace(result, dealer=3)  # he is forehand
    result.check(rules)
    score = settle(rules, result)
    assert score.points == points
    assert score.ledger == points


DOUBLED = [
    (line("RU", partner=2, kontra={"game": 1}), with_partner(1), with_partner(2)),
    (line("RU", points=20, kontra={"game": 3}), alone(-1), alone(-8)),
    (line("RU", post("pagat", kontra=2), partner=2), with_partner(1 + 2), with_partner(1 + 8)),
    # every opponent has his own
    (tricks("BE", 0, seat1=1, seat3=2), alone(2), (4 + 2 + 8, -4, -2, -8)),
    (tricks("BE", 1, seat2=3), alone(-2), (-2 - 16 - 2, 2, 16, 2)),
    # game and Valat were doubled: the factors multiply
    (
        line("DR", post("valat", kontra=1), points=70, kontra={"game": 2}),
        alone(32),
        alone(32 * 4 * 2),
    ),
]


@pytest.mark.parametrize(("result", "points", "ledger"), DOUBLED)
def test_kontra_counts_in_the_ledger_or_by_agreement_in_the_score(
    result: ResultLine, points: tuple[int, ...], ledger: tuple[int, ...]
) -> None:
    rules, agreed = rule_set(CUP), rule_set(CUP, kontra_in_score=True)
    result = replace(result, dealer=3)  # he is forehand
    result.check(rules)
    score = settle(rules, result)
    assert (score.points, score.ledger) == (points, ledger)
    score = settle(agreed, result)
    assert (score.points, score.ledger) == (ledger, ledger)


def test_a_kontra_of_the_game_is_none_of_a_fixed_valat() -> None:
    result = line("DR", post("valat"), points=70, kontra={"game": 1})
    score = settle(rule_set(VIENNA), result)
    assert (score.points, score.ledger) == (alone(5 + 20), alone(2 * 5 + 20))


P40, P50 = {"points": 40}, {"points": 50}
ILLUSTRATED = [
    # over 35, and not over it
    (BECK, {}, line("3B", points=36), (3 + 1, 0, 0)),
    (BECK, {}, line("3B", points=35), (0, 3, 3)),
    (BECK, {}, line("3B", points=30), (0, 3 + 5, 3 + 5)),
    # taken over, held, retaken
    (BECK, {}, line("3B", take_state=1), (4 + 5, 0, 0)),
    (BECK, {}, line("3B", take_state=2), (5 + 5, 0, 0)),
    (BECK, {"take_values": [7, 9]}, line("3B", take_state=1), (7 + 5, 0, 0)),
    (BECK, {"take_values": [7, 9]}, line("3B", take_state=2), (9 + 5, 0, 0)),
    (BECK, {"take_values": [7, 9]}, line("3B"), (3 + 5, 0, 0)),
    (LOEW, {}, line("2B", take_state=1), ((4 + 5) * 2, 0, 0)),
    (LOEW, {}, line("2B", take_state=3), ((5 + 5) * 2, 0, 0)),
    # values and multipliers
    (BECK, {"values": {"3B": 6}}, line("3B"), (6 + 5, 0, 0)),
    (BECK, {"multipliers": {"2B": 3}}, line("2B", post("p40")), ((3 + 5 + 5) * 3, 0, 0)),
    # overpoints in a Solo
    (LOEW, {}, line("SO"), (8 * 4, 0, 0)),
    (LOEW, {"overpoints_in_solo": True}, line("SO"), ((8 + 5) * 4, 0, 0)),
    (BECK, {}, line("SO"), ((3 + 5) * 4, 0, 0)),
    (BECK, {"overpoints_in_solo": False}, line("SO"), (3 * 4, 0, 0)),
    (BECK, {"overpoints_in_solo": False}, line("3B"), (3 + 5, 0, 0)),
    # a failed item is paid to both, multiplied or not
    (BECK, {}, line("2B", post("pagat", won=False)), ((3 + 5) * 2, 10 * 2, 10 * 2)),
    (
        BECK,
        {"loser_bonus_multiplied": False},
        line("2B", post("pagat", won=False)),
        ((3 + 5) * 2, 10, 10),
    ),
    (
        BECK,
        {"loser_bonus_multiplied": False},
        line("2B", post("pagat")),
        ((3 + 5 + 10) * 2, 0, 0),
    ),
    # made, and captured, without a word
    (BECK, {}, line("3B", silent("pagat", 1)), (3 + 5, 5, 0)),
    (BECK, {}, line("3B", silent("pagat", won=False)), (3 + 5, 5, 5)),
    (BECK, {}, line("3B", silent("pagat", 2, won=False)), (3 + 5 + 5, 0, 0)),
    (
        LOEW,
        {"silent_point_bonus": True},
        line("3B", silent("p40"), silent("p50"), points=50),
        (3 + 15 + 5 + 10, 0, 0),
    ),
    (LOEW, {"uhu_enabled": True}, line("3B", post("uhu", 2)), (3 + 5, 0, 10)),
    (LOEW, {"uhu_enabled": True}, line("3B", silent("uhu", 2)), (3 + 5, 0, 5)),
    (BECK, {"defenders_announce": True}, line("3B", post("uhu", 1, won=False)), (8 + 10, 0, 0)),
    # two published sets of values
    (BECK, {}, line("3B", post("p50"), points=50), (3 + 15 + 20, 0, 0)),
    (BECK, {"bonus_set": "beck-german"}, line("3B", post("p50"), points=50), (3 + 15 + 10, 0, 0)),
    (
        BECK,
        {"bonus_values": {"p50": [None, 7, 40]}},
        line("3B", post("p50"), points=50),
        (25, 0, 0),
    ),
    # kontra, after and before the talon
    (BECK, {}, line("3B", kontra={"game": 1}), ((3 + 5) * 2, 0, 0)),
    (MAYR, {}, line("3B", kontra={"game": 2}), ((3 + 5) * 4, 0, 0)),
    (MAYR, {}, line("3B", kontra={"game": 1}, game_stage="pre"), ((3 + 5) * 4, 0, 0)),
    (MAYR, {}, line("3B", kontra={"game": 2}, game_stage="pre"), ((3 + 5) * 16, 0, 0)),
    (MAYR, {}, line("3B", pre("p40", 1)), (3 + 5 + 10 * 2, 0, 0)),
    (MAYR, {}, line("3B", pre("p40", 2)), (3 + 5 + 10 * 8, 0, 0)),
    (MAYR, {"pre_factor_stacks": True}, line("3B", pre("p40", 1)), (3 + 5 + 10 * 4, 0, 0)),
    (MAYR, {"pre_factor_stacks": True}, line("3B", pre("p40", 2)), (3 + 5 + 10 * 16, 0, 0)),
    (LOEW, {"contra_levels": 3}, line("3B", kontra={"game": 3}), ((3 + 5) * 8, 0, 0)),
    (LOEW, {"contra_levels": 3}, line("3B", post("pagat", kontra=2)), (3 + 5 + 10 * 4, 0, 0)),
    (MAYR, {"contra_levels": 3}, line("3B", kontra={"game": 3}), ((3 + 5) * 8, 0, 0)),
    (
        MAYR,
        {"contra_levels": 3},
        line("3B", kontra={"game": 3}, game_stage="pre"),
        ((3 + 5) * 64, 0, 0),
    ),
    # a line of the club is the declarer's
    (BECK, CUSTOM, line("3B", silent("custom:0")), (3 + 5 + 5, 0, 0)),
    (BECK, CUSTOM, line("3B", silent("custom:0", won=False)), (3 + 5, 5, 5)),
    # everybody for himself
    *(
        (BECK, {"all_pass": "trischaken"}, trischaken(*thirds), points)
        for thirds, points in (
            ((100, 50, 30), (-10, 5, 5)),
            ((100, 0, 80), (-10, 5 + 5, 5)),
            ((0, 0, 180), (5 + 5, 5 + 5, -10)),
            ((80, 20, 80), (-10, 5, -10)),
            ((90, 90, 0), (-10, -10, 5 + 5)),
            ((60, 60, 60), (0, 0, 0)),
        )
    ),
]


@pytest.mark.parametrize(("id", "options", "result", "points"), ILLUSTRATED)
def test_a_hand_of_illustrated_tarock_pays(
    id: str, options: dict[str, Any], result: ResultLine, points: tuple[int, ...]
) -> None:
    rules = rule_set(id, **options)
    result.check(rules)
    score = settle(rules, result)
    assert score.points == points
    assert score.ledger == points


# --- found in the play ---------------------------------------------------------------------------

LOW = ["H4", "H3", "H2", "H1", "D4", "D3", "D2", "D1", "S7", "S8"]
EXCHANGE = "take:L discard:H1 discard:H2 discard:H3"


def catches(state: Any) -> list[tuple[str, int | None, tuple[int, ...]]]:
    """The lines for a caught Mond or king: item, seat, points."""
    lines = state.score().lines
    return [
        (found.item, found.seat, found.points) for found in lines if found.item.endswith(CAUGHT)
    ]


CAUGHT = ("mondfang", "king_caught")


@pytest.mark.parametrize(
    ("mond", "skues", "paid"),
    [(0, 1, alone(-1)), (1, 0, alone(1)), (3, 0, alone(1)), (1, 2, None), (2, 3, None)],
)
def test_the_mond_is_caught_by_the_other_side(mond: int, skues: int, paid: Any) -> None:
    """Seat 0 plays a Dreier and leads a tarok; Sküs and Mond fall on it."""
    hands = {seat: [f"{5 + seat:02d}"] for seat in range(4)}
    hands[0] += LOW
    played = {seat: f"{5 + seat:02d}" for seat in range(4)} | {mond: "21", skues: "22"}
    for seat, card in ((mond, "21"), (skues, "22")):
        hands[seat] = [card, *hands[seat]]
    rules = rule_set(ZONE, mondfang=True)
    start = said(dealt(rules, hands, ["C7", "C8", "C9"]), "bid:DR pass pass pass", EXCHANGE)
    over = to_the_end(said(start, *(f"play:{played[seat]}" for seat in range(4))))
    assert catches(over) == ([("mondfang", skues, paid)] if paid else [])
    assert over.score().mond_caught == (paid is not None)


def test_nobody_catches_the_mond_where_the_pagat_wins_or_tricks_are_shunned() -> None:
    """§10.5, §19.2: the Sküs has to win the trick; never in a Bettel."""
    hands = {0: ["21", *LOW], 1: ["22"], 2: ["01"]}
    trick = ["play:21", "play:22", "play:01"]
    for emperor, seats in (("none", [1]), ("any_order", []), ("mond_skus_pagat", [])):
        rules = rule_set(ZONE, mondfang=True, emperor_trick=emperor)
        start = said(dealt(rules, hands, ["C7", "C8", "C9"]), "bid:DR pass pass pass", EXCHANGE)
        over = to_the_end(said(start, *trick))
        assert over.play.tricks[0].winner == (1 if seats else 2)
        assert [seat for _, seat, _ in catches(over)] == seats
    rules = rule_set(ZONE, mondfang=True)
    bettel = said(dealt(rules, hands), "bid:BE pass pass pass")
    over = to_the_end(bettel, "bettel")
    assert catches(over) == []


@pytest.mark.parametrize(("card", "paid"), [("22", [("king_caught", 1)]), ("C8", [])])
def test_the_called_king_is_caught_by_an_opponent(card: str, paid: list[Any]) -> None:
    """The declarer leads a club, his partner has only the king of them."""
    taroks = [f"{n:02d}" for n in range(1, 22)]
    hands = {1: [card, *taroks[:11]], 2: ["CK", *taroks[11:]], 3: ["C9"]}
    hands[0] = ["C7", "CT", "CJ", "CN", "CQ", *LOW[:7]]
    talon = [other for other in ("C8", "22", "HK", "DK", "SK", "HQ", "SQ") if other != card]
    rules = rule_set(ZONE, king_caught=5)
    start = said(dealt(rules, hands, talon), "reserve pass pass pass choose:RU call:CK take:R")
    while start.phase == "discard":
        start = said(start, str(start.legal_actions()[0]))
    over = to_the_end(said(start, "play:C7", f"play:{card}", "play:CK", "play:C9"))
    found = catches(over)
    assert [(item, seat) for item, seat, _ in found] == paid
    assert all(points == with_partner(-5) for _, _, points in found)


def test_a_caught_mond_on_the_sheet_begins_a_double_round() -> None:
    """Whoever writes the bonus down need not say it a second time (koenigrufen.md §19.2)."""
    rules = rule_set(CUP, mondfang=True, double_rounds=True)
    assert settle(rules, line("DR", silent("mondfang", 1))).mond_caught
    assert settle(rules, line("DR", mond_caught=True)).mond_caught
    assert not settle(rules, line("DR")).mond_caught
