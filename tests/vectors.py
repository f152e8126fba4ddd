"""The vectors of the rules files, checked against the engine.

The JSON lines are copied unchanged from the rules files to ``tests/engine/vectors``. This module
is the only place that knows their wording: ``check(vector)`` asserts one line of Königrufen,
``check_written(vector)`` one of Illustrated Tarock.
"""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path
from typing import Any, Final

from engine import cards
from engine.actions import Action
from engine.phases import auction, bidding, calling, talon, tricks
from engine.record import Entry, HandRecord
from engine.result import Bonus, ResultLine
from engine.rules import RuleSet, rule_set
from engine.scoring import settle

FOLDER: Final = Path(__file__).parent / "engine" / "vectors"


def _lines(name: str) -> list[dict[str, Any]]:
    text = (FOLDER / name).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def load() -> list[dict[str, Any]]:
    """All Königrufen vectors, in file order."""
    return _lines("koenigrufen.jsonl")


def load_written() -> list[dict[str, Any]]:
    """All vectors of Illustrated Tarock, in file order."""
    return _lines("illustrated.jsonl")


def presets() -> list[dict[str, Any]]:
    """The Königrufen presets as the rules file writes them."""
    return _lines("presets.jsonl")


def table(name: str, heading: str) -> list[list[str]]:
    """The rows of the readable table under a heading of a rules file, cell by cell."""
    text = (FOLDER / name).read_text(encoding="utf-8")
    section = text.split(f"### {heading}", 1)[1].split("\n### ", 1)[0]
    rows = [line.strip("| ").split(" | ") for line in section.splitlines() if line[:1] == "|"]
    return [[cell.strip(" |") for cell in row] for row in rows[2:]]


def check(vector: dict[str, Any]) -> None:
    """Asserts one vector."""
    CHECKS[vector["type"]](vector)


def _indexes(codes: list[str]) -> list[int]:
    return [cards.index_of(code) for code in codes]


def _points(v: dict[str, Any]) -> None:
    thirds = cards.thirds(cards.mask_of(v["cards"]))
    assert thirds == v["thirds"]
    assert f"{thirds // 3}/{thirds % 3}" == v["points"]
    assert cards.shown(thirds) == v["rounded"]


def _trick(v: dict[str, Any]) -> None:
    at = tricks.trick_winner(_indexes(v["cards"]), kind=v["kind"], emperor=v["emperor"])
    assert v["cards"][at] == v["winning_card"]
    assert (v["leader"] + at) % 4 == v["winner"]
    assert cards.thirds(cards.mask_of(v["cards"])) == v["thirds"]


def _legal(v: dict[str, Any]) -> None:
    found = tricks.legal_cards(
        cards.mask_of(v["hand"]),
        _indexes(v["trick"]),
        kind=v.get("kind", "tarock"),
        overtake=v.get("overtake", False),
        pagat_last=v.get("pagat_last", False),
        reserved={cards.index_of(card): due for card, due in v.get("reserved", {}).items()},
        number=v.get("no", 1),
        lock=v.get("mode", "none"),
    )
    assert set(cards.codes_of(found)) == set(v["legal"])


def discards_reached(hand: int, kind: str, count: int) -> set[int]:
    """The sets that discarding card by card can reach."""
    if not count:
        return {0}
    return {
        1 << card | rest
        for card in cards.indexes_of(talon.discardable(hand, kind=kind))
        for rest in discards_reached(hand & ~(1 << card), kind, count - 1)
    }


def discards_by_formula(hand: int, kind: str, count: int) -> set[int]:
    """The legal sets as koenigrufen.md §8.3 defines them."""
    free = [c for c in cards.codes_of(hand) if c[1] != "K" and c not in ("01", "21", "22")]
    suit_first = kind != "suit"
    prefer = {c for c in free if c[0].isalpha() == suit_first}
    return {
        cards.mask_of(chosen)
        for chosen in combinations(free, count)
        if set(chosen) <= prefer or prefer <= set(chosen)
    }


def _discard(v: dict[str, Any]) -> None:
    hand = cards.mask_of(v["hand"])
    found = discards_reached(hand, v["kind"], v["k"])
    assert len(found) == v["n_legal_sets"]
    assert found == discards_by_formula(hand, v["kind"], v["k"])
    assert all(cards.mask_of(example) in found for example in v["legal_examples"])
    assert not any(cards.mask_of(example) in found for example in v["illegal_examples"])


def _call(v: dict[str, Any]) -> None:
    found = calling.callable_cards(cards.mask_of(v["hand"]))
    assert set(cards.codes_of(found)) == set(v["callable"])


# a hand with no bird, no king and twelve suit cards: it may bid what §6.2 asks for
_ANY_HAND: Final = cards.mask_of(f"{s}{r}" for s in "HD" for r in "4321JN")


def _auction(v: dict[str, Any]) -> None:
    rules, forehand = _rules_of(v), v["forehand"]
    state = bidding.opening(rules, forehand)
    result = None
    for line in v["log"]:
        seat, _, call = line.partition(":")
        choosing = state.turn is None
        action = _call_action(call, "choose" if choosing else "bid")
        if choosing:
            assert int(seat) == forehand
            assert action in auction.choices(rules, _ANY_HAND)
            result = [action.arg, forehand]
            continue
        assert state.turn == int(seat)
        assert action in auction.options(rules, state, forehand, _ANY_HAND)
        state = auction.call(rules, state, forehand, action)
    if state.high and state.turn is None:
        result = [state.high.code, state.high_seat]
    assert result == v["result"]
    if v["state"] == "choose":
        options = [action.arg for action in auction.choices(rules, _ANY_HAND)]
        assert options == v["next_options"]


