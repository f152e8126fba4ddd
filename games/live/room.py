"""One watched table (or event) in a web process: its newest frames and who looks at it."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Mapping
from datetime import timedelta

from django.utils import timezone

from games.live import orm, wire
from games.live.connection import Connection, Event, text_event
from games.live.sources import Source
from games.live.wire import Frame, Mark, Snapshot

logger = logging.getLogger(__name__)

INBOX_LENGTH = 256
RETRY_SECONDS = 1.0
LEAST_STEP = timedelta(milliseconds=10)
"""Two frames that only time separates are at least so far apart."""


class Room:
    """Shows every connection the frame of its role: in order, each once, never an older one.

    One task per room does all of it, so nothing overtakes anything. Its work is a message of a
    worker, a wish to read the database anew, or the moment when playback shows the next ply.
    """

    def __init__(self, source: Source, key: str) -> None:
        self.source, self.key = source, key
        self.channel = f"{source.prefix}:{key}"
        self.connections: set[Connection] = set()
        self.waiting = 0
        self.watchers = 0
        self.is_ready = asyncio.Event()
        self.shown: Snapshot | None = None
        self._frames: dict[str, Frame] = {}
        self._marks: dict[str, Mark] = {}
        self._events: dict[str, Event] = {}
        self._inbox: deque[Snapshot] = deque()
        self._refreshers: list[asyncio.Future[None]] = []
        self._must_load = True
        self._wake = asyncio.Event()

    # --- asked by the hub: none of this blocks ---------------------------------------------

    @property
    def rev(self) -> int:
        """The database version that is known here."""
        return -1 if self.shown is None else self.shown.rev

    def receive(self, data: bytes) -> None:
        """Take a published message."""
        try:
            snapshot = wire.unpack(data)
        except ValueError:
            self.reload()
            return
        if not snapshot.frames or len(self._inbox) >= INBOX_LENGTH:
            self._inbox.clear()
            self.reload()
            return
        self._inbox.append(snapshot)
        self._wake.set()

    def reload(self) -> None:
        """Read the database as soon as possible."""
        self._must_load = True
        self._wake.set()

    async def refresh(self) -> None:
        """Read the database and return when its state is shown."""
        future = asyncio.get_running_loop().create_future()
        self._refreshers.append(future)
        self.reload()
        await future

    def event_for(self, role: str) -> Event | None:
        """The current frame of a role, serialised once for all its connections."""
        event = self._events.get(role)
        if event is None and role in self._frames:
            frame = _with_watchers(self._frames[role], self.watchers)
            event = self._events[role] = text_event(wire.dumps(frame))
        return event

    def set_watchers(self, count: int) -> None:
        """Note how many watch; the frames that are sent from now on say so."""
        if count != self.watchers:
            self.watchers = count
            self._events.clear()

    # --- the room's own task ---------------------------------------------------------------

    async def run(self) -> None:
        """Show what there is to show until cancelled."""
        try:
            while True:
                await self._step_safely()
        finally:
            self._release(self._refreshers)

    async def _step_safely(self) -> None:
        try:
            await self._step()
        except Exception:  # a room that dies would freeze a table for everybody
            logger.exception("live: %s", self.channel)
            self._must_load = True
            await asyncio.sleep(RETRY_SECONDS)

    async def _step(self) -> None:
        if self._must_load:
            await self._load()
        elif self._inbox:
            await self._take(self._inbox.popleft())
        elif not await self._is_woken():
            await self._show_due()

    async def _is_woken(self) -> bool:
        """Wait for work; False when it is time for the next ply of playback instead."""
        self._wake.clear()
        try:
            await asyncio.wait_for(self._wake.wait(), self._seconds_left())
        except TimeoutError:
            return False
        return True

    def _seconds_left(self) -> float | None:
        """Time until the frames change by themselves, None if they do not."""
        if self.shown is None or self.shown.next_at is None:
            return None
        return max(0.0, (self.shown.next_at - timezone.now()).total_seconds())

    async def _load(self) -> None:
        self._must_load = False
        waiting, self._refreshers = self._refreshers, []
        try:
            snapshot = await orm.run(self.source.load, self.key)
            if snapshot is not None:
                await self._take(snapshot)
        finally:
            self._release(waiting)
        self.is_ready.set()

    @staticmethod
    def _release(waiting: list[asyncio.Future[None]]) -> None:
        for future in waiting:
            if not future.done():
                future.set_result(None)

    async def _show_due(self) -> None:
        """Show the ply whose moment has come. It is loaded as of its own moment, so that a late
        process shows every ply, and never one too early.
        """
        due = self.shown.next_at if self.shown else None
        if due is None or due > timezone.now():
            return  # a timer may fire a moment early
        snapshot = await orm.run(self.source.load, self.key, due)
        if snapshot is None:
            return
        if snapshot.next_at is not None and snapshot.next_at < due + LEAST_STEP:
            snapshot = Snapshot(snapshot.rev, snapshot.frames, due + LEAST_STEP)
        await self._take(snapshot)

    async def _take(self, snapshot: Snapshot) -> None:
        """Show a snapshot, and before it whatever lies between it and the last one."""
        old = self.shown
        if old is not None and snapshot.rev < old.rev:
            return
        if old is not None and self.connections and self.source.has_gap(old, snapshot):
            for frames in await orm.run(self.source.between, old, snapshot):
                self._show(frames)
        self.shown = snapshot
        self._show(snapshot.frames)

    def _show(self, frames: Mapping[str, Frame]) -> None:
        newer = set()
        for role, frame in frames.items():
            mark = wire.mark_of(frame)
            if role not in self._marks or mark > self._marks[role]:
                self._marks[role], self._frames[role] = mark, frame
                self._events.pop(role, None)
                newer.add(role)
        for connection in self.connections:
            if connection.role in newer:
                connection.offer(self.event_for(connection.role))


def _with_watchers(frame: Frame, count: int) -> Frame:
    if not count or "table_state" not in frame:
        return frame
    return {**frame, "table_state": {**frame["table_state"], "watchers": count}}
