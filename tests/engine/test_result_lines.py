"""Result lines from paper: what cannot have come about is refused, its neighbour is accepted."""

from __future__ import annotations

import pytest

from engine.errors import BadResult
from engine.result import ResultLine
from engine.rules import RuleSet, rule_set
from tests.engine.paper import Json, bonus, paper, refusal, said, won

CUP, VIENNA = rule_set("koenigrufen/tournament"), rule_set("koenigrufen/tournament-vienna")
ZONE, SEED = rule_set("koenigrufen/cardgames-zone"), rule_set("koenigrufen/seed-bonuses")
LOEW, BECK = rule_set("illustrated/loew-1954"), rule_set("illustrated/beck")
MAYR = rule_set("illustrated/mayr-sedlaczek-2016")
CLUB = rule_set(
    "koenigrufen/tournament",
    silent_failure_costs=True,
    mondfang=True,
    king_caught=5,
    win_thirds=106,
    custom_lines=[{"name": "Renonce", "value": 5}],
)
EVERYONE = rule_set("illustrated/beck", all_pass="trischaken")
DEFENDERS = rule_set("illustrated/beck", defenders_announce=True)
SILENT_POINTS = rule_set("illustrated/loew-1954", silent_point_bonus=True)
NO_CATCH = rule_set("illustrated/beck", silent_pagat_loss=False)
THRICE = rule_set("illustrated/loew-1954", contra_levels=3)
NEVER = rule_set("illustrated/loew-1954", contra_levels=0)
FEW = rule_set("koenigrufen/tournament", contracts=["RU", "PI"])


