"""How long an action takes to a spectator while 20 tables are busy, in multiples of the floor.

``python -m tests.load.latency [tables] [seconds]`` starts the platform on a temporary folder, seats
one person and three bots at each table, lets the persons act after a pause for thought, and prints
one JSON line. Latency is from the sending of an action to the arrival of its frame at a spectator
of the table; the floor (`tests.load.floor`) is measured side by side, idle and under the same load.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

THINKING_SECONDS = 4.0
IDLE_SECONDS = 10.0
PROBES_PER_SECOND = 5
START_SECONDS = 120


@dataclass(frozen=True)
class Seat:
    """A table and the cookie of the person who sits at it."""

    table: str
    cookie: str


@dataclass
class Samples:
    """Milliseconds."""

    action: list[float] = field(default_factory=list)
    floor_idle: list[float] = field(default_factory=list)
    floor_busy: list[float] = field(default_factory=list)

    def report(self, tables: int) -> dict[str, Any]:
        """Median and 95th percentile of each, and the multiples of medians."""
        result: dict[str, Any] = {"tables": tables, "actions": len(self.action)}
        for name in ("action", "floor_idle", "floor_busy"):
            values = sorted(getattr(self, name))
            result[f"{name}_p50_ms"] = round(statistics.median(values), 1)
            result[f"{name}_p95_ms"] = round(values[int(len(values) * 0.95)], 1)
        for name in ("idle", "busy"):
            ratio = result["action_p50_ms"] / result[f"floor_{name}_p50_ms"]
            result[f"multiple_of_{name}_floor"] = round(ratio, 2)
        return result


# --- the floor's processes ---------------------------------------------------------------------


@contextlib.contextmanager
def floor(redis_url: str) -> Iterator[int]:
    """Web server and worker of the floor on the platform's broker; the server's port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    python, env = [sys.executable, "-m"], {**os.environ, "REDIS_URL": redis_url}
    web = [*python, "uvicorn", "tests.load.floor:application", "--port", str(port)]
    worker = [*python, "celery", "--quiet", "--app", "tests.load.floor", "worker"]
    worker += ["--queues", "floor", "--concurrency", "2", "--hostname", "floor@%h"]
    started = [
        subprocess.Popen(argv, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for argv in (
            [*web, "--log-level", "error", "--lifespan", "off"],
            [*worker, "--without-gossip", "--without-mingle"],
        )
    ]
    try:
        yield port
    finally:
        for process in started:
            process.terminate()
        for process in started:
            process.wait(20)


async def probe_floor(port: int, samples: list[float], seconds: float) -> None:
    """Send stamps through the floor, evenly, and note how long each one took."""
    async with connected(f"ws://127.0.0.1:{port}/", wait=True) as line:
        await line.send("warm-up ")
        await asyncio.wait_for(line.recv(), START_SECONDS)
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            sent = time.perf_counter()
            await line.send("stamp ")
            await line.recv()
            samples.append((time.perf_counter() - sent) * 1000)
            await asyncio.sleep(1 / PROBES_PER_SECOND)


# --- the platform ------------------------------------------------------------------------------


@contextlib.asynccontextmanager
async def connected(url: str, wait: bool = False, **options: Any) -> Any:
    """A websocket; with `wait` the server may still be starting."""
    from websockets.asyncio.client import connect

    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            async with connect(url, compression=None, ping_interval=None, **options) as line:
                yield line
            return
        except ConnectionRefusedError:
            if not wait or time.monotonic() > deadline:
                raise
            await asyncio.sleep(0.1)


class BusyTable:
    """A person who acts after a pause, and a spectator who waits for what he did."""

    def __init__(self, port: int, seat: Seat, samples: list[float], until: float) -> None:
        self._url = f"ws://127.0.0.1:{port}/ws/table/{seat.table}"
        self._origin = f"http://127.0.0.1:{port}"
        self._cookie, self._samples, self._until = seat.cookie, samples, until
        self._sent: dict[tuple[str, int], float] = {}

    async def run(self) -> None:
        """Play until the time is over."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self._until - time.monotonic()):
                await asyncio.sleep(random.uniform(0, THINKING_SECONDS))
                await asyncio.gather(self._watch(), self._play())

    async def _watch(self) -> None:
        async with connected(self._url, origin=self._origin) as line:
            async for text in line:
                frame = json.loads(text)
                sent = self._sent.pop((frame.get("hand", ""), frame.get("ply", -1)), None)
                if sent is not None:
                    self._samples.append((time.perf_counter() - sent) * 1000)

    async def _play(self) -> None:
        cookie = {"Cookie": self._cookie}
        async with connected(self._url, origin=self._origin, additional_headers=cookie) as line:
            asked = None
            async for text in line:
                frame = json.loads(text)
                position = (frame.get("hand"), frame.get("ply"))
                if frame["type"] != "view" or position == asked:
                    continue
                if frame.get("view", {}).get("legal"):
                    asked = position
                    await asyncio.sleep(random.uniform(0.5, 1.5) * THINKING_SECONDS)
                    await self._act(line, frame)

    async def _act(self, line: Any, frame: dict[str, Any]) -> None:
        act = {"type": "act", "id": "x", "hand": frame["hand"], "ply": frame["ply"]}
        self._sent[(frame["hand"], frame["ply"] + 1)] = time.perf_counter()
        await line.send(json.dumps({**act, "actions": [frame["view"]["fallback"]]}))


async def measure(port: int, floor_port: int, seats: list[Seat], seconds: float) -> Samples:
    """The floor alone, then the floor beside the busy tables."""
    samples = Samples()
    await probe_floor(floor_port, samples.floor_idle, IDLE_SECONDS)
    until = time.monotonic() + seconds
    tables = [BusyTable(port, seat, samples.action, until) for seat in seats]
    probe = probe_floor(floor_port, samples.floor_busy, seconds)
    await asyncio.gather(probe, *(table.run() for table in tables))
    return samples


def seats_make(stack: Any, count: int) -> list[Seat]:
    """So many running tables with one person each."""
    from accounts.services import user_guest_create
    from games.services import quick_game_create

    found = []
    for _ in range(count):
        user = user_guest_create()
        table, _ = quick_game_create(user=user, preset="koenigrufen/cardgames-zone", hands=8)
        found.append(Seat(table.public_id, stack.cookie_of(user)))
    return found


def run(tables: int = 20, seconds: float = 60) -> dict[str, Any]:
    """Start everything, measure, stop; what is printed."""
    from tests.live.stack import live_stack

    folder = tempfile.TemporaryDirectory(prefix="tarock-load-")
    with folder as path, live_stack(Path(path)) as stack, floor(stack.redis_url) as floor_port:
        with stack.database():
            seats = seats_make(stack, tables)
        return asyncio.run(measure(stack.port, floor_port, seats, seconds)).report(tables)


if __name__ == "__main__":
    import django

    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.test"
    django.setup()
    arguments = [float(value) for value in sys.argv[1:]]
    print(json.dumps(run(*[int(value) for value in arguments[:1]], *arguments[1:2])))
