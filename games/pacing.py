"""The clock of playback: which ply of a stored hand is being shown, and at which revision.

Pure functions of a ``Hand`` row and a point in time; everything that shows a paced table
(frames, pages, REST) asks here, so that nothing runs ahead of anything else.
"""

from __future__ import annotations

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


def rev_at(hand: Hand | None, table_rev: int, now: datetime) -> int:
    """The table's revision as the public may know it while ``hand`` is its current hand.

    That is the stored one less the plies still to be shown, so that other changes of the table
    (it is stuck, say) count at once. ``table_rev`` may have been read before ``hand`` was stored.
    """
    if hand is None or hand.status != Hand.Status.SHOWING or hand.rev_before is None:
        return table_rev
    shown = ply_at(hand, now)
    return max(hand.rev_before + shown, table_rev - (hand.ply - shown))