# rules, a line, a change that makes it impossible, the field with the reason
CASES: list[tuple[RuleSet, Json, Json, str]] = [
    # seats
    (CUP, won("RU", dealer=3), {"dealer": 4}, "dealer"),
    (CUP, won("RU", dealer=0, declarer=1), {"dealer": -1}, "dealer"),
    (CUP, won("RU", dealer=2, declarer=3), {"declarer": 4}, "declarer"),
    (CUP, won("RU", declarer=0), {"declarer": -1}, "declarer"),
    (CUP, won("RU", partner=3), {"partner": 4}, "partner"),
    (CUP, won("RU", partner=-1), {"partner": -2}, "partner"),
    (CUP, won("RU", partner=1), {"partner": 0}, "partner"),
    (CUP, won("RU", partner=2), {"contract": "DR"}, "partner"),
    (CUP, won("SR", partner=2), {"contract": "FD"}, "partner"),
    (CUP, paper("BE", tricks=0), {"partner": 2}, "partner"),
    (BECK, won("3B", dealer=2), {"dealer": 3}, "dealer"),
    (BECK, won("3B", declarer=2), {"declarer": 3}, "declarer"),
    (BECK, won("3B"), {"partner": 1}, "partner"),
    (CUP, won("RU", bonus("trull", 3)), {"bonuses": [bonus("trull", 4)]}, "bonuses"),
    (CUP, won("RU", bonus("trull", 0)), {"bonuses": [bonus("trull", -1)]}, "bonuses"),
    # contracts
    (CUP, won("RU"), {"contract": "XX"}, "contract"),
    (CUP, paper("PI", tricks=2), {"contract": "ZW"}, "contract"),
    (FEW, paper("PI", tricks=0), {"contract": "BE"}, "contract"),
    (BECK, won("3B"), {"contract": "TK"}, "contract"),
    # taken over
    (BECK, won("3B", take_state=2), {"take_state": 3}, "take_state"),
    (BECK, won("3B", take_state=0), {"take_state": -1}, "take_state"),
    (BECK, won("2B", take_state=0), {"take_state": 1}, "take_state"),
    (LOEW, won("2B", take_state=3), {"take_state": 4}, "take_state"),
    (LOEW, won("SO", take_state=0), {"take_state": 1}, "take_state"),
    (MAYR, won("3B", take_state=0), {"take_state": 1}, "take_state"),
    (CUP, won("RU", take_state=0), {"take_state": 1}, "take_state"),
    # 70 points, 210 thirds
    (CUP, won("RU", points=70), {"points": 71}, "points"),
    (CUP, won("RU", points=0), {"points": -1}, "points"),
    (CUP, paper("RU", thirds=210), {"thirds": 211}, "thirds"),
    (CUP, paper("RU", thirds=0), {"thirds": -1}, "thirds"),
    (CUP, paper("RU", thirds=106, points=35), {"points": 36}, "points"),
    (CUP, paper("RU", thirds=107, points=36), {"points": 35}, "points"),
    (CUP, paper("RU", won=True), {"won": None}, "points"),
    (BECK, won("3B"), {"points": None}, "points"),
    (BECK, won("3B", won=True), {"points": None}, "points"),
    # won as the points say: 107 thirds, or 106 by a house rule, where 35 points say nothing
    (CUP, won("RU", points=36, won=True), {"won": False}, "won"),
    (CUP, won("RU", points=35, won=False), {"won": True}, "won"),
    (CUP, paper("RU", thirds=107, won=True), {"won": False}, "won"),
    (CUP, paper("RU", thirds=106, won=False), {"won": True}, "won"),
    (CLUB, paper("RU", thirds=106, won=True), {"won": False}, "won"),
    (CLUB, paper("RU", thirds=105, won=False), {"won": True}, "won"),
    (CLUB, won("RU", points=35, won=True), {"won": None}, "won"),
    (CLUB, won("RU", points=35, won=False), {"won": None}, "won"),
    (CLUB, won("RU", points=34, won=False), {"won": True}, "won"),
    (BECK, won("3B", points=36, won=True), {"won": False}, "won"),
    (BECK, won("3B", points=35, won=False), {"won": True}, "won"),
    # three players: the fraction tells the number of discards
    (BECK, paper("3B", thirds=108), {"thirds": 107}, "thirds"),
    (BECK, paper("2B", thirds=107), {"thirds": 108}, "thirds"),
    (BECK, paper("1B", thirds=106), {"thirds": 107}, "thirds"),
    (BECK, paper("SO", thirds=105), {"thirds": 106}, "thirds"),
    # what does not decide this contract
    (CUP, won("RU"), {"tricks": 5}, "tricks"),
    (CUP, won("RU"), {"seat_thirds": [0, 0, 0, 210]}, "seat_thirds"),
    (CUP, paper("BE", tricks=0), {"points": 0}, "points"),
    (CUP, paper("BE", tricks=0), {"thirds": 0}, "thirds"),
    (CUP, paper("BE", tricks=0), {"bonuses": [bonus("trull", 1)]}, "bonuses"),
    (CUP, paper("BE", tricks=0), {"seat_thirds": [0, 0, 0, 210]}, "seat_thirds"),
    # contracts about tricks
    (CUP, paper("PI", tricks=12), {"tricks": 13}, "tricks"),
    (CUP, paper("PI", tricks=0), {"tricks": -1}, "tricks"),
    (CUP, paper("PI", won=False), {"won": None}, "tricks"),
    (CUP, paper("PI", tricks=1, won=True), {"tricks": 0}, "won"),
    (CUP, paper("PI", tricks=2, won=False), {"won": True}, "won"),
    (VIENNA, paper("ZO", tricks=2, won=True), {"tricks": 1}, "won"),
    # Trischaken
    (CUP, paper("TK", seat_thirds=[70, 60, 50, 30]), {"seat_thirds": [70, 60, 50]}, "seat_thirds"),
    (CUP, paper("TK", seat_thirds=[210, 0, 0, 0]), {"seat_thirds": [211, -1, 0, 0]}, "seat_thirds"),
    (CUP, paper("TK", seat_thirds=[70, 60, 50, 30]), {"won": False}, "won"),
    (CUP, paper("TK", seat_thirds=[70, 60, 50, 30]), {"kontra": {"game": 1}}, "kontra"),
    *(
        (rules, paper("TK", seat_thirds=[70, 60, 50, 30]), {"seat_thirds": counts}, "seat_thirds")
        for rules in (CUP, VIENNA)
        for counts in ([70, 60, 50, 29], [70, 60, 50, 31], [])
    ),
    (CUP, paper("TK", seat_thirds=[210, 0, 0, 0]), {"declarer": -1}, "declarer"),
    (
        EVERYONE,
        paper("TK", seat_thirds=[70, 70, 70], dealer=0, declarer=-1),
        {"seat_thirds": [71, 70, 70]},
        "seat_thirds",
    ),
    (
        EVERYONE,
        paper("TK", seat_thirds=[60, 60, 60], dealer=0, declarer=-1),
        {"seat_thirds": [60, 60, 60, 0]},
        "seat_thirds",
    ),
    # giving up
    (CUP, paper("RU", conceded="game"), {"conceded": "pagat"}, "conceded"),
    (CUP, paper("BR", conceded="quapil"), {"conceded": "game"}, "conceded"),
    (VIENNA, paper("B1", conceded="pagat"), {"conceded": "uhu"}, "conceded"),
    (CUP, paper("RU", conceded="game"), {"partner": 2}, "conceded"),
    (CUP, paper("RU", conceded="game"), {"contract": "SR"}, "conceded"),
    (CUP, paper("RU", conceded="game"), {"contract": "DR"}, "conceded"),
    (CUP, paper("RU", conceded="game"), {"contract": "BE"}, "conceded"),
    (CUP, paper("RU", conceded="game"), {"points": 20}, "points"),
    (CUP, paper("RU", conceded="game"), {"bonuses": [said("pagat")]}, "bonuses"),
    (CUP, paper("RU", conceded="game"), {"kontra": {"game": 1}}, "kontra"),
    (ZONE, won("RU", points=20), {"points": None, "conceded": "game"}, "conceded"),
    # rulings
    (CUP, paper("DR", forfeit=3), {"forfeit": 4}, "forfeit"),
    (CUP, won("DR", forfeit=-1), {"forfeit": -2}, "forfeit"),
    (CUP, paper("DR", forfeit=1), {"kontra": {"game": 1}}, "kontra"),
    (CUP, paper("DR", forfeit=1), {"won": False}, "won"),
    (
        CUP,
        paper("DR", forfeit=1, bonuses=[said("trull")]),
        {"bonuses": [bonus("trull")]},
        "bonuses",
    ),
    (BECK, won("3B"), {"forfeit": 1, "points": None}, "forfeit"),
    # kontra of the game
    (CUP, won("RU", kontra={"game": 3}), {"kontra": {"game": 4}}, "kontra"),
    (CUP, won("RU", kontra={"game": 1}), {"kontra": {"game": 0}}, "kontra"),
    (CUP, won("RU"), {"kontra": {"pagat": 1}}, "kontra"),
    (CUP, won("RU"), {"kontra": {"game@1": 1}}, "kontra"),
    (CUP, paper("BE", tricks=0, kontra={"game@1": 3}), {"kontra": {"game@1": 4}}, "kontra"),
    (CUP, paper("BE", tricks=0, kontra={"game@3": 1}), {"kontra": {"game@4": 1}}, "kontra"),
    (CUP, paper("BE", tricks=0), {"kontra": {"game@0": 1}}, "kontra"),
    (CUP, paper("BE", tricks=0), {"kontra": {"game": 1}}, "kontra"),
    (ZONE, won("RU"), {"kontra": {"game": 1}}, "kontra"),
    (BECK, won("3B", kontra={"game": 1}), {"kontra": {"game": 2}}, "kontra"),
    (BECK, won("3B", kontra={"game": 1}), {"game_stage": "pre"}, "kontra"),
    (THRICE, won("3B", kontra={"game": 3}), {"kontra": {"game": 4}}, "kontra"),
    (NEVER, won("3B"), {"kontra": {"game": 1}}, "kontra"),
    (
        MAYR,
        won("3B", kontra={"game": 2}, game_stage="pre"),
        {"kontra": {"game": 3}},
        "kontra",
    ),
    (
        MAYR,
        won("1B", points=40, kontra={"game": 1}, game_stage="pre"),
        {"contract": "SO"},
        "kontra",
    ),
    (MAYR, won("3B", kontra={"game": 1}, game_stage="pre"), {"kontra": {}}, "game_stage"),
    (CUP, won("RU"), {"game_stage": "late"}, "game_stage"),
    # points that were written down
    (CUP, won("RU", seat_points=[3, -1, -1, -1]), {"seat_points": [4, 4, 4, -4]}, "seat_points"),
    (CUP, won("RU", seat_points=[3, -1, -1, -1]), {"seat_points": [2, -2, 2, -2]}, "seat_points"),
    (CUP, won("RU", seat_points=[3, -1, -1, -1]), {"seat_points": [3, -1, -2]}, "seat_points"),
    (BECK, won("3B", seat_points=[8, 0, 0]), {"seat_points": [8, 1, 0]}, "seat_points"),
    # the Mond is caught in a game for card points that was played
    (CUP, won("DR", mond_caught=True), {"contract": "PI", "points": None}, "mond_caught"),
    (CUP, paper("BR", conceded="uhu"), {"mond_caught": True}, "mond_caught"),
    (CUP, paper("TK", seat_thirds=[210, 0, 0, 0]), {"mond_caught": True}, "mond_caught"),
    # all tricks
    *(
        (rules, won("DR", valat("valat"), points=points), {"points": 20}, "bonuses")
        for rules in (CUP, VIENNA)
        for valat, points in ((bonus, 64), (said, 67))
    ),
    (VIENNA, won("DR", bonus("valat", 1), points=20), {"points": 36}, "bonuses"),
    # hands that were dealt again
    (BECK, {"contract": "", "dealer": 1}, {"points": 40}, "contract"),
    (BECK, {"contract": "", "dealer": 1}, {"declarer": 0}, "contract"),
    (
        BECK,
        {"contract": "", "dealer": 1, "seat_points": [0, 0, 0]},
        {"seat_points": [1, 0, 0]},
        "contract",
    ),
    (CUP, won("RU"), {"contract": "", "declarer": -1, "points": None, "bonuses": []}, "contract"),
]

