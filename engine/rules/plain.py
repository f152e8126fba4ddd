"""``plain/numbers``: any other game at the desk, written down and added up, never dealt here."""

from __future__ import annotations

from typing import Any, Final

NUMBERS: Final[dict[str, Any]] = {
    "family": "plain",
    "id": "numbers",
    "version": 1,
    "hand_seats": 4,
    "hand_size": 0,
    "sum_rule": "zero",
    "flow": [],
    "contracts": [],
    "bonuses": {},
    "deal": {"pattern": []},
    "valat": {"mode": "none"},
    "series": {"hands_allowed": list(range(1, 101)), "default_hands": 8},
    "accepts": ["seats", "sum_rule"],
}
