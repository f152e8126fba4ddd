"""The clock of playback: which ply of a stored hand is being shown, and at which revision.

Pure functions of a ``Hand`` row and a point in time; everything that shows a paced table
(frames, pages, REST) asks here, so that nothing runs ahead of anything else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings

from games.models import Hand

SHOW_PAUSE_PLIES = 6
"""The finished hand stays on show for as long as this many plies."""


def show_until(show_from: datetime, plies: int) -> datetime:
    """When a hand of ``plies`` plies that is shown from ``show_from`` has been shown."""
    return show_from + timedelta(milliseconds=settings.PLY_MS * (plies + SHOW_PAUSE_PLIES))


def ply_at(hand: Hand, now: datetime) -> int:
    """The newest ply of ``hand`` that may be shown at ``now``; all of them unless showing."""
    if hand.status != Hand.Status.SHOWING or hand.show_from is None:
        return hand.ply
    shown_ms = (now - hand.show_from) / timedelta(milliseconds=1)
    if settings.PLY_MS <= 0:
        return hand.ply if shown_ms >= 0 else 0
    return max(0, min(hand.ply, int(shown_ms // settings.PLY_MS)))


def next_ply_at(hand: Hand | None, now: datetime) -> datetime | None:
    """When the next ply of a hand is shown; None when all are (what follows is published)."""
    if hand is None or hand.show_from is None:
        return None
    ply = ply_at(hand, now)
    if hand.status != Hand.Status.SHOWING or ply >= hand.ply:
        return None
    if now < hand.show_from and settings.PLY_MS <= 0:
        return hand.show_from
    return hand.show_from + timedelta(milliseconds=settings.PLY_MS * (ply + 1))


def rev_at(hand: Hand | None, table_rev: int, now: datetime) -> int:
    """The table's revision as the public may know it while ``hand`` is its current hand.

    That is the stored one less the plies still to be shown, so that other changes of the table
    (it is stuck, say) count at once. ``table_rev`` may have been read before ``hand`` was stored.
    """
    if hand is None or hand.status != Hand.Status.SHOWING or hand.rev_before is None:
        return table_rev
    shown = ply_at(hand, now)
    return max(hand.rev_before + shown, table_rev - (hand.ply - shown))


@dataclass(frozen=True, slots=True)
class LatePlace:
    """Which of the ended hands a late spectator watches, and its ply; ``next_at`` is when the
    passing of time alone shows him more."""

    index: int
    ply: int
    next_at: datetime | None


def late_place(ended: Sequence[Hand], now: datetime, *, is_paced: bool) -> LatePlace | None:
    """Where somebody stands at ``now`` who watches hands only once they have ended.

    ``ended`` are the hands of a series in order. Unpaced he sees the last one as it ended. Paced
    he watches a hand ply by ply from its end on, then the newest that has ended meanwhile (some
    may be left out, so he never falls back further than one hand). None: no hand has ended.
    """
    if not ended:
        return None
    if not is_paced or settings.PLY_MS <= 0:
        return LatePlace(len(ended) - 1, ended[-1].ply, None)
    step = timedelta(milliseconds=settings.PLY_MS)
    index, start = 0, _ended_at(ended[0], now)
    while True:
        until = start + step * (ended[index].ply + SHOW_PAUSE_PLIES)
        following = _newest_ended(ended, index, until)
        if following is None:
            break
        begin = max(until, _ended_at(ended[following], now))
        if begin > now:
            break
        index, start = following, begin
    ply = max(0, min(ended[index].ply, (now - start) // step))
    if ply < ended[index].ply:
        return LatePlace(index, ply, start + step * (ply + 1))
    waits = following is not None and begin > now
    return LatePlace(index, ply, begin if waits else None)


def _newest_ended(ended: Sequence[Hand], index: int, until: datetime) -> int | None:
    """The newest hand after ``index`` that had ended at ``until``, else the next one."""
    later = range(index + 1, len(ended))
    done = [at for at in later if _ended_at(ended[at], until) <= until]
    return done[-1] if done else next(iter(later), None)


def _ended_at(hand: Hand, otherwise: datetime) -> datetime:
    return hand.ended_at or otherwise
