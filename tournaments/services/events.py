"""Events and leagues: made, and brought to an end."""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import Club, User
from accounts.names import name_clean
from engine.rules import RuleSet, rule_set
from engine.series import Series as SeriesPlan
from games.models import Table
from tournaments.errors import BadEvent, WrongEventState
from tournaments.formats import Move, next_move
from tournaments.models import MAX_ROUNDS, Event, League, Round, RoundTable
from tournaments.selectors import rounds_state

MIN_CLOCK_MS = 5_000
MAX_CLOCK_MS = 600_000
MAX_SEED = 64


def league_create(*, name: str, club: Club | None = None, user: User | None = None) -> League:
    """Create a league. Raises BadName."""
    return League.objects.create(name=name_clean(name), club=club, created_by=user)


def event_create(
    *,
    name: str,
    rules_id: str,
    hands: int,
    rounds_total: int | None,
    seed: str | None = None,
    club: Club | None = None,
    league: League | None = None,
    rules_options: dict[str, Any] | None = None,
    clock_ms: int | None = None,
    paced: bool = False,
    deal_seed: str | None = None,
    starts_at: datetime | None = None,
    user: User | None = None,
) -> Event:
    """Create an event in draft; ``rounds_total`` None makes it endless.

    ``seed`` fixes the seating (drawn when not given), ``deal_seed`` the deals: tests only.
    ``clock_ms`` is the limit per action of persons, None the installation's usual one.
    Raises BadName, UnknownRuleSet, BadOption, BadSeries, BadEvent.
    """
    rules = rule_set(rules_id, **(rules_options or {}))
    _rules_check(rules)
    SeriesPlan(rules, rules.hand_seats, hands)
    seed = secrets.token_hex(8) if seed is None else seed
    _check(rounds_total, clock_ms, seed, deal_seed)
    if league is not None and league.club_id != (club.pk if club else None):
        raise BadEvent("The league belongs to another club.", field="league")
    return Event.objects.create(
        name=name_clean(name),
        rules_id=rules.key,
        rules_options=dict(rules.options),
        hands=hands,
        rounds_total=rounds_total,
        seed=seed,
        club=club,
        league=league,
        clock_ms=clock_ms,
        paced=paced,
        deal_seed=deal_seed,
        starts_at=starts_at,
        created_by=user,
    )


def _rules_check(rules: RuleSet) -> None:
    """Everybody in an event plays the same number of hands, and here."""
    if not rules.is_dealt:
        raise BadEvent("This game is written down, not dealt here.", field="rules")
    if rules.series.target:
        raise BadEvent("A match to a target has no fixed number of hands.", field="options")


def _check(
    rounds_total: int | None, clock_ms: int | None, seed: str, deal_seed: str | None
) -> None:
    if rounds_total is not None and not 1 <= rounds_total <= MAX_ROUNDS:
        raise BadEvent(
            f"An event has 1 to {MAX_ROUNDS} rounds.", field="rounds_total", limit=MAX_ROUNDS
        )
    if clock_ms is not None and not MIN_CLOCK_MS <= clock_ms <= MAX_CLOCK_MS:
        raise BadEvent(
            f"The limit per action is {MIN_CLOCK_MS} to {MAX_CLOCK_MS} milliseconds.",
            field="clock_ms",
        )
    if not 1 <= len(seed) <= MAX_SEED or len(deal_seed or "") > MAX_SEED:
        raise BadEvent(f"A seed has 1 to {MAX_SEED} characters.", field="seed")


def event_lock(event_id: int) -> Event:
    """The event row, held until the transaction ends: every change of an event queues here."""
    return Event.objects.select_for_update().get(pk=event_id)


def drafts_delete(event: Event) -> None:
    """Forget rounds that are not open, and the tables that one had got already (``round_open``)."""
    drafts = event.rounds.filter(status=Round.Status.DRAFT)
    tables = RoundTable.objects.filter(round__in=drafts, table__isnull=False)
    ids = list(tables.values_list("table", flat=True))
    drafts.delete()
    Table.objects.filter(pk__in=ids).delete()


def event_finish(*, event: Event, now: datetime | None = None) -> bool:
    """End a running event whose rounds are all closed; True for the call that ended it."""
    with transaction.atomic():
        event = event_lock(event.pk)
        if next_move(rounds_state(event)) is not Move.FINISH:
            return False
        running = Event.objects.filter(pk=event.pk, status=Event.Status.RUNNING)
        return bool(running.update(status=Event.Status.FINISHED, finished_at=now or timezone.now()))


def event_end(*, event: Event) -> Event:
    """Let a running event end with the round that is being played; later rounds are dropped.

    This is how an endless event comes to an end. Raises WrongEventState.
    """
    with transaction.atomic():
        event = event_lock(event.pk)
        if event.status != Event.Status.RUNNING:
            raise WrongEventState("The event is not running.", status=event.status)
        drafts_delete(event)
        event.rounds_total = event.rounds.count()
        event.save(update_fields=["rounds_total"])
    return event
