"""Another series at a table that has finished: somebody asks for it, the others answer.

While they are asked the table stays finished and ``Table.next_due`` says until when. The seat of
somebody who is asked is ``leaving`` without a bot: unless he answers it changes with the first
deal like any that was left, and as a warm bot's seat it can be claimed again.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from bots.selectors import bot_version_builtin
from games.errors import NotYourSeat, SeatFixed, TableClosed
from games.models import Seat, Table
from games.policy import seat_of_user
from games.selectors import seats_fresh, table_by_pk
from games.services.changes import warm_values
from games.services.clocks import STAND_IN
from games.services.lobby import series_begin
from games.services.outcome import Outcome
from games.services.presence import NothingChangedError, table_locked
from games.services.series import series_jobs


def table_rematch(*, table_id: int, user: User, now: datetime | None = None) -> Outcome:
    """Ask for another series at the same table, under the same agreement; or agree to it.

    Everybody else who has not left is asked. With the last answer, or after ``WARM_SECONDS``
    (``rematch_end``), the series begins; the first dealer is drawn again. Who asks stays, even if
    he had left. Asking twice, or once it is played, changes nothing. Raises NotYourSeat,
    SeatFixed, TableClosed.
    """
    now = now or timezone.now()
    table = table_by_pk(table_id)
    if seat_of_user(user, seats_fresh(table_id)) is None:
        raise NotYourSeat("You do not sit here.")
    if table.kind != Table.Kind.QUICK or table.origin_id is not None:
        raise SeatFixed("This table plays one series.")
    outcome = table_locked(table_id, lambda _hand: _wished(table_id, user, now))
    return outcome if outcome.publish else Outcome(repeated=True)


def _wished(table_id: int, user: User, now: datetime) -> Outcome:
    table, persons = table_by_pk(table_id), _persons(table_id)
    if table.status == Table.Status.RUNNING:
        raise NothingChangedError
    if table.status != Table.Status.FINISHED:
        raise TableClosed("No series has been played to its end here.")
    own = persons.filter(person__user=user)
    if table.next_due is None:
        persons.filter(leaving=False).update(leaving=True, stand_in=None)
        until = now + timedelta(seconds=settings.WARM_SECONDS)
        Table.objects.filter(pk=table_id).update(next_due=until, fail_count=0)
    elif own.filter(leaving=False).exists():
        raise NothingChangedError
    own.update(leaving=False, stand_in=None)
    return _answered(table_id, now)


def rematch_end(*, table_id: int, due: datetime, now: datetime | None = None) -> Outcome:
    """Begin the series that was asked for without those who have not answered in time. ``due`` is
    the lease the caller was sent for: somebody may have asked anew since."""
    now = now or timezone.now()

    def over(_hand: object) -> Outcome:
        table = table_by_pk(table_id)
        is_ours = table.next_due == due or table.fail_count > 0  # leased once more meanwhile
        if table.status != Table.Status.FINISHED or table.next_due is None or not is_ours:
            raise NothingChangedError
        return _begun(table_id, now)

    return table_locked(table_id, over)


def rematch_refuse(table_id: int, user: User, now: datetime) -> Outcome:
    """Inside the locks of a table whose people are asked: ``user`` leaves it.

    With the last of those who wanted another series nobody is asked any more.
    """
    persons = _persons(table_id)
    own = persons.filter(person__user=user).exclude(leaving=True, stand_in__isnull=False)
    if not own.update(leaving=True, stand_in=bot_version_builtin(STAND_IN)):
        raise NothingChangedError
    if persons.filter(leaving=False).exists():
        return _answered(table_id, now)
    Table.objects.filter(pk=table_id).update(next_due=None)
    _asked(table_id).update(leaving=False)
    return Outcome(publish=(table_id,))


def _answered(table_id: int, now: datetime) -> Outcome:
    return Outcome(publish=(table_id,)) if _asked(table_id).exists() else _begun(table_id, now)


def _begun(table_id: int, now: datetime) -> Outcome:
    before, table = _users(table_id), table_by_pk(table_id)
    Table.objects.filter(pk=table_id).update(next_due=None)
    for seat in _asked(table_id):  # now, not at the deal: that may wait for people
        Seat.objects.filter(pk=seat.pk).update(**warm_values(table, seat.index))
    series = series_begin(table_id, now)
    changed = tuple(before ^ _users(table_id))
    return Outcome(enqueue=tuple(series_jobs(series)), publish=(table_id,), kick=changed)


def _persons(table_id: int) -> QuerySet[Seat]:
    return Seat.objects.filter(table=table_id, person__isnull=False)


def _asked(table_id: int) -> QuerySet[Seat]:
    return _persons(table_id).filter(leaving=True, stand_in__isnull=True)


def _users(table_id: int) -> set[int]:
    """Those who sit at a table, by row number."""
    persons = (seat.person for seat in seats_fresh(table_id))
    return {p.user_id for p in persons if p is not None and p.user_id is not None}
