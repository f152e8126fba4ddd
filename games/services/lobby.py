"""The lobby: tables that wait for people, are warmed by bots, and begin."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from accounts.errors import NotAMember
from accounts.models import Club, User
from accounts.selectors import membership_role
from accounts.services import person_for
from bots.selectors import bot_version_builtin
from engine.rules import rule_set
from engine.rules.base import RuleSet
from engine.series import Series as SeriesPlan
from games.errors import BadTable
from games.models import Seat, Series, Table
from games.policy import has_person
from games.selectors import starts_at, table_by_pk
from games.services.changes import warm_values
from games.services.due import table_check_lost
from games.services.outcome import Outcome
from games.services.series import series_jobs, series_start
from games.services.tables import (
    QUICK_NAME,
    SeatSpec,
    Terms,
    bot_seat,
    table_close,
    table_create,
    terms_checked,
    usual_hands,
)

FREE = ""
"""In place of a bot: a seat that is kept for people, and warmed by the usual bot."""

CLOCKS: dict[str, tuple[int | None, int | None]] = {
    "none": (None, None),
    "calm": (60_000, 300_000),
    "quick": (15_000, 60_000),
}
"""Time per action and bank per series, in milliseconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """A table somebody wants to open: what ``table_open`` needs besides its maker.

    ``bots`` has an entry per further seat, the maker having the first one: a built-in bot, or
    ``FREE``; what is missing is free. ``hands`` None is the usual number; ``size`` None is the
    number of players, one more lets the dealer sit out.
    """

    preset: str
    options: dict[str, Any] = field(default_factory=dict)
    hands: int | None = None
    size: int | None = None
    access: str = Table.Access.OPEN
    club: Club | None = None
    clock: str = "none"
    talk: str = Table.Talk.PHRASES
    takeover: str = Table.Takeover.BOT
    bots: Sequence[str] = ()


def table_open(*, user: User, wish: Wish, now: datetime | None = None) -> tuple[Table, Outcome]:
    """Open a table; ``user`` sits at its first seat.

    Free seats wait ``WARM_SECONDS`` for people. Without any the first hand is dealt at once.
    Raises UnknownRuleSet, BadOption, BadSeries, BadTable, UnknownBot, NotAMember.
    """
    now = now or timezone.now()
    rules, size = wish_check(wish)
    if wish.club is not None and membership_role(user, wish.club) is None:
        raise NotAMember("Only members open a table of the club.")
    slugs = [*wish.bots, *[FREE] * size][: size - 1]
    # numbered by seat like warm bots: no two have one name
    bots = [bot_seat(slug, i) if slug else None for i, slug in enumerate(slugs, start=2)]
    has_free = any(bot is None for bot in bots)
    with transaction.atomic():
        table = table_create(
            name=QUICK_NAME,
            rules_id=rules.key,
            rules_options=dict(rules.options),
            hands=usual_hands(rules) if wish.hands is None else wish.hands,
            seats=[SeatSpec(person=person_for(user)), *bots],
            club=wish.club if wish.access == Table.Access.CLUB else None,
            created_by=user,
            terms=_terms(wish, now if has_free else None),
        )
        Table.objects.filter(pk=table.pk).update(created_at=now)
        Seat.objects.filter(table=table, person__isnull=False).update(absent_since=now)
        outcome = Outcome() if has_free else table_start_if_full(table_id=table.pk, now=now)
    return table, Outcome(enqueue=outcome.enqueue, publish=(table.pk,))


def wish_check(wish: Wish) -> tuple[RuleSet, int]:
    """Rule set and seats of a table that could be opened like that; stores nothing.

    Pages ask before they make a guest. Raises UnknownRuleSet, BadOption, BadSeries, BadTable,
    UnknownBot.
    """
    rules = rule_set(wish.preset, **wish.options)
    size = rules.hand_seats if wish.size is None else wish.size
    if not rules.is_dealt or size not in (rules.hand_seats, rules.hand_seats + 1):
        raise BadTable("This game is not played at such a table.", size=size)
    if len(wish.bots) > size - 1:
        raise BadTable("There are more seats than the table has.", size=size)
    SeriesPlan(rules, size, usual_hands(rules) if wish.hands is None else wish.hands, rated=False)
    terms_checked(_terms(wish, None), wish.club)
    for slug in filter(None, wish.bots):
        bot_version_builtin(slug)
    return rules, size


def _terms(wish: Wish, opened_at: datetime | None) -> Terms:
    """The terms of a wish. Raises BadTable for a clock that does not exist."""
    if wish.clock not in CLOCKS:
        raise BadTable("There is no such clock.", clock=wish.clock, known=list(CLOCKS))
    clock_ms, bank_ms = CLOCKS[wish.clock]
    wait = timedelta(seconds=settings.WARM_SECONDS)
    return Terms(
        access=wish.access,
        clock_ms=clock_ms,
        bank_ms=bank_ms,
        grace_ms=settings.ABSENCE_GRACE_MS,
        takeover=wish.takeover,
        talk=wish.talk,
        warm_bots=["", *wish.bots],
        next_due=None if opened_at is None else opened_at + wait,
    )


def table_start_if_full(*, table_id: int, now: datetime | None = None) -> Outcome:
    """Begin the series of a table that waits once nobody is missing."""
    return _begin(table_id, now or timezone.now(), only_full=True)


def table_warm(*, table_id: int, now: datetime | None = None) -> Outcome:
    """Let bots take the free seats of a table that has waited for its time, and deal.

    However many try, it happens once. A table without any person is closed instead. Attempts that
    ended with their workers stop the table.
    """
    if table_check_lost(table_id=table_id):
        return Outcome(publish=(table_id,))
    return _begin(table_id, now or timezone.now(), only_full=False)


def _begin(table_id: int, now: datetime, *, only_full: bool) -> Outcome:
    with transaction.atomic():
        waiting = Table.objects.filter(pk=table_id, status=Table.Status.OPEN)
        if not waiting.update(rev=F("rev") + 1):  # from here one after the other
            return Outcome()
        table = table_by_pk(table_id)
        held = {seat.index for seat in table.seats.all()}
        free = [index for index in range(table.size) if index not in held]
        is_early = table.next_due is None or now < starts_at(table)
        if free and (only_full or is_early):
            transaction.set_rollback(True)
            return Outcome()
        if not has_person(list(table.seats.all())):
            return table_close(table_id=table_id, now=now)
        Seat.objects.bulk_create(
            Seat(table=table, index=index, **warm_values(table, index)) for index in free
        )
        Table.objects.filter(pk=table_id).update(next_due=None)
        series = series_begin(table_id, now)
    return Outcome(enqueue=tuple(series_jobs(series)), publish=(table_id,))


def series_begin(table_id: int, now: datetime) -> Series:
    """Inside a transaction: begin the series of a table whose seats are held, by a drawn dealer.

    With it the count of attempts in vain begins anew.
    """
    Table.objects.filter(pk=table_id).update(fail_count=0)
    table = table_by_pk(table_id)
    return series_start(table=table, first_dealer=secrets.randbelow(table.size), now=now)
