"""Tables made by a form: sent twice in a row it makes one."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from accounts.services import user_lock
from games.models import Seat, Table
from games.services.outcome import Outcome

TWICE_SECONDS = 5
"""So soon nobody wants the same table again: it was a second click, or the page sent anew."""

AGREED = (
    *("rules_id", "rules_options", "hands", "size", "access", "club_id", "clock_ms", "bank_ms"),
    *("kind", "daily_id", "practice", "talk", "takeover", "origin_id"),
)


def made_once(
    make: Callable[[], tuple[Table, Outcome]], *, user: User, now: datetime | None = None
) -> tuple[Table, Outcome]:
    """What ``make`` makes for ``user``; if he made just the same a moment ago, that one again.

    Programs ask for as many tables as they want; this is for pages. Raises as ``make``.
    """
    before = (now or timezone.now()) - timedelta(seconds=TWICE_SECONDS)
    with transaction.atomic():
        user_lock(user)
        recent = Table.objects.filter(created_by=user, created_at__gte=before)
        recent = recent.exclude(status=Table.Status.CLOSED).order_by("pk")
        others = {_agreement(table): table for table in recent}
        with transaction.atomic():
            made, outcome = make()
            again = others.get(_agreement(Table.objects.get(pk=made.pk)))
            if again is None:
                return made, outcome
            transaction.set_rollback(True)
    return again, Outcome(repeated=True)


def _agreement(table: Table) -> str:
    """What two tables have in common that are one wish; whoever sat down since is no part of it."""
    seats = Seat.objects.filter(Q(person=None) | Q(person__user=table.created_by_id), table=table)
    held = list(seats.order_by("index").values_list("index", "person_id", "bot_version_id"))
    return repr([held, *(getattr(table, name) for name in AGREED)])
