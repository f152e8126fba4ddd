"""The signal ``series_finished``, delivered at least once."""

from __future__ import annotations

import logging
from functools import partial

from django.db import transaction

from games.models import Series
from games.signals import series_finished

logger = logging.getLogger(__name__)


def announce_on_commit(series_id: int) -> None:
    """Send the signal right after the transaction that ends the series."""
    transaction.on_commit(partial(series_announce, series_id))


def series_announce(series_id: int) -> bool:
    """Send ``series_finished`` and note its delivery; False when a receiver failed.

    A failed (or killed) delivery leaves ``next_due`` as it is, and the sweeper repeats it.
    """
    failed = False
    for receiver, answer in series_finished.send_robust(sender=Series, series_id=series_id):
        if isinstance(answer, Exception):
            failed = True
            logger.error("%r failed for series %s", receiver, series_id, exc_info=answer)
    if not failed:
        finished = Series.objects.filter(pk=series_id, status=Series.Status.FINISHED)
        finished.update(next_due=None)
    return not failed