# rules, contract, a bonus it can have, one it cannot
BONUSES: list[tuple[RuleSet, str, Json, Json]] = [
    (CUP, "RU", bonus("pagat"), bonus("parrot")),
    (CUP, "RU", said("pagat"), said("pagat", stage="late")),
    (CUP, "RU", said("pagat"), said("pagat", stage="pre")),
    (CUP, "RU", bonus("king_ultimo"), bonus("heads")),
    (CUP, "DR", bonus("uhu"), bonus("king_ultimo")),
    (CUP, "FD", bonus("four_kings"), bonus("pagat")),
    (CUP, "FD", said("valat"), bonus("trull")),
    (SEED, "RU", bonus("pagat"), bonus("uhu")),
    (SEED, "RU", said("trull"), said("king_ultimo")),
    (CLUB, "FD", bonus("mondfang"), bonus("king_caught", 1)),
    (CLUB, "RU", bonus("mondfang"), said("mondfang")),
    (CLUB, "RU", bonus("king_caught", 1), bonus("king_caught", 0)),
    (CLUB, "SR", bonus("king_caught", 3), said("king_caught", 3)),
    # what may fail without a word
    *(
        (CLUB, "RU", bonus(item, made=False), bonus(other, made=False))
        for item, other in (
            *(("pagat", "trull"), ("quapil", "four_kings"), ("king_ultimo", "valat")),
            *(("pagat", "mondfang"), ("uhu", "king_caught")),
        )
    ),
    (CUP, "RU", said("pagat", made=False), bonus("pagat", made=False)),
    (CUP, "RU", said("trull", made=False), bonus("king_ultimo", made=False)),
    (BECK, "3B", bonus("pagat", made=False), bonus("uhu", made=False)),
    (BECK, "3B", said("pagat", made=False), bonus("trull", made=False)),
    (NO_CATCH, "3B", bonus("pagat"), bonus("pagat", made=False)),
    # how it can be scored
    (LOEW, "3B", said("trull"), bonus("trull")),
    (SILENT_POINTS, "3B", bonus("p40"), bonus("trull")),
    (LOEW, "SO", said("p40"), bonus("p40")),
    (LOEW, "SO", said("p50", made=False), said("p40", stage="pre")),
    (LOEW, "3B", said("p40", stage="pre"), said("p40")),
    (LOEW, "3B", said("p40", stage="pre"), said("pagat", stage="pre")),
    (BECK, "3B", said("p40"), bonus("p40")),
    (BECK, "3B", bonus("trull"), said("trull")),
    (BECK, "3B", bonus("notrull"), bonus("uhus")),
    (MAYR, "3B", said("notrull"), bonus("notrull")),
    (BECK, "SO", said("p40"), said("p40", stage="pre")),
    (BECK, "1B", said("p40", stage="pre"), said("trull", stage="pre")),
    # how often it can be doubled
    (CUP, "RU", said("pagat", kontra=3), said("pagat", kontra=4)),
    (CUP, "RU", said("pagat", kontra=0), said("pagat", kontra=-1)),
    (CUP, "RU", bonus("pagat", kontra=0), bonus("pagat", kontra=1)),
    (SEED, "RU", said("pagat"), said("pagat", kontra=1)),
    (BECK, "3B", said("pagat", kontra=1), said("pagat", kontra=2)),
    (THRICE, "3B", said("pagat", kontra=3), said("pagat", kontra=4)),
    (MAYR, "3B", said("pagat", kontra=2, stage="pre"), said("pagat", kontra=3, stage="pre")),
    (LOEW, "3B", said("trull"), said("trull", kontra=1)),
    # whose it can be
    (CUP, "RU", said("king_ultimo", 0), said("king_ultimo", 1)),
    (CUP, "RU", said("trull", 1), bonus("king_ultimo", 1)),
    (BECK, "3B", bonus("pagat", 1), said("pagat", 1)),
    (BECK, "3B", bonus("trull", 1), said("notrull", 1)),
    (BECK, "3B", bonus("kings", 2), bonus("nokings", 2)),
    (DEFENDERS, "3B", said("uhu", 1), said("p40", 1)),
    (DEFENDERS, "3B", said("pagat", 2), said("pagat", 2, stage="pre")),
    (LOEW, "3B", said("pagat", 1), said("p40", 1)),
    (LOEW, "3B", said("kings", 2), said("kings", 2, made=False, kontra=1)),
    # what the club wrote
    (CLUB, "RU", bonus("custom:0"), bonus("custom:1")),
    (CLUB, "RU", bonus("custom:0", made=False), bonus("custom:00")),
    (CLUB, "RU", bonus("custom:0"), bonus("custom:0", 1)),
    (CLUB, "RU", bonus("custom:0"), said("custom:0")),
    (CLUB, "RU", bonus("custom:0", kontra=0), bonus("custom:0", kontra=1)),
    (CLUB, "RU", bonus("custom:0"), bonus("custom:")),
]

