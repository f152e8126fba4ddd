"""Changes of a seat while its table plays: who is there, who is replaced, who is back.

Rows are locked in one order everywhere: hand, table, seats. Whoever appends to the hand therefore
sees the seat as it is, or the change sees the hand as it was appended.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.db import connection, transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from bots.selectors import bot_version_builtin
from games.models import Hand, Seat, Series, Table
from games.selectors import hand_state, seats_fresh
from games.services.clocks import STAND_IN, Times, hand_times, look_again
from games.services.due import advance_job, lease_human
from games.services.outcome import Job, Outcome

TRIES = 5


class _MovedOnError(Exception):
    """Another hand was dealt between two looks."""


class NothingChangedError(Exception):
    """What was to be changed is so already: the transaction is to leave no trace."""


def presence_set(
    *, table_id: int, index: int, present: bool, now: datetime | None = None
) -> Outcome:
    """Note that the person at seat ``index`` came or went; everybody at the table sees it.

    His absence counts from now on, and the hand is due when the others have waited long enough.
    """
    now = now or timezone.now()
    seats = Seat.objects.filter(
        table=table_id, index=index, person__isnull=False, present=not present
    )
    gone = None if present else now
    return seat_changed(table_id, seats, {"present": present, "absent_since": gone}, now)


def seat_replace(*, table_id: int, index: int, now: datetime | None = None) -> Outcome:
    """Let a bot play for the person at seat ``index`` until he returns."""
    now = now or timezone.now()
    seats = Seat.objects.filter(
        table=table_id, index=index, person__isnull=False, stand_in__isnull=True, present=False
    )
    return seat_changed(table_id, seats, {"stand_in": bot_version_builtin(STAND_IN)}, now)


def seat_changed(
    table_id: int, seats: QuerySet[Seat], changes: dict[str, Any], now: datetime
) -> Outcome:
    """Write ``changes`` to ``seats`` of one table, with all that follows, in one transaction.

    The table gets a new revision, and its hand the time when somebody has to look at it: a bot
    that stands in moves at once, who is back gets his whole time. Nothing is written when no
    seat matches.
    """
    return table_locked(table_id, lambda hand: seats_write(table_id, hand, seats, changes, now))


def table_locked(table_id: int, change: Callable[[Hand | None], Outcome]) -> Outcome:
    """Call ``change`` while the rows of the table and of the hand that is played (its argument)
    are locked: what it reads about seats holds until it has written.

    The table gets a new revision, unless ``change`` raises NothingChangedError.
    """
    for _ in range(TRIES):
        try:
            with transaction.atomic():
                hand = _hand_locked(table_id)
                Table.objects.filter(pk=table_id).update(rev=F("rev") + 1)
                if _hand_id(table_id) != (hand.pk if hand else None):
                    raise _MovedOnError
                return change(hand)
        except NothingChangedError:
            return Outcome()
        except _MovedOnError:
            continue
    return Outcome(publish=(table_id,))


def seats_write(
    table_id: int, hand: Hand | None, seats: QuerySet[Seat], changes: dict[str, Any], now: datetime
) -> Outcome:
    """The part of ``seat_changed`` inside the locks. Raises NothingChangedError."""
    if not seats.update(**changes):
        raise NothingChangedError
    return Outcome(enqueue=() if hand is None else _settled(hand, now), publish=(table_id,))


def _playing(table_id: int) -> QuerySet[Hand]:
    running = Series.objects.filter(table=table_id, status=Series.Status.RUNNING)
    return Hand.objects.filter(series__in=running, status=Hand.Status.PLAYING)


def _hand_locked(table_id: int) -> Hand | None:
    hands = _playing(table_id).select_related("series__table")
    if connection.features.has_select_for_update:
        hands = hands.select_for_update(of=("self",))
    return hands.first()


def _hand_id(table_id: int) -> int | None:
    return _playing(table_id).values_list("pk", flat=True).first()


def _settled(hand: Hand, now: datetime) -> tuple[Job, ...]:
    """When somebody has to look at ``hand``, now that a seat of its table has changed."""
    state = hand_state(hand)
    if state.turn is None:
        return ()
    seats = seats_fresh(hand.series.table_id)
    mover = seats[hand.seating[state.turn]]
    if mover.is_bot:
        return ()
    if mover.stand_in_id is not None:
        times = Times(next_due=now + lease_human())
    elif hand.turn_at is None:  # a bot stood in for him until now
        times = hand_times(hand=hand, state=state, seats=seats, actions=hand.actions, now=now)
    else:
        times = Times(hand.turn_at, hand.deadline, look_again(hand, mover, seats, now))
    Hand.objects.filter(pk=hand.pk).update(**times._asdict())
    return (advance_job(hand.series.table_id),) if mover.stand_in_id is not None else ()
