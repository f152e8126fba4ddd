"""Who sits where, who plays for whom, and whose time runs: the parts of a frame about seats."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings

from games.models import Hand, Seat, Table


def seats_state(table: Table, seats: Sequence[Seat]) -> list[dict[str, Any]]:
    """One entry per seat of ``table``, free ones included, for ``table_state``."""
    held = {seat.index: seat for seat in seats}
    return [_seat(held[i]) if i in held else _free(i) for i in range(table.size)]


def _free(index: int) -> dict[str, Any]:
    return {"index": index, "kind": "free", "name": ""}


def _seat(seat: Seat) -> dict[str, Any]:
    state: dict[str, Any] = {
        "index": seat.index,
        "name": seat.display_name,
        "kind": "bot" if seat.is_bot else "person",
        "present": seat.is_bot or seat.present,
    }
    if seat.stand_in is not None:
        state["stand_in"] = seat.stand_in.bot.name
    if seat.warm:
        state["warm"] = True
    if seat.claimed_by is not None:
        state["claimed"] = seat.claimed_by.display_name
    if seat.leaving:
        state["leaving" if seat.stand_in is not None else "asked"] = True
    if seat.absent_since is not None and not (seat.is_bot or seat.present):
        state["away_since"] = seat.absent_since.isoformat()
    return state


def starts_at(table: Table) -> datetime:
    """When bots take the free seats of a table that waits (``next_due`` is moved by leases)."""
    return table.created_at + timedelta(seconds=settings.WARM_SECONDS)


def rematch_state(table: Table, seats: Sequence[Seat]) -> dict[str, Any] | None:
    """Who would like another series while the others are asked; None if nobody asks."""
    if table.status != Table.Status.FINISHED or table.next_due is None:
        return None
    wish = [seat.index for seat in seats if seat.person_id is not None and not seat.leaving]
    return {"by": wish}


def clock_state(hand: Hand, seats: Sequence[Seat], turn: int) -> dict[str, Any]:
    """``clock`` of a frame: when the time for this action ends, and with it the bank."""
    assert hand.deadline is not None
    bank_ms = seats[hand.seating[turn]].bank_ms or 0
    until = hand.deadline + timedelta(milliseconds=bank_ms)
    return {
        "seat": turn,
        "deadline": hand.deadline.isoformat(),
        "until": until.isoformat(),
        "bank_ms": bank_ms,
    }
