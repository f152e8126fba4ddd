"""The one reaction to the one signal: a finished series may have ended its round."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver

from games.signals import series_finished
from games.tasks import dispatch
from tournaments.selectors import rounds_due
from tournaments.services import close_round_job

ROUND_CLOSE = "tournaments.round_close"


@receiver(series_finished, dispatch_uid=ROUND_CLOSE)
def round_close_later(series_id: int, **_: Any) -> None:
    """Have a task close the round if this was its last table; quick games have no round.

    May be delivered again and again: the task closes a round once.
    """
    rounds = rounds_due().filter(tables__table__series=series_id)
    dispatch([close_round_job(pk) for pk in rounds.values_list("pk", flat=True)])
