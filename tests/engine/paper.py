"""Result lines as people write them, and whether they are accepted."""

from __future__ import annotations

import copy
from typing import Any

from engine.errors import BadResult
from engine.result import ResultLine
from engine.rules import RuleSet
from engine.scoring import settle

Json = dict[str, Any]
OF_THREE = ("3B", "2B", "1B", "SO")


def paper(contract: str, **other: Any) -> Json:
    """A line; seat 0 declares, and is forehand unless a dealer is named."""
    return {"contract": contract, "declarer": 0} | other


def won(contract: str, *bonuses: Json, points: int = 40, **other: Any) -> Json:
    """A line with card points and bonuses."""
    return paper(contract, points=points, bonuses=list(bonuses), **other)


def bonus(item: str, seat: int = 0, *, made: bool = True, **other: Any) -> Json:
    """A silent bonus; made by the declarer unless it is said otherwise."""
    return {"item": item, "stage": "silent", "seat": seat, "won": made} | other


def said(item: str, seat: int = 0, *, made: bool = True, **other: Any) -> Json:
    """An announced bonus."""
    return bonus(item, seat, made=made, **{"stage": "post", **other})


def refusal(rules: RuleSet, line: Json) -> str:
    """The field for which a line is refused, '' when it is accepted and can be settled."""
    line = {"dealer": rules.hand_seats - 1} | line
    given = copy.deepcopy(line)
    read = ResultLine.from_json(line)
    try:
        read.check(rules)
    except BadResult as refused:
        return str(refused.details["field"])
    finally:
        assert line == given
        assert read == ResultLine.from_json(given)
    points = settle(rules, read).points
    assert len(points) == rules.hand_seats
    assert rules.sum_rule == "written" or sum(points) == 0
    assert ResultLine.from_json(read.to_json()) == read
    return ""
