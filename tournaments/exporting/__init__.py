"""Seatings and standings as files. The same state gives the same bytes."""

from tournaments.exporting.cells import cell_escape
from tournaments.exporting.seating import SeatedEntrant, SeatedRound, seating_csv, seating_json
from tournaments.exporting.standings import standings_csv, standings_json

__all__ = [
    "SeatedEntrant",
    "SeatedRound",
    "cell_escape",
    "seating_csv",
    "seating_json",
    "standings_csv",
    "standings_json",
]
