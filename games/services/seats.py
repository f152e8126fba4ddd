"""Seats of a table in the lobby: taken, left, claimed from a warm bot, taken back from a stand-in.

Before the first deal a seat is taken and left at once. While hands are played a seat changes
between two of them (``games.services.changes``): a person claims the seat of a warm bot, or says
that he leaves and is played for until then.
"""

from __future__ import annotations

import hmac
import secrets
from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import Case, F, Value, When
from django.utils import timezone

from accounts.models import Person, User
from accounts.selectors import secret_hash
from accounts.services import person_for
from bots.selectors import bot_version_builtin
from games.errors import (
    AlreadySeated,
    BadInvite,
    NoAccess,
    NotYourSeat,
    SeatFixed,
    SeatTaken,
    TableClosed,
)
from games.models import Admission, Hand, Seat, Table
from games.policy import access_check
from games.selectors import seats_fresh, table_by_pk
from games.services.clocks import STAND_IN
from games.services.lobby import table_start_if_full
from games.services.outcome import Outcome
from games.services.presence import (
    NothingChangedError,
    seat_changed,
    seats_write,
    table_locked,
)
from games.services.rematch import rematch_refuse
from games.services.tables import table_close

BETWEEN_HANDS = (Table.Status.RUNNING, Table.Status.FINISHED)
"""Seats of such tables change with the next deal."""


def is_replaced(seat: Seat) -> bool:
    """Whether a bot plays for the person at ``seat``."""
    return seat.stand_in_id is not None


def seat_take(
    *, table_id: int, user: User, index: int | None = None, now: datetime | None = None
) -> Outcome:
    """Give ``user`` seat ``index`` of a table, or the first one that can be had.

    At a table that waits he sits at once, and with the last free seat its series begins. Else
    the seat of a warm bot is his from the next hand on. Taking the own seat again changes
    nothing, but for somebody who was about to leave it: he stays. Raises NoAccess, SeatFixed,
    SeatTaken, AlreadySeated, TableClosed.
    """
    now = now or timezone.now()
    table = table_by_pk(table_id)
    access_check(user, table, now)
    if table.kind != Table.Kind.QUICK or table.practice:
        raise SeatFixed("The seats of this table are fixed.")
    person = person_for(user)
    try:
        with transaction.atomic():
            changed = _taken(table, person, index, now)
    except IntegrityError as error:
        raise SeatTaken("Somebody else was faster.") from error
    if not changed:
        is_held = Seat.objects.filter(table=table_id, person=person).exists()
        return seat_return(table_id=table_id, user=user, now=now) if is_held else Outcome()
    # Whoever has a claim waits for the end of the hand: its hand is due when that takes too long.
    claim = Seat.objects.filter(table=table_id, claimed_by=person)
    settled = seat_changed(table_id, claim, {"claimed_by": person}, now)
    started = table_start_if_full(table_id=table_id, now=now)
    jobs = settled.enqueue + started.enqueue
    return Outcome(enqueue=jobs, publish=(table_id,), kick=(user.pk,))


def _taken(table: Table, person: Person, index: int | None, now: datetime) -> bool:
    """Inside a transaction: take the seat; False when it is his already."""
    Table.objects.filter(pk=table.pk).update(rev=F("rev") + 1)  # one after the other from here
    table.refresh_from_db(fields=["status"])
    seats = seats_fresh(table.pk)
    held = [s.index for s in seats if person.pk in (s.person_id, s.claimed_by_id)]
    if held:
        if index in (None, held[0]):
            transaction.set_rollback(True)
            return False
        raise AlreadySeated("You have a seat here already.", seat=held[0])
    if table.status == Table.Status.OPEN:
        _sit(table, seats, person, index, now)
    elif table.status in BETWEEN_HANDS:
        _claim(seats, person, index)
    else:
        raise TableClosed("Nobody can sit down at this table now.")
    return True


def _sit(table: Table, seats: list[Seat], person: Person, index: int | None, now: datetime) -> None:
    held = {seat.index for seat in seats}
    free = [i for i in range(table.size) if i not in held]
    if not free or (index is not None and index not in free):
        raise SeatTaken("This seat is not free.")
    Seat.objects.create(
        table=table,
        index=free[0] if index is None else index,
        person=person,
        absent_since=now,
        bank_ms=table.bank_ms,
    )


