"""The centre of a web process: rooms, their subscriptions, repair, and who is still welcome."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections import defaultdict
from collections.abc import Coroutine
from typing import Any
from weakref import WeakKeyDictionary

from django.conf import settings
from django.db import Error as DatabaseError

from games.live import orm
from games.live.audience import Audience
from games.live.bus import Bus
from games.live.connection import Connection
from games.live.identity import Identity, SignedOut
from games.live.presence import Presence
from games.live.publish import KICK_CHANNEL, session_hash
from games.live.refusals import in_language
from games.live.room import Room
from games.live.sources import NO_ACCESS, Source

logger = logging.getLogger(__name__)

GRACE_SECONDS = 0.25
"""A message may still be on its way when the database already shows its change. Repairing at
once would jump over it, and so over the ply it carries.
"""
READY_SECONDS = 10.0
RECHECK_SECONDS = 60.0
TOKEN_RECHECK_SECONDS = 10.0

CLOSE_SIGNED_OUT = 4401
CLOSE_NO_ACCESS = 4403
CLOSE_TRY_AGAIN = 1013


class Hub:
    """Rooms by channel. Runs from the first connection to the last one."""

    def __init__(self, url: str) -> None:
        self.process = secrets.token_hex(6)
        self._url = url
        self._rooms: dict[str, Room] = {}
        self._places: dict[str, tuple[Connection, Room]] = {}
        self._checked: dict[str, float] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._errands: set[asyncio.Task[Any]] = set()
        self._bus: Bus | None = None
        self.presence = Presence(self)
        self.audience = Audience(self)

    # --- coming and going ------------------------------------------------------------------

    async def join(self, source: Source, key: str, connection: Connection) -> Room | None:
        """Let a connection watch; its first frame is queued when this returns. None, and the
        connection is closed, when the room cannot be shown now.
        """
        self._start()
        room = self._rooms.get(f"{source.prefix}:{key}") or self._open(Room(source, key))
        room.waiting += 1
        try:
            await asyncio.wait_for(room.is_ready.wait(), READY_SECONDS)
            event = room.event_for(connection.role)
            if event is None:  # he has sat down since the room was read
                await asyncio.wait_for(room.refresh(), READY_SECONDS)
                event = room.event_for(connection.role)
        except TimeoutError:
            event = None
        finally:
            room.waiting -= 1
        if event is None:
            connection.close(CLOSE_TRY_AGAIN, "try again")
            self._close_if_empty(room)
            return None
        connection.snapshot = room.event_for
        connection.offer(event)
        room.connections.add(connection)
        self._places[connection.id] = (connection, room)
        self._checked[connection.id] = asyncio.get_running_loop().time()
        self.presence.enter(room, connection.role)
        self.audience.changed(room)
        return room

    def leave(self, connection: Connection) -> None:
        """Forget a connection; the last one of a room ends it."""
        place = self._places.pop(connection.id, None)
        self._checked.pop(connection.id, None)
        if place is None:
            return
        room = place[1]
        room.connections.discard(connection)
        self.presence.leave(room, connection.role)
        self.audience.changed(room)
        self._close_if_empty(room)

    def reply_address(self, connection: Connection) -> str:
        """Where a task sends its answer to this connection."""
        return f"{self.process}:{connection.id}"

    def table_rooms(self) -> list[Room]:
        """The tables somebody looks at in this process."""
        return [room for room in self._rooms.values() if room.source.prefix == "table"]

    def watched_tables(self) -> list[str]:
        """Their public ids."""
        return [room.key for room in self.table_rooms()]

    def errand(self, work: Coroutine[Any, Any, Any]) -> None:
        """Do something in the background; errors are logged."""
        task = asyncio.get_running_loop().create_task(work)
        self._errands.add(task)
        task.add_done_callback(self._errand_done)

    def _errand_done(self, task: asyncio.Task[Any]) -> None:
        self._errands.discard(task)
        if not task.cancelled() and task.exception() is not None:
            logger.error("live: errand failed", exc_info=task.exception())

    def _open(self, room: Room) -> Room:
        self._rooms[room.channel] = room
        self._tasks[room.channel] = asyncio.get_running_loop().create_task(self._run_room(room))
        return room

    async def _run_room(self, room: Room) -> None:
        """Subscribe before the first load: nothing falls between the two."""
        assert self._bus is not None
        await self._bus.add(room.channel)
        await room.run()

    def _close_if_empty(self, room: Room) -> None:
        if room.connections or room.waiting or self._rooms.get(room.channel) is not room:
            return
        del self._rooms[room.channel]
        self._tasks.pop(room.channel).cancel()
        if self._rooms and self._bus is not None:
            self.errand(self._bus.remove(room.channel))
        elif not self._rooms:
            self._stop()

    def _start(self) -> None:
        if self._bus is not None:
            return
        own = (f"conn:{self.process}", KICK_CHANNEL)
        self._bus = Bus(self._url, own, self._deliver, self._restored)
        loop = asyncio.get_running_loop()
        self._tasks["bus"] = loop.create_task(self._bus.run())
        self._tasks["repair"] = loop.create_task(self._repair_forever())

    def _stop(self) -> None:
        for task in self._tasks.values():
            task.cancel()
        self._tasks.clear()
        self._bus = None

    # --- what the bus brings ---------------------------------------------------------------

    def _deliver(self, channel: str, data: bytes) -> None:
        room = self._rooms.get(channel)
        if room is not None:
            room.receive(data)
            return
        try:
            message = json.loads(data)
            if channel == KICK_CHANNEL:
                self._kick(message)
            elif channel == f"conn:{self.process}":
                self._answer(str(message["conn"]), dict(message["payload"]))
        except (ValueError, KeyError, TypeError):
            logger.warning("live: unreadable message on %s", channel)

    def _restored(self) -> None:
        """The broker is (again) there: whatever was published in between is gone."""
        for room in self._rooms.values():
            room.reload()

    def _answer(self, connection_id: str, payload: dict[str, Any]) -> None:
        place = self._places.get(connection_id)
        if place is None:
            return
        connection, room = place
        connection.answer(in_language(payload, connection.language))
        if payload.get("type") == "refused":
            self.errand(self.resync(connection, room))

    async def resync(self, connection: Connection, room: Room) -> None:
        """Send the view as the database has it, newer or not."""
        await room.refresh()
        connection.offer(room.event_for(connection.role))

    # --- repair and recheck ----------------------------------------------------------------

    async def _repair_forever(self) -> None:
        while True:
            await asyncio.sleep(settings.LIVE_REPAIR_SECONDS)
            try:
                await self._repair()
                self._recheck_due()
                await self.presence.tick()
                await self.audience.tick()
            except DatabaseError:
                logger.warning("live: repair failed", exc_info=True)
            except Exception:  # whatever got lost would stay lost, in silence
                logger.exception("live: repair")

    async def _repair(self) -> None:
        """Reload the rooms whose database version is newer than what was shown."""
        by_source: dict[str, list[Room]] = defaultdict(list)
        for room in self._rooms.values():
            if room.shown is not None:
                by_source[room.source.prefix].append(room)
        behind: list[tuple[Room, int]] = []
        for rooms in by_source.values():
            revs = await orm.run(rooms[0].source.revs, [room.key for room in rooms])
            behind += [
                (room, revs[room.key]) for room in rooms if revs.get(room.key, -1) > room.rev
            ]
        if behind:
            await asyncio.sleep(GRACE_SECONDS)
        for room, rev in behind:
            if room.rev < rev:
                room.reload()

    def _recheck_due(self) -> None:
        """Everybody once a minute; with one of them all who are the same to the source, such as
        the many who have not signed in.
        """
        now = asyncio.get_running_loop().time()
        due = {
            (room, connection.identity)
            for connection, room in self._places.values()
            if now - self._checked.get(connection.id, now) >= _recheck_seconds(connection)
        }
        if not due:
            return
        alike: dict[tuple[Room, Identity], list[Connection]] = defaultdict(list)
        for connection, room in self._places.values():
            if (room, connection.identity) in due:
                self._checked[connection.id] = now
                alike[room, connection.identity].append(connection)
        for (room, _), connections in alike.items():
            self.errand(self._recheck(room, *connections))

    def _kick(self, message: dict[str, Any]) -> None:
        for connection, room in list(self._places.values()):
            identity = connection.identity
            is_over = (
                identity.session_key is not None
                and message.get("session") == session_hash(identity.session_key)
            ) or (identity.token_id is not None and message.get("token") == identity.token_id)
            if is_over:
                self._end(connection, CLOSE_SIGNED_OUT, SignedOut.code)
            elif identity.user_id is not None and message.get("user") == identity.user_id:
                self.errand(self._recheck(room, connection))

    async def _recheck(self, room: Room, *connections: Connection) -> None:
        """Ask again who this is, the same for all of them, and what he may see."""
        try:
            role = await orm.run(room.source.role_of, connections[0].identity, room.key)
        except SignedOut:
            for connection in connections:
                self._end(connection, CLOSE_SIGNED_OUT, SignedOut.code)
            return
        changed = [one for one in connections if self._set_role(room, one, role)]
        if changed:
            await room.refresh()
        for connection in changed:
            connection.offer(room.event_for(connection.role))

    def _set_role(self, room: Room, connection: Connection, role: str | None) -> bool:
        """True when somebody goes on with another role, and needs its view."""
        if role is None or role == NO_ACCESS:
            self._end(connection, CLOSE_NO_ACCESS, "no_access")
            return False
        if role == connection.role or connection.id not in self._places:
            return False
        self.presence.leave(room, connection.role)
        connection.role = role
        self.presence.enter(room, role)
        self.audience.changed(room)
        return True

    def _end(self, connection: Connection, code: int, reason: str) -> None:
        self.leave(connection)
        connection.answer({"type": "kicked", "code": reason})
        connection.close(code, reason)


def _recheck_seconds(connection: Connection) -> float:
    return TOKEN_RECHECK_SECONDS if connection.identity.token_id else RECHECK_SECONDS


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def current_hub() -> Hub:
    """The hub of the running loop: one per web process, made by its first connection."""
    loop = asyncio.get_running_loop()
    hub = _hubs.get(loop)
    if hub is None:
        hub = _hubs[loop] = Hub(settings.LIVE_URL)
    return hub
