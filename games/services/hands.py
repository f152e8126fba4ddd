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
from games.results import result_of
from games.selectors import (
    Scene,
    hand_current,
    hand_start,
    hand_state_keep,
    plan_of,
    rules_of,
    seats_of,
)
from games.services.announce import announce_on_commit
from games.services.due import lease_human

MOVE_SHOWN_MS = 400
"""A browser shows each move this long; the next person's deadline grants that time."""


def hand_prepare(*, series: Series, number: int) -> Hand:
    """A dealt hand that is not stored yet; reads ``series.table``."""
    plan = plan_of(series.table, series).deal_for(number)
    cards = shuffled(_rng(series, number))
    secret = nonce()
    return Hand(
        series=series,
        number=number,
        rules_hash=rules_of(series.table).hash,
        dealer=plan.dealer,
        seating=list(plan.seating),
        cards="".join(cards),
        nonce=secret,
        commitment=commitment(secret, cards),
    )


def _rng(series: Series, number: int) -> random.Random | None:
    """None is the system's secret randomness; a seed exists in tests only."""
    if not series.deal_seed:
        return None
    return random.Random(f"{series.deal_seed}/{series.number}/{number}")


def hand_deal(*, series: Series, now: datetime | None = None) -> Hand:
    """Deal the next hand of a table with persons, or return the one somebody else dealt.

    Raises TableClosed when the series is not running, BadSeries after its last hand.
    """
    now = now or timezone.now()
    last = hand_current(series)
    if last is not None and last.status != Hand.Status.OVER:
        return last
    hand = hand_prepare(series=series, number=0 if last is None else last.number + 1)
    hand.created_at = now
    state = hand_start(hand)
    hand.deadline, hand.next_due = due_times(
        hand=hand, state=state, seats=seats_of(series.table), actions="", now=now
    )
    try:
        _store_dealt(hand, series)
    except IntegrityError:
        return Hand.objects.select_related("series__table").get(
            series=series, number=hand.number, attempt=hand.attempt
        )
    return hand


def _store_dealt(hand: Hand, series: Series) -> None:
    with transaction.atomic():
        hand.save(force_insert=True)
        Table.objects.filter(pk=series.table_id).update(rev=F("rev") + 1)
        running = Series.objects.filter(pk=series.pk, status=Series.Status.RUNNING)
        if not running.update(next_due=None, fail_count=0):
            raise TableClosed("The series is not running.")
    series.next_due = None


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

    The same update ends the hand with its result, and the same transaction moves the table's
    revision and the series. ``hand`` and ``scene``, whose hand it is, are brought up to date on
    success.
    """
    changes: dict[str, Any] = {
        "actions": hand.actions + entries_to_text(entries),
        "ply": hand.ply + len(entries),
        "fail_count": 0,
    }
    if state.is_over:
        changes |= {"status": Hand.Status.OVER, "result": result_of(state), "ended_at": now}
    changes["deadline"], changes["next_due"] = due_times(
        hand=hand, state=state, seats=scene.seats, actions=changes["actions"], now=now
    )
    is_last = state.is_over and is_last_hand(hand)
    with transaction.atomic():
        still = Hand.objects.filter(pk=hand.pk, ply=hand.ply, status=Hand.Status.PLAYING)
        if not still.update(**changes):
            return False
        rev = table_moved(hand.series, is_last=is_last)
        if state.is_over:
            series_moved(hand.series, hand.number, now)
    for name, value in changes.items():
        setattr(hand, name, value)
    hand_state_keep(hand, state)
    if is_last:
        scene.table.status = Table.Status.FINISHED
    scene.moved(rev)
    return True


def is_last_hand(hand: Hand) -> bool:
    """Whether no hand follows in the series."""
    return hand.number + 1 >= hand.series.hand_count


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


def series_moved(series: Series, number: int, now: datetime) -> None:
    """Hand ``number`` of a table with persons is over: the next one is due, or the signal."""
    changes: dict[str, Any] = {"next_due": now + lease_human(), "fail_count": 0}
    if number + 1 >= series.hand_count:
        changes |= {"status": Series.Status.FINISHED, "finished_at": now}
        announce_on_commit(series.pk)
    Series.objects.filter(pk=series.pk).update(**changes)


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