# Illustrated Tarock: what the points of the declarer say about a bonus
BY_POINTS = [
    ("p40", 40, True, 39),
    ("p40", 39, False, 40),
    ("p50", 50, True, 49),
    ("p50", 49, False, 50),
    ("notrull", 36, True, 35),
    ("nokings", 36, True, 35),
    ("valat", 36, True, 35),
]


@pytest.mark.parametrize(("rules", "line", "change", "field"), CASES)
def test_what_cannot_have_come_about_is_refused(
    rules: RuleSet, line: Json, change: Json, field: str
) -> None:
    changed = {key: value for key, value in (line | change).items() if value is not None}
    assert refusal(rules, line) == ""
    assert refusal(rules, changed) == field


@pytest.mark.parametrize(("rules", "contract", "known", "unknown"), BONUSES)
def test_a_bonus_its_contract_cannot_have_is_refused(
    rules: RuleSet, contract: str, known: Json, unknown: Json
) -> None:
    assert refusal(rules, won(contract, known)) == ""
    assert refusal(rules, won(contract, unknown)) == "bonuses"


def test_a_partner_may_have_what_is_the_declarers() -> None:
    """König ultimo belongs to his side; a line of the club is written for the declarer."""
    assert refusal(CUP, won("RU", said("king_ultimo", 2), partner=2)) == ""
    assert refusal(CLUB, won("RU", bonus("king_caught", 2), partner=2)) == "bonuses"
    assert refusal(CLUB, won("RU", bonus("custom:0", 2), partner=2)) == "bonuses"


