"""Which seated persons have their table open: approximate, and cheap.

The truth for watchers is `Seat.present` (a change of it is a change of the table). A key with
an expiry says which web process still holds a socket of that seat, so that the flag of a process
that was killed goes out as soon as somebody watches the table.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from typing import TYPE_CHECKING

import redis
from django.conf import settings

from games import services
from games.live import orm
from games.live.publish import client, publish_table
from games.live.room import Room
from games.models import Seat

if TYPE_CHECKING:
    from games.live.hub import Hub

logger = logging.getLogger(__name__)

Place = tuple[str, int]
"""(public id of the table, table seat)"""

LEAVE_SECONDS = 10.0
"""Loading a page anew is no leaving."""
BEAT_SECONDS = 20.0
EXPIRY_SECONDS = 50


class Presence:
    """Counts the sockets of each seat in this process and keeps the flag in the database."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._open: Counter[Place] = Counter()
        self._beat_at = 0.0

    def enter(self, room: Room, role: str) -> None:
        """A socket of role `role` has come."""
        place = place_of(room, role)
        if place is not None:
            self._open[place] += 1
            if self._open[place] == 1:
                self._hub.errand(orm.run(mark_present, place))

    def leave(self, room: Room, role: str) -> None:
        """A socket has gone. The seat is absent if none has come back after a while."""
        place = place_of(room, role)
        if place is None:
            return
        self._open[place] -= 1
        if self._open[place] <= 0:
            del self._open[place]
            self._hub.errand(self._absent_later(place))

    async def tick(self) -> None:
        """Renew the keys of this process; called by the hub every second, works every 20."""
        now = asyncio.get_running_loop().time()
        if now - self._beat_at >= BEAT_SECONDS:
            self._beat_at = now
            for place in list(self._open):
                await orm.run(mark_present, place)
            await orm.run(clear_dead, self._hub.watched_tables())

    async def _absent_later(self, place: Place) -> None:
        await asyncio.sleep(LEAVE_SECONDS)
        if not self._open[place]:
            await orm.run(mark_absent, place)


def place_of(room: Room, role: str) -> Place | None:
    """The seat a role is about, None for watchers and for events."""
    kind, _, seat = role.partition(":")
    if room.source.prefix != "table" or kind != "seat":
        return None
    return room.key, int(seat.partition(":")[0])


def mark_present(place: Place) -> None:
    """Set the key and, if it was not set, the flag."""
    try:
        client(settings.LIVE_URL).set(_key(place), 1, ex=EXPIRY_SECONDS)
    except (redis.RedisError, OSError) as error:
        logger.warning("live: presence not kept: %s", error)
    _set_flag(place, True)


def mark_absent(place: Place) -> None:
    """Take key and flag away; another process that holds the seat sets both again."""
    try:
        client(settings.LIVE_URL).delete(_key(place))
    except (redis.RedisError, OSError) as error:
        logger.warning("live: presence not cleared: %s", error)
    _set_flag(place, False)


def clear_dead(tables: list[str]) -> None:
    """Put out the flags of watched tables that no process renews any more."""
    present = Seat.objects.filter(table__public_id__in=tables, present=True)
    for table, index in present.values_list("table__public_id", "index"):
        try:
            is_alive = bool(client(settings.LIVE_URL).exists(_key((table, index))))
        except (redis.RedisError, OSError):
            return
        if not is_alive:
            _set_flag((table, index), False)


def _key(place: Place) -> str:
    return f"present:{place[0]}:{place[1]}"


def _set_flag(place: Place, present: bool) -> None:
    """Write the flag if it differs, and tell everybody."""
    row = Seat.objects.filter(table__public_id=place[0], index=place[1], present=not present)
    table_id = row.values_list("table_id", flat=True).first()
    if table_id is None:
        return
    outcome = services.presence_set(table_id=table_id, index=place[1], present=present)
    for changed in outcome.publish:
        publish_table(changed)
