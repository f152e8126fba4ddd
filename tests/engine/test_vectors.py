"""Every vector of the rules file that concerns a playable preset."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from engine.rules import RULE_SETS
from engine.rules.koenigrufen import FAMILY
from tests import vectors

ALL = vectors.load()
HERE = [v for v in ALL if v["id"] not in vectors.STEP_2]


@pytest.mark.parametrize("vector", HERE, ids=[v["id"] for v in HERE])
def test_vector(vector: dict[str, Any]) -> None:
    vectors.check(vector)


def test_the_set_for_later_names_only_other_presets() -> None:
    later = [v for v in ALL if v["id"] in vectors.STEP_2]
    assert len(later) == len(vectors.STEP_2)
    assert all(v.get("preset") != "cardgames-zone" for v in later)


def test_the_preset_is_the_data_of_the_rules_file() -> None:
    ours = RULE_SETS[vectors.ZONE]
    theirs = vectors.preset_data("cardgames-zone")
    with_defaults = [
        {"goal_tricks": None, "ouvert": False, "bonus_multiplier": 1, "bonuses": []} | line
        for line in ours["contracts"]
    ]
    assert {**ours, "contracts": with_defaults} == theirs
    assert json.loads(json.dumps(ours)) == ours
    assert FAMILY.items() <= ours.items()


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
    text = (Path(__file__).parents[2] / "docs/rules/koenigrufen.md").read_text(encoding="utf-8")
    *presets, lines = re.findall(r"```json\n(.*?)```", text, flags=re.DOTALL)
    assert [json.loads(line) for line in lines.splitlines()] == ALL
    for block in presets:
        data = json.loads(block)
        assert vectors.preset_data(data["id"]).items() >= data.items()
