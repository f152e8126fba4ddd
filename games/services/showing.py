"""Paced tables: the end of showing a stored hand."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.models import Hand, Series
from games.pacing import show_until
from games.selectors import ending_of, hand_state
from games.services.announce import announce_on_commit
from games.services.due import lease_bulk, series_job
from games.services.hands import table_moved
from games.services.outcome import Outcome


def show_times(hand: Hand, now: datetime) -> tuple[datetime, datetime]:
    """From when until when a freshly played hand is shown; after a standstill that is from now
    on, so that nothing rushes past unseen."""
    return now, show_until(now, hand.ply)


def hand_show_finish(*, hand_id: int, now: datetime | None = None) -> Outcome:
    """Make a hand that has been shown to its end count, and let the series go on.

    Only now do standings, the signal and the record download see it; a redeal counts for
    nothing, and the same number is dealt again. Nothing happens before
    ``show_until`` or a second time.
    """
    now = now or timezone.now()
    hand = Hand.objects.select_related("series__table").get(pk=hand_id)
    series = hand.series
    status, _, is_last = ending_of(hand, hand_state(hand))
    lease = now + lease_bulk()
    with transaction.atomic():
        shown = Hand.objects.filter(pk=hand_id, status=Hand.Status.SHOWING, show_until__lte=now)
        if not shown.update(status=status, ended_at=hand.show_until):
            return Outcome()
        table_moved(series, is_last=is_last)
        changes: dict[str, Any] = {"next_due": lease, "fail_count": 0}
        if is_last:
            changes |= {"status": Series.Status.FINISHED, "finished_at": now}
            announce_on_commit(series.pk)
        Series.objects.filter(pk=series.pk, status=Series.Status.RUNNING).update(**changes)
    jobs = () if is_last else (series_job(series.pk, lease),)
    return Outcome(enqueue=jobs, publish=(series.table_id,))
