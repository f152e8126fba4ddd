"""Series: begun here; they go on by ``table_advance`` (persons) or ``series_play_slice``."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

from games.errors import TableClosed
from games.models import Series, Table
from games.policy import has_person
from games.selectors import plan_of, seats_of, series_current
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
    try:
        with transaction.atomic():
            return _started(table, first_dealer, deal_seed or "", given_deals, now)
    except IntegrityError as error:
        raise TableClosed("The table is already playing.") from error


def _started(
    table: Table,
    first_dealer: int,
    deal_seed: str,
    given_deals: Sequence[str] | None,
    now: datetime,
) -> Series:
    ready = Table.objects.filter(pk=table.pk, status__in=(Table.Status.OPEN, Table.Status.FINISHED))
    if not ready.update(status=Table.Status.RUNNING, rev=F("rev") + 1):
        raise TableClosed("The table is not free.", status=str(table.status))
    table.status = Table.Status.RUNNING
    seats = seats_of(table)
    last = series_current(table)
    lease: timedelta = lease_human() if has_person(seats) else lease_bulk()
    series = Series(
        table=table,
        number=0 if last is None else last.number + 1,
        hands=table.hands,
        first_dealer=first_dealer,
        deal_seed=deal_seed,
        given_deals=list(given_deals) if given_deals else None,
        started_at=now,
        next_due=now + lease,
    )
    series.hand_count = len(given_deals or ()) or plan_of(table, series).hand_count
    series.save(force_insert=True)
    if has_person(seats):
        seats_begin(table=table, now=now)
        hand_deal(series=series, now=now)
    return series


def series_jobs(series: Series) -> list[Job]:
    """What to enqueue after ``series_start`` has been committed."""
    if not has_person(seats_of(series.table)):
        return [series_job(series.pk, series.next_due)] if series.next_due else []
    return [advance_job(series.table_id)]
