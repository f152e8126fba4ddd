"""What the lobby lists, and whose turn it is at somebody's tables."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, Q

from accounts.models import User
from games.models import Hand, Seat, Series, Table
from games.policy import seat_of_user, tables_readable
from games.selectors.states import hand_state
from games.selectors.tables import seats_of, tables_with_seats

MOST_TABLES = 40


def tables_lobby(user: User | AnonymousUser, now: datetime) -> list[Table]:
    """Tables with a seat for one more person that ``user`` may look at, those that wait first.

    Private tables are listed to nobody, not even to who was invited: he has the link, and once he
    sits there his own list has it.
    """
    warm = Seat.objects.filter(table=OuterRef("pk"), warm=True, claimed_by=None)
    waits = Q(status=Table.Status.OPEN) | (Q(status=Table.Status.RUNNING) & Exists(warm))
    found = (
        tables_with_seats()
        .select_related("club")
        .filter(waits, tables_readable(user, now), kind=Table.Kind.QUICK, practice=False)
        .exclude(access=Table.Access.PRIVATE)
    )
    return list(found.order_by("status", "-id")[:MOST_TABLES])


def tables_waiting_for(user: User, tables: Iterable[Table]) -> set[int]:
    """Row numbers of those of ``tables`` at which it is the turn of ``user``."""
    listed = {table.pk: table for table in tables}
    hands = Hand.objects.filter(
        series__table__in=list(listed),
        series__status=Series.Status.RUNNING,
        status=Hand.Status.PLAYING,
    ).select_related("series__table")
    return {hand.series.table_id for hand in hands if _is_turn(hand, user, listed)}


def _is_turn(hand: Hand, user: User, tables: dict[int, Table]) -> bool:
    turn = hand_state(hand).turn
    own = seat_of_user(user, seats_of(tables[hand.series.table_id]))
    return turn is not None and own is not None and hand.seating[turn] == own
