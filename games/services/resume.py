"""The way back for a table that got stuck, once somebody has looked at what failed there."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games.models import Hand, Seat, Series, Table
from games.policy import has_person
from games.selectors import hand_current, hand_state, seats_of, series_current, table_by_pk
from games.services.clocks import hand_times
from games.services.due import advance_job, lease_bulk, lease_human, series_job, warm_job
from games.services.outcome import Job, Outcome


def table_resume(*, table_id: int, now: datetime | None = None) -> Outcome:
    """Let a stuck table go on from where its record stands, with three new attempts.

    A person to move gets his whole time again. Nothing happens at a table that is not stuck:
    then ``publish`` is empty.
    """
    now = now or timezone.now()
    with transaction.atomic():
        stuck = Table.objects.filter(pk=table_id, status=Table.Status.STUCK)
        if not stuck.update(status=Table.Status.RUNNING, rev=F("rev") + 1):
            return Outcome()
        table = table_by_pk(table_id)
        series = series_current(table)
        job = _resumed(series, seats_of(table), now) if series else _waits_again(table, now)
    return Outcome(enqueue=(job,), publish=(table_id,))


def _waits_again(table: Table, now: datetime) -> Job:
    """A table at which nothing was dealt yet: its free seats are warmed now."""
    due = now + lease_human()
    Table.objects.filter(pk=table.pk).update(status=Table.Status.OPEN, next_due=due, fail_count=0)
    return warm_job(table.pk, due)


def _resumed(series: Series, seats: Sequence[Seat], now: datetime) -> Job:
    """Make due what is unfinished: the series of bots, the hand of persons, or its successor."""
    rows = Series.objects.filter(pk=series.pk)
    if not has_person(seats):
        due = now + lease_bulk()
        rows.update(next_due=due, fail_count=0)
        return series_job(series.pk, due)
    hand = hand_current(series)
    if hand is None or hand.is_ended:
        rows.update(next_due=now + lease_human(), fail_count=0)
    else:
        times = hand_times(
            hand=hand, state=hand_state(hand), seats=seats, actions=hand.actions, now=now
        )
        still = Hand.objects.filter(pk=hand.pk, ply=hand.ply)
        still.update(fail_count=0, **times._asdict())
    return advance_job(series.table_id)
