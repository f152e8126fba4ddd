"""Writes of the tournaments app. Whoever calls enqueues and publishes the outcome after commit."""

from tournaments.services.advance import (
    close_round_job,
    event_advance,
    event_start,
    events_claim,
    open_next_round_job,
)
from tournaments.services.entrants import entrant_add, entrant_withdraw, entrants_import
from tournaments.services.events import event_create, event_end, event_finish, league_create
from tournaments.services.rounds import event_check, round_close, round_draw, round_open

__all__ = [
    "close_round_job",
    "entrant_add",
    "entrant_withdraw",
    "entrants_import",
    "event_advance",
    "event_check",
    "event_create",
    "event_end",
    "event_finish",
    "event_start",
    "events_claim",
    "league_create",
    "open_next_round_job",
    "round_close",
    "round_draw",
    "round_open",
]
