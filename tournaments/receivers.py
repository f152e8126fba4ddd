"""The one reaction to the one signal: a finished series may have ended its round."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver

from games.signals import series_finished
from games.tasks import dispatch
from tournaments.models import Round
from tournaments.services import close_round_job


@receiver(series_finished, dispatch_uid="tournaments.round_close")
def round_close_later(series_id: int, **_: Any) -> None:
    """Have a task look at the round of the table; quick games have none.

    Delivered at least once and for every table: the task closes the round only if all its
    tables have ended, and only once.
    """
    rounds = Round.objects.filter(tables__table__series=series_id, status=Round.Status.OPEN)
    dispatch([close_round_job(pk) for pk in rounds.values_list("pk", flat=True)])
