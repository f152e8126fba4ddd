"""The presets of Illustrated Tarock as the second referee knows them (illustrated-tarock.md)."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field
from typing import Any

Values = tuple[int | None, int | None, int | None]
CODES = ["3B", "2B", "1B", "SO"]


@dataclass
class Preset:
    """§6, §7, §11: bonus values are silent, after the talon, before it."""

    games: list[int]
    bonuses: dict[str, Values]
    pre: list[str]
    post: list[str]
    claims: list[str]
    packets: str = "tapp"
    no_tarok_redeals: bool = False
    takeable: list[str] = field(default_factory=list)
    take_once: bool = False
    take_values: list[int] = field(default_factory=list)
    are_claims_automatic: bool = True
    defenders: list[str] = field(default_factory=list)
    is_clockwise: bool = False
    rotation: bool = False
    is_ordered: bool = False
    solo_overpoints: bool = True
    # kontra factors by number of steps
    game_pre: list[int] = field(default_factory=lambda: [1])
    bonus_pre: list[int] = field(default_factory=lambda: [1, 2])
    factors: list[int] = field(default_factory=lambda: [1, 2])
    multipliers: list[int] = field(default_factory=lambda: [1, 2, 3, 4])
    codes: list[str] = field(default_factory=lambda: list(CODES))
    overbids_takes: bool = True
    is_chained: bool = False
    failures_multiplied: bool = True
    pagat_is_caught: bool = True
    silent_degrees: bool = False
    trischaken: bool = False


EARLY = ["pagat", "uhu", "p40", "p50", "notrull", "nokings", "valat"]
LATE = ["pagat", "p40", "p50", "valat", "notrull", "nokings"]
PRESETS = {
    "loew-1954": Preset(
        games=[3, 3, 3, 8],
        bonuses={
            "p40": (None, 5, 5),
            "p50": (None, 15, 15),
            "pagat": (5, 10, None),
            "trull": (None, 3, None),
            "kings": (None, 3, None),
        },
        pre=["p40"],
        post=["pagat", "p50"],
        claims=["trull", "kings"],
        no_tarok_redeals=True,
        takeable=["3B", "2B", "1B"],
        take_values=[4, 4, 5],
        are_claims_automatic=False,
        defenders=["pagat"],
        solo_overpoints=False,
    ),
    "beck": Preset(
        games=[3, 3, 3, 3],
        bonuses={
            "pagat": (5, 10, 20),
            "uhu": (5, 10, 20),
            "p40": (None, 5, 10),
            "p50": (None, 20, 40),
            "notrull": (4, 8, 16),
            "nokings": (5, 10, 20),
            "valat": (12, 24, 48),
            "trull": (4, None, None),
            "kings": (5, None, None),
            "heads": (2, None, None),
        },
        pre=EARLY,
        post=EARLY,
        claims=["trull", "kings", "heads"],
        takeable=["3B"],
        take_once=True,
        take_values=[4, 5],
        is_clockwise=True,
    ),
    "mayr-sedlaczek-2016": Preset(
        games=[3, 5, 7, 10],
        bonuses={
            "pagat": (5, 10, 20),
            "p40": (None, 5, 10),
            "p50": (None, 20, 40),
            "valat": (20, 40, 80),
            "notrull": (None, 10, 20),
            "nokings": (None, 10, 20),
            "trull": (3, None, None),
            "kings": (3, None, None),
        },
        pre=LATE,
        post=LATE,
        claims=["trull", "kings"],
        packets="eights",
        rotation=True,
        is_ordered=True,
        game_pre=[1, 4, 16],
        # §7 has 2, 4, 16 on the value after the talon: half of that on the value before it
        bonus_pre=[1, 2, 8],
        factors=[1, 2, 4],
    ),
}


BECK_GERMAN: dict[str, Values] = {
    "p50": (None, 10, 20),
    "notrull": (4, 4, 8),
    "nokings": (5, 5, 10),
    "trull": (4, 4, 8),
    "kings": (5, 5, 10),
    "heads": (2, 2, 4),
}


def longer(factors: list[int], levels: int) -> list[int]:
    """As many steps as agreed, each as much more as the one before it (``contra_levels``)."""
    if len(factors) == 1:
        return factors
    step = factors[-1] // factors[-2]
    return [*factors, factors[-1] * step, factors[-1] * step * step][: levels + 1]


def with_options(preset: str, options: dict[str, Any]) -> Preset:
    """The preset under house rules (§11.1), of those that change a single hand."""
    rules = copy.deepcopy(PRESETS[preset])
    rules.codes = [c for c in CODES if c in options.get("contracts", CODES)]
    for code, value in options.get("values", {}).items():
        rules.games[CODES.index(code)] = value
    for code, value in options.get("multipliers", {}).items():
        rules.multipliers[CODES.index(code)] = value
    rules.take_values = options.get("take_values", rules.take_values)
    if options.get("bonus_set") == "beck-german":
        rules.bonuses |= BECK_GERMAN
    if options.get("uhu_enabled"):
        rules.bonuses["uhu"] = (5, 10, None)
        rules.post, rules.defenders = ["pagat", "p50", "uhu"], ["pagat", "uhu"]
    if options.get("defenders_announce"):
        rules.defenders = ["pagat", "uhu"]
    rules.bonuses |= {item: tuple(v) for item, v in options.get("bonus_values", {}).items()}
    if "contra_levels" in options:
        for name in ("game_pre", "bonus_pre", "factors"):
            setattr(rules, name, longer(getattr(rules, name), options["contra_levels"]))
    if options.get("pre_factor_stacks"):
        rules.bonus_pre = rules.game_pre
    rules.is_chained = options.get("chain_required", False)
    rules.overbids_takes = options.get("overbid_after_take", True)
    rules.solo_overpoints = options.get("overpoints_in_solo", rules.solo_overpoints)
    rules.failures_multiplied = options.get("loser_bonus_multiplied", True)
    rules.pagat_is_caught = options.get("silent_pagat_loss", True)
    rules.silent_degrees = options.get("silent_point_bonus", False)
    rules.trischaken = options.get("all_pass") == "trischaken"
    return rules
