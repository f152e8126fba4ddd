"""Reads of the tournaments app: events, rounds with live totals, standings, files."""

from tournaments.selectors.audit import Audit, event_audit, hands_expected, hands_of_event
from tournaments.selectors.events import (
    EventPage,
    event_by_public_id,
    event_page,
    events_due,
    events_listed,
    events_recent,
    events_running,
    leagues_listed,
    rounds_due,
    rounds_listed,
)
from tournaments.selectors.files import seating_file, standings_file
from tournaments.selectors.plans import active_numbers, event_certificate, event_plan, rounds_state
from tournaments.selectors.results import RoundRow, SeatRow, TableRow, round_results, rounds_results
from tournaments.selectors.stakes import TableStake, event_stakes, table_stake
from tournaments.selectors.standings import (
    LeagueRow,
    StandingRow,
    event_standings,
    league_standings,
)

__all__ = [
    "Audit",
    "EventPage",
    "LeagueRow",
    "RoundRow",
    "SeatRow",
    "StandingRow",
    "TableRow",
    "TableStake",
    "active_numbers",
    "event_audit",
    "event_by_public_id",
    "event_certificate",
    "event_page",
    "event_plan",
    "event_stakes",
    "event_standings",
    "events_due",
    "events_listed",
    "events_recent",
    "events_running",
    "hands_expected",
    "hands_of_event",
    "league_standings",
    "leagues_listed",
    "round_results",
    "rounds_due",
    "rounds_listed",
    "rounds_results",
    "rounds_state",
    "seating_file",
    "standings_file",
    "table_stake",
]