def _claim(seats: list[Seat], person: Person, index: int | None) -> None:
    warm = [seat for seat in seats if seat.warm and seat.claimed_by_id is None]
    for seat in warm:
        if index in (None, seat.index):
            Seat.objects.filter(pk=seat.pk).update(claimed_by=person)
            return
    raise SeatTaken("This seat is not free.")


def seat_leave(*, table_id: int, user: User, now: datetime | None = None) -> Outcome:
    """Leave a table of the lobby.

    A claim is given up, a seat at a table that waits becomes free. While a hand is played a bot
    plays it to its end, and a warm bot has the seat from the next hand on. The last person to
    leave closes the table. Leaving twice changes nothing. Raises SeatFixed, NotYourSeat.
    """
    now = now or timezone.now()
    person = person_for(user)
    return table_locked(table_id, lambda hand: _left(table_id, hand, user, person, now))


def _left(table_id: int, hand: Hand | None, user: User, person: Person, now: datetime) -> Outcome:
    """Inside the locks: of two who leave at once, the second sees that the first has left."""
    table, seats = table_by_pk(table_id), seats_fresh(table_id)
    if table.kind == Table.Kind.EVENT:
        raise SeatFixed("The seats of this table are fixed.")
    own = [seat for seat in seats if seat.person_id == person.pk]
    has_claim = any(seat.claimed_by_id == person.pk for seat in seats)
    if not has_claim and not own:
        raise NotYourSeat("You do not sit here.")
    if own and table.status == Table.Status.FINISHED and table.next_due is not None:
        return rematch_refuse(table_id, user, now)
    staying = {s.person_id for s in seats if not s.leaving} | {s.claimed_by_id for s in seats}
    if table.status != Table.Status.FINISHED and not staying - {None, person.pk}:
        return _closed(table_id, now)
    if has_claim:
        claimed = Seat.objects.filter(table=table_id, claimed_by=person)
        return seats_write(table_id, hand, claimed, {"claimed_by": None}, now)
    if table.status == Table.Status.OPEN:
        Seat.objects.filter(pk__in=[seat.pk for seat in own]).delete()
        return Outcome(publish=(table_id,), kick=(user.pk,))
    still = Seat.objects.filter(table=table_id, person=person, leaving=False)
    bot = bot_version_builtin(STAND_IN)
    return seats_write(table_id, hand, still, {"leaving": True, "stand_in": bot}, now)


def _closed(table_id: int, now: datetime) -> Outcome:
    outcome = table_close(table_id=table_id, now=now)
    if not outcome.publish:
        raise NothingChangedError
    return outcome


def seat_return(*, table_id: int, user: User, now: datetime | None = None) -> Outcome:
    """Take one's seat back from the bot that stands in, or stay after having left; nothing
    happens to somebody who has it. Raises NotYourSeat."""
    now = now or timezone.now()
    own = Seat.objects.filter(table=table_id, person__user=user)
    if not own.exists():
        raise NotYourSeat("You do not sit here.")
    here = {
        "stand_in": None,
        "leaving": False,
        "absent_since": Case(When(present=False, then=Value(now))),  # without a socket, over REST
    }
    return seat_changed(table_id, own.filter(stand_in__isnull=False), here, now)


def table_invite(*, table_id: int, user: User) -> str:
    """Make the secret of a private table's link, which its maker sees now and never again.

    Links given out before are useless from then on; whoever came by one stays admitted. Raises
    NoAccess, BadInvite.
    """
    table = table_by_pk(table_id)
    if table.created_by_id != user.pk:
        raise NoAccess("Only who made the table invites to it.")
    if table.access != Table.Access.PRIVATE:
        raise BadInvite("Nobody needs an invitation to this table.")
    secret = secrets.token_urlsafe(16)  # 128 bits
    Table.objects.filter(pk=table.pk).update(invite_hash=secret_hash(secret))
    return secret


def invite_check(table: Table, secret: str) -> None:
    """Raise BadInvite unless ``secret`` is that of the link of ``table``."""
    is_right = hmac.compare_digest(table.invite_hash, secret_hash(secret))
    if table.access != Table.Access.PRIVATE or not table.invite_hash or not is_right:
        raise BadInvite("This invite link is not valid (any more).")


def table_admit(*, table_id: int, user: User, secret: str) -> None:
    """Let ``user`` look and sit down at a private table. Raises BadInvite."""
    table = table_by_pk(table_id)
    invite_check(table, secret)
    Admission.objects.get_or_create(table=table, user=user)
