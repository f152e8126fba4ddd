"""Series: begun here; they go on by ``table_advance`` (persons) or ``series_play_slice``."""

from __future__ import annotations

from collections.abc import Sequence, Set
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

from games.errors import TableClosed
from games.models import Seat, Series, Table
from games.policy import has_person
from games.selectors import plan_of, seats_of
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
    persons = {table.pk} if has_person(seats_of(table)) else set()
    series = _series(
        table,
        persons,
        now,
        number=Series.objects.filter(table=table).count(),
        first_dealer=first_dealer,
        deal_seed=deal_seed or "",
        given_deals=list(given_deals) if given_deals else None,
    )
    _begin([series], persons, now)
    return series


def series_start_all(
    *, tables: Sequence[Table], deal_seeds: Sequence[str], now: datetime
) -> list[Job]:
    """Begin the first series of tables that have just been made, see ``series_start``; those of
    bots with a few statements for all of them. What to enqueue after the commit."""
    held = Seat.objects.filter(table__in=tables, person__isnull=False)
    persons = set(held.values_list("table_id", flat=True))
    rows = [
        _series(table, persons, now, number=0, first_dealer=0, deal_seed=seed)
        for table, seed in zip(tables, deal_seeds, strict=True)
    ]
    _begin(rows, persons, now)
    return [_job(series, series.table_id in persons) for series in rows]


def _series(table: Table, persons: Set[int], now: datetime, **values: Any) -> Series:
    """A series of a table, not stored. ``persons`` are the tables (row numbers) with persons."""
    lease = lease_human() if table.pk in persons else lease_bulk()
    series = Series(table=table, hands=table.hands, started_at=now, next_due=now + lease, **values)
    series.hand_count = len(series.given_deals or ()) or plan_of(table, series).hand_count
    return series


def _begin(rows: Sequence[Series], persons: Set[int], now: datetime) -> None:
    tables = [series.table for series in rows]
    free = Table.objects.filter(
        pk__in=[table.pk for table in tables],
        status__in=(Table.Status.OPEN, Table.Status.FINISHED),
    )
    try:
        with transaction.atomic():
            if free.update(status=Table.Status.RUNNING, rev=F("rev") + 1) != len(rows):
                raise TableClosed("The table is not free.", status=str(tables[0].status))
            Series.objects.bulk_create(rows)
            for series in rows:
                series.table.status = Table.Status.RUNNING
                if series.table_id in persons:
                    seats_begin(table=series.table, now=now)
                    hand_deal(series=series, now=now)
    except IntegrityError as error:
        raise TableClosed("The table is already playing.") from error


def series_jobs(series: Series) -> list[Job]:
    """What to enqueue after ``series_start`` has been committed."""
    has_persons = has_person(seats_of(series.table))
    return [_job(series, has_persons)] if has_persons or series.next_due else []


def _job(series: Series, has_persons: bool) -> Job:
    if has_persons or series.next_due is None:
        return advance_job(series.table_id)
    return series_job(series.pk, series.next_due)
