"""Whom somebody follows, and where they play just now."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from accounts.models import Person, User
from games.models import Follow, Seat, Table
from games.policy import tables_readable

PLAYING = (Table.Status.OPEN, Table.Status.RUNNING)


@dataclass(frozen=True, slots=True)
class Followed:
    """A person somebody follows, the tables at which the follower may watch him, newest first,
    and whether he has one of them open."""

    person: Person
    tables: tuple[Table, ...]
    is_present: bool


def follows_of(user: User) -> list[Person]:
    """Whom ``user`` follows, by name."""
    follows = Follow.objects.filter(user=user).select_related("person")
    return [follow.person for follow in follows.order_by("person__display_name", "person_id")]


def is_following(user: User, person: Person) -> bool:
    """Whether ``user`` follows ``person``."""
    return Follow.objects.filter(user=user, person=person).exists()


def follows_playing(user: User, now: datetime) -> list[Followed]:
    """Whom ``user`` follows, in two queries; who is playing comes first."""
    persons = follows_of(user)
    seats = (
        Seat.objects.filter(tables_readable(user, now, "table__"))
        .filter(person__in=persons, table__status__in=PLAYING)
        .select_related("table")
        .order_by("-table_id")
    )
    found: dict[int, list[Seat]] = {}
    for seat in seats:
        found.setdefault(seat.person_id or 0, []).append(seat)
    rows = [
        Followed(
            person=person,
            tables=tuple(seat.table for seat in found.get(person.pk, ())),
            is_present=any(seat.present for seat in found.get(person.pk, ())),
        )
        for person in persons
    ]
    return sorted(rows, key=lambda row: not row.tables)
