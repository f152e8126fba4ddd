"""Seats that change hands between two hands of a series, in the transaction that deals."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from bots.models import BotVersion
from bots.selectors import bot_version_builtin
from games.models import Seat, Series, Table
from games.selectors import seats_fresh
from games.services.clocks import STAND_IN


def seats_change(*, series: Series, now: datetime, known: Sequence[Seat] = ()) -> list[Seat]:
    """Let everybody take the seat he claimed and leave the one he left; the seats as they are.

    A warm bot gives way to the person of ``claimed_by``. A warm bot takes the seat of a person
    who is leaving, and of one who has not been seen since the series began and for whom a bot
    stands in already. Totals stay with the seat. While nobody would be left nothing changes.
    ``known`` are the seats as the caller has them, which saves reading who sits there.
    """
    table = series.table
    seats = seats_fresh(table.pk, known)
    changes = {seat.pk: change for seat in seats if (change := _change_of(seat, series, now))}
    if not changes or not _leaves_somebody(seats, changes):
        return seats
    for seat in (seat for seat in seats if seat.pk in changes):
        Seat.objects.filter(
            pk=seat.pk,
            claimed_by=seat.claimed_by_id,
            leaving=seat.leaving,
            stand_in=seat.stand_in_id,
        ).update(**changes[seat.pk])
    getattr(table, "_prefetched_objects_cache", {}).pop("seats", None)
    return seats_fresh(table.pk)


def seats_begin(*, table: Table, now: datetime) -> None:
    """Ready the seats of persons for a series: banks are full, nobody has been replaced, and
    whoever is not there has been away since now."""
    persons = Seat.objects.filter(table=table, person__isnull=False)
    persons.filter(leaving=False).update(bank_ms=table.bank_ms, stand_in=None)
    persons.filter(present=False).update(absent_since=now)


def bot_of_seat(table: Table, index: int) -> BotVersion:
    """The bot that warms a seat of ``table``."""
    slug = table.warm_bots[index] if index < len(table.warm_bots) else ""
    return bot_version_builtin(slug or STAND_IN)


def warm_values(table: Table, index: int) -> dict[str, Any]:
    """The values of a seat that a warm bot takes."""
    bot = bot_of_seat(table, index)
    return {
        "bot_version": bot,
        "name": bot.seat_name(index + 1),
        "warm": True,
        "person": None,
        "stand_in": None,
        "leaving": False,
        "present": False,
        "absent_since": None,
        "bank_ms": None,
    }


def _change_of(seat: Seat, series: Series, now: datetime) -> dict[str, Any]:
    if seat.warm and seat.claimed_by_id is not None:
        return {
            "person": seat.claimed_by,
            "bot_version": None,
            "claimed_by": None,
            "warm": False,
            "name": "",
            "present": False,
            "absent_since": now,
            "bank_ms": series.table.bank_ms,
        }
    if seat.person_id is not None and (seat.leaving or _never_came(seat, series)):
        return warm_values(series.table, seat.index)
    return {}


def _never_came(seat: Seat, series: Series) -> bool:
    return (
        series.table.kind == Table.Kind.QUICK
        and seat.stand_in_id is not None
        and seat.absent_since is not None
        and seat.absent_since <= series.started_at
    )


def _leaves_somebody(seats: Sequence[Seat], changes: dict[int, dict[str, Any]]) -> bool:
    persons = [changes.get(seat.pk, {}).get("person", seat.person) for seat in seats]
    return any(person is not None for person in persons)
