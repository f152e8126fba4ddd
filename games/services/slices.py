"""Series of bots: whole hands are played in memory and stored in small batches.

The series row is the unit of work. Its ``next_due`` is the lease and, being unique to its
holder, the fence: each batch is written only if the lease is still the one this worker took,
and renews it. The cursor is the newest stored hand (a redeal is followed by the next attempt), so
a killed worker loses at most the hands since its last batch, and nobody can store one twice
(unique series, number, attempt).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

from bots.runners.inprocess import chooser_for
from engine.play import Chooser, choose
from engine.record import Entry, entries_to_text
from games import killpoints
from games.errors import BadTable
from games.models import Hand, Seat, Series, Table
from games.selectors import (
    Place,
    asks_earlier,
    ending_of,
    hand_current,
    hand_start,
    hand_state_keep,
    hands_over,
    place_after,
    rules_of,
)
from games.services.announce import announce_on_commit, series_announce
from games.services.due import MAX_FAILURES, lease_bulk, series_job, table_stuck
from games.services.hands import hand_prepare, table_moved
from games.services.outcome import Outcome, Publish, publish_nothing
from games.services.showing import hand_show_finish, show_times

BATCH_SECONDS = 0.25
BATCH_HANDS = 25
"""A batch is stored when it is this old or this large: few transactions, short ones."""
PLIES_AT_ONCE = 24
"""Played without looking whether people wait: a third of a hand, two to three milliseconds."""


class _LeaseLost(Exception):
    """Somebody else holds the series now; what was not stored is theirs to play."""


def series_play_slice(
    *,
    series_id: int,
    budget_s: float | None = None,
    due: datetime | None = None,
    publish: Publish = publish_nothing,
    give_way: Callable[[], None] = lambda: None,
) -> Outcome:
    """Play hands of a series of bots for about ``budget_s`` seconds (``SLICE_SECONDS``).

    ``due`` is the lease the caller was handed (``due_claim``, an earlier slice): when the row
    says otherwise the message is out of date and nothing happens. Without ``due`` the series is
    taken over. A paced table plays one hand, which is then shown. ``give_way`` is called every
    few plies and before a batch is stored, outside of any transaction. Returns the job for the
    rest, ``repeated`` when there was nothing to do.
    """
    run = _start(series_id, due, publish, give_way)
    if run is None:
        return Outcome(repeated=True)
    killpoints.reach(killpoints.CLAIMED)
    try:
        if run.table.paced:
            return run.show()
        return run.play(time.monotonic() + (budget_s or settings.SLICE_SECONDS))
    except _LeaseLost:
        return Outcome()


def _start(
    series_id: int, due: datetime | None, publish: Publish, give_way: Callable[[], None]
) -> _Run | None:
    """Take the series over and note that an attempt begins; None when there is nothing to do."""
    series = Series.objects.select_related("table").get(pk=series_id)
    if series.status == Series.Status.FINISHED and series.next_due is not None:
        series_announce(series.pk)
    if series.status != Series.Status.RUNNING or series.table.status != Table.Status.RUNNING:
        return None
    if series.fail_count >= MAX_FAILURES:
        if table_stuck(table_id=series.table_id):
            publish(series.table)
        return None
    lease = timezone.now() + lease_bulk()
    held = Series.objects.filter(pk=series_id, status=Series.Status.RUNNING)
    if due is not None:
        held = held.filter(next_due=due)
    if not held.update(next_due=lease, fail_count=F("fail_count") + 1):
        return None
    return _Run(series, _choosers(series.table), lease, publish, give_way)


def _choosers(table: Table) -> list[Chooser]:
    """A chooser per table seat. Raises BadTable when a person sits there."""
    seats = Seat.objects.filter(table=table).select_related("bot_version").order_by("index")
    versions = [seat.bot_version for seat in seats if seat.bot_version is not None]
    if len(versions) != table.size:
        raise BadTable("A person sits at this table.")
    return [chooser_for(version) for version in versions]


@dataclass(slots=True)
class _Run:
    """One worker's hold of a series; ``lease`` is the value of ``next_due`` that proves it.

    ``counted`` are the hands so far that count, where the agreement asks for them.
    """

    series: Series
    choosers: list[Chooser]
    lease: datetime
    publish: Publish
    give_way: Callable[[], None]
    batch: list[Hand] = field(default_factory=list)
    counted: list[Hand] = field(default_factory=list)
    batch_from: float = 0.0

    @property
    def table(self) -> Table:
        return self.series.table

    def play(self, end: float) -> Outcome:
        """Hands until the series or the time is over."""
        place = place_after(hand_current(self.series))
        if asks_earlier(rules_of(self.table)):
            self.counted = hands_over(self.series)
        self.batch_from = time.monotonic()
        while True:
            hand, is_last = self._play_out(place)
            self.batch.append(hand)
            place = place_after(hand)
            killpoints.reach(killpoints.MID_SLICE)
            clock = time.monotonic()
            is_full = len(self.batch) >= BATCH_HANDS or clock - self.batch_from >= BATCH_SECONDS
            if is_full or clock >= end or is_last:
                self._store(is_last=is_last)
                self.batch_from = time.monotonic()
            if is_last:
                return Outcome()
            if clock >= end:
                return Outcome(enqueue=(series_job(self.series.pk, self.lease),))

    def _give_way(self) -> None:
        """Let people go first; a batch does not grow old meanwhile, or it would be stored hand by
        hand just when they wait for the database."""
        began = time.monotonic()
        self.give_way()
        self.batch_from += time.monotonic() - began

    def show(self) -> Outcome:
        """A paced table: end the hand that has been shown, else play the next one to show."""
        last = hand_current(self.series)
        now = timezone.now()
        if last is None or last.is_ended:
            if asks_earlier(rules_of(self.table)):
                self.counted = hands_over(self.series)
            self._store_showing(self._play_out(place_after(last))[0], now)
            return Outcome()
        if last.show_until is not None and now < last.show_until:
            self._renew(last.show_until)
            return Outcome()
        outcome = hand_show_finish(hand_id=last.pk, now=now)
        for table_id in outcome.publish:
            self.publish(table_id)
        return Outcome(enqueue=outcome.enqueue)

    def _play_out(self, place: Place) -> tuple[Hand, bool]:
        """A whole hand, from the deal to its result, and whether none follows; not stored yet."""
        hand = hand_prepare(series=self.series, place=place)
        started = time.monotonic()
        state = hand_start(hand)
        choosers = [self.choosers[seat] for seat in hand.seating]
        entries: list[Entry] = []
        while state.turn is not None:
            if len(entries) % PLIES_AT_ONCE == 0:
                self._give_way()
            seat, forced = state.turn, state.forced_action()
            action = forced or choose(state, choosers[seat])
            ms = int((time.monotonic() - started) * 1000)
            entries.append(Entry(seat, action, "rule" if forced else "bot", ms))
            state = state.apply(seat, action)
        hand.actions, hand.ply = entries_to_text(entries), len(entries)
        hand.status, hand.result, is_last = ending_of(hand, state, self.counted)
        hand.ended_at = timezone.now()
        if hand.status == Hand.Status.OVER:
            self.counted.append(hand)
        hand_state_keep(hand, state)
        return hand, is_last

    def _store(self, *, is_last: bool) -> None:
        """Write the batch and renew the lease, or nothing at all. Raises _LeaseLost."""
        self._give_way()
        try:
            with transaction.atomic():
                Hand.objects.bulk_create(self.batch)
                killpoints.reach(killpoints.ROWS_WRITTEN)
                rev = table_moved(self.series, is_last=is_last)
                self._renew(timezone.now() + lease_bulk(), is_last=is_last)
                transaction.on_commit(_committed)
                if is_last:
                    announce_on_commit(self.series.pk)
        except IntegrityError as error:
            raise _LeaseLost from error
        self.batch.clear()
        self.table.rev = rev
        self.publish(self.table)

    def _store_showing(self, hand: Hand, now: datetime) -> None:
        """Write a hand that nobody may know yet; its end is when the series is due again.

        Dealing it is one new revision of the table, each of its plies another.
        """
        hand.show_from, hand.show_until = show_times(hand, now)
        hand.status, hand.ended_at = Hand.Status.SHOWING, None
        try:
            with transaction.atomic():
                hand.rev_before = (
                    table_moved(self.series, is_last=False, by=1 + hand.ply) - hand.ply
                )
                hand.save(force_insert=True)
                killpoints.reach(killpoints.ROWS_WRITTEN)
                self._renew(hand.show_until)
                transaction.on_commit(_committed)
        except IntegrityError as error:
            raise _LeaseLost from error
        self.publish(self.table)

    def _renew(self, until: datetime, *, is_last: bool = False) -> None:
        """Exchange the lease for a new one; progress clears the count of failures."""
        changes: dict[str, Any] = {"next_due": until, "fail_count": 0}
        if is_last:
            changes |= {"status": Series.Status.FINISHED, "finished_at": timezone.now()}
        mine = Series.objects.filter(
            pk=self.series.pk, next_due=self.lease, status=Series.Status.RUNNING
        )
        if not mine.update(**changes):
            raise _LeaseLost
        self.lease = until


def _committed() -> None:
    killpoints.reach(killpoints.COMMITTED)