@pytest.mark.parametrize(("item", "points", "made", "other"), BY_POINTS)
def test_a_bonus_fits_the_points(item: str, points: int, made: bool, other: int) -> None:
    assert refusal(BECK, won("3B", said(item, made=made), points=points)) == ""
    assert refusal(BECK, won("3B", said(item, made=made), points=other)) == "bonuses"


def test_a_bonus_counts_once() -> None:
    """And nobody can hold two honours when three lie in one hand (illustrated-tarock.md §5)."""
    assert refusal(CUP, won("RU", bonus("pagat"), bonus("trull"))) == ""
    assert refusal(CUP, won("RU", bonus("pagat"), bonus("trull"), said("pagat"))) == "bonuses"
    assert refusal(BECK, won("3B", bonus("trull"), bonus("kings", 1))) == ""
    assert refusal(BECK, won("3B", bonus("heads"), bonus("kings", 1))) == ""
    assert refusal(BECK, won("3B", bonus("trull"), bonus("heads", 1))) == "bonuses"


def test_refused_points_come_with_the_right_ones() -> None:
    line = ResultLine.from_json(won("RU", dealer=3, partner=2, seat_points=[2, -2, 2, -2]))
    with pytest.raises(BadResult) as refused:
        line.check(CUP)
    assert refused.value.details == {"field": "seat_points", "points": [1, -1, 1, -1]}
