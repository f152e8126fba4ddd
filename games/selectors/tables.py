"""Tables, seats, series and hands as lists and totals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Case, Exists, OuterRef, Prefetch, Q, QuerySet, When
from django.utils import timezone

from accounts.models import User
from engine.series import final_totals
from games.errors import UnknownHand, UnknownTable
from games.models import ENDED, Hand, Seat, Series, Table
from games.policy import LATE, tables_readable
from games.results import sheet_row, totals_of
from games.rows import rows_find
from games.selectors.states import rules_of

_OCCUPANTS = ("person", "claimed_by", "bot_version", "stand_in")
_SEATS = Seat.objects.select_related(
    "person", "claimed_by", "bot_version__bot", "stand_in__bot"
).order_by("index")


def tables_with_seats() -> QuerySet[Table]:
    """All tables, newest first, with seats and their occupants prefetched."""
    return Table.objects.prefetch_related(Prefetch("seats", queryset=_SEATS)).order_by("-id")


def table_get(public_id: str) -> Table:
    """The table with this public id, seats prefetched. Raises UnknownTable."""
    table = tables_with_seats().filter(public_id=public_id).first()
    if table is None:
        raise UnknownTable("There is no such table.", table=public_id)
    return table


def table_by_pk(table_id: int) -> Table:
    """The table with this row number, freshly read, seats prefetched. Raises UnknownTable."""
    table = tables_with_seats().filter(pk=table_id).first()
    if table is None:
        raise UnknownTable("There is no such table.")
    return table


def tables_live(limit: int = 20, user: User | AnonymousUser | None = None) -> list[Table]:
    """Running tables that ``user`` may look at: those of events, then the others, newest first.

    Quick games that were left stay running for a day; they must not push the events out. Private
    tables are listed to nobody.
    """
    readable = tables_readable(user, timezone.now())
    running = tables_with_seats().filter(readable, status=Table.Status.RUNNING)
    running = running.exclude(access=Table.Access.PRIVATE)
    is_event = Case(When(kind=Table.Kind.EVENT, then=0), default=1)
    return list(running.order_by(is_event, "-id")[:limit])


def tables_of_user(user: User, limit: int = 20) -> list[Table]:
    """Tables at which ``user`` sits and that are still being played, newest first."""
    going = (Table.Status.OPEN, Table.Status.RUNNING, Table.Status.STUCK)
    found = tables_with_seats().filter(seats__person__user=user, status__in=going)
    return list(found[:limit])


def seats_of(table: Table) -> list[Seat]:
    """Seats by index with their occupants; no query when they are prefetched."""
    prefetched = getattr(table, "_prefetched_objects_cache", {})
    if "seats" in prefetched:
        return list(table.seats.all())
    return list(_SEATS.filter(table=table))


def seats_fresh(table_id: int, known: Sequence[Seat] = ()) -> list[Seat]:
    """The same, read now whatever is known already; who sits in ``known`` need not be read with
    his seat, which is five times as fast."""
    seats = rows_find(Seat, {"table_id": table_id}, order=("index",)) if known else []
    if seats and all(_occupied(seats, known, name) for name in _OCCUPANTS):
        return seats
    return list(_SEATS.filter(table=table_id))


def _occupied(seats: Sequence[Seat], known: Sequence[Seat], name: str) -> bool:
    """Fill in a relation of ``seats`` from that of ``known`` ones; False when somebody is new."""
    found = {getattr(seat, f"{name}_id"): getattr(seat, name) for seat in known}
    for seat in seats:
        row_id = getattr(seat, f"{name}_id")
        if row_id is not None and row_id not in found:
            return False
        setattr(seat, name, None if row_id is None else found[row_id])
    return True


def series_current(table: Table) -> Series | None:
    """The latest series of a table; its ``table`` is the given object."""
    series = Series.objects.filter(table=table).order_by("-number").first()
    if series is not None:
        series.table = table
    return series


def table_id_of_series(series_id: int) -> int | None:
    """Row number of the table of a series; None when there is none."""
    return Series.objects.filter(pk=series_id).values_list("table_id", flat=True).first()


def hands_visible(user: User | AnonymousUser) -> QuerySet[Hand]:
    """All hands that ``user`` may know of, with series and table, newest first.

    Void ones are left out, and where spectators are late so are those that have not ended: that
    one has begun would tell them when the last one was over. Who sits there knows.
    """
    may_know = ~Q(series__table__policy__in=LATE) | Q(status__in=ENDED)
    if user.is_authenticated:
        may_know |= Q(
            Exists(Seat.objects.filter(table=OuterRef("series__table"), person__user=user.pk))
        )
    return (
        Hand.objects.filter(may_know)
        .filter(tables_readable(user, timezone.now(), "series__table__"))
        .exclude(status=Hand.Status.VOID)
        .select_related("series__table")
        .order_by("-id")
    )


def hand_get(public_id: str) -> Hand:
    """The hand with this public id, with series and table. Raises UnknownHand."""
    hand = Hand.objects.select_related("series__table").filter(public_id=public_id).first()
    if hand is None:
        raise UnknownHand("There is no such hand.", hand=public_id)
    return hand


def hand_current(series: Series) -> Hand | None:
    """The newest hand of a series that is not void; its ``series`` is the given object."""
    hand = (
        Hand.objects.filter(series=series)
        .exclude(status=Hand.Status.VOID)
        .order_by("-number", "-attempt")
        .first()
    )
    if hand is not None:
        hand.series = series
    return hand


def hands_over(series: Series) -> list[Hand]:
    """The finished hands of a series in order, without their cards and actions; these alone
    count. Redeals are none of them."""
    names = ("id", "public_id", "series_id", "number", "dealer", "seating", "result", "status")
    where = {"series_id": series.pk, "status": Hand.Status.OVER}
    return rows_find(Hand, where, order=("number",), names=names)


def hands_ended(series: Series) -> list[Hand]:
    """The hands of a series that were played to their end, in order, redeals included; without
    their cards and actions."""
    return list(hands_ended_of([series.pk]))


def hands_ended_of(series_ids: Iterable[int]) -> QuerySet[Hand]:
    """The same of several series (row numbers)."""
    fields = ("public_id", "series_id", "number", "attempt", "dealer", "seating", "result")
    return (
        Hand.objects.filter(series__in=list(series_ids), status__in=ENDED)
        .only(*fields, "status", "ply", "ended_at")
        .order_by("number", "attempt")
    )


def series_totals(series: Series) -> tuple[int, ...]:
    """Game points so far per table seat, of a match that has reached its target with the bonus.

    A hand that is still being shown does not count.
    """
    totals = totals_of(hands_over(series), series.table.size)
    return final_totals(rules_of(series.table), totals)


def sheet_rows(series: Series) -> list[dict[str, Any]]:
    """The score sheet: one row per finished hand (``games.results.sheet_row``)."""
    return [sheet_row(hand, series.table.size) for hand in hands_over(series)]


def revs_of(table_ids: Iterable[int]) -> dict[int, int]:
    """Stored revision per table row number; of a paced table it may be ahead of playback."""
    return dict(Table.objects.filter(pk__in=list(table_ids)).values_list("pk", "rev"))
