"""The deal of the day: one deal for everybody, each at a table of his own against club bots.

The rule set changes daily, four and three players in turn. Which seat somebody plays from is
drawn from the commitment of the deal and his public id, so that nobody chooses it. A deal that
all pass counts as a hand without points: the same cards would only come again.
"""

from __future__ import annotations

import hashlib
from datetime import date, datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import Person, User
from accounts.services import person_for
from engine.rules import rule_set
from engine.rules.base import RuleSet
from engine.shuffle import commitment, nonce, shuffled
from engine.state import HandState
from games.models import DailyDeal, Table
from games.policy import day_of
from games.services.outcome import Outcome
from games.services.series import series_jobs, series_start
from games.services.tables import SeatSpec, Terms, bot_seat, table_create

DAILY_RULES = (
    "koenigrufen/cardgames-zone",
    "illustrated/beck",
    "koenigrufen/tournament",
    "illustrated/loew-1954",
    "koenigrufen/seed-bonuses",
    "illustrated/mayr-sedlaczek-2016",
)
"""One after the other, day by day."""

BOT = "club"


def daily_rules(day: date) -> str:
    """The rule set of a day."""
    return DAILY_RULES[day.toordinal() % len(DAILY_RULES)]


def daily_deal(*, now: datetime | None = None) -> DailyDeal:
    """The deal of today, made if nobody has asked for it yet; the same for everybody."""
    day = day_of(now or timezone.now())
    preset = daily_rules(day)
    found = DailyDeal.objects.filter(date=day).first()
    if found is not None:
        return found
    try:
        with transaction.atomic():
            return DailyDeal.objects.create(date=day, **_drawn(rule_set(preset), day))
    except IntegrityError:
        return DailyDeal.objects.get(date=day)


def _drawn(rules: RuleSet, day: date) -> dict[str, Any]:
    """A deal that can be played (some games throw in cards without a tarok)."""
    dealer = day.toordinal() % rules.hand_seats
    cards = shuffled()
    while HandState.deal(rules, cards, dealer).is_over:
        cards = shuffled()
    secret = nonce()
    return {
        "rules_id": rules.key,
        "dealer": dealer,
        "cards": "".join(cards),
        "nonce": secret,
        "commitment": commitment(secret, cards),
    }


def daily_join(*, user: User, now: datetime | None = None) -> tuple[Table, Outcome]:
    """The table at which ``user`` plays the deal of today: his only one, dealt at once."""
    now = now or timezone.now()
    deal = daily_deal(now=now)
    try:
        with transaction.atomic():
            table = _table(deal, user)
            cards = [deal.cards]
            series = series_start(table=table, first_dealer=deal.dealer, given_deals=cards, now=now)
    except IntegrityError:
        return Table.objects.get(daily=deal, created_by=user), Outcome()
    return table, Outcome(enqueue=tuple(series_jobs(series)), publish=(table.pk,))


def _table(deal: DailyDeal, user: User) -> Table:
    rules = rule_set(deal.rules_id)
    options = {"max_redeals": 1} if rules.series.max_redeals else {}
    person = person_for(user)
    own = seat_drawn(deal, person, rules.hand_seats)
    seats = [bot_seat(BOT, i) for i in range(1, rules.hand_seats)]
    seats.insert(own, SeatSpec(person=person))
    return table_create(
        name=f"{deal.date:%Y-%m-%d}",
        kind=Table.Kind.DAILY,
        rules_id=rules.key,
        rules_options=options,
        hands=rules.hands_unrated[0],
        seats=seats,
        created_by=user,
        terms=Terms(daily=deal, talk=Table.Talk.OFF),
    )


def seat_drawn(deal: DailyDeal, person: Person, seats: int) -> int:
    """The seat from which ``person`` plays ``deal``."""
    drawn = hashlib.sha256(f"{deal.commitment}/{person.public_id}".encode()).digest()
    return int.from_bytes(drawn) % seats