def _call_action(text: str, verb: str) -> Action:
    """A call as the vectors write it: bids and choices without their verb."""
    return Action(text) if text.islower() else Action(verb, text.removeprefix("bid "))


def _rules_of(v: dict[str, Any]) -> RuleSet:
    return rule_set(f"koenigrufen/{v['preset']}")


def _line_of(v: dict[str, Any]) -> ResultLine:
    """The result line a vector describes; its bonuses name sides, of which one seat is taken."""
    declarer = v["declarer"]
    partner = -1 if v["partner"] is None else v["partner"]
    side = {declarer, partner}
    seat_of = {"D": declarer, "O": next(seat for seat in range(4) if seat not in side)}
    bonuses = []
    if "valat" in v:
        owner, announced, made = v["valat"]
        bonuses.append(Bonus("valat", "post" if announced else "silent", seat_of[owner], made))
    for item, announced, owner, made, *factor in v.get("bon", ()):
        kontra = factor[0].bit_length() - 1 if factor else 0
        stage = "post" if announced else "silent"
        bonuses.append(Bonus(item, stage, seat_of[owner], made, kontra))
    return ResultLine(
        contract=v["contract"],
        dealer=3,
        declarer=declarer,
        partner=partner,
        thirds=v.get("td"),
        won=v.get("won"),
        bonuses=tuple(bonuses),
        forfeit=v.get("offender", -1),
    )


def _settle(v: dict[str, Any]) -> None:
    score = settle(_rules_of(v), _line_of(v))
    assert list(score.points) == v["score"]
    assert list(score.ledger) == v["ledger"]


def _revoke(v: dict[str, Any]) -> None:
    assert v["announced_bonus"] == 0
    score = settle(_rules_of(v), _line_of(v))
    assert list(score.points) == list(score.ledger) == v["score"]


def _trischaken(v: dict[str, Any]) -> None:
    line = ResultLine("TK", (v["forehand"] - 1) % 4, seat_thirds=tuple(v["thirds"]))
    found = {
        name: list(settle(rule_set(f"koenigrufen/{id}"), line).points)
        for name, id in (("tournament", "tournament"), ("vienna", "tournament-vienna"))
    }
    assert found == {name: v[f"score_{name}"] for name in found}


def written_rules(v: dict[str, Any]) -> RuleSet:
    """The rule set of a vector of Illustrated Tarock."""
    options = {} if v["values"] == "default" else {"bonus_set": v["values"]}
    return rule_set(v["preset"].replace("-", "/", 1), **options)


def check_written(v: dict[str, Any]) -> None:
    """Asserts one vector of Illustrated Tarock; A is the declarer, B sits on his right."""
    contra = v["game_contra"]
    line = ResultLine(
        contract=v["contract"],
        dealer=2,
        declarer=0,
        take_state=v["take"],
        points=v["points"],
        bonuses=tuple(
            Bonus(b["item"], b["stage"], "ABC".index(b["owner"]), b["won"], b["contra"])
            for b in v["bonuses"]
        ),
        kontra={"game": contra["level"]} if contra["level"] else {},
        game_stage=contra["stage"],
    )
    assert list(settle(written_rules(v), line).points) == v["expect"]


def deal_order(v: dict[str, Any]) -> tuple[str, ...]:
    """A deal order that gives these hands and this talon."""
    seats = [(v["forehand"] + j) % 4 for j in range(4)]
    first = [card for s in seats for card in v["hands"][str(s)][:6]]
    second = [card for s in seats for card in v["hands"][str(s)][6:]]
    return (*first, *v["talon_left"], *v["talon_right"], *second)


def record_of(v: dict[str, Any]) -> HandRecord:
    """The record of a complete hand that is written as a vector."""
    calls = [line.partition(":") for line in v["auction"]]
    moves = [(int(seat), _call_action(call, "bid")) for seat, _, call in calls]
    declarer = v["declarer_side"][0]
    moves.append((declarer, Action("call", v["call"])))
    moves.append((declarer, Action("take", v["take"])))
    moves += [(declarer, Action("discard", card)) for card in v["discard"]]
    for trick in v["tricks"]:
        moves += [
            ((trick["leader"] + at) % 4, Action("play", card))
            for at, card in enumerate(trick["cards"])
        ]
    rules = _rules_of(v)
    return HandRecord(
        rules_key=rules.key,
        rules_hash=rules.hash,
        options={},
        series="",
        number=0,
        attempt=0,
        dealer=v["dealer"],
        seating=(0, 1, 2, 3),
        cards=deal_order(v),
        entries=tuple(Entry(seat, action, "person") for seat, action in moves),
        result=tuple(v["score"]),
    )


def _hand(v: dict[str, Any]) -> None:
    record = record_of(v)
    state = record.verify()
    for seat, hand in v["hands"].items():
        assert state.dealt[int(seat)] == cards.mask_of(hand)
    for trick, expected in zip(state.play.tricks, v["tricks"], strict=True):
        assert (trick.lead, trick.winner) == (expected["leader"], expected["winner"])
        assert cards.thirds(sum(1 << c for c in trick.cards)) == expected["thirds"]
    score = state.score()
    assert score.declarer_thirds == v["thirds_declarer_side"] == 210 - v["thirds_opponents"]
    assert list(score.points) == v["score"]


CHECKS: Final = {
    "points": _points,
    "trick": _trick,
    "legal": _legal,
    "discard": _discard,
    "call": _call,
    "auction": _auction,
    "settle": _settle,
    "revoke": _revoke,
    "trischaken": _trischaken,
    "hand": _hand,
}
