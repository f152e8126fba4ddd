"""Writes of the games app. Every function returns what its caller has to do after the commit."""

from games.services.actions import MAX_ACTIONS, action_play, hand_load
from games.services.advance import table_advance
from games.services.announce import series_announce
from games.services.due import advance_job, due_claim, series_job, table_check_failures, table_stuck
from games.services.hands import hand_deal
from games.services.outcome import Job, Outcome, Publish, publish_nothing
from games.services.resume import table_resume
from games.services.series import series_jobs, series_start
from games.services.showing import hand_show_finish
from games.services.slices import series_play_slice
from games.services.tables import (
    SeatSpec,
    presence_set,
    quick_game_check,
    quick_game_create,
    quick_games_close_stale,
    table_close,
    table_create,
)

__all__ = [
    "MAX_ACTIONS",
    "Job",
    "Outcome",
    "Publish",
    "SeatSpec",
    "action_play",
    "advance_job",
    "due_claim",
    "hand_deal",
    "hand_load",
    "hand_show_finish",
    "presence_set",
    "publish_nothing",
    "quick_game_check",
    "quick_game_create",
    "quick_games_close_stale",
    "series_announce",
    "series_job",
    "series_jobs",
    "series_play_slice",
    "series_start",
    "table_advance",
    "table_check_failures",
    "table_close",
    "table_create",
    "table_resume",
    "table_stuck",
]
