"""House rules told as differences to the preset."""

import json
from typing import Any

import pytest

from engine.errors import UnknownRuleSet
from engine.rules import RULE_SETS, rule_set
from engine.rules.base import rules_from_data
from engine.rules.describe import Difference, differences
from engine.rules.koenigrufen import TOURNAMENT
from engine.rules.options import OPTIONS, with_options

# a value of every option that changes each preset which takes it
CHANGES: dict[str, Any] = {
    "all_pass": "trischaken",
    "bonus_set": "beck-german",
    "uhu_enabled": True,
    "defenders_announce": True,
    "win_thirds": 106,
    "silent_failure_costs": True,
    "mondfang": True,
    "king_caught": 5,
    "emperor_trick": "mond_skus_pagat",
    "kontra_in_score": True,
    "contra_levels": 3,
    "pre_factor_stacks": True,
    "chain_required": True,
    "overbid_after_take": False,
    "loser_bonus_multiplied": False,
    "silent_pagat_loss": False,
    "silent_point_bonus": True,
    "double_rounds": True,
    "max_redeals": 3,
    "match": {"target": 150, "bonus": 20},
    "custom_lines": [{"name": "Renonce", "value": 4}],
}


def change_for(option: str, data: Any) -> Any:
    """A value of the option that this preset does not have already."""
    codes = [line["code"] for line in data["contracts"]]
    if option == "contracts":
        return codes[:-1]
    if option in ("values", "loss_values"):
        return {codes[-1]: 13}
    if option in ("multipliers", "bonus_multipliers"):
        return {codes[-1]: 7}
    if option == "bonus_values":
        return {"pagat": [n and n + 1 for n in data["bonuses"]["pagat"]]}
    if option == "overpoints_in_solo":
        return not data.get("scoring", {}).get("overpoints_in_solo", True)
    if option == "take_values":
        return [value + 1 for value in data["auction"]["take_values"]]
    return CHANGES[option]


CASES = [(id, option) for id, data in RULE_SETS.items() for option in data["accepts"]]


@pytest.mark.parametrize(("id", "option"), CASES)
def test_every_option_of_every_preset_makes_a_difference(id: str, option: str) -> None:
    value = change_for(option, RULE_SETS[id])
    found = differences(rule_set(id, **{option: value}))
    # the bonus set stands for the values it changes
    named = "bonus_values" if option == "bonus_set" else option
    assert {difference.option for difference in found} == {named}
    assert all(difference.before != difference.after for difference in found)
    assert json.loads(json.dumps(found)) == [list(difference) for difference in found]


@pytest.mark.parametrize("id", [*RULE_SETS, "plain/numbers"])
def test_without_house_rules_there_is_no_difference(id: str) -> None:
    assert differences(rule_set(id)) == ()


def test_an_option_that_repeats_the_preset_is_no_difference() -> None:
    rules = rule_set("koenigrufen/cardgames-zone", values={"BE": 4}, win_thirds=107)
    assert differences(rules) == ()


def test_the_facts() -> None:
    rules = rule_set(
        "koenigrufen/tournament",
        contracts=["RU", "BE", "DR", "SX"],
        values={"BE": 3, "DR": 4},
        bonus_values={"king_ultimo": [3, 6], "valat": [2, 4]},
        custom_lines=[{"name": "Fehlansage", "value": 5}],
    )
    off = ("TK", "PI", "SR", "BR", "FD", "FS", "PO", "BO", "SD")
    assert differences(rules) == (
        *(Difference("contracts", code, True, False) for code in off),
        Difference("values", "BE", 2, 3),
        Difference("bonus_values", "king_ultimo", [1, 2], [3, 6]),
        Difference("bonus_values", "valat", [4, 8], [2, 4]),
        Difference("custom_lines", "Fehlansage", None, 5),
    )


def test_the_game_at_the_desk() -> None:
    found = differences(rule_set("plain/numbers", seats=3, sum_rule="written"))
    assert found == (
        Difference("seats", "", 4, 3),
        Difference("sum_rule", "", "zero", "written"),
    )


def test_the_bonus_set_shows_its_values() -> None:
    found = differences(rule_set("illustrated/beck", bonus_set="beck-german"))
    assert Difference("bonus_values", "p50", [None, 20, 40], [None, 10, 20]) in found
    assert len(found) == 6


def test_a_rule_set_that_is_not_published_is_compared_with_a_given_one() -> None:
    data = TOURNAMENT | {"id": "ours"}
    options = {"win_thirds": 106}
    preset, rules = (rules_from_data(with_options(data, o), o) for o in ({}, options))
    assert differences(rules, preset) == (Difference("win_thirds", "", 107, 106),)
    with pytest.raises(UnknownRuleSet):
        differences(rules)


def test_every_option_can_be_told() -> None:
    told = {option for data in RULE_SETS.values() for option in data["accepts"]}
    assert told | {"seats", "sum_rule"} == set(OPTIONS)
