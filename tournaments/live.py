"""What the event page is told live: where each table of the current round stands.

Messages of the workers are only hints to look again; the frame is always made from the database.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db.models import Max, OuterRef, Subquery, Sum
from django.db.models.functions import Coalesce
from django.utils import timezone

from games import selectors as games
from games.live.identity import Identity, user_of
from games.live.wire import Frame, Snapshot
from games.models import Hand, Table
from games.policy import LATE
from tournaments.models import Event, Round

EVERYBODY = "all"
ROUND_REVS = 1_000_000_000
"""More than the tables of a round ever change; exact in browsers for nine million rounds."""


class EventSource:
    """Frames of events. Everybody sees the same."""

    prefix = "event"

    def role_of(self, identity: Identity, key: str) -> str | None:
        """The one role there is, None for an unknown event. Raises SignedOut."""
        user_of(identity)
        return EVERYBODY if Event.objects.filter(public_id=key).exists() else None

    def load(self, key: str, at: datetime | None = None) -> Snapshot | None:
        """The tables of the newest opened round. The version is read first, see `TableSource`."""
        rev = self.revs([key]).get(key)
        event = Event.objects.filter(public_id=key).first()
        if event is None or rev is None:
            return None
        return Snapshot(rev=rev, frames={EVERYBODY: _frame(event, rev, at or timezone.now())})

    def has_gap(self, old: Snapshot, new: Snapshot) -> bool:
        """Whether more than the progress of tables has changed: rounds, totals, the event."""
        return _standing_of(old) != _standing_of(new)

    def between(self, old: Snapshot, new: Snapshot) -> Sequence[Mapping[str, Frame]]:
        """A message of its own before the new frame: fetch standings and rounds again."""
        frame = new.frames[EVERYBODY]
        changed = {"type": "changed", "event": frame["event"], "rev": frame["rev"], "ply": -1}
        return [{EVERYBODY: changed}]

    def revs(self, keys: Sequence[str]) -> Mapping[str, int]:
        """Per event a number that grows with every change of a table, a round or its status.

        Asked every second, so it looks at the newest round alone: an endless event has thousands.
        """
        opened = Round.objects.exclude(status=Round.Status.DRAFT).order_by("-number")
        newest = opened.filter(event=OuterRef("pk"))[:1]
        events = list(
            Event.objects.filter(public_id__in=keys).annotate(
                round_id=Subquery(newest.values("pk")),
                number=Coalesce(Subquery(newest.values("number")), 0),
                round_status=Subquery(newest.values("status")),
            )
        )
        played = dict(
            Table.objects.filter(round_table__round__in=[event.round_id for event in events])
            .values_list("round_table__round")
            .annotate(total=Sum("rev"))
            .order_by()
        )
        return {
            event.public_id: event.number * ROUND_REVS
            + played.get(event.round_id, 0)
            + (event.round_status == Round.Status.CLOSED)
            + (event.status == Event.Status.RUNNING)
            + 2 * (event.status == Event.Status.FINISHED)
            for event in events
        }


def _frame(event: Event, rev: int, now: datetime) -> Frame:
    """``rev`` counts the stored changes; what playback has not shown yet is taken off again."""
    current = event.rounds.exclude(status=Round.Status.DRAFT).order_by("-number").first()
    tables, hidden = _tables(current, now) if current else ([], 0)
    return {
        "type": "event",
        "event": event.public_id,
        "status": event.status,
        "round": current.number if current else 0,
        "round_status": current.status if current else "",
        "tables": tables,
        "rev": rev - hidden,
    }


def _tables(current: Round, now: datetime) -> tuple[list[dict[str, Any]], int]:
    """Progress of all tables of a round in a few queries, however many there are; and by how
    much their stored revisions are ahead of those that are shown. Of a hand that spectators see
    late there is nothing in it before it has ended.
    """
    tables = list(Table.objects.filter(round_table__round=current).order_by("round_table__number"))
    revs = games.revs_shown(tables, now)
    over: dict[int, list[Hand]] = defaultdict(list)
    for hand in Hand.objects.filter(
        series__table__in=tables, status=Hand.Status.OVER
    ).select_related("series"):
        over[hand.series.table_id].append(hand)
    numbers = dict(
        Hand.objects.filter(series__table__in=tables)
        .exclude(status=Hand.Status.VOID)
        .values_list("series__table")
        .annotate(newest=Max("number"))
    )
    shows = games.late_shows((table for table in tables if table.policy in LATE), now, at_once=True)
    revs |= {pk: show.rev for pk, show in shows.items()}
    numbers |= {pk: len(show.over) for pk, show in shows.items()}
    rows = [
        {
            "id": table.public_id,
            "rev": revs[table.pk],
            "number": numbers.get(table.pk, 0),
            "totals": games.totals_of(over[table.pk], table.size),
            "status": table.status,
            **_since(table, over[table.pk]),
        }
        for table in tables
    ]
    return rows, sum(table.rev - revs[table.pk] for table in tables)


def _since(table: Table, over: list[Hand]) -> dict[str, str]:
    """Since when a table that still plays has written down no hand; nothing before its first."""
    ends = [hand.ended_at for hand in over if hand.ended_at is not None]
    if not ends or table.status != Table.Status.RUNNING:
        return {}
    return {"since": max(ends).isoformat()}


def _standing_of(snapshot: Snapshot) -> tuple[Any, ...]:
    frame = snapshot.frames.get(EVERYBODY, {})
    tables = [(row["id"], row["totals"]) for row in frame.get("tables", ())]
    return frame.get("status"), frame.get("round"), frame.get("round_status"), tables


EVENTS = EventSource()
