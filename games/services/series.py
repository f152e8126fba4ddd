"""Series: begun here; they go on by ``table_advance`` (persons) or ``series_play_slice``."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F, Prefetch, prefetch_related_objects
from django.utils import timezone

from games.errors import TableClosed
from games.models import Series, Table
from games.policy import has_person
from games.selectors import SEATS, plan_of, seats_of
from games.services.changes import seats_begin
from games.services.due import advance_job, lease_bulk, lease_human, series_job
from games.services.hands import hand_deal
from games.services.outcome import Job


def series_start(
    *,
    table: Table,
    first_dealer: int = 0,
    deal_seed: str | None = None,
    given_deals: Sequence[str] | None = None,
    now: datetime | None = None,
) -> Series:
    """Begin a series at an open or finished table; with persons its first hand is dealt.

    ``deal_seed`` is for tests: it must name event, round and table, the deal of each hand
    follows from it. ``given_deals`` are deals that stand already, 108 characters each; the series
    ends with the last of them. Enqueue ``series_jobs`` after the commit (else the sweeper does
    it one lease later). Raises TableClosed when the table is already playing, closed or stuck,
    and BadSeries.
    """
    now = now or timezone.now()
    series = _series(
        table,
        now,
        number=Series.objects.filter(table=table).count(),
        first_dealer=first_dealer,
        deal_seed=deal_seed or "",
        given_deals=list(given_deals) if given_deals else None,
    )
    return _begin([series], now)[0]


def series_start_all(
    *, tables: Sequence[Table], deal_seeds: Sequence[str], now: datetime
) -> list[Series]:
    """Begin the first series of tables that have just been made, see ``series_start``; those of
    bots with a few statements for all of them."""
    prefetch_related_objects(tables, Prefetch("seats", queryset=SEATS))
    seeded = zip(tables, deal_seeds, strict=True)
    first = {"number": 0, "first_dealer": 0}
    return _begin([_series(table, now, deal_seed=seed, **first) for table, seed in seeded], now)


def _series(table: Table, now: datetime, **values: Any) -> Series:
    """A series of a table, not stored."""
    lease = lease_human() if has_person(seats_of(table)) else lease_bulk()
    series = Series(table=table, hands=table.hands, started_at=now, next_due=now + lease, **values)
    series.hand_count = len(series.given_deals or ()) or plan_of(table, series).hand_count
    return series


def _begin(rows: Sequence[Series], now: datetime) -> list[Series]:
    tables = [series.table for series in rows]
    free = Table.objects.filter(
        pk__in=[table.pk for table in tables],
        status__in=(Table.Status.OPEN, Table.Status.FINISHED),
    )
    try:
        with transaction.atomic():
            if free.update(status=Table.Status.RUNNING, rev=F("rev") + 1) != len(rows):
                raise TableClosed("The table is not free.", status=str(tables[0].status))
            begun = Series.objects.bulk_create(rows)
            for table in tables:
                table.status = Table.Status.RUNNING
            for series in begun:
                if has_person(seats_of(series.table)):
                    seats_begin(table=series.table, now=now)
                    hand_deal(series=series, now=now)
    except IntegrityError as error:
        raise TableClosed("The table is already playing.") from error
    return begun


def series_jobs(series: Series) -> list[Job]:
    """What to enqueue after ``series_start`` has been committed."""
    if not has_person(seats_of(series.table)):
        return [series_job(series.pk, series.next_due)] if series.next_due else []
    return [advance_job(series.table_id)]
