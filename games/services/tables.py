"""Tables: made, closed; quick games."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, F, OuterRef
from django.utils import timezone

from accounts.models import Club, Person, User
from accounts.services import person_for
from bots.models import BotVersion
from bots.selectors import bot_version_builtin
from engine.rules import rule_set
from engine.rules.base import RuleSet
from engine.series import Series as SeriesPlan
from games.errors import BadTable
from games.models import DailyDeal, Hand, Seat, Series, Table
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What people at one table agree on besides the game; see ``Table``.

    ``warm_bots`` is the bot (by slug) of each seat that is free; the seats wait until ``opens``.
    """

    access: str = Table.Access.OPEN
    clock_ms: int | None = None
    bank_ms: int | None = None
    grace_ms: int | None = None
    takeover: str = Table.Takeover.CLOCK
    talk: str = Table.Talk.PHRASES
    warm_bots: Sequence[str] = ()
    next_due: datetime | None = None
    daily: DailyDeal | None = None

    def values(self) -> dict[str, Any]:
        """The columns of a table."""
        return {
            "access": self.access,
            "clock_ms": self.clock_ms,
            "bank_ms": self.bank_ms if self.clock_ms is not None else None,
            "grace_ms": self.grace_ms,
            "takeover": self.takeover,
            "talk": self.talk,
            "warm_bots": list(self.warm_bots),
            "next_due": self.next_due,
            "daily": self.daily,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSpec:
    """What a table is to be. A seat that is None is free.

    Without ``policy`` cards lie open at tables of bots and spectators see the public part
    elsewhere. ``clock_ms`` is for tables without other ``terms``.
    """

    name: str
    rules_id: str
    hands: int
    seats: Sequence[SeatSpec | None]
    kind: str = Table.Kind.QUICK
    rules_options: dict[str, Any] | None = None
    policy: str | None = None
    clock_ms: int | None = None
    paced: bool = False
    rated: bool = False
    practice: bool = False
    origin: Hand | None = None
    club: Club | None = None
    event_ref: dict[str, Any] | None = None
    open_group: str = ""
    created_by: User | None = None
    terms: Terms | None = None

    def table(self) -> Table:
        """The table, not stored. Raises UnknownRuleSet, BadOption, BadSeries, BadTable."""
        terms = terms_checked(self.terms or Terms(clock_ms=self.clock_ms), self.club)
        rules = rule_set(self.rules_id, **(self.rules_options or {}))
        if not rules.is_dealt:
            raise BadTable("This game is written down, not dealt here.", rules=rules.id)
        SeriesPlan(rules, len(self.seats), self.hands, rated=self.rated)
        policy = _policy_checked(self.policy, self.seats)
        if self.practice:
            _check_practice(self.seats, kind=self.kind, rated=self.rated)
        return Table(
            name=self.name,
            rules_id=rules.key,
            rules_options=dict(rules.options),
            hands=self.hands,
            size=len(self.seats),
            kind=self.kind,
            policy=policy,
            paced=self.paced,
            rated=self.rated,
            practice=self.practice,
            origin=self.origin,
            club=self.club,
            event_ref=self.event_ref,
            open_group=self.open_group,
            created_by=self.created_by,
            **terms.values(),
        )


Made = tuple[Table, list[Seat]]
"""A table and its seats before they are stored."""


def table_create(**spec: Any) -> Table:
    """Make a table as ``TableSpec`` says, whose fields these are; nothing is dealt before
    ``series_start``. Raises UnknownRuleSet, BadOption, BadSeries, BadTable.
    """
    return tables_store(tables_make([TableSpec(**spec)]))[0]


def tables_make(specs: Sequence[TableSpec]) -> list[Made]:
    """The tables with their seats, not stored yet. Raises as ``table_create``."""
    made = []
    for spec in specs:
        table = spec.table()
        held = [(index, seat) for index, seat in enumerate(spec.seats) if seat is not None]
        made.append((table, [_seat(table, index, seat) for index, seat in held]))
    return made


def tables_store(made: Sequence[Made]) -> list[Table]:
    """Store them with two statements for all: while a round of a hundred tables opens, nobody
    else may have to wait for the database.
    """
    with transaction.atomic():
        tables = Table.objects.bulk_create(table for table, _ in made)
        Seat.objects.bulk_create(seat for _, seats in made for seat in seats)
    return tables


def terms_checked(terms: Terms, club: Club | None) -> Terms:
    """``terms``, if a table can have them. Raises BadTable.

    Anything may be said only among people who know each other.
    """
    choices = (
        (terms.access, Table.Access),
        (terms.takeover, Table.Takeover),
        (terms.talk, Table.Talk),
    )
    if any(value not in allowed.values for value, allowed in choices):
        raise BadTable("Access, takeover or talk has an unknown value.")
    if terms.access == Table.Access.CLUB and club is None:
        raise BadTable("A table for members needs a club.")
    if terms.access == Table.Access.OPEN and terms.talk == Table.Talk.TEXT:
        raise BadTable("At an open table people talk in set phrases.")
    return terms


def _policy_checked(policy: str | None, specs: Sequence[SeatSpec | None]) -> str:
    """The policy to store; open cards are refused where a person sits or may sit down."""
    seats = [spec for spec in specs if spec is not None]
    persons = [spec.person for spec in seats if spec.person is not None]
    if any((spec.person is None) == (spec.bot_version is None) for spec in seats):
        raise BadTable("A seat is held by exactly one of a person and a bot.")
    if len({person.pk for person in persons}) != len(persons):
        raise BadTable("Nobody can hold two seats of one table.")
    is_for_bots = not persons and len(seats) == len(specs)
    if policy is None:
        return Table.Policy.OPEN if is_for_bots else Table.Policy.LIVE
    if policy not in Table.Policy.values or (policy == Table.Policy.OPEN and not is_for_bots):
        raise BadTable("This table cannot be shown like that.", policy=policy)
    return policy


def _check_practice(seats: Sequence[SeatSpec | None], *, kind: str, rated: bool) -> None:
    """One person among bots, and nothing at stake."""
    persons = sum(spec is not None and spec.person is not None for spec in seats)
    if rated or kind != Table.Kind.QUICK or None in seats or persons != 1:
        raise BadTable("Practice is for one person among bots, and never rated.")


def _seat(table: Table, index: int, spec: SeatSpec) -> Seat:
    return Seat(
        table=table,
        index=index,
        person=spec.person,
        bot_version=spec.bot_version,
        name=spec.name,
    )


def quick_game_check(
    *,
    preset: str,
    options: dict[str, Any] | None,
    hands: int | None,
    level: str = "club",
    levels: Sequence[str] = (),
) -> RuleSet:
    """The rule set of a quick game that could be made like that; stores nothing.

    Pages ask before they make a guest. Raises UnknownRuleSet, BadOption, BadSeries, BadTable,
    UnknownBot.
    """
    rules = rule_set(preset, **(options or {}))
    if not rules.is_dealt:
        raise BadTable("This game is written down, not dealt here.", rules=rules.id)
    if len(levels) > rules.hand_seats - 1:
        raise BadTable("There are more bots than seats.", size=rules.hand_seats)
    number = usual_hands(rules) if hands is None else hands
    SeriesPlan(rules, rules.hand_seats, number, rated=False)
    for slug in {level, *levels}:
        bot_version_builtin(slug)
    return rules


def quick_game_create(
    *,
    user: User,
    preset: str,
    options: dict[str, Any] | None = None,
    hands: int | None = None,
    level: str = "club",
    levels: Sequence[str] = (),
    practice: bool = False,
) -> tuple[Table, Outcome]:
    """A game of ``user`` against built-in bots: the table, dealt, and what to enqueue.

    ``preset`` is a rule-set id, ``options`` its house rules, ``level`` a built-in bot. ``hands``
    None is the usual number, of a match to a target the largest one (it ends a match that nobody
    decides). The first dealer is drawn. At a ``practice`` table help is given and moves are taken
    back (``games.services.practice``). Raises as ``quick_game_check``.
    """
    rules = quick_game_check(
        preset=preset, options=options, hands=hands, level=level, levels=levels
    )
    person = person_for(user)
    slugs = [*levels, *[level] * rules.hand_seats]
    bots = [bot_seat(slugs[i - 1], i) for i in range(1, rules.hand_seats)]
    with transaction.atomic():
        table = table_create(
            name=QUICK_NAME,
            rules_id=rules.key,
            rules_options=options,
            hands=usual_hands(rules) if hands is None else hands,
            seats=[SeatSpec(person=person), *bots],
            practice=practice,
            created_by=user,
        )
        series = series_start(table=table, first_dealer=secrets.randbelow(table.size))
    return table, Outcome(enqueue=tuple(series_jobs(series)), publish=(table.pk,))


def usual_hands(rules: RuleSet) -> int:
    """The usual length; of a match to a target the largest one, which ends an undecided match."""
    return max(rules.hands_allowed) if rules.series.target else rules.default_hands


def bot_seat(slug: str, number: int) -> SeatSpec:
    """A built-in bot with a number after its name. Raises UnknownBot."""
    bot = bot_version_builtin(slug)
    return SeatSpec(bot_version=bot, name=bot.seat_name(number))


def table_close(*, table_id: int, now: datetime | None = None) -> Outcome:
    """Close a table for good: its unfinished hand becomes void, its series stopped.

    Finished tables stay as they are. Hands that are over keep their results.
    """
    now = now or timezone.now()
    unfinished = (Hand.Status.PLAYING, Hand.Status.SHOWING)
    going = (Table.Status.OPEN, Table.Status.RUNNING, Table.Status.STUCK)
    void = {"status": Hand.Status.VOID, "next_due": None, "deadline": None, "ended_at": now}
    hands = Hand.objects.filter(series__table=table_id, status__in=unfinished)
    with transaction.atomic():
        hands.update(**void)  # hands are locked before their table, as everywhere
        closed = Table.objects.filter(pk=table_id, status__in=going).update(
            status=Table.Status.CLOSED, next_due=None, rev=F("rev") + 1
        )
        Series.objects.filter(table=table_id, status=Series.Status.RUNNING).update(
            status=Series.Status.STOPPED, next_due=None, finished_at=now
        )
        hands.update(**void)  # one may have been dealt while we waited for the table
    return Outcome(publish=(table_id,) if closed else ())


def quick_games_close_stale(*, now: datetime | None = None) -> Outcome:
    """Close tables of the lobby on which ``QUICK_GAME_MAX_AGE_HOURS`` after they were made, or
    after their last series began, nobody has finished."""
    now = now or timezone.now()
    oldest = now - timedelta(hours=settings.QUICK_GAME_MAX_AGE_HOURS)
    stale = Table.objects.filter(
        ~Exists(Series.objects.filter(table=OuterRef("pk"), started_at__gte=oldest)),
        kind__in=(Table.Kind.QUICK, Table.Kind.DAILY),
        created_at__lt=oldest,
        status__in=(Table.Status.OPEN, Table.Status.RUNNING, Table.Status.STUCK),
    )
    closed: list[int] = []
    for table_id in stale.values_list("pk", flat=True):
        closed += table_close(table_id=table_id, now=now).publish
    return Outcome(publish=tuple(closed))
