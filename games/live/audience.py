"""How many people watch a table: approximate, cheap, and no change of the table.

Each web process counts its own sockets and tells the others every few seconds by a field of a
Redis hash; a frame carries the sum when it is sent, so nobody is told only because somebody came.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import redis
from django.conf import settings

from games.live import orm
from games.live.publish import client
from games.live.room import Room

if TYPE_CHECKING:
    from games.live.hub import Hub

logger = logging.getLogger(__name__)

BEAT_SECONDS = 10.0
STALE_SECONDS = 35.0
"""What a process has not repeated for so long does not count: it is gone."""
EXACT = 20
"""Above this the number is rounded to tens."""


class Audience:
    """Counts the watchers of the tables of this process and learns of those of the others."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._beat_at = 0.0
        self._others: dict[str, int] = {}
        self._told: set[str] = set()

    def changed(self, room: Room) -> None:
        """Somebody came to a room or left it."""
        if room.source.prefix == "table":
            room.set_watchers(rounded(self._own(room) + self._others.get(room.key, 0)))

    async def tick(self) -> None:
        """Tell and ask; called by the hub every second, works every ten."""
        now = asyncio.get_running_loop().time()
        if now - self._beat_at < BEAT_SECONDS:
            return
        self._beat_at = now
        rooms = {room.key: room for room in self._hub.table_rooms()}
        own = {key: self._own(room) for key, room in rooms.items()}
        told = {key: own.get(key, 0) for key in self._told | {k for k, n in own.items() if n}}
        self._told = {key for key, count in told.items() if count}
        self._others = await orm.run(exchange, self._hub.process, told, list(rooms))
        for room in rooms.values():
            self.changed(room)

    @staticmethod
    def _own(room: Room) -> int:
        return sum(not connection.role.startswith("seat:") for connection in room.connections)


def exchange(process: str, told: Mapping[str, int], asked: Iterable[str]) -> dict[str, int]:
    """Write the numbers of this process (0 takes a field away) and return those of the others."""
    try:
        return _exchange(process, told, list(asked))
    except (redis.RedisError, OSError) as error:
        logger.warning("live: watchers not counted: %s", error)
        return {}


def _exchange(process: str, told: Mapping[str, int], asked: list[str]) -> dict[str, int]:
    now = time.time()
    pipe = client(settings.LIVE_URL).pipeline(transaction=False)
    for table, count in told.items():
        if count:
            pipe.hset(_key(table), process, f"{count}:{now:.0f}")
            pipe.expire(_key(table), int(STALE_SECONDS))
        else:
            pipe.hdel(_key(table), process)
    for table in asked:
        pipe.hgetall(_key(table))
    found = pipe.execute()
    answers = found[len(found) - len(asked) :]
    return {
        table: sum(_count(value, now) for who, value in counts.items() if who.decode() != process)
        for table, counts in zip(asked, answers, strict=True)
    }


def _count(value: bytes, now: float) -> int:
    count, _, at = value.decode().partition(":")
    return int(count) if now - float(at) <= STALE_SECONDS else 0


def _key(table: str) -> str:
    return f"watchers:{table}"


def rounded(count: int) -> int:
    """The number to show."""
    return count if count <= EXACT else count // 10 * 10
