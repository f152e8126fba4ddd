"""The derived result of a finished hand, as stored in ``Hand.result``."""

from __future__ import annotations

from typing import Any

from engine.state import HandState
from games.models import Hand


def result_of(state: HandState) -> dict[str, Any]:
    """The score of a finished hand with what a score sheet names, in hand seats.

    ``Score.to_json()`` plus ``contract``, ``declarer`` and ``partner`` (None: nobody, or alone).
    The same for equal records, so it can be derived again at any time.
    """
    contract = state.contract
    return {
        **state.score().to_json(),
        "contract": contract.code if contract else "",
        "declarer": state.declarer if state.declarer >= 0 else None,
        "partner": state.partner if state.partner >= 0 else None,
    }


def sheet_row(hand: Hand, size: int) -> dict[str, Any]:
    """One line of the score sheet of a finished hand, in table seats.

    ``points`` has one number per table seat; who sat out has 0. The dealer of a table with one
    seat more than the game has players is the one who sat out.
    """
    result = hand.result or {}
    seating = hand.seating
    declarer = result.get("declarer")
    return {
        "number": hand.number,
        "hand": hand.public_id,
        "dealer": dealer_seat(hand, size),
        "contract": result.get("contract", ""),
        "declarer": None if declarer is None else seating[declarer],
        "alone": declarer is not None and result.get("partner") is None,
        "points": points_by_table_seat(hand, size),
    }


def dealer_seat(hand: Hand, size: int) -> int:
    """Table seat of the dealer."""
    out = [seat for seat in range(size) if seat not in hand.seating]
    return int(out[0] if out else hand.seating[hand.dealer])


def points_by_table_seat(hand: Hand, size: int) -> list[int]:
    """Game points of a finished hand per table seat."""
    points = [0] * size
    for seat, value in zip(hand.seating, (hand.result or {}).get("points", ()), strict=False):
        points[seat] = value
    return points
