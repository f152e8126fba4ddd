"""Königrufen presets as data (koenigrufen.md §19.1).

Every value is that file's; a changed value is a new version, so that finished hands keep
theirs.
"""

from __future__ import annotations

from typing import Any, Final

# what every preset of the family shares (koenigrufen.md §4, §5)
FAMILY: Final[dict[str, Any]] = {
    "family": "koenigrufen",
    "hand_seats": 4,
    "hand_size": 12,
    "sum_rule": "zero",
    "deal": {"pattern": ["6", "t6", "6"]},
    "custom_lines": [],
    "accepts": [
        *("contracts", "values", "loss_values", "bonus_values", "bonus_multipliers"),
        *("win_thirds", "kontra_in_score", "custom_lines", "emperor_trick", "mondfang"),
        *("king_caught", "double_rounds", "silent_failure_costs"),
    ],
}
# a preset without kontra cannot let it count, one without bonuses has none to value
_NO_KONTRA: Final = [name for name in FAMILY["accepts"] if name != "kontra_in_score"]
_NO_BONUSES: Final = [
    name for name in _NO_KONTRA if name not in ("bonus_values", "silent_failure_costs")
]
_PLAIN_FLOW: Final = ["auction", "choose", "call", "take", "discard", "play"]
_CUP_FLOW: Final = [
    *("auction", "choose", "call", "concede", "take", "discard", "announce", "play")
]
_ENDS: Final = ["trull", "four_kings", "valat"]
_BIRDS: Final = ["pagat", "uhu", "kakadu", "quapil"]
_WITH_KING: Final = [*_BIRDS, "king_ultimo", *_ENDS]
_ALONE: Final = [*_BIRDS, *_ENDS]
_IN_SUITS: Final = ["four_kings", "valat"]
_CUP_VALUES: Final = {
    "pagat": [1, 2],
    "uhu": [2, 4],
    "kakadu": [3, 6],
    "quapil": [4, 8],
    "king_ultimo": [1, 2],
    "trull": [1, 2],
    "four_kings": [1, 2],
}


def _contract(code: str, rank: int, value: int, **other: Any) -> dict[str, Any]:
    line = {"code": code, "rank": rank, "value": value, "loss_value": value, "kind": "tarock"}
    line |= {"partner": "alone", "talon": "unused", "bid_right": "any", "leader": "forehand"}
    return line | other


def _caller(code: str, rank: int, value: int = 1, **other: Any) -> dict[str, Any]:
    return _contract(
        code, rank, value, **({"partner": "called", "talon": "half", "bonuses": _WITH_KING} | other)
    )


def _tricks(code: str, rank: int, value: int, goal: int, *, is_open: bool = False) -> Any:
    """A negative contract of the cups: the declarer leads (§10.1)."""
    other = {"kind": "negative", "leader": "declarer", "goal_tricks": goal, "ouvert": is_open}
    return _contract(code, rank, value, **other)


def _everyone(rank: int, value: int, talon: str) -> dict[str, Any]:
    other = {"kind": "everyone", "partner": "none", "talon": talon, "bid_right": "fh_after"}
    return _contract("TK", rank, value) | other


def _seed_contracts(bonuses: list[str]) -> list[dict[str, Any]]:
    """The five contracts of the seed text, low to high."""
    return [
        _contract("RU", 1, 1, partner="called", talon="half", bonuses=bonuses),
        _contract("SR", 2, 2, partner="called", talon="solo", bonuses=bonuses),
        _contract("DR", 3, 4, talon="half", bonuses=bonuses),
        _contract("BE", 4, 4, kind="negative", goal_tricks=0),
        _contract("SD", 5, 8, talon="solo", bonuses=bonuses),
    ]


CARDGAMES_ZONE: Final[dict[str, Any]] = FAMILY | {
    "id": "cardgames-zone",
    "version": 1,
    "flow": _PLAIN_FLOW,
    "contracts": _seed_contracts([]),
    "bonuses": {},
    "valat": {"mode": "none"},
    "auction": {
        "forehand_first_calls": ["reserve", "bid"],
        "forehand_may_hold": True,
        "all_pass": "forehand_chooses",
    },
    "calling": {"four_kings": "call_next_rank", "anonymous_fourth": False},
    "talon": {
        "concede_if_called_in_talon": False,
        "solorufer_called_in_talon": "half_to_declarer",
    },
    "discard": {"suit_game_min_suit_cards": 0},
    "play": {
        "negative_overtake": False,
        "negative_pagat_last": False,
        "emperor_trick": "none",
        "announced_card_lock": "none",
    },
    "kontra": {"max_factor": 1, "ledger": False},
    "scoring": {"win_thirds": 107, "silent_failure_costs": False},
    "trischaken": None,
    "revoke": "side_loses_game",
    "series": {"hands_allowed": [2, 4, 8], "default_hands": 8, "double_rounds": False},
    "accepts": _NO_BONUSES,
}

SEED_BONUSES: Final[dict[str, Any]] = CARDGAMES_ZONE | {
    "id": "seed-bonuses",
    "flow": [*_PLAIN_FLOW[:-1], "announce", "play"],
    "contracts": _seed_contracts(["pagat", *_ENDS]),
    "bonuses": {"pagat": [1, 2], "trull": [1, 2], "four_kings": [1, 2]},
    "valat": {"mode": "fixed", "silent": 10, "announced": 20},
    "play": CARDGAMES_ZONE["play"] | {"announced_card_lock": "soft"},
    "accepts": _NO_KONTRA,
}

