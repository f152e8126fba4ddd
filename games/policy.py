"""Who is which viewer of a table: the only place that decides it.

What a viewer may see is then made by ``engine.HandState.view_for`` alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from games.models import Hand, Seat, Table

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


SPECTATOR = Viewer("spectator")
OPEN = Viewer("open")


def viewer_of(user: User | AnonymousUser | None, table: Table, now: datetime) -> Viewer:
    """The viewer ``user`` is at ``table``.

    A seated person sees through his own seat only, never as a spectator of the same table.
    ``now`` is there for policies that depend on time. One query unless seats are prefetched.
    """
    seats = list(table.seats.all())
    own = seat_of_user(user, seats)
    return Viewer("seat", own) if own is not None else audience_of(table, seats)


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
    """Whether ``viewer`` sees a hand only once it is over.

    ``delayed`` asks for one hand of delay; showing finished hands only satisfies it.
    """
    late = (Table.Policy.AFTER_HAND, Table.Policy.DELAYED)
    return viewer.role == "spectator" and table.policy in late


def may_see_record(hand: Hand) -> bool:
    """Whether the whole hand, hidden cards included, is public.

    Only hands that are over, and of an open group only once every table of it has ended.
    """
    if not hand.is_ended:
        return False
    group = hand.series.table.open_group
    running = (Table.Status.OPEN, Table.Status.RUNNING, Table.Status.STUCK)
    return not group or not Table.objects.filter(open_group=group, status__in=running).exists()
