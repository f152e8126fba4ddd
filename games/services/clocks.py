"""Clocks and absence: how long a table waits for a person, and who plays for him then.

A person has ``Table.clock_ms`` for each action and, beyond that, the rest of his bank
(``Seat.bank_ms``) for the whole series. Whoever is away from a table with other persons is waited
for ``Table.grace_ms``, with or without a clock. When either is over, ``Table.takeover`` says what
happens: only his move is made for him, or a bot stands in until he returns.

Nothing here keeps time: ``Hand.next_due`` says when somebody has to look, and is written by the
transaction of whatever changes it (an append, a deal, somebody coming or going).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Literal, NamedTuple

from django.conf import settings

from bots.selectors import bot_version_builtin
from engine.record import Entry
from engine.state import HandState
from games.models import Hand, Seat, Table
from games.services.due import lease_human

MOVE_SHOWN_MS = 400
"""A browser shows each move this long; the next person's deadline grants that time."""

STAND_IN = "club"
"""The built-in bot that plays for somebody who is away."""

Actor = Literal["bot", "stand_in", "clock", "away"]


class Times(NamedTuple):
    """The times of a hand's row: the clock of the person to move begins to run, ends, and
    somebody has to look."""

    turn_at: datetime | None = None
    deadline: datetime | None = None
    next_due: datetime | None = None


def hand_times(
    *, hand: Hand, state: HandState, seats: Sequence[Seat], actions: str, now: datetime
) -> Times:
    """When things happen after ``actions`` (record text) have led to ``state``.

    A bot to move is due after a lease: whoever wrote the hand lets it move at once. A person
    for whom nobody waits is never due.
    """
    if state.turn is None:
        return Times()
    seat = seats[hand.seating[state.turn]]
    if seat.is_bot or seat.stand_in_id is not None:
        return Times(next_due=now + lease_human())
    table = hand.series.table
    turn_at = now + timedelta(milliseconds=MOVE_SHOWN_MS * moves_to_show(actions))
    deadline = None
    if table.clock_ms is not None:
        deadline = turn_at + timedelta(milliseconds=table.clock_ms)
    return Times(turn_at, deadline, _next_look(table, deadline, seat, seats, now))


def look_again(hand: Hand, seat: Seat, seats: Sequence[Seat], now: datetime) -> datetime | None:
    """When somebody has to look at ``hand``, in which the person at ``seat`` is to move and whose
    clock goes on as it was."""
    if seat.stand_in_id is not None:
        return now
    return _next_look(hand.series.table, hand.deadline, seat, seats, now)


def _next_look(
    table: Table, deadline: datetime | None, seat: Seat, seats: Sequence[Seat], now: datetime
) -> datetime | None:
    over = None
    if deadline is not None:
        grace = timedelta(milliseconds=settings.ACTION_GRACE_MS)
        over = time_until(deadline, seat) + grace
    gone = away_until(table, seat, seats)
    times = [time for time in (over, None if gone is None else max(gone, now)) if time is not None]
    return min(times, default=None)


def time_until(deadline: datetime, seat: Seat) -> datetime:
    """When the time of the person at ``seat`` is over, his bank included."""
    return deadline + timedelta(milliseconds=seat.bank_ms or 0)


def away_until(table: Table, seat: Seat, seats: Sequence[Seat]) -> datetime | None:
    """Until when others, at a seat or with a claim to one, wait for somebody who is away; None when
    they do, or there are none."""
    if table.grace_ms is None or seat.present or seat.absent_since is None:
        return None
    others = (other.person_id or other.claimed_by_id for other in seats if other.pk != seat.pk)
    if not any(others):
        return None
    return seat.absent_since + timedelta(milliseconds=table.grace_ms)


def actor_now(hand: Hand, seat: Seat, seats: Sequence[Seat], now: datetime) -> Actor | None:
    """Who moves for the occupant of ``seat``, who is to move, without him; None: he is waited for.

    ``away`` is somebody to be replaced first: his grace is over.
    """
    if seat.is_bot:
        return "bot"
    if seat.stand_in_id is not None:
        return "stand_in"
    grace = timedelta(milliseconds=settings.ACTION_GRACE_MS)
    if hand.deadline is not None and now >= time_until(hand.deadline, seat) + grace:
        return "clock"
    gone = away_until(hand.series.table, seat, seats)
    if gone is None or now < gone:
        return None
    return "away" if hand.series.table.takeover == Table.Takeover.BOT else "clock"


def seat_after(hand: Hand, seat: Seat, actor: str, at: datetime) -> dict[str, Any]:
    """What an action by ``actor`` at ``at`` changes of the seat that was to move.

    A person's bank shrinks by what he used beyond the time of the action, and his absence (he may
    play over REST, without a socket) counts from his last action. The clock empties the bank and,
    where the table says so, lets a bot stand in.
    """
    is_away = hand.series.table.grace_ms is not None and not seat.present
    changes: dict[str, Any] = {"absent_since": at} if actor == "person" and is_away else {}
    if hand.deadline is None or seat.is_bot:
        return changes
    if actor == "person":
        over_ms = int((at - hand.deadline).total_seconds() * 1000)
        left = {"bank_ms": max(0, seat.bank_ms - over_ms)} if seat.bank_ms and over_ms > 0 else {}
        return changes | left
    if actor != "clock" or at < time_until(hand.deadline, seat):
        return {}
    changes = {"bank_ms": 0} if seat.bank_ms else {}
    if hand.series.table.takeover == Table.Takeover.BOT:
        changes["stand_in"] = bot_version_builtin(STAND_IN)
    return changes


def moves_to_show(actions: str) -> int:
    """Moves in a row that nobody waited for: the browser is still showing them.

    Whatever came before a clock ran out has been shown since.
    """
    moves = 0
    for line in reversed(actions.splitlines()):
        actor = Entry.parse(line).actor
        if actor == "person":
            break
        moves += 1
        if actor == "clock":
            break
    return moves
