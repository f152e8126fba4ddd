"""A person's history: the rows of his hands, what they must say, and what may be told of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.db.models import (
    BigIntegerField,
    BooleanField,
    Case,
    Count,
    Q,
    QuerySet,
    Sum,
    Value,
    When,
)
from django.db.models.functions import Cast

from accounts.models import Person, User
from engine.rules.base import RuleSet
from games.errors import HandMismatch
from games.models import Hand, HandSeat, Table
from games.policy import day_of, tables_readable
from games.selectors.states import rules_of


class SeatLine(NamedTuple):
    """What a hand was to one of its seats; blank and None as long as it does not count."""

    role: str = ""
    contract: str = ""
    points: int | None = None


def seat_lines(rules: RuleSet, result: dict[str, Any]) -> list[SeatLine]:
    """One line per hand seat of a hand that counts; points as the score sheet counts them."""
    code = result["contract"]
    is_everyone = bool(code) and rules.contract(code).kind == "everyone"
    return [
        SeatLine(_role(result, seat, is_everyone=is_everyone), code, points)
        for seat, points in enumerate(result["points"])
    ]


def _role(result: dict[str, Any], seat: int, *, is_everyone: bool) -> str:
    if not result.get("contract"):
        return ""
    if is_everyone:
        return HandSeat.Role.ALONE
    if seat == result.get("declarer"):
        return HandSeat.Role.DECLARER
    return HandSeat.Role.PARTNER if seat == result.get("partner") else HandSeat.Role.DEFENDER


def hand_seats_verify(hand: Hand) -> None:
    """Compare the history rows of ``hand`` with its result.

    Who sat there is not derived from anything; that nobody sits in a seat twice is a constraint.
    Raises HandMismatch.
    """
    table = hand.series.table
    lines, ended_at = [SeatLine() for _ in hand.seating], None
    if hand.status == Hand.Status.OVER:
        lines, ended_at = seat_lines(rules_of(table), hand.result or {}), hand.ended_at
    for row in HandSeat.objects.filter(hand_id=hand.pk):
        is_placed = row.index < len(lines) and row.table_seat == hand.seating[row.index]
        if not is_placed or row.rules_id != table.rules_id:
            raise HandMismatch("a history row has another seat or other rules", hand=hand.public_id)
        found = SeatLine(row.role, row.contract, row.points)
        if found != lines[row.index] or row.ended_at != ended_at:
            raise HandMismatch("a history row has another result", hand=hand.public_id)


TABLE = "hand__series__table__"


@dataclass(frozen=True, slots=True)
class HistoryFilter:
    """Which hands of a history; empty values ask for all. ``since`` is a moment."""

    rules_id: str = ""
    role: str = ""
    contract: str = ""
    kind: str = ""
    since: datetime | None = None


@dataclass(frozen=True, slots=True)
class HistoryGroup:
    """Hands of one rule set, role, contract and kind of table: how many, the sum and the sum of
    squares of their points."""

    rules_id: str
    role: str
    contract: str
    kind: str
    count: int
    total: int
    squares: int


def person_ids(person: Person) -> list[int]:
    """Row numbers of ``person`` and of those merged into it, however often."""
    found = [person.pk]
    newest = found
    while newest:
        merged = Person.objects.filter(merged_into__in=newest).exclude(pk__in=found)
        newest = list(merged.values_list("pk", flat=True))
        found += newest
    return found


def history_of(
    persons: Sequence[int], viewer: User | AnonymousUser | None, now: datetime, *, is_own: bool
) -> QuerySet[Any]:
    """The counted hands of a person (row numbers, ``person_ids``), newest first.

    Whose history it is sees all of them; others those of tables they may look at. Every row is a
    HandSeat that says whether its hand ``is_open``: of one that is not nobody else learns contract
    and role.
    """
    mine = Q(person=persons[0]) if len(persons) == 1 else Q(person__in=persons)
    rows = HandSeat.objects.filter(mine, ended_at__isnull=False)
    if not is_own:
        rows = rows.filter(tables_readable(viewer, now, TABLE))
    is_open = Case(
        When(_is_open(now), then=Value(True)), default=Value(False), output_field=BooleanField()
    )
    return rows.annotate(is_open=is_open).order_by("-ended_at", "-pk")


def _is_open(now: datetime) -> Q:
    """Of hands that have ended: the same as ``policy.may_see_record``."""
    going = (Table.Status.OPEN, Table.Status.RUNNING, Table.Status.STUCK)
    groups = Table.objects.filter(status__in=going).exclude(open_group="").values("open_group")
    daily = Q(**{f"{TABLE}daily": None}) | Q(**{f"{TABLE}daily__date__lt": day_of(now)})
    return daily & ~Q(**{f"{TABLE}open_group__in": groups})


def history_filtered(rows: QuerySet[Any], asked: HistoryFilter, *, is_own: bool) -> QuerySet[Any]:
    """Those that were asked for. By role and contract strangers find open hands only."""
    if asked.rules_id:
        rows = rows.filter(rules_id=asked.rules_id)
    if asked.since is not None:
        rows = rows.filter(ended_at__gte=asked.since)
    if asked.kind:
        rows = rows.filter(**{f"{TABLE}kind": asked.kind})
    told = {"role": asked.role, "contract": asked.contract}
    told = {name: value for name, value in told.items() if value}
    if told and not is_own:
        rows = rows.filter(is_open=True)
    return rows.filter(**told)


def history_groups(rows: QuerySet[Any], *, is_own: bool) -> list[HistoryGroup]:
    """What statistics need, one statement over all rows; strangers' are those of open hands.

    Practice, where help is given and moves are taken back, says nothing about anybody.
    """
    told = (rows if is_own else rows.filter(is_open=True)).filter(**{f"{TABLE}practice": False})
    fields = ("rules_id", "role", "contract", f"{TABLE}kind")
    wide = Cast("points", BigIntegerField())  # a square outgrows the column
    sums = {"count": Count("pk"), "total": Sum("points"), "squares": Sum(wide * wide)}
    found = told.order_by().values_list(*fields).annotate(**sums)
    return [HistoryGroup(*group) for group in found.order_by(*fields)]


def groups_filtered(groups: Sequence[HistoryGroup], asked: HistoryFilter) -> list[HistoryGroup]:
    """The groups of the hands that were asked for; ``since`` has to be asked of the rows."""
    wanted = {
        name: value
        for name in ("rules_id", "role", "contract", "kind")
        if (value := getattr(asked, name))
    }
    return [
        group
        for group in groups
        if all(getattr(group, name) == value for name, value in wanted.items())
    ]
