"""Every vector of both rules files, and the presets as the Königrufen file writes them."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from engine.rules import RULE_SETS
from engine.rules.koenigrufen import FAMILY
from tests import vectors

ALL = vectors.load()
WRITTEN = vectors.load_written()
RULES = Path(__file__).parents[2] / "docs" / "rules"
# what a contract has unless its line says otherwise (koenigrufen.md §19.1)
DEFAULTS = {"goal_tricks": None, "ouvert": False, "bonus_multiplier": 1, "bonuses": []}


@pytest.mark.parametrize("vector", ALL, ids=[v["id"] for v in ALL])
def test_vector(vector: dict[str, Any]) -> None:
    vectors.check(vector)


@pytest.mark.parametrize("vector", WRITTEN, ids=[v["id"] for v in WRITTEN])
def test_vector_of_illustrated_tarock(vector: dict[str, Any]) -> None:
    vectors.check_written(vector)


@pytest.mark.parametrize("theirs", vectors.presets(), ids=[p["id"] for p in vectors.presets()])
def test_a_preset_is_the_data_of_the_rules_file(theirs: dict[str, Any]) -> None:
    ours = RULE_SETS[f"koenigrufen/{theirs['id']}"]
    contracts = [DEFAULTS | line for line in ours["contracts"]]
    shared = FAMILY.keys() | {"flow"}
    assert {k: v for k, v in ours.items() if k not in shared} | {"contracts": contracts} == theirs
    assert json.loads(json.dumps(ours)) == ours
    assert all(ours[key] == FAMILY[key] for key in FAMILY if key != "accepts")


def test_worked_example_counts_39_points() -> None:
    h1 = next(v for v in ALL if v["id"] == "H1")
    state = vectors.record_of(h1).verify()
    (line,) = state.score().lines
    assert (line.thirds, line.tricks_thirds, line.discards_thirds, line.talon_thirds) == (
        117,
        114,
        3,
        0,
    )
    assert line.to_json()["won"] is True
    assert state.score().points == (1, -1, -1, 1)


def test_the_vectors_and_presets_are_those_of_the_rules_file() -> None:
    text = (RULES / "koenigrufen.md").read_text(encoding="utf-8")
    *presets, lines = re.findall(r"```json\n(.*?)```", text, flags=re.DOTALL)
    assert [json.loads(line) for line in lines.splitlines()] == ALL
    assert [json.loads(block) for block in presets] == vectors.presets()


def test_the_vectors_of_illustrated_tarock_are_those_of_its_file() -> None:
    text = (RULES / "illustrated-tarock.md").read_text(encoding="utf-8")
    (lines,) = re.findall(r"```json\n(.*?)```", text, flags=re.DOTALL)
    assert [json.loads(line) for line in lines.splitlines()] == WRITTEN


@pytest.mark.parametrize("name", ["koenigrufen.md", "illustrated.md"])
def test_the_readable_tables_are_those_of_the_rules_files(name: str) -> None:
    files = [path.read_text(encoding="utf-8") for path in RULES.glob("*.md")]
    copied = (vectors.FOLDER / name).read_text(encoding="utf-8")
    assert any(copied in text for text in files)
