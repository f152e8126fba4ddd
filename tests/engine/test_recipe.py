"""docs/guides/new-rule-set.md, done step by step as it stands."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from engine.errors import BadOption, BadRecord
from engine.record import HandRecord
from engine.rules import PRESETS, RULE_SETS, Registry
from engine.state import HandState
from tests.engine import hands

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "guides" / "new-rule-set.md").read_text(encoding="utf-8")


def block(begins: str) -> str:
    """The block of code that begins like this, without its indent."""
    for found in re.findall(r"(?:^(?: {4}.*)?\n)+", TEXT, re.M):
        plain = re.sub(r"^ {4}", "", found, flags=re.M).strip("\n")
        if plain.startswith(begins):
            return plain + "\n"
    raise AssertionError(begins)


DATA: dict[str, Any] = json.loads(block("{"))


@pytest.fixture
def names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What the script of step 3 leaves behind."""
    (tmp_path / "afternoon.json").write_text(block("{"), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    found: dict[str, Any] = {}
    exec(compile(block("import json"), "try_it.py", "exec"), found)
    return found


def test_twenty_hands_are_played(names: dict[str, Any]) -> None:
    played = names["played"]
    assert len(played) == 20
    assert {code for code, _ in played} == {"RU", "BE", "DR"}
    assert all(len(points) == 4 and sum(points) == 0 for _, points in played)


def test_the_house_rules_of_step_4(
    names: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    exec(compile(block("from engine.rules.describe"), "try_it.py", "exec"), names)
    assert capsys.readouterr().out.splitlines() == [
        "values BE 3 -> 4",
        "bonus_values pagat [1, 3] -> [2, 4]",
    ]
    with pytest.raises(BadOption):
        names["registry"].rule_set("koenigrufen/afternoon", mondfang=True)


def test_what_it_pays_is_what_the_data_says() -> None:
    """A Dreier lost costs 6 to each, a silent Pagat in it twice 1."""
    rules = Registry([DATA]).rule_set("koenigrufen/afternoon")
    assert rules.key == "koenigrufen/afternoon@1"
    dreier = rules.contract("DR")
    assert (dreier.value, dreier.loss_value, dreier.bonus_multiplier) == (4, 6, 2)
    assert rules.bonuses["pagat"].post == 3
    phases = set()
    for seed in range(12):
        state = HandState.deal(rules, hands.deal(seed), seed % 4)
        while state.turn is not None:
            phases.add(state.phase)
            state = state.apply(state.turn, state.legal_actions()[-1])
        assert sum(state.score().points) == sum(state.score().ledger) == 0
    assert phases <= set(rules.flow)
    assert {"auction", "announce", "play"} <= phases


def test_the_published_registry_does_not_know_it(names: dict[str, Any]) -> None:
    record = names["record"]
    assert isinstance(record, HandRecord)
    with pytest.raises(BadRecord, match="no rule set"):
        record.verify()
    assert "koenigrufen/afternoon" not in RULE_SETS
    assert record.verify(Registry((*PRESETS, DATA))).is_over


def test_the_parts_are_named_in_the_guide() -> None:
    table = TEXT[TEXT.index("| part | says |") :].split("\n\n")[0]
    named = set(re.findall(r"`([a-z_]+)`", table))
    needed = {"family", "id", "version", "hand_seats", "hand_size", "deal", "flow", "contracts"}
    assert needed | {"bonuses", "sum_rule", "accepts"} <= named
