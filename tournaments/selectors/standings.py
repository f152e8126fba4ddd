"""Standings of events and leagues with the people behind the numbers."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _

from accounts.selectors import person_resolve
from games.models import Table
from tournaments import standings
from tournaments.models import Entrant, Event, League
from tournaments.selectors.plans import event_rules, window_start
from tournaments.selectors.results import results_of_event
from tournaments.standings import Decided, Placing, TableResult


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One line of the standings of an event.

    ``rounds`` are the points of round ``first_round`` and the following, None where the entrant
    did not play or the table has not ended; ``tables`` the public ids of the tables at which
    they were made. ``decided`` and ``tie_reason`` say what separates this line from the one
    above. ``per_hand`` is total / ``hands`` where that is compared instead of totals (sum rule
    ``written``, not all played equally many hands), else None.
    """

    rank: int
    entrant: Entrant
    total: int
    rounds: tuple[int | None, ...]
    tables: tuple[str | None, ...]
    first_round: int
    wins: Fraction
    penalties: int
    decided: Decided
    decided_by: int
    hands: int = 0
    per_hand: Fraction | None = None

    @property
    def tie_reason(self) -> str:
        """Why the order of equal totals is as it is, in the reader's language; "" without a tie."""
        match self.decided:
            case Decided.BEST_ROUND if self.decided_by == 1:
                return _("better best round")
            case Decided.BEST_ROUND:
                return _("better result in the %(number)s. best round") % {
                    "number": self.decided_by
                }
            case Decided.TABLE_WINS:
                return _("more table wins")
            case Decided.PENALTIES:
                return _("smaller penalties")
            case Decided.SHARED:
                return _("shared rank")
            case _other:
                return ""


@dataclass(frozen=True, slots=True)
class LeagueRow:
    """One line of a league; ``events`` has the total of each event, None where not entered.

    ``per_hand`` as in the standings of an event.
    """

    rank: int
    name: str
    entrant: Entrant
    total: int
    events: tuple[int | None, ...]
    hands: int = 0
    per_hand: Fraction | None = None


def event_standings(event: Event) -> list[StandingRow]:
    """Standings from all tables that have ended (of the last rounds, for an endless event)."""
    first = window_start(event)
    placings, tables = event_placings(event, first)
    entrants = {
        entrant.number: entrant
        for entrant in event.entrants.select_related("person", "bot_version__bot")
    }
    return [
        StandingRow(
            rank=placing.rank,
            entrant=entrants[placing.entrant],
            total=placing.total,
            rounds=placing.rounds,
            tables=tuple(
                tables.get((number, placing.entrant))
                for number in range(first, first + len(placing.rounds))
            ),
            first_round=first,
            wins=placing.wins,
            penalties=placing.penalties,
            decided=placing.decided,
            decided_by=placing.decided_by,
            hands=placing.hands,
            per_hand=placing.per_hand,
        )
        for placing in placings
    ]


def event_placings(
    event: Event, first: int = 1
) -> tuple[list[Placing], dict[tuple[int, int], str]]:
    """Placings by entrant number, and the public id of the table of (round, entrant number)."""
    results = results_of_event(event, first)
    ids = dict(
        Table.objects.filter(pk__in=[pk for tables in results.values() for pk in tables])
        .values_list("pk", "public_id")
        .order_by()
    )
    rows = [
        TableResult(
            number - first + 1,
            {entrant: made.points for entrant, made in seated.items()},
            {entrant: made.hands for entrant, made in seated.items()},
        )
        for number, tables in results.items()
        for seated in tables.values()
    ]
    where = {
        (number, entrant): ids[pk]
        for number, tables in results.items()
        for pk, seated in tables.items()
        for entrant in seated
    }
    numbers = list(event.entrants.values_list("number", flat=True))
    return standings.standings(numbers, rows, sum_rule=event_rules(event).sum_rule), where


def league_standings(league: League) -> list[LeagueRow]:
    """Sum of the totals of all events of the league that have begun, oldest event first."""
    totals: list[dict[Hashable, int]] = []
    hands: list[dict[Hashable, int]] = []
    entrants: dict[Hashable, Entrant] = {}
    events = league_events(league)
    for event in events:
        rows = event_standings(event)
        keys = {row.entrant.number: participant_key(row.entrant) for row in rows}
        entrants.update((keys[row.entrant.number], row.entrant) for row in rows)
        totals.append({keys[row.entrant.number]: row.total for row in rows})
        hands.append({keys[row.entrant.number]: row.hands for row in rows})
    is_written = any(event_rules(event).sum_rule == "written" for event in events)
    sum_rule = "written" if is_written else "zero"
    return [
        LeagueRow(
            placing.rank,
            entrants[placing.key].name,
            entrants[placing.key],
            placing.total,
            placing.events,
            placing.hands,
            placing.per_hand,
        )
        for placing in standings.league_standings(totals, hands, sum_rule=sum_rule)
    ]


def league_events(league: League) -> list[Event]:
    """The events of a league that count, in the order in which they were made."""
    return list(league.events.exclude(status=Event.Status.DRAFT).order_by("id"))


def participant_key(entrant: Entrant) -> Hashable:
    """Who an entrant is across events: the person, or the bot under the same entrant name."""
    if entrant.person is not None:
        return ("person", person_resolve(entrant.person).pk)
    assert entrant.bot_version is not None
    return ("bot", entrant.bot_version.bot_id, entrant.name.casefold())
