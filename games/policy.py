"""Who is which viewer of a table: the only place that decides it.

What a viewer may see is then made by ``engine.HandState.view_for`` alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Literal

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q
from django.utils import timezone

from accounts.models import Membership, User
from accounts.selectors import membership_role
from games.errors import NoAccess
from games.models import Admission, Hand, Seat, Table

Role = Literal["seat", "spectator", "open", "none"]


@dataclass(frozen=True, slots=True)
class Viewer:
    """A role at one table; ``seat`` is the table seat of role ``seat``, else None."""

    role: Role
    seat: int | None = None

    @property
    def key(self) -> str:
        """Name of the role in published messages: ``seat:2``, ``spectator``, ``open``."""
        return self.role if self.seat is None else f"{self.role}:{self.seat}"


LATE = (Table.Policy.AFTER_HAND, Table.Policy.DELAYED)
"""Policies under which spectators see only what is over."""

SPECTATOR = Viewer("spectator")
OPEN = Viewer("open")
NONE = Viewer("none")
"""Somebody who may not look at the table at all."""


def viewer_of(user: User | AnonymousUser | None, table: Table, now: datetime) -> Viewer:
    """The viewer ``user`` is at ``table``.

    A seated person sees through his own seat only, never as a spectator of the same table.
    Role ``none`` is everybody else at a table he may not look at. One query unless seats are
    prefetched, and another at private and club tables.
    """
    seats = list(table.seats.all())
    own = seat_of_user(user, seats)
    if own is not None:
        return Viewer("seat", own)
    return audience_of(table, seats) if _may_look(user, table, now) else NONE


def access_check(user: User | AnonymousUser | None, table: Table, now: datetime) -> None:
    """Refuse whoever may not look at ``table``. Raises NoAccess."""
    if viewer_of(user, table, now) == NONE:
        raise NoAccess("Not everybody may look at this table.", table=table.public_id)


def _may_look(user: User | AnonymousUser | None, table: Table, now: datetime) -> bool:
    """Whether somebody without a seat may look; ``tables_readable`` says the same of rows."""
    if table.daily is not None and not is_day_over(table.daily.date, now):
        return False
    if table.access == Table.Access.OPEN:
        return True
    if not isinstance(user, User):
        return False
    if table.created_by_id == user.pk:
        return True
    if table.access == Table.Access.PRIVATE:
        return Admission.objects.filter(table=table, user=user).exists()
    return membership_role(user, table.club) is not None


def tables_readable(user: User | AnonymousUser | None, now: datetime, prefix: str = "") -> Q:
    """Rows of tables whose viewer ``user`` is in another role than ``none``.

    ``prefix`` leads from the rows that are asked for to their table (``"series__table__"``). Club
    members and invited people find their tables here, nobody else does.
    """

    def table(**conditions: object) -> Q:
        return Q(**{f"{prefix}{name}": value for name, value in conditions.items()})

    is_over = table(daily=None) | table(daily__date__lt=day_of(now))
    found = table(access=Table.Access.OPEN) & is_over
    if not isinstance(user, User):
        return found
    seated = Seat.objects.filter(person__user=user).values("table")
    admitted = Admission.objects.filter(user=user).values("table")
    clubs = Membership.objects.filter(person__user=user).values("club")
    closed = table(created_by=user) & ~table(access=Table.Access.OPEN)
    return (
        found
        | closed
        | table(pk__in=seated)
        | (table(access=Table.Access.PRIVATE) & table(pk__in=admitted))
        | (table(access=Table.Access.CLUB) & table(club__in=clubs))
    )


def day_of(now: datetime) -> date:
    """The day of the deal of the day: it changes everywhere at once, at midnight UTC."""
    return now.astimezone(UTC).date()


def is_day_over(day: date, now: datetime) -> bool:
    """Whether the deal of ``day`` is open."""
    return day < day_of(now)


def audience_of(table: Table, seats: Sequence[Seat]) -> Viewer:
    """The viewer of everybody who does not sit at the table.

    Policy ``open`` lays all cards open, which is for tables of bots; a person at such a table
    turns it into a live one, or he could look through a second browser.
    """
    if table.policy == Table.Policy.OPEN and not has_person(seats):
        return OPEN
    return SPECTATOR


def seat_of_user(user: User | AnonymousUser | None, seats: Sequence[Seat]) -> int | None:
    """Table seat of ``user``, None when he does not sit here."""
    if user is None or not user.is_authenticated:
        return None
    for seat in seats:
        if seat.person is not None and seat.person.user_id == user.pk:
            return seat.index
    return None


def has_person(seats: Sequence[Seat]) -> bool:
    """Whether any seat is held by a person."""
    return any(seat.person_id is not None for seat in seats)


def is_late(table: Table, viewer: Viewer) -> bool:
    """Whether ``viewer`` sees a hand only once it is over: under ``after_hand`` at once and as a
    whole, under ``delayed`` ply by ply, while the next one is being played.
    """
    return viewer.role == "spectator" and table.policy in LATE


def may_see_record(hand: Hand, now: datetime | None = None) -> bool:
    """Whether the whole hand, hidden cards included, is open to everybody who may look at its
    table (``access_check``).

    Only hands that are over, of an open group only once every table of it has ended, and the
    deal of the day not before its day is over.
    """
    if not hand.is_ended:
        return False
    daily = hand.series.table.daily
    if daily is not None and not is_day_over(daily.date, now or timezone.now()):
        return False
    group = hand.series.table.open_group
    running = (Table.Status.OPEN, Table.Status.RUNNING, Table.Status.STUCK)
    return not group or not Table.objects.filter(open_group=group, status__in=running).exists()
