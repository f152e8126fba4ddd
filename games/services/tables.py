"""Tables: made, closed, quick games, presence."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from accounts.models import Club, Person, User
from accounts.services import person_for
from bots.models import BotVersion
from bots.selectors import bot_version_builtin
from engine.rules import rule_set
from engine.rules.base import RuleSet
from engine.series import Series as SeriesPlan
from games.errors import BadTable
from games.models import Hand, Seat, Series, Table
from games.services.outcome import Outcome
from games.services.series import series_jobs, series_start

QUICK_NAME = "Quick game"
"""Name of every quick game; pages show the players instead. No person's name is copied here."""


@dataclass(frozen=True, slots=True)
class SeatSpec:
    """Who takes a seat: exactly one of person and bot version; blank name = the occupant's."""

    person: Person | None = None
    bot_version: BotVersion | None = None
    name: str = ""


def table_create(
    *,
    name: str,
    rules_id: str,
    hands: int,
    seats: Sequence[SeatSpec],
    kind: str = Table.Kind.QUICK,
    rules_options: dict[str, Any] | None = None,
    policy: str | None = None,
    clock_ms: int | None = None,
    paced: bool = False,
    rated: bool = False,
    practice: bool = False,
    origin: Hand | None = None,
    club: Club | None = None,
    event_ref: dict[str, Any] | None = None,
    open_group: str = "",
    created_by: User | None = None,
) -> Table:
    """Make a table with its seats; nothing is dealt before ``series_start``.

    Without ``policy`` cards lie open at tables of bots and spectators see the public part
    elsewhere. Raises UnknownRuleSet, BadOption, BadSeries, BadTable.
    """
    rules = rule_set(rules_id, **(rules_options or {}))
    if not rules.is_dealt:
        raise BadTable("This game is written down, not dealt here.", rules=rules.id)
    SeriesPlan(rules, len(seats), hands)
    policy = _policy_checked(policy, seats)
    with transaction.atomic():
        table = Table.objects.create(
            name=name,
            rules_id=rules.key,
            rules_options=dict(rules.options),
            hands=hands,
            size=len(seats),
            kind=kind,
            policy=policy,
            clock_ms=clock_ms,
            paced=paced,
            rated=rated,
            practice=practice,
            origin=origin,
            club=club,
            event_ref=event_ref,
            open_group=open_group,
            created_by=created_by,
        )
        Seat.objects.bulk_create(_seat(table, i, spec) for i, spec in enumerate(seats))
    return table


def _policy_checked(policy: str | None, seats: Sequence[SeatSpec]) -> str:
    """The policy to store; open cards are refused where a person sits."""
    persons = [spec.person for spec in seats if spec.person is not None]
    if any((spec.person is None) == (spec.bot_version is None) for spec in seats):
        raise BadTable("A seat is held by exactly one of a person and a bot.")
    if len({person.pk for person in persons}) != len(persons):
        raise BadTable("Nobody can hold two seats of one table.")
    if policy is None:
        return Table.Policy.LIVE if persons else Table.Policy.OPEN
    if policy not in Table.Policy.values or (persons and policy == Table.Policy.OPEN):
        raise BadTable("This table cannot be shown like that.", policy=policy)
    return policy


def _seat(table: Table, index: int, spec: SeatSpec) -> Seat:
    return Seat(
        table=table,
        index=index,
        person=spec.person,
        bot_version=spec.bot_version,
        name=spec.name,
    )


def quick_game_check(
    *, preset: str, options: dict[str, Any] | None, hands: int | None, level: str
) -> RuleSet:
    """The rule set of a quick game that could be made like that; stores nothing.

    Pages ask before they make a guest. Raises UnknownRuleSet, BadOption, BadSeries, BadTable,
    UnknownBot.
    """
    rules = rule_set(preset, **(options or {}))
    if not rules.is_dealt:
        raise BadTable("This game is written down, not dealt here.", rules=rules.id)
    SeriesPlan(rules, rules.hand_seats, _usual_hands(rules) if hands is None else hands)
    bot_version_builtin(level)
    return rules


