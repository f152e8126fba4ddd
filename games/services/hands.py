"""Hands: dealing, and the one update that appends actions."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

from engine.record import Entry, entries_to_text
from engine.shuffle import commitment, nonce, shuffled
from engine.state import HandState
from games.errors import TableClosed
from games.models import Hand, Seat, Series, Table
from games.selectors import (
    Ending,
    Place,
    Scene,
    ending_of,
    hand_current,
    hand_start,
    hand_state_keep,
    place_after,
    plan_of,
    rules_of,
    seats_of,
)
from games.services.announce import announce_on_commit
from games.services.due import lease_human
from games.services.history import hand_seats_close, hand_seats_open

MOVE_SHOWN_MS = 400
"""A browser shows each move this long; the next person's deadline grants that time."""


def hand_prepare(*, series: Series, place: Place) -> Hand:
    """A dealt hand that is not stored yet; reads ``series.table``.

    Raises BadSeries beyond the last hand of a series.
    """
    plan = plan_of(series.table, series).deal_for(place.number)
    cards = _given(series, place) or tuple(shuffled(_rng(series, place)))
    secret = nonce()
    return Hand(
        series=series,
        number=place.number,
        attempt=place.attempt,
        rules_hash=rules_of(series.table).hash,
        dealer=plan.dealer,
        seating=list(plan.seating),
        cards="".join(cards),
        nonce=secret,
        commitment=commitment(secret, cards),
    )


def _given(series: Series, place: Place) -> tuple[str, ...] | None:
    """The deal that stands already for this number, also when it is dealt once more."""
    deals = series.given_deals or []
    if place.number >= len(deals):
        return None
    return tuple(deals[place.number][i : i + 2] for i in range(0, 108, 2))


def _rng(series: Series, place: Place) -> random.Random | None:
    """None is the system's secret randomness; a seed exists in tests only."""
    if not series.deal_seed:
        return None
    again = f"/{place.attempt}" if place.attempt else ""
    return random.Random(f"{series.deal_seed}/{series.number}/{place.number}{again}")


def hand_deal(*, series: Series, now: datetime | None = None) -> Hand:
    """Deal the next hand of a table with persons, or return the one somebody else dealt.

    A deal that is shown at once (a hand without any tarok, illustrated-tarock.md §2) is stored
    as a hand that has ended; the series is due, and whoever goes on with it deals again. Raises
    TableClosed when the series is not running, BadSeries after its last hand.
    """
    now = now or timezone.now()
    last = hand_current(series)
    if last is not None and not last.is_ended:
        return last
    hand = hand_prepare(series=series, place=place_after(last))
    hand.created_at = now
    state = hand_start(hand)
    ending = ending_of(hand, state) if state.is_over else None
    if ending is not None:
        hand.status, hand.result, hand.ended_at = ending.status, ending.result, now
    hand.deadline, hand.next_due = due_times(
        hand=hand, state=state, seats=seats_of(series.table), actions="", now=now
    )
    try:
        _store_dealt(hand, series, ending, now)
    except IntegrityError:
        return Hand.objects.select_related("series__table").get(
            series=series, number=hand.number, attempt=hand.attempt
        )
    return hand


def _store_dealt(hand: Hand, series: Series, ending: Ending | None, now: datetime) -> None:
    changes = _series_changes(ending, now)
    is_last = ending is not None and ending.is_last
    status = {"status": Table.Status.FINISHED} if is_last else {}
    with transaction.atomic():
        hand.save(force_insert=True)
        hand_seats_open(hand=hand, seats=seats_of(series.table), ending=ending)
        Table.objects.filter(pk=series.table_id).update(rev=F("rev") + 1, **status)
        running = Series.objects.filter(pk=series.pk, status=Series.Status.RUNNING)
        if not running.update(**changes):
            raise TableClosed("The series is not running.")
        if is_last:
            announce_on_commit(series.pk)
    series.next_due = changes["next_due"]


