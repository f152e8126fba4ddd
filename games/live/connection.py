"""One socket as the hub sees it: a role, and a bounded queue with a writer of its own.

A spectator that stops reading must not hold up the others: rooms only append to the queue.
When it is full everything in it is dropped, and the writer sends the room's current frame as
soon as the socket takes data again. Frames are full views, so nothing needs to be replayed.
"""

from __future__ import annotations

import asyncio
import itertools
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

from games.live import wire
from games.live.identity import Identity

Event = dict[str, Any]
"""An ASGI event. Frames of one role are one and the same object for all its connections."""

QUEUE_LENGTH = 256
_numbers = itertools.count(1)


def text_event(text: str) -> Event:
    """The ASGI event that sends a text."""
    return {"type": "websocket.send", "text": text}


class Connection:
    """The sending half of a socket."""

    def __init__(
        self,
        send: Callable[[Event], Awaitable[None]],
        identity: Identity,
        role: str,
        language: str = "en",
    ) -> None:
        self.id = str(next(_numbers))
        self.identity = identity
        self.role = role
        self.language = language
        self.snapshot: Callable[[str], Event | None] = lambda role: None
        self._send = send
        self._queue: deque[Event] = deque()
        self._wake = asyncio.Event()
        self._is_closing = False
        self._is_behind = False

    def offer(self, event: Event | None) -> None:
        """Queue a frame of the room; never blocks. None is nothing.

        Once the queue has overflowed frames are not queued: the one that is current when the
        socket takes data again is newer than all of them.
        """
        if event is not None and not self._is_behind and not self._is_closing:
            self._make_room()
            if not self._is_behind:
                self._put(event)

    def answer(self, payload: dict[str, Any]) -> None:
        """Queue a message for this connection alone."""
        self._put(text_event(wire.dumps(payload)))

    def _put(self, event: Event) -> None:
        if self._is_closing:
            return
        self._make_room()
        self._queue.append(event)
        self._wake.set()

    def _make_room(self) -> None:
        if len(self._queue) >= QUEUE_LENGTH:
            self._queue.clear()
            self._is_behind = True
            self._wake.set()

    def close(self, code: int, reason: str = "") -> None:
        """End the connection after what is queued."""
        self._put({"type": "websocket.close", "code": code, "reason": reason})
        self._is_closing = True

    async def write(self) -> None:
        """Send what is queued until closed, cancelled or the client is gone."""
        while True:
            await self._wake.wait()
            while self._queue or self._is_behind:
                event = self._next()
                if event is None:
                    continue
                try:
                    await self._send(event)
                except (OSError, RuntimeError):
                    return  # gone; the reader learns of it, too
                if event["type"] == "websocket.close":
                    return
            self._wake.clear()

    def _next(self) -> Event | None:
        """The next event to send: after an overflow first the room's current frame."""
        if self._is_behind:
            self._is_behind = False
            return self.snapshot(self.role)
        return self._queue.popleft()