def quick_game_create(
    *,
    user: User,
    preset: str,
    options: dict[str, Any] | None = None,
    hands: int | None = None,
    level: str = "club",
    practice: bool = False,
) -> tuple[Table, Outcome]:
    """A game of ``user`` against built-in bots: the table, dealt, and what to enqueue.

    ``preset`` is a rule-set id, ``options`` its house rules, ``level`` a built-in bot. ``hands``
    None is the usual number, of a match to a target the largest one (it ends a match that nobody
    decides). The first dealer is drawn. At a ``practice`` table help is given and moves are taken
    back (``games.services.practice``). Raises as ``quick_game_check``.
    """
    rules = quick_game_check(preset=preset, options=options, hands=hands, level=level)
    person = person_for(user)
    bot = bot_version_builtin(level)
    bots = [SeatSpec(bot_version=bot, name=f"{bot.bot.name} {i}") for i in _others(rules)]
    with transaction.atomic():
        table = table_create(
            name=QUICK_NAME,
            rules_id=rules.key,
            rules_options=options,
            hands=_usual_hands(rules) if hands is None else hands,
            seats=[SeatSpec(person=person), *bots],
            practice=practice,
            created_by=user,
        )
        series = series_start(table=table, first_dealer=secrets.randbelow(table.size))
    return table, Outcome(enqueue=tuple(series_jobs(series)), publish=(table.pk,))


def _usual_hands(rules: RuleSet) -> int:
    return max(rules.hands_allowed) if rules.series.target else rules.default_hands


def _others(rules: RuleSet) -> range:
    return range(1, rules.hand_seats)


def table_close(*, table_id: int, now: datetime | None = None) -> Outcome:
    """Close a table for good: its unfinished hand becomes void, its series stopped.

    Finished tables stay as they are. Hands that are over keep their results.
    """
    now = now or timezone.now()
    unfinished = (Hand.Status.PLAYING, Hand.Status.SHOWING)
    going = (Table.Status.OPEN, Table.Status.RUNNING, Table.Status.STUCK)
    with transaction.atomic():
        Hand.objects.filter(series__table=table_id, status__in=unfinished).update(
            status=Hand.Status.VOID, next_due=None, deadline=None, ended_at=now
        )
        closed = Table.objects.filter(pk=table_id, status__in=going).update(
            status=Table.Status.CLOSED, rev=F("rev") + 1
        )
        Series.objects.filter(table=table_id, status=Series.Status.RUNNING).update(
            status=Series.Status.STOPPED, next_due=None, finished_at=now
        )
    return Outcome(publish=(table_id,) if closed else ())


def quick_games_close_stale(*, now: datetime | None = None) -> Outcome:
    """Close quick games older than ``QUICK_GAME_MAX_AGE_HOURS`` that nobody finished."""
    now = now or timezone.now()
    oldest = now - timedelta(hours=settings.QUICK_GAME_MAX_AGE_HOURS)
    stale = Table.objects.filter(
        kind=Table.Kind.QUICK,
        created_at__lt=oldest,
        status__in=(Table.Status.OPEN, Table.Status.RUNNING, Table.Status.STUCK),
    )
    closed: list[int] = []
    for table_id in stale.values_list("pk", flat=True):
        closed += table_close(table_id=table_id, now=now).publish
    return Outcome(publish=tuple(closed))


def presence_set(*, table_id: int, index: int, present: bool) -> Outcome:
    """Note that the person at seat ``index`` came or went; everybody at the table sees it."""
    with transaction.atomic():
        changed = Seat.objects.filter(
            table=table_id, index=index, person__isnull=False, present=not present
        ).update(present=present)
        if changed:
            Table.objects.filter(pk=table_id).update(rev=F("rev") + 1)
    return Outcome(publish=(table_id,) if changed else ())
