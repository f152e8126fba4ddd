"""Königrufen presets as data (docs/rules/koenigrufen.md §19.1).

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
    "packet": 6,
    "sum_rule": "zero",
}


def _contract(code: str, rank: int, value: int, **other: Any) -> dict[str, Any]:
    line = {"code": code, "rank": rank, "value": value, "loss_value": value, "kind": "tarock"}
    line |= {"partner": "alone", "talon": "unused", "bid_right": "any", "leader": "forehand"}
    return line | other


CARDGAMES_ZONE: Final[dict[str, Any]] = FAMILY | {
    "id": "cardgames-zone",
    "version": 1,
    "flow": ["auction", "choose", "call", "take", "discard", "play"],
    "contracts": [
        _contract("RU", 1, 1, partner="called", talon="half"),
        _contract("SR", 2, 2, partner="called", talon="solo"),
        _contract("DR", 3, 4, talon="half"),
        _contract("BE", 4, 4, kind="negative", goal_tricks=0),
        _contract("SD", 5, 8, talon="solo"),
    ],
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
}
