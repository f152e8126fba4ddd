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
from typing import Any, Final

from games.live import wire
from games.live.identity import Identity

Event = dict[str, Any]
"""An ASGI event. Frames of one role are one and the same object for all its connections."""

QUEUE_LENGTH = 256
_SNAPSHOT: Final[Event] = {"type": "snapshot"}
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

    def offer(self, event: Event | None) -> None:
        """Queue an event; never blocks. None is nothing."""
        if event is None or self._is_closing:
            return
        if len(self._queue) >= QUEUE_LENGTH:
            self._queue.clear()
            self._queue.append(_SNAPSHOT)
        self._queue.append(event)
        self._wake.set()

    def answer(self, payload: dict[str, Any]) -> None:
        """Queue a message for this connection alone."""
        self.offer(text_event(wire.dumps(payload)))

    def close(self, code: int, reason: str = "") -> None:
        """End the connection after what is queued."""
        self.offer({"type": "websocket.close", "code": code, "reason": reason})
        self._is_closing = True

    async def write(self) -> None:
        """Send what is queued until closed, cancelled or the client is gone."""
        while True:
            await self._wake.wait()
            while self._queue:
                event: Event | None = self._queue.popleft()
                if event is _SNAPSHOT:
                    event = self.snapshot(self.role)
                if event is None:
                    continue
                try:
                    await self._send(event)
                except (OSError, RuntimeError):
                    return  # gone; the reader learns of it, too
                if event["type"] == "websocket.close":
                    return
            self._wake.clear()
