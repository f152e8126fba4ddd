"""What a late spectator is shown: ended hands alone, one hand behind the table.

While a hand is played nothing of it may reach him, its clockwork included: not its id, not that
somebody has moved, not how long he thought. So his frames carry a revision of their own, made of
what he is shown and of nothing else (`LateShow.rev`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from engine.series import final_totals
from games.models import Hand, Series, Table
from games.pacing import late_place, rev_at
from games.policy import LATE
from games.results import sheet_row, totals_of
from games.selectors import states, tables
from games.selectors.endings import factor_at
from games.selectors.scenes import Scene

SERIES_REVS = 10_000
"""More than a series has hands; an open table that waits for its series counts below it."""
ENDED = (Table.Status.FINISHED, Table.Status.CLOSED)


@dataclass(frozen=True, slots=True)
class LateShow:
    """The hand a late spectator sees (without its cards and actions) and its ply; ``seen`` are
    the hands that he has seen to their end; ``next_at`` is when he sees more, None when only the
    table can tell.
    """

    hand: Hand | None
    ply: int
    rev: int
    seen: Sequence[Hand]
    is_done: bool
    next_at: datetime | None

    @property
    def over(self) -> list[Hand]:
        """The seen hands that count."""
        return [hand for hand in self.seen if hand.status == Hand.Status.OVER]


def late_show(scene: Scene, now: datetime, *, at_once: bool = False) -> LateShow:
    """Where a late spectator of this table stands at ``now``; ``at_once``: where he stood if he
    were shown every hand as soon as it has ended."""
    table, series, ended = scene.table, scene.series, scene.ended
    is_paced = table.policy == Table.Policy.DELAYED and not at_once
    place = late_place(ended, now, is_paced=is_paced)
    is_seen = place is None or place.ply == ended[place.index].ply
    is_done = table.status in ENDED and is_seen and (place is None or place.next_at is None)
    count = place.index + 1 if place else 0
    if series is None:
        rev = min(table.rev, SERIES_REVS - 1)
    else:
        rev = (series.number + 1) * SERIES_REVS + 2 * count + is_done
    return LateShow(
        hand=ended[place.index] if place else None,
        ply=place.ply if place else 0,
        rev=rev,
        seen=ended[: count if is_seen else count - 1],
        is_done=is_done,
        next_at=place.next_at if place else None,
    )


def late_shows(
    listed: Iterable[Table], now: datetime, *, at_once: bool = False
) -> dict[int, LateShow]:
    """The same for several tables by row number, in two queries. Not for their seats."""
    by_pk = {table.pk: table for table in listed}
    series: dict[int, Series] = {}
    for row in Series.objects.filter(table__in=by_pk).order_by("number"):
        series[row.table_id] = row
    ended: dict[int, list[Hand]] = {row.pk: [] for row in series.values()}
    for hand in tables.hands_ended_of(ended):
        ended[hand.series_id].append(hand)
    scenes = {pk: _scene_of(table, series.get(pk), ended) for pk, table in by_pk.items()}
    return {pk: late_show(scene, now, at_once=at_once) for pk, scene in scenes.items()}


def _scene_of(table: Table, series: Series | None, ended: dict[int, list[Hand]]) -> Scene:
    return Scene(table, [], series, None, _ended=ended[series.pk] if series else [])


def late_table_state(state: dict[str, Any], scene: Scene, show: LateShow) -> dict[str, Any]:
    """``state`` (that of everybody) with nothing in it about the hand that is being played.

    Who sits where stays; since when somebody is away, or that a bot has taken over, would tell of
    the present hand.
    """
    table = scene.table
    totals = totals_of(show.over, table.size)
    number = show.hand.number if show.hand else 0
    changed: dict[str, Any] = {
        "number": number,
        "totals": list(final_totals(states.rules_of(table), totals)),
        "rows": [sheet_row(hand, table.size) for hand in show.over],
        "seats": seats_late(state["seats"]),
    }
    if "factor" in state:
        changed["factor"] = factor_at(states.rules_of(table), number, show.over)
    if table.status in ENDED and not show.is_done:
        changed["status"] = Table.Status.RUNNING.value
        state = {key: value for key, value in state.items() if key != "rematch"}
    return state | changed


PRESENT_HAND = ("away_since", "bank_ms", "stand_in", "leaving", "asked")
"""What a seat's state tells of the course of the present hand, or of its being over."""


def seats_late(seats: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """``seats`` as a late spectator may know them: who sits there, not who plays for him now."""
    return [
        {key: value for key, value in seat.items() if key not in PRESENT_HAND} for seat in seats
    ]


def revs_shown(listed: Iterable[Table], now: datetime) -> dict[int, int]:
    """Revision per table row number as the public may know it: a hand that is played back counts
    as far as it is shown (``games.pacing.rev_at``), one that spectators do not see not at all.
    """
    found = list(listed)
    showing = {
        hand.series.table_id: hand
        for hand in Hand.objects.filter(
            series__table__in=found, status=Hand.Status.SHOWING
        ).select_related("series")
    }
    revs = {table.pk: rev_at(showing.get(table.pk), table.rev, now) for table in found}
    late = late_shows((table for table in found if table.policy in LATE), now)
    return revs | {pk: show.rev for pk, show in late.items()}
