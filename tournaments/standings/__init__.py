"""Standings of an event and of a league, folded from results (pure, no stored counters)."""

from tournaments.standings.event import Decided, Placing, TableResult, standings
from tournaments.standings.league import LeaguePlacing, league_standings
from tournaments.standings.stakes import Stake, nearest, stakes

__all__ = [
    "Decided",
    "LeaguePlacing",
    "Placing",
    "Stake",
    "TableResult",
    "league_standings",
    "nearest",
    "stakes",
    "standings",
]
