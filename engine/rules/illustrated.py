"""Illustrated Tarock: three historical rule sets as data (illustrated-tarock.md §6, §11).

Bonus values are ``[silent, announced, announced before the talon]``; ``agreed`` holds what an
option may bring in. A changed value is a new version, so that finished hands keep theirs.
"""

from __future__ import annotations

from typing import Any, Final

FAMILY: Final[dict[str, Any]] = {
    "family": "illustrated",
    "hand_seats": 3,
    "hand_size": 16,
    "sum_rule": "written",
    "flow": ["auction", "announce_before", "take", "discard", "announce_after", "play"],
    # these two concern Trischaken only (§9)
    "play": {"negative_overtake": True, "negative_pagat_last": True, "trick_view": "own"},
    "valat": {"mode": "none"},
    "trischaken": {"table": "written", "loser": -10, "other": 5, "no_trick": 5},
    "revoke": "none",
    "series": {
        "hands_allowed": [2, 3, 4, 6, 8, 9, 12, 15, 16, 18, 21, 24],
        "default_hands": 12,
        "target": 0,
        "target_bonus": 10,
        "max_redeals": 10,
    },
    "custom_lines": [],
    "accepts": [
        *("contracts", "values", "multipliers", "bonus_values", "custom_lines"),
        *("overpoints_in_solo", "loser_bonus_multiplied", "silent_pagat_loss"),
        *("silent_point_bonus", "contra_levels", "max_redeals", "match"),
    ],
}


def _contract(code: str, rank: int, value: int, talon: str, multiplier: int) -> dict[str, Any]:
    return {
        "code": code,
        "rank": rank,
        "value": value,
        "loss_value": value,
        "kind": "tarock",
        "partner": "alone",
        "talon": talon,
        "bid_right": "any",
        "leader": "forehand",
        "multiplier": multiplier,
        "bonus_multiplier": multiplier,
    }


def _contracts(three: int, two: int, one: int, solo: int) -> list[dict[str, Any]]:
    return [
        _contract("3B", 1, three, "threes", 1),
        _contract("2B", 2, two, "pairs", 2),
        _contract("1B", 3, one, "singles", 3),
        _contract("SO", 4, solo, "solo", 4),
    ]


# everybody for himself when all passed; nobody can bid it (§9)
_TRISCHAKEN: Final = _contract("TK", 0, 10, "unused", 1) | {
    "kind": "everyone",
    "partner": "none",
    "bid_right": "all_pass",
}
_DUEL: Final = {"style": "duel", "all_pass": "redeal", "ends_at_once": ["SO"]}
_EARLY: Final = ["pagat", "uhu", "p40", "p50", "notrull", "nokings", "valat"]

LOEW: Final[dict[str, Any]] = FAMILY | {
    "id": "loew-1954",
    "version": 1,
    "deal": {"pattern": ["t6", "4", "4", "4", "4"], "redeal_no_tarok": True},
    "contracts": _contracts(3, 3, 3, 8),
    "bonuses": {
        "p40": [None, 5, 5],
        "p50": [None, 15, None],
        "pagat": [5, 10, None],
        "trull": [None, 3, None],
        "kings": [None, 3, None],
    },
    "auction": _DUEL | {"takeable": ["3B", "2B", "1B"], "retake": True, "take_values": [4, 4, 5]},
    "announce": {
        "pre": ["p40"],
        "post": ["pagat", "p50"],
        "defenders": ["pagat"],
        "claims": ["trull", "kings"],
        "claim": "before_play",
    },
    "kontra": {
        "factors": {"bonus_pre": [1, 2], "bonus_post": [1, 2], "game_pre": [1], "game_post": [1, 2]}
    },
    "scoring": {"overpoints_in_solo": False},
    "agreed": {"uhu": [5, 10, None]},
    "accepts": [*FAMILY["accepts"], "take_values", "uhu_enabled", "overbid_after_take"],
}

# what the German article reports where it differs from Dummett's reading (§6.2)
_BECK_GERMAN: Final[dict[str, Any]] = {
    "p50": [None, 10, 20],
    "notrull": [4, 4, 8],
    "nokings": [5, 5, 10],
    "trull": [4, 4, 8],
    "kings": [5, 5, 10],
    "heads": [2, 2, 4],
}

BECK: Final[dict[str, Any]] = FAMILY | {
    "id": "beck",
    "version": 1,
    "deal": {"pattern": ["t6", "4", "4", "4", "4"]},
    "contracts": _contracts(3, 3, 3, 3),
    "bonuses": {
        "pagat": [5, 10, 20],
        "uhu": [5, 10, 20],
        "p40": [None, 5, 10],
        "p50": [None, 20, 40],
        "notrull": [4, 8, 16],
        "nokings": [5, 10, 20],
        "valat": [12, 24, 48],
        "trull": [4, None, None],
        "kings": [5, None, None],
        "heads": [2, None, None],
    },
    "auction": _DUEL | {"takeable": ["3B"], "take_once": True, "take_values": [4, 5]},
    "announce": {
        "pre": _EARLY,
        "post": _EARLY,
        "claims": ["trull", "kings", "heads"],
        "reply_order": "cw",
    },
    "kontra": {
        "factors": {"bonus_pre": [1, 2], "bonus_post": [1, 2], "game_pre": [1], "game_post": [1, 2]}
    },
    "agreed": {
        "everyone": _TRISCHAKEN,
        "bonus_sets": {"beck": {}, "beck-german": _BECK_GERMAN},
    },
    "accepts": [
        *FAMILY["accepts"],
        *("take_values", "overbid_after_take", "all_pass", "bonus_set"),
        *("defenders_announce", "chain_required"),
    ],
}

_MS_ITEMS: Final = ["pagat", "p40", "p50", "valat", "notrull", "nokings"]
MAYR_SEDLACZEK: Final[dict[str, Any]] = FAMILY | {
    "id": "mayr-sedlaczek-2016",
    "version": 1,
    "deal": {"pattern": ["8", "t6", "8"]},
    "contracts": _contracts(3, 5, 7, 10),
    "bonuses": {
        "pagat": [5, 10, 20],
        "p40": [None, 5, 10],
        "p50": [None, 20, 40],
        "valat": [20, 40, 80],
        "notrull": [None, 10, 20],
        "nokings": [None, 10, 20],
        "trull": [3, None, None],
        "kings": [3, None, None],
    },
    "auction": {"style": "rotation", "all_pass": "redeal", "ends_at_once": ["SO"]},
    "play": FAMILY["play"] | {"trick_view": "own_talon_and_last"},
    "announce": {
        "pre": _MS_ITEMS,
        "post": _MS_ITEMS,
        "claims": ["trull", "kings"],
        "chain": "ordered",
    },
    # §7 gives 2, 4, 16 on the value after the talon; the value before it is twice that one
    "kontra": {
        "factors": {
            "bonus_pre": [1, 2, 8],
            "bonus_post": [1, 2, 4],
            "game_pre": [1, 4, 16],
            "game_post": [1, 2, 4],
        }
    },
    "accepts": [*FAMILY["accepts"], "pre_factor_stacks", "chain_required"],
}

PRESETS: Final = (LOEW, BECK, MAYR_SEDLACZEK)
