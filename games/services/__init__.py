"""Writes of the games app. Every function returns what its caller has to do after the commit."""

from games.services.actions import MAX_ACTIONS, action_play
from games.services.advance import table_advance
from games.services.announce import series_announce
from games.services.daily import daily_deal, daily_join
from games.services.due import advance_job, due_claim, series_job, table_check_failures, table_stuck
from games.services.follow import follow_set
from games.services.hands import hand_deal
from games.services.lobby import CLOCKS, Wish, table_open, table_warm, wish_check
from games.services.outcome import Job, Outcome, Publish, publish_nothing
from games.services.practice import practice_replay, practice_take_back
from games.services.presence import presence_set, seat_replace
from games.services.rematch import rematch_end, table_rematch
from games.services.resume import table_resume
from games.services.seats import (
    invite_check,
    seat_leave,
    seat_return,
    seat_take,
    table_admit,
    table_invite,
)
from games.services.series import series_jobs, series_start, series_start_all
from games.services.showing import hand_show_finish
from games.services.shuffles import contribution_take
from games.services.slices import series_play_slice
from games.services.tables import (
    SeatSpec,
    TableSpec,
    Terms,
    quick_game_check,
    quick_game_create,
    quick_games_close_stale,
    table_close,
    table_create,
    tables_make,
    tables_store,
)
from games.services.talk import (
    mute_set,
    talk_hide,
    talk_mute,
    talk_report,
    talk_say,
    talk_set,
)

__all__ = [
    "CLOCKS",
    "MAX_ACTIONS",
    "Job",
    "Outcome",
    "Publish",
    "SeatSpec",
    "TableSpec",
    "Terms",
    "Wish",
    "action_play",
    "advance_job",
    "contribution_take",
    "daily_deal",
    "daily_join",
    "due_claim",
    "follow_set",
    "hand_deal",
    "hand_show_finish",
    "invite_check",
    "mute_set",
    "practice_replay",
    "practice_take_back",
    "presence_set",
    "publish_nothing",
    "quick_game_check",
    "quick_game_create",
    "quick_games_close_stale",
    "rematch_end",
    "seat_leave",
    "seat_replace",
    "seat_return",
    "seat_take",
    "series_announce",
    "series_job",
    "series_jobs",
    "series_play_slice",
    "series_start",
    "series_start_all",
    "table_admit",
    "table_advance",
    "table_check_failures",
    "table_close",
    "table_create",
    "table_invite",
    "table_open",
    "table_rematch",
    "table_resume",
    "table_stuck",
    "table_warm",
    "tables_make",
    "tables_store",
    "talk_hide",
    "talk_mute",
    "talk_report",
    "talk_say",
    "talk_set",
    "wish_check",
]
