"""One socket as the hub sees it: a role, and a bounded queue with a writer of its own.

A spectator that stops reading must not hold up the others: rooms never wait for a socket. A
frame is written at once where the socket takes it; only what cannot be written now is queued for
the writer. When the queue is full everything in it is dropped, and the writer sends the room's
current frame as soon as the socket takes data again. Frames are full views, so nothing needs to
be replayed.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Generator
from typing import Any

from games.live import wire
from games.live.identity import Identity

logger = logging.getLogger(__name__)

Event = dict[str, Any]
"""An ASGI event. Frames of one role are one and the same object for all its connections."""

QUEUE_LENGTH = 256
_numbers = itertools.count(1)


def text_event(text: str) -> Event:
    """The ASGI event that sends a text."""
    return {"type": "websocket.send", "text": text}


class Rest:
    """What is left of an awaitable that has been begun outside of any task; awaited once."""

    def __init__(self, work: Generator[Any, Any, None], waits_for: Any) -> None:
        self._work, self._waits_for = work, waits_for

    def __await__(self) -> Generator[Any, Any, None]:
        """Wait for what the work waits for now, then go on with it."""
        while True:
            thrown: BaseException | None = None
            try:
                answer = yield self._waits_for
            except BaseException as error:
                thrown = error
            try:
                if thrown is not None:
                    self._waits_for = self._work.throw(thrown)
                else:
                    self._waits_for = self._work.send(answer)
            except StopIteration:
                return


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
        self._rest: Rest | None = None
        self._is_writing = False
        self._is_closing = False
        self._is_gone = False
        self._is_behind = False

    def offer(self, event: Event | None) -> None:
        """Send a frame of the room, now or as soon as possible; never blocks. None is nothing.

        Once the queue has overflowed frames are not queued: the one that is current when the
        socket takes data again is newer than all of them.
        """
        if event is not None and not self._is_behind:
            self._put(event, is_frame=True)

    def answer(self, payload: dict[str, Any]) -> None:
        """Send a message to this connection alone."""
        self._put(text_event(wire.dumps(payload)))

    def close(self, code: int, reason: str = "") -> None:
        """End the connection after what is queued."""
        if not self._is_closing:
            self._queue_up({"type": "websocket.close", "code": code, "reason": reason})
            self._is_closing = True

    def _put(self, event: Event, *, is_frame: bool = False) -> None:
        if self._is_closing:
            return
        if self._is_writing or self._queue or self._rest or self._is_behind:
            self._queue_up(event, is_frame=is_frame)
        else:
            self._send_now(event)

    def _queue_up(self, event: Event, *, is_frame: bool = False) -> None:
        if len(self._queue) >= QUEUE_LENGTH:
            self._queue.clear()
            self._is_behind = True
        if not (is_frame and self._is_behind):
            self._queue.append(event)
        self._wake.set()

    def _send_now(self, event: Event) -> None:
        """Write without a task: nearly always the server takes an event without waiting, and
        waking a task for it would double its cost. What does wait is left to the writer.
        """
        work: Any = self._send(event).__await__()
        try:
            self._rest = Rest(work, work.send(None))
        except StopIteration:
            return
        except Exception as error:
            self._failed(error)
        self._wake.set()

    def _failed(self, error: Exception) -> None:
        """The client is gone, and the reader learns of it, too; anything else is a bug."""
        self._is_closing = self._is_gone = True
        if not isinstance(error, OSError | RuntimeError):
            logger.error("live: writing", exc_info=error)

    async def write(self) -> None:
        """Send what had to be queued until closed, cancelled or the client is gone."""
        while not self._is_gone:
            await self._wake.wait()
            self._wake.clear()
            self._is_writing = True
            try:
                await self._write_all()
            except Exception as error:
                self._failed(error)
            finally:
                self._is_writing = False

    async def _write_all(self) -> None:
        rest, self._rest = self._rest, None
        if rest is not None:
            await rest
        while self._queue or self._is_behind:
            event = self._next()
            if event is None:
                continue
            await self._send(event)
            self._is_gone = event["type"] == "websocket.close"

    def _next(self) -> Event | None:
        """The next event to send: after an overflow first the room's current frame."""
        if self._is_behind:
            self._is_behind = False
            return self.snapshot(self.role)
        return self._queue.popleft()
