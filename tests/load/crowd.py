"""Many websockets in one process, cheap enough that what is measured is the server.

A library's client costs several times what a server pays for a message, and would hide it.
"""

from __future__ import annotations

import asyncio
import resource
import socket
import time
from array import array
from collections.abc import Awaitable, Callable, Iterable
from typing import Any
from urllib.parse import urlsplit

PATIENCE_SECONDS = 60
SPARE_FILES = 200


class Listener(asyncio.Protocol):
    """One websocket that reads whole messages. `last` is the newest one, as bytes."""

    def __init__(self, crowd: Crowd, request: bytes) -> None:
        self._crowd, self._request = crowd, request
        self._left = b""
        self._is_open = False
        self.last = b""
        self.transport: Any = None

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        data = self._left + data
        if not self._is_open:
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self._left = head
                return
            assert head.startswith(b"HTTP/1.1 101"), head
            self._is_open = True
        start = 0
        while (frame := _frame(data, start)) is not None:
            opcode, begin, start = frame
            if opcode == 1:
                self.last = data[begin:start]
                self._crowd.heard()
            elif opcode == 9:
                # A masked pong with mask 0; its payload of at most 125 bytes comes back as it is.
                body = data[begin:start]
                self.transport.write(bytes([0x8A, 0x80 | len(body)]) + bytes(4) + body)
        self._left = data[start:]

    def connection_lost(self, error: Exception | None) -> None:
        self._crowd.lost += 1


def _frame(data: bytes, start: int) -> tuple[int, int, int] | None:
    """Opcode, begin and end of the payload of the frame at `start`, None if it is not whole."""
    if len(data) < start + 2:
        return None
    size, begin = data[start + 1] & 0x7F, start + 2
    if size == 126:
        size, begin = int.from_bytes(data[begin : begin + 2], "big"), begin + 2
    elif size == 127:
        size, begin = int.from_bytes(data[begin : begin + 8], "big"), begin + 8
    return (data[start] & 0x0F, begin, begin + size) if len(data) >= begin + size else None


class Crowd:
    """Sockets on one server: when each message reached each of them.

    `lags` are milliseconds from the sending of a message to its arrival, one for each delivery.
    """

    def __init__(self, name: str, url: str, pid: int, size: int, origin: str = "") -> None:
        self.name, self.pid, self.size = name, pid, size
        self._url, self._origin = urlsplit(url), origin
        self.listeners: list[Listener] = []
        self.lost = 0
        self.lags = array("d")
        self._missing = 0
        self._sent_at = 0.0
        self._all_here = asyncio.Event()

    async def gather(self) -> None:
        """Connect everybody, a few at a time, so that no server is overrun."""
        for _ in range(self.size):
            self.listeners.append(await self.join(65536))

    async def join(self, buffer_bytes: int) -> Listener:
        """One more socket; it is counted only if it is put among the listeners."""
        loop = asyncio.get_running_loop()
        line = socket.socket()
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer_bytes)
        line.setblocking(False)
        await loop.sock_connect(line, (self._url.hostname, self._url.port))
        _, listener = await loop.create_connection(
            lambda: Listener(self, self._handshake()), sock=line
        )
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not listener._is_open:
            assert time.monotonic() < deadline, f"{self.name} lets nobody in"
            await asyncio.sleep(0.001)
        return listener

    def _handshake(self) -> bytes:
        host = f"{self._url.hostname}:{self._url.port}"
        origin = f"Origin: {self._origin}\r\n" if self._origin else ""
        return (
            f"GET {self._url.path} HTTP/1.1\r\nHost: {host}\r\n{origin}"
            "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        ).encode()

    def heard(self) -> None:
        """Somebody has received a message."""
        if self._missing:
            self._missing -= 1
            self.lags.append((time.perf_counter() - self._sent_at) * 1000)
            if not self._missing:
                self._all_here.set()

    async def hear(self, send: Callable[[], Awaitable[Any]], count: int = 1) -> None:
        """Await `send`, which publishes `count` messages, and wait until everybody has them."""
        self._all_here.clear()
        self._missing, self._sent_at = count * self.size, time.perf_counter()
        await send()
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                await self._all_here.wait()
        except TimeoutError:
            raise AssertionError(f"{self.name}: {self._missing} deliveries missing") from None

    def leave(self) -> None:
        """Hang up."""
        for listener in self.listeners:
            listener.transport.abort()


def percentile(values: Iterable[float], share: float) -> float:
    """The value that `share` of all values do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def files_allow(count: int) -> None:
    """Let this process, and those it starts, open so many files. Raises AssertionError."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = count + SPARE_FILES
    assert hard in (resource.RLIM_INFINITY,) or hard >= wanted, "too few open files allowed"
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
