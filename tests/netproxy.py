"""A TCP proxy for tests that can behave like a bad network.

`black_hole()` is a link that swallows everything: nothing arrives, nothing fails. What was sent
meanwhile arrives when the link returns, as TCP's retransmissions would bring it; connections
opened meanwhile are never answered. `reset()` kills every connection, and every new one, with RST.

Runs in a thread of its own, so that synchronous tests (Playwright) and asynchronous ones can use
it alike:

    with NetProxy(("127.0.0.1", port)) as proxy:
        open_browser(f"http://127.0.0.1:{proxy.port}/")
        proxy.black_hole()
        ...
        proxy.restore()
"""

from __future__ import annotations

import asyncio
import socket
import struct
import threading
from collections.abc import Callable
from types import TracebackType

CHUNK_BYTES = 65536
RST_ON_CLOSE = struct.pack("ii", 1, 0)


class NetProxy:
    """Forwards `127.0.0.1:<port>` to `target` and misbehaves on demand."""

    def __init__(self, target: tuple[str, int]) -> None:
        self.target = target
        self.port = 0
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._server: asyncio.Server | None = None
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_resetting = False

    def __enter__(self) -> NetProxy:
        self._thread.start()
        self._call(self._start)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        asyncio.run_coroutine_threadsafe(self._stop(), self._loop).result(10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()

    # --- what tests say --------------------------------------------------------------------

    def black_hole(self) -> None:
        """Let nothing through from now on."""
        self._call(self._close_gate)

    def reset(self) -> None:
        """Kill all connections and refuse new ones."""
        self._call(self._reset)

    def restore(self) -> None:
        """Behave again."""
        self._call(self._open_gate)

    # --- the loop's side -------------------------------------------------------------------

    def _call(self, function: Callable[[], object]) -> None:
        async def run() -> None:
            result = function()
            if asyncio.iscoroutine(result):
                await result

        asyncio.run_coroutine_threadsafe(run(), self._loop).result(10)

    async def _start(self) -> None:
        self._gate = asyncio.Event()
        self._gate.set()
        self._server = await asyncio.start_server(self._on_client, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def _stop(self) -> None:
        assert self._server is not None
        self._server.close()
        self._abort_all()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.sleep(0)

    def _close_gate(self) -> None:
        self._gate.clear()

    def _open_gate(self) -> None:
        self._is_resetting = False
        self._gate.set()

    def _reset(self) -> None:
        self._is_resetting = True
        self._gate.set()
        self._abort_all()

    def _abort_all(self) -> None:
        for writer in list(self._writers):
            abort(writer)

    async def _on_client(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        self._writers.add(writer)
        try:
            await self._serve(reader, writer)
        except (OSError, asyncio.CancelledError):
            pass
        finally:
            abort(writer)
            self._writers.discard(writer)
            self._tasks.discard(task)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self._gate.wait()
        if self._is_resetting:
            return
        upstream_reader, upstream = await asyncio.open_connection(*self.target)
        self._writers.add(upstream)
        try:
            await asyncio.gather(self._pump(reader, upstream), self._pump(upstream_reader, writer))
        finally:
            abort(upstream)
            self._writers.discard(upstream)

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(CHUNK_BYTES):
            await self._gate.wait()
            writer.write(data)
            await writer.drain()
        await self._gate.wait()
        if writer.can_write_eof():
            writer.write_eof()


def abort(writer: asyncio.StreamWriter) -> None:
    """Close at once with RST instead of FIN (harmless when it has ended already)."""
    sock = writer.get_extra_info("socket")
    if sock is not None and not writer.is_closing():
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RST_ON_CLOSE)
    writer.transport.abort()
