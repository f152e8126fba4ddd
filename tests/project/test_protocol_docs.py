"""docs/protocol.md names what the engine has: verbs, phases, keys, result lines, records."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from pathlib import Path

import pytest

from bots.strategies import advice
from engine.actions import ARGUMENTS, Action
from engine.errors import BadResult
from engine.phases.table import PHASES
from engine.phases.talon import EXPOSURES, UNSEEN
from engine.record import HandRecord
from engine.result import Bonus, ResultLine
from engine.rules import RULE_SETS, rule_set
from engine.scoring import Score, ScoreLine, settle
from engine.view import View
from engine.why import CODES
from tests.project.test_rule_docs import rows

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
RECORDS = sorted((ROOT / "tests" / "records").rglob("*.txt"))


def codes(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def part(heading: str) -> str:
    return TEXT[TEXT.index(f"\n## {heading}\n") :].split("\n## ")[1]


def test_actions_and_the_phases_they_belong_to() -> None:
    """The table is what the stored hands offered in each phase, no more and no less."""
    documented = set()
    for tokens, phases, meaning in rows(TEXT, "token", "phase", "meaning"):
        assert meaning
        for token in codes(tokens):
            documented |= {(Action.parse(token).verb, phase) for phase in codes(phases)}
    assert {verb for verb, _ in documented} == set(ARGUMENTS)
    offered = set()
    for path in RECORDS:
        for state in HandRecord.from_text(path.read_text(encoding="ascii")).states():
            offered |= {(action.verb, state.phase) for action in state.legal_actions()}
    # a third step takes a house rule where there are three players
    agreed = {("subkontra", "announce_before"), ("subkontra", "announce_after")}
    assert documented == offered | agreed


def test_phases() -> None:
    families = {"Königrufen": "koenigrufen", "Illustrated Tarock": "illustrated"}
    for game, phases in rows(TEXT, "game", "phases"):
        flows = [d["flow"] for d in RULE_SETS.values() if d["family"] == families[game]]
        assert codes(phases) == max(flows, key=len)
        assert all(set(flow) <= set(codes(phases)) for flow in flows)
    cell = next(row[1] for row in rows(TEXT, "key", "value", "present") if row[0] == "`phase`")
    assert set(codes(cell)) == {*PHASES, "over"}


def test_keys_of_the_view() -> None:
    first = part("View").split("\n`score`:\n")[0]
    named = [codes(row[0])[0] for row in rows(first, "key", "value", "present")]
    assert len(set(named)) == len(named)
    assert set(named) == set(View.__annotations__)


def test_codes_of_reasons() -> None:
    for column, known in (("when", CODES), ("because", advice.CODES)):
        listed = rows(part("Reasons"), "code", "parameters", column)
        named = {codes(code)[0]: tuple(codes(params)) for code, params, text in listed if text}
        assert named == dict(known)


def test_packets_of_the_talon() -> None:
    """Every contract of every preset falls into one row, the last one taking the rest."""
    listed = rows(TEXT, "contracts", "packets", "seen")
    named = [set(re.findall(r"\b([A-Z0-9][A-Z0-9])\b", row[0])) for row in listed[:-1]]
    named[0] |= {"B2", "B3"}
    for data in RULE_SETS.values():
        for contract in rule_set(f"{data['family']}/{data['id']}").contracts:
            is_listed = any(contract.code in found for found in named[:3])
            assert is_listed == (contract.talon in (*EXPOSURES, UNSEEN)), contract


def test_keys_of_the_score_and_its_lines() -> None:
    score = part("View").split("\n`score`:\n")[1]
    listed = {codes(row[0])[0] for row in rows(score, "key", "value")}
    assert listed == {field.name for field in fields(Score)}
    lines = rows(score, "key", "value", "present")
    named = [key for row in lines for key in codes(row[0])]
    assert len(set(named)) == len(named)
    assert set(named) == {field.name for field in fields(ScoreLine)}


def test_keys_of_a_result_line() -> None:
    listed = rows(part("Result line"), "key", "value", "default")
    named = {codes(row[0])[0] for row in listed}
    # what a played hand's thirds are made of is no part of the written form
    assert named == {field.name for field in fields(ResultLine)} - {"parts"}
    bonuses = next(row[1] for row in listed if row[0] == "`bonuses`")
    assert all(f'"{name}"' in bonuses for name in Bonus._fields)


@pytest.mark.parametrize(("id", "text", "pays"), rows(TEXT, "rule set", "result line", "pays"))
def test_result_lines_pay_what_the_page_says(id: str, text: str, pays: str) -> None:
    rules, line = rule_set(id.strip("`")), ResultLine.from_json(json.loads(text.strip("`")))
    line.check(rules)
    assert list(settle(rules, line).points) == [int(word) for word in pays.split()]
    assert ResultLine.from_json(line.to_json()) == line


@pytest.mark.parametrize(("id", "text", "field"), rows(TEXT, "rule set", "result line", "field"))
def test_other_result_lines_are_refused(id: str, text: str, field: str) -> None:
    line = ResultLine.from_json(json.loads(text.strip("`")))
    with pytest.raises(BadResult) as refused:
        line.check(rule_set(id.strip("`")))
    assert refused.value.details["field"] == field.strip("`")


def test_the_grammar_has_the_lines_of_a_record() -> None:
    grammar = part("Record").split("```")[1].split("entry  ")[0]
    named = re.findall(r'"([a-z]+)[ "]', grammar)
    text = (ROOT / "tests" / "records" / "h1.txt").read_text(encoding="ascii")
    lines = [line for line in text.splitlines() if not line[0].isdigit()]
    fixed = ["tarock" if line.startswith("tarock-record") else line.split(" ")[0] for line in lines]
    assert named == [name for name in fixed if name != "tarock"]
    assert '"tarock-record 1"' in grammar
