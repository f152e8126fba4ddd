"""Random option sets: valid ones from the names a preset accepts, and ones to be refused."""

from __future__ import annotations

import random
from typing import Any

from engine.rules import RULE_SETS, RuleSet, rule_set

SWITCHES = (
    *("silent_failure_costs", "mondfang", "kontra_in_score", "pre_factor_stacks"),
    *("chain_required", "overbid_after_take", "overpoints_in_solo", "loser_bonus_multiplied"),
    *("silent_pagat_loss", "silent_point_bonus", "double_rounds", "uhu_enabled"),
    "defenders_announce",
)
CHOICES: dict[str, tuple[Any, ...]] = {
    "win_thirds": (106, 107),
    "emperor_trick": ("none", "any_order", "mond_skus_pagat"),
    "all_pass": ("redeal", "trischaken"),
    "bonus_set": ("beck", "beck-german"),
    "king_caught": (0, 1, 7, 50),
    "contra_levels": (0, 1, 2, 3),
    "max_redeals": (1, 10, 100),
    "match": ({"target": 100}, {"target": 20, "bonus": 0}, {"target": 1000, "bonus": 50}),
    "custom_lines": ([], [{"name": "Renons", "value": 0}, {"name": "Ä 2", "value": 50}]),
}
LINES = ("values", "loss_values", "multipliers", "bonus_multipliers")


def accepted(preset: str) -> tuple[str, ...]:
    """The options of a preset that make sense in it."""
    data = RULE_SETS[preset]
    has_kontra = data["kontra"].get("max_factor", 2) > 1
    return tuple(name for name in data["accepts"] if has_kontra or name != "kontra_in_score")


def _contracts(rng: random.Random, data: Any) -> list[str]:
    """Some contracts; one of them can be chosen with any hand."""
    lines = [c for c in data["contracts"] if c["bid_right"] != "all_pass"]
    safe = [c for c in lines if c["partner"] == "alone" and c["kind"] != "suit"]
    kept = {rng.choice([c["code"] for c in safe if c["bid_right"] == "any"])}
    kept |= {c["code"] for c in lines if rng.random() < 0.6}
    return [c["code"] for c in lines if c["code"] in kept]


def _bonus_values(rng: random.Random, data: Any, chosen_set: str) -> dict[str, list[int | None]]:
    known = dict(data["bonuses"]) | data.get("agreed", {}).get("bonus_sets", {}).get(chosen_set, {})
    if data["valat"]["mode"] != "none":
        known["valat"] = [1, 2]
    chosen = rng.sample(sorted(known), min(3, len(known)))
    return {
        item: [None if old is None else rng.randrange(51) for old in known[item]] for item in chosen
    }


def option_set(preset: str, number: int) -> dict[str, Any]:
    """Valid option set ``number`` of a preset: about half of what it accepts."""
    rng = random.Random(f"options {preset} {number}")
    data = RULE_SETS[preset]
    found: dict[str, Any] = {}
    codes = [c["code"] for c in data["contracts"] if c["kind"] != "everyone"]
    for name in accepted(preset):
        if rng.random() < 0.5:
            continue
        if name == "contracts":
            found[name] = _contracts(rng, data)
            codes = [code for code in codes if code in found[name]]
        elif name in LINES:
            low, high = (1, 10) if name == "multipliers" else (0, 50)
            chosen = rng.sample(codes, rng.randint(1, len(codes)))
            found[name] = {code: rng.randint(low, high) for code in chosen}
        elif name == "bonus_values":
            continue  # below: it depends on the set of bonuses
        elif name == "take_values":
            if length := len(data["auction"].get("take_values", ())):
                found[name] = [rng.randrange(51) for _ in range(length)]
        elif name in SWITCHES:
            found[name] = rng.random() < 0.7
        else:
            found[name] = rng.choice(CHOICES[name])
    if rng.random() < 0.5 and (values := _bonus_values(rng, data, found.get("bonus_set", ""))):
        found["bonus_values"] = values
    return found


def rules_under(preset: str, number: int) -> RuleSet:
    """The rule set of such an option set."""
    return rule_set(preset, **option_set(preset, number))