TOURNAMENT: Final[dict[str, Any]] = FAMILY | {
    "id": "tournament",
    "version": 1,
    "flow": _CUP_FLOW,
    "contracts": [
        _everyone(1, 1, "last"),
        _caller("RU", 2, bid_right="fh_after"),
        _tricks("PI", 3, 2, 1),
        _tricks("BE", 4, 2, 0),
        _caller("SR", 5, 2, talon="solo", bonus_multiplier=2),
        _caller("BR", 6, compulsory=_BIRDS),
        _contract("FD", 7, 3, kind="suit", talon="half", bonuses=_IN_SUITS),
        _contract("SX", 8, 4, loss_value=8, talon="six", bid_right="fh_first", bonuses=_ALONE),
        _contract("DR", 9, 4, talon="half", bonuses=_ALONE),
        _contract("FS", 10, 6, kind="suit", talon="solo", bonus_multiplier=2, bonuses=_IN_SUITS),
        _tricks("PO", 11, 6, 1, is_open=True),
        _tricks("BO", 12, 7, 0, is_open=True),
        _contract("SD", 13, 8, talon="solo", bonus_multiplier=2, bonuses=_ALONE),
    ],
    "bonuses": _CUP_VALUES,
    "valat": {"mode": "multiply", "silent": 4, "announced": 8},
    "auction": {
        "forehand_first_calls": ["reserve", "bid"],
        "forehand_may_hold": True,
        "all_pass": "forehand_chooses",
    },
    "calling": {"four_kings": "no_call_contracts", "anonymous_fourth": True},
    "talon": {
        "concede_if_called_in_talon": True,
        "solorufer_called_in_talon": "half_to_declarer",
    },
    "discard": {"suit_game_min_suit_cards": 0},
    "play": {
        "negative_overtake": True,
        "negative_pagat_last": True,
        "emperor_trick": "none",
        "announced_card_lock": "soft",
    },
    "kontra": {"max_factor": 8, "ledger": True, "suit_kontra_or_valat": True},
    "scoring": {"win_thirds": 107, "silent_failure_costs": False},
    "trischaken": {
        "table": "ooe",
        "talon": "last_trick",
        "regular_revoke": 2,
        "forehand_revoke": 4,
    },
    "revoke": "offender_pays_all",
    "series": {
        "hands_allowed": [4, 8, 12, 16, 20],
        "default_hands": 16,
        "double_rounds": False,
    },
}

VIENNA: Final[dict[str, Any]] = TOURNAMENT | {
    "id": "tournament-vienna",
    "contracts": [
        _caller("RU", 1, bid_right="fh_after"),
        _everyone(2, 2, "perTrick"),
        _tricks("PI", 3, 2, 1),
        _tricks("ZW", 3, 2, 2),
        _caller("SR", 4, 2, talon="solo", bonus_multiplier=2),
        _caller("B1", 5, compulsory=["pagat"]),
        _tricks("BE", 6, 4, 0),
        _contract("SX", 7, 4, loss_value=8, talon="six", bid_right="fh_first", bonuses=_ALONE),
        _caller("B2", 8, compulsory=["uhu"]),
        _contract("FD", 9, 5, kind="suit", talon="half", bonuses=_IN_SUITS),
        _contract("DR", 10, 5, talon="half", bonuses=_ALONE),
        _tricks("PO", 11, 6, 1, is_open=True),
        _tricks("ZO", 11, 6, 2, is_open=True),
        _caller("B3", 12, compulsory=["kakadu"]),
        _tricks("BO", 13, 8, 0, is_open=True),
        _caller("B4", 14, compulsory=["quapil"]),
        _contract("FS", 15, 10, kind="suit", talon="solo", bonus_multiplier=2, bonuses=_IN_SUITS),
        _contract("SD", 16, 10, talon="solo", bonus_multiplier=2, bonuses=_ALONE),
    ],
    "valat": {"mode": "fixed", "silent": 10, "announced": 20},
    "auction": {
        "forehand_first_calls": ["reserve", "bid:SX"],
        "forehand_may_hold": False,
        "all_pass": "forehand_chooses",
    },
    "calling": {"four_kings": "call_next_rank", "anonymous_fourth": True},
    "discard": {"suit_game_min_suit_cards": 6},
    "play": {
        "negative_overtake": True,
        "negative_pagat_last": True,
        "emperor_trick": "any_order",
        "announced_card_lock": "hard",
    },
    "kontra": {"max_factor": 8, "ledger": True},
    "trischaken": {
        "table": "vienna",
        "talon": "one_card_to_each_of_tricks_1_to_6",
        "regular_revoke": 6,
        "forehand_revoke": 6,
    },
    "series": {
        "hands_allowed": [4, 8, 12, 16, 20],
        "default_hands": 20,
        "double_rounds": False,
    },
}

PRESETS: Final = (CARDGAMES_ZONE, SEED_BONUSES, TOURNAMENT, VIENNA)
