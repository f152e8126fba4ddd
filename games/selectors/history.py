"""Whose hand it was: the rows of a person's history, and what they must say."""

from __future__ import annotations

from typing import Any, NamedTuple

from engine.rules.base import RuleSet
from games.errors import HandMismatch
from games.models import Hand, HandSeat
from games.selectors.states import rules_of


class SeatLine(NamedTuple):
    """What a hand was to one of its seats; blank and None as long as it does not count."""

    role: str = ""
    contract: str = ""
    points: int | None = None


def seat_lines(rules: RuleSet, result: dict[str, Any]) -> list[SeatLine]:
    """One line per hand seat of a hand that counts; points as the score sheet counts them."""
    code = result["contract"]
    is_everyone = bool(code) and rules.contract(code).kind == "everyone"
    return [
        SeatLine(_role(result, seat, is_everyone=is_everyone), code, points)
        for seat, points in enumerate(result["points"])
    ]


def _role(result: dict[str, Any], seat: int, *, is_everyone: bool) -> str:
    if not result.get("contract"):
        return ""
    if is_everyone:
        return HandSeat.Role.ALONE
    if seat == result.get("declarer"):
        return HandSeat.Role.DECLARER
    return HandSeat.Role.PARTNER if seat == result.get("partner") else HandSeat.Role.DEFENDER


def hand_seats_verify(hand: Hand) -> None:
    """Compare the history rows of ``hand`` with its result.

    Who sat there is not derived from anything; that nobody sits in a seat twice is a constraint.
    Raises HandMismatch.
    """
    table = hand.series.table
    lines, ended_at = [SeatLine() for _ in hand.seating], None
    if hand.status == Hand.Status.OVER:
        lines, ended_at = seat_lines(rules_of(table), hand.result or {}), hand.ended_at
    for row in HandSeat.objects.filter(hand_id=hand.pk):
        is_placed = row.index < len(lines) and row.table_seat == hand.seating[row.index]
        if not is_placed or row.rules_id != table.rules_id:
            raise HandMismatch("a history row has another seat or other rules", hand=hand.public_id)
        found = SeatLine(row.role, row.contract, row.points)
        if found != lines[row.index] or row.ended_at != ended_at:
            raise HandMismatch("a history row has another result", hand=hand.public_id)
