"""Golden records: every contract of every preset, replayed line by line and entered as on paper.

``make_records`` found them; the score of each is explained in the JSON beside it.
"""

from __future__ import annotations

import functools
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.record import HandRecord
from engine.result import ResultLine
from engine.rules import RULE_SETS, rule_set
from engine.scoring import Score, settle
from engine.state import HandState
from tests.engine.make_records import FOLDER, explained
from tests.engine.record_plans import plans

PLANS = {f"{preset}/{name}": plan for preset, name, plan in plans()}
NAMES = sorted(PLANS)
# what only a played hand can explain: how the points of the declarer's side came together
PARTS = ("thirds", "tricks_thirds", "discards_thirds", "talon_thirds", "tricks_won")


def path_of(name: str) -> Path:
    return FOLDER / f"{name}.txt"


@functools.cache
def played(name: str) -> tuple[HandRecord, tuple[HandState, ...]]:
    record = HandRecord.from_text(path_of(name).read_text(encoding="ascii"))
    return record, tuple(record.states())


def end_of(name: str) -> HandState:
    return played(name)[1][-1]


@pytest.mark.parametrize("name", NAMES)
def test_a_golden_record_is_replayed_line_by_line(name: str) -> None:
    record, states = played(name)
    assert record.to_text() == path_of(name).read_text(encoding="ascii")
    for state, entry in zip(states, record.entries, strict=False):
        assert state.turn == entry.seat
        assert entry.action in state.legal_actions()
        assert (entry.actor == "rule") == (state.forced_action() is not None)
    assert states[-1].is_over
    assert record.result == states[-1].score().points
    assert explained(states[-1]) == path_of(name).with_suffix(".json").read_text(encoding="utf-8")
    # and it is what its name says
    assert PLANS[name].wanted(states[-1], ResultLine.of(states[-1]), states[-1].score())


def paid(score: Score) -> list[dict[str, Any]]:
    """The lines of a score without what only a played hand can explain."""
    lines = [line.to_json() for line in score.lines]
    return [{key: value for key, value in line.items() if key not in PARTS} for line in lines]


def entered(line: ResultLine, state: HandState) -> Score:
    """What the line pays, written as JSON, read again and checked."""
    read = ResultLine.from_json(json.loads(json.dumps(line.to_json())))
    assert read == line
    read.check(state.rules)
    return settle(state.rules, read)


def on_paper(exact: ResultLine, score: Score) -> ResultLine:
    """The line as people write it: whole points instead of thirds, won instead of tricks."""
    points = score.points if exact.contract else ()
    if exact.thirds is not None:
        return replace(exact, thirds=None, points=exact.whole_points, seat_points=points)
    if exact.tricks is not None:
        return replace(exact, tricks=None, won=score.lines[0].won, seat_points=points)
    return replace(exact, seat_points=points)


@pytest.mark.parametrize("name", NAMES)
def test_entered_as_a_result_line_it_pays_the_same(name: str) -> None:
    """From the exact count, and from what paper knows."""
    state = end_of(name)
    line, score = ResultLine.of(state), state.score()
    exact, written = entered(line, state), entered(on_paper(line, score), state)
    assert exact.declarer_thirds == score.declarer_thirds
    for found in (exact, written):
        assert (found.points, found.ledger) == (score.points, score.ledger)
        assert paid(found) == paid(score)


# --- nothing is missing --------------------------------------------------------------------------


def test_every_stored_record_has_its_plan() -> None:
    found = {p.relative_to(FOLDER).with_suffix("").as_posix() for p in FOLDER.glob("*/*.*")}
    assert found == set(NAMES)


def results_of(preset: str) -> list[tuple[HandState, ResultLine, Score]]:
    """All results of a preset's records, those of house rules apart."""
    ends = [end_of(n) for n in NAMES if n.startswith(f"{preset}/") and not PLANS[n].options]
    return [(end, ResultLine.of(end), end.score()) for end in ends]


@pytest.mark.parametrize("id", RULE_SETS)
def test_every_contract_was_won_and_lost(id: str) -> None:
    """With and without a partner, with silent and announced bonuses, where there are such."""
    rules = rule_set(id)
    missing: list[object] = []
    for contract in rules.contracts:
        ends = [r for r in results_of(RULE_SETS[id]["id"]) if r[1].contract == contract.code]
        if contract.kind == "everyone":
            assert len(ends) >= 4
            continue
        games = {
            (score.lines[0].won, line.partner >= 0)
            for _, line, score in ends
            if score.lines[0].item == "game"
        }
        sides = (True, False) if contract.partner == "called" else (False,)
        wanted = {(won, side) for won in (True, False) for side in sides}
        missing += [(contract.code, *case) for case in wanted - games]
        stages = {(b.stage, b.won) for _, line, _ in ends for b in line.bonuses}
        has_bonuses = bool(contract.bonuses) or rules.sum_rule == "written"
        if has_bonuses:
            ways = {("silent", True), ("post", True), ("post", False)}
            missing += [(contract.code, way) for way in ways - stages]
    assert not missing


@pytest.mark.parametrize("id", [id for id in RULE_SETS if RULE_SETS[id]["bonuses"]])
def test_every_bonus_was_paid_in_every_way(id: str) -> None:
    rules = rule_set(id)
    found = {
        (line.item, line.stage, line.won)
        for _, _, score in results_of(RULE_SETS[id]["id"])
        for line in score.lines
        if line.stage
    }
    wanted = set()
    for item, values in rules.bonuses.items():
        if values.silent is not None:
            wanted.add((item, "silent", True))
        stages = {"post": values.post, "pre": values.pre}
        if rules.sum_rule == "written":
            said = {"post": rules.announce.post, "pre": rules.announce.pre}
            stages = {stage: value for stage, value in stages.items() if item in said[stage]}
            if item in rules.announce.claims and rules.announce.claim == "before_play":
                wanted.add((item, "post", True))
        for stage, value in stages.items():
            if value is not None:
                wanted |= {(item, stage, True), (item, stage, False)}
    if rules.valat.mode != "none":
        wanted |= {("valat", "silent", True), ("valat", "post", True), ("valat", "post", False)}
    assert not wanted - found
