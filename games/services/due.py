"""Due rows: the leases on which recovery rests (docs/decisions/0007-due-rows.md).

Whatever is unfinished has a ``next_due``. Whoever takes it on moves it into the future by a
lease, in one conditional update; when nobody finishes the work in that time the sweeper finds
the row due again. For bot series the value of ``next_due`` is also the proof of ownership: a
worker that was overtaken finds another value there and gives up its batch.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TypeVar

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Exists, F, Model, OuterRef, QuerySet
from django.utils import timezone

from games.models import Hand, Seat, Series, Table
from games.services.outcome import Job

M = TypeVar("M", bound=Model)

logger = logging.getLogger(__name__)

BATCH = 200
MAX_FAILURES = 3
"""So many starts without any progress, and a table is left alone until somebody looks."""


def lease_human() -> timedelta:
    """Lease on work that persons wait for."""
    return timedelta(seconds=settings.LEASE_HUMAN_SECONDS)


def lease_bulk() -> timedelta:
    """Lease on series of bots."""
    return timedelta(seconds=settings.LEASE_BULK_SECONDS)


def advance_job(table_id: int) -> Job:
    """Let bots and clocks of a table with persons move on."""
    return Job("games.tasks.advance_table", {"table_id": table_id}, "human")


def series_job(series_id: int, due: datetime) -> Job:
    """Play a slice of a bot series for the holder of the lease ``due``."""
    return Job("games.tasks.play_series", {"series_id": series_id, "due": due.isoformat()}, "bulk")


def warm_job(table_id: int, due: datetime) -> Job:
    """Let bots take the free seats of a table that waits, and deal, for the holder of the lease
    ``due``."""
    values = {"table_id": table_id, "due": due.isoformat()}
    return Job("games.tasks.warm_table", values, "human")


def due_claim(*, now: datetime | None = None, limit: int = BATCH) -> list[Job]:
    """Take over up to ``limit`` due tables, hands and series each; the jobs to enqueue.

    Every row is handed out once per lease, however many sweepers run.
    """
    now = now or timezone.now()
    return _tables_claim(now, limit) + _hands_claim(now, limit) + _series_claim(now, limit)


def _tables_claim(now: datetime, limit: int) -> list[Job]:
    """Tables whose free seats, or whose questions for another series, have waited long enough."""
    with transaction.atomic():
        waiting = (Table.Status.OPEN, Table.Status.FINISHED)
        due = Table.objects.filter(next_due__lte=now, status__in=waiting)
        rows = list(_locked(due).order_by("next_due")[:limit])
        Table.objects.filter(pk__in=[table.pk for table in rows], next_due__lte=now).update(
            next_due=now + lease_human(), fail_count=F("fail_count") + 1
        )
    return [warm_job(table.pk, now + lease_human()) for table in rows]


def _hands_claim(now: datetime, limit: int) -> list[Job]:
    with transaction.atomic():
        due = Hand.objects.filter(
            next_due__lte=now,
            status=Hand.Status.PLAYING,
            series__table__status=Table.Status.RUNNING,
        )
        rows = list(_locked(due.select_related("series")).order_by("next_due")[:limit])
        Hand.objects.filter(pk__in=[hand.pk for hand in rows], next_due__lte=now).update(
            next_due=now + lease_human()
        )
    return [advance_job(table_id) for table_id in dict.fromkeys(h.series.table_id for h in rows)]


def _series_claim(now: datetime, limit: int) -> list[Job]:
    """Series of bots, and series of persons between two hands or awaiting their signal."""
    persons = Seat.objects.filter(table=OuterRef("table"), person__isnull=False)
    with transaction.atomic():
        due = Series.objects.filter(next_due__lte=now).annotate(with_persons=Exists(persons))
        rows = list(_locked(due).order_by("next_due")[:limit])
        human = [series for series in rows if series.with_persons]
        bulk = [series for series in rows if not series.with_persons]
        _lease(human, now, now + lease_human())
        _lease(bulk, now, now + lease_bulk())
    return [advance_job(series.table_id) for series in human] + [
        series_job(series.pk, now + lease_bulk()) for series in bulk
    ]


def _lease(rows: Sequence[Series], now: datetime, until: datetime) -> None:
    ids = [series.pk for series in rows]
    Series.objects.filter(pk__in=ids, next_due__lte=now).update(next_due=until)


def _locked(rows: QuerySet[M]) -> QuerySet[M]:
    """Skip what another sweeper is taking; SQLite has one writer at a time anyway."""
    if connection.features.has_select_for_update_skip_locked:
        return rows.select_for_update(skip_locked=True, of=("self",))
    return rows


def table_stuck(*, table_id: int) -> bool:
    """Stop a table whose work fails again and again; True for the call that stopped it.

    Its rows are due no more. Nothing is lost: the record stands as far as it was played.
    """
    with transaction.atomic():
        Hand.objects.filter(series__table=table_id).exclude(next_due=None).update(next_due=None)
        given_up = _question_end(table_id)
        Table.objects.filter(pk=table_id).exclude(next_due=None).update(next_due=None)
        going = (Table.Status.OPEN, Table.Status.RUNNING)
        stopped = Table.objects.filter(pk=table_id, status__in=going).update(
            status=Table.Status.STUCK, rev=F("rev") + 1
        )
        Series.objects.filter(table=table_id, status=Series.Status.RUNNING).update(next_due=None)
    if stopped or given_up:
        name = Table.objects.values_list("public_id", flat=True).get(pk=table_id)
        logger.error("table %s is stuck: %s attempts made no progress", name, MAX_FAILURES)
    return bool(stopped) or given_up


def _question_end(table_id: int) -> bool:
    """Nobody is asked for another series any more at a table that has finished; whether anybody
    was."""
    asking = Table.objects.filter(pk=table_id, status=Table.Status.FINISHED, next_due__isnull=False)
    if not asking.update(next_due=None, fail_count=0, rev=F("rev") + 1):
        return False
    asked = Seat.objects.filter(table=table_id, person__isnull=False, stand_in__isnull=True)
    asked.update(leaving=False)
    return True


def table_check_failures(*, table_id: int) -> bool:
    """After a failed attempt: mark the table stuck if it was the third one in a row."""
    hands = Hand.objects.filter(
        series__table=table_id, status=Hand.Status.PLAYING, fail_count__gte=MAX_FAILURES
    )
    series = Series.objects.filter(
        table=table_id, status=Series.Status.RUNNING, fail_count__gte=MAX_FAILURES
    )
    waiting = Table.objects.filter(
        pk=table_id, next_due__isnull=False, fail_count__gte=MAX_FAILURES
    )
    if hands.exists() or series.exists() or waiting.exists():
        return table_stuck(table_id=table_id)
    return False


def table_check_lost(*, table_id: int) -> bool:
    """Before an attempt at a table that waits: mark it stuck if the third one ended without a
    word, with its worker."""
    lost = Table.objects.filter(pk=table_id, next_due__isnull=False, fail_count__gt=MAX_FAILURES)
    return lost.exists() and table_stuck(table_id=table_id)
