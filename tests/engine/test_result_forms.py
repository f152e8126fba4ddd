"""Result lines without a contract, and the JSON form of all of them."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from engine.errors import BadResult
from engine.result import ResultLine
from engine.rules import rule_set
from engine.scoring import settle
from tests.engine.paper import bonus, paper, refusal, won

# --- any other game ------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", range(2, 7))
def test_plain_numbers_keep_their_sum_rule(seats: int) -> None:
    zero = rule_set("plain/numbers", seats=seats)
    free = rule_set("plain/numbers", seats=seats, sum_rule="written")
    points = (seats - 1, *[-1] * (seats - 1))
    line = {"contract": "", "dealer": seats - 1, "seat_points": list(points)}
    for rules in (zero, free):
        assert refusal(rules, line) == ""
        score = settle(rules, ResultLine.from_json(line))
        assert (score.points, score.ledger, score.lines) == (points, points, ())
        assert refusal(rules, line | {"seat_points": [*points, 0]}) == "seat_points"
        assert refusal(rules, line | {"seat_points": list(points[:-1])}) == "seat_points"
        assert refusal(rules, {"contract": "", "dealer": 0}) == "seat_points"
        assert refusal(rules, line | {"dealer": seats}) == "dealer"
        assert refusal(rules, line | {"contract": "RU"}) == "contract"
        assert refusal(rules, line | {"won": True}) == "contract"
    others = line | {"seat_points": [seats, *points[1:]]}
    assert refusal(zero, others) == "seat_points"
    assert refusal(free, others) == ""


# --- the form ------------------------------------------------------------------------------------

FORMS: list[tuple[Any, str | None]] = [
    ([], None),
    ("RU", None),
    (None, None),
    (won("RU", parts=[1, 2, 3]), None),
    (won("RU", colour="red"), None),
    ({"dealer": 0}, "contract"),
    ({"contract": "RU"}, "dealer"),
    ({"contract": 5, "dealer": 0}, "contract"),
    ({"contract": "RU", "dealer": "0"}, "dealer"),
    ({"contract": "RU", "dealer": True}, "dealer"),
    (won("RU", declarer=0.0), "declarer"),
    (won("RU", partner=None), "partner"),
    (paper("RU", points=35.5), "points"),
    (paper("RU", points="40"), "points"),
    (paper("RU", won=1), "won"),
    (paper("RU", won="true"), "won"),
    (paper("RU", mond_caught=0), "mond_caught"),
    (paper("TK", seat_thirds={}), "seat_thirds"),
    (paper("TK", seat_thirds=[True, 0, 0, 209]), "seat_thirds"),
    (won("RU", seat_points=[1, -1, "1", -1]), "seat_points"),
    (won("RU", seat_points=[100_001, -100_001, 0, 0]), "seat_points"),
    (won("RU", kontra=[]), "kontra"),
    (won("RU", kontra={"game": True}), "kontra"),
    (won("RU", kontra={"game": "1"}), "kontra"),
    (won("RU", kontra={1: 1}), "kontra"),
    (paper("RU", bonuses={}), "bonuses"),
    (paper("RU", bonuses=["pagat"]), "bonuses"),
    (won("RU", bonus("pagat", colour="red")), "bonuses"),
    (won("RU", {"item": "pagat", "stage": "silent", "seat": 0}), "bonuses"),
    (won("RU", bonus("pagat") | {"seat": "0"}), "bonuses"),
    (won("RU", bonus("pagat") | {"seat": True}), "bonuses"),
    (won("RU", bonus("pagat", won=1)), "bonuses"),
    (won("RU", bonus("pagat", kontra=None)), "bonuses"),
]


@pytest.mark.parametrize(("line", "field"), FORMS)
def test_what_is_no_result_line_is_refused(line: Any, field: str | None) -> None:
    given = copy.deepcopy(line)
    with pytest.raises(BadResult) as refused:
        ResultLine.from_json(line)
    assert refused.value.code == "bad_result"
    assert refused.value.details.get("field") == field
    assert line == given


def test_the_largest_numbers_are_read() -> None:
    line = {"contract": "", "dealer": 0, "seat_points": [100_000, -100_000]}
    assert refusal(rule_set("plain/numbers", seats=2), line) == ""
