"""The derived result of a finished hand, as stored in ``Hand.result``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.state import HandState
from games.models import Hand

DOUBLED = ("points", "ledger")
"""What a double round multiplies."""


def result_of(state: HandState, factor: int = 1) -> dict[str, Any]:
    """The score of a finished hand with what a score sheet names, in hand seats.

    ``Score.to_json()`` plus ``contract`` ("" after a redeal), ``declarer`` and ``partner`` (None:
    nobody, or alone). The same for equal records, so it can be derived again at any time. In a
    double round ``points`` and ``ledger`` are multiplied by ``factor``, which then stands beside
    them; the lines explain the hand itself.
    """
    contract = state.contract
    result = {
        **state.score().to_json(),
        "contract": contract.code if contract else "",
        "declarer": state.declarer if state.declarer >= 0 else None,
        "partner": state.partner if state.partner >= 0 else None,
    }
    if factor != 1:
        doubled = {name: [value * factor for value in result[name]] for name in DOUBLED}
        result |= doubled | {"factor": factor}
    return result


def points_of_hand(result: dict[str, Any]) -> tuple[int, ...]:
    """What the hand itself paid, as its record says: without the factor of a double round."""
    factor = result.get("factor", 1)
    return tuple(points // factor for points in result["points"])


def sheet_row(hand: Hand, size: int) -> dict[str, Any]:
    """One line of the score sheet of a hand that counts, in table seats.

    ``points`` has one number per table seat; who sat out has 0. The dealer of a table with one
    seat more than the game has players is the one who sat out. ``factor`` is there in a double
    round; ``contract`` is "" where the last allowed redeal counts as a hand without points.
    """
    result = hand.result or {}
    seating = hand.seating
    declarer = result.get("declarer")
    row = {
        "number": hand.number,
        "hand": hand.public_id,
        "dealer": dealer_seat(hand, size),
        "contract": result.get("contract", ""),
        "declarer": None if declarer is None else seating[declarer],
        "alone": declarer is not None and result.get("partner") is None,
        "points": points_by_table_seat(hand, size),
    }
    return row | {"factor": result["factor"]} if "factor" in result else row


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


def totals_of(hands: Iterable[Hand], size: int) -> list[int]:
    """Sum of the game points of finished hands per table seat."""
    totals = [0] * size
    for hand in hands:
        for seat, value in enumerate(points_by_table_seat(hand, size)):
            totals[seat] += value
    return totals