def forced_passes(state: HandState, ms: int) -> tuple[list[Entry], HandState]:
    """Passes of seats with no other option, and the state after them (koenigrufen.md §6.1)."""
    entries: list[Entry] = []
    while (forced := state.forced_action()) is not None and state.turn is not None:
        entries.append(Entry(state.turn, forced, "rule", ms))
        state = state.apply(state.turn, forced)
    return entries, state


def hand_append(
    *, scene: Scene, hand: Hand, state: HandState, entries: Sequence[Entry], now: datetime
) -> bool:
    """Compare-and-append: write ``entries``, which lead to ``state``, if the hand still stands
    at ``hand.ply``; False when it has moved on.

    The same update ends the hand with its result (a redeal as such), and the same transaction
    moves the table's revision and the series. ``hand`` and ``scene``, whose hand it is, are
    brought up to date on success.
    """
    changes: dict[str, Any] = {
        "actions": hand.actions + entries_to_text(entries),
        "ply": hand.ply + len(entries),
        "fail_count": 0,
    }
    ending = ending_of(hand, state) if state.is_over else None
    if ending is not None:
        changes |= {"status": ending.status, "result": ending.result, "ended_at": now}
    changes["deadline"], changes["next_due"] = due_times(
        hand=hand, state=state, seats=scene.seats, actions=changes["actions"], now=now
    )
    is_last = ending is not None and ending.is_last
    with transaction.atomic():
        still = Hand.objects.filter(pk=hand.pk, ply=hand.ply, status=Hand.Status.PLAYING)
        if not still.update(**changes):
            return False
        rev = table_moved(hand.series, is_last=is_last)
        if ending is not None:
            Series.objects.filter(pk=hand.series_id).update(**_series_changes(ending, now))
            hand_seats_close(hand=hand, ending=ending, at=now)
        if is_last:
            announce_on_commit(hand.series_id)
    for name, value in changes.items():
        setattr(hand, name, value)
    hand_state_keep(hand, state)
    if is_last:
        scene.table.status = Table.Status.FINISHED
    scene.moved(rev)
    return True


def table_moved(series: Series, *, is_last: bool, by: int = 1) -> int:
    """Move ``series.table`` to a new revision, which is returned; the end of the series ends the
    table, too. Inside a transaction: until its end nobody else can move the table.

    The row given is left as it is: its ``rev`` is right again only once this is committed.
    """
    table = series.table
    status = {"status": Table.Status.FINISHED} if is_last else {}
    row = Table.objects.filter(pk=table.pk)
    if row.filter(rev=table.rev).update(rev=table.rev + by, **status):
        return table.rev + by
    row.update(rev=F("rev") + by, **status)
    return row.values_list("rev", flat=True).get()


def _series_changes(ending: Ending | None, now: datetime) -> dict[str, Any]:
    """Of a series of persons: a hand is being played, or it has ended and the next one is due,
    or the signal."""
    if ending is None:
        return {"next_due": None, "fail_count": 0}
    changes: dict[str, Any] = {"next_due": now + lease_human(), "fail_count": 0}
    if ending.is_last:
        changes |= {"status": Series.Status.FINISHED, "finished_at": now}
    return changes


def due_times(
    *, hand: Hand, state: HandState, seats: Sequence[Seat], actions: str, now: datetime
) -> tuple[datetime | None, datetime | None]:
    """Deadline of the person to move and when somebody has to look at the hand.

    ``state`` is the state after ``actions`` (record text).
    A bot to move is due after a lease: whoever wrote the hand lets it move at once. A person
    without a clock is never due.
    """
    if state.turn is None:
        return None, None
    if seats[hand.seating[state.turn]].is_bot:
        return None, now + lease_human()
    clock_ms = hand.series.table.clock_ms
    if clock_ms is None:
        return None, None
    deadline = now + timedelta(milliseconds=clock_ms + MOVE_SHOWN_MS * _moves_to_show(actions))
    return deadline, deadline + timedelta(milliseconds=settings.ACTION_GRACE_MS)


def _moves_to_show(actions: str) -> int:
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
