"""How long an action takes to a spectator while 20 tables are busy, in multiples of the floor.

``python -m tests.load.latency [tables] [seconds]`` starts the platform on a temporary folder, seats
one person and three bots at each table and prints one JSON line.

Latency is from the sending of an action to the arrival of its frame at a spectator of the table.
The floor (`tests.load.floor`) is measured side by side, idle and under the same load. Load is that
of people: each person acts, the bots answer, and he thinks for 2.5 s on average, however long the
answer took. What the machine can do at most is measured afterwards, with nobody thinking at all.
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

from tests.load.cpu import cpu_seconds, spread

THINKING_SECONDS = 2.5
IDLE_SECONDS = 8.0
WARM_UP_SECONDS = 8.0
WINDOW_SECONDS = 15.0
CAPACITY_SECONDS = 10.0
PROBES_PER_SECOND = 5
START_SECONDS = 120


@dataclass(frozen=True)
class Seat:
    """A table and the cookie of the person who sits at it."""

    table: str
    cookie: str


Stamped = tuple[float, float]
"""When something arrived (`time.monotonic`), and how many milliseconds it had taken."""


@dataclass
class Samples:
    """What was measured, and when the phases began."""

    action: list[Stamped] = field(default_factory=list)
    floor: list[Stamped] = field(default_factory=list)
    idle_until: float = 0.0
    busy_from: float = 0.0
    busy_until: float = 0.0
    capacity_from: float = 0.0
    cpu_s: dict[str, float] = field(default_factory=dict)

    def report(self, tables: int) -> dict[str, Any]:
        """Median and 95th percentile of each phase, and the multiples of medians by window."""
        busy = self.busy_from, self.busy_until
        most = _between(self.action, self.capacity_from, self.capacity_from + CAPACITY_SECONDS)
        actions = _between(self.action, *busy)
        return {
            "measured": "action_to_spectator",
            "tables": tables,
            "actions": len(actions),
            "actions_per_s": round(len(actions) / (self.busy_until - self.busy_from), 1),
            "action_ms": _percentiles(actions),
            "floor_idle_ms": _percentiles(_between(self.floor, 0, self.idle_until)),
            "floor_busy_ms": _percentiles(_between(self.floor, *busy)),
            "multiple_of_floor": spread(self._multiples(), 2),
            "cpu_ms_per_action": {
                name: round(1000 * used / len(actions), 1) for name, used in self.cpu_s.items()
            },
            "capacity_actions_per_s": round(len(most) / CAPACITY_SECONDS, 1),
            "capacity_action_ms": _percentiles(most),
        }

    def _multiples(self) -> list[float]:
        windows = int((self.busy_until - self.busy_from) // WINDOW_SECONDS) or 1
        length = (self.busy_until - self.busy_from) / windows
        starts = [self.busy_from + number * length for number in range(windows)]
        return [
            statistics.median(_between(self.action, start, start + length))
            / statistics.median(_between(self.floor, start, start + length))
            for start in starts
        ]


def _between(samples: list[Stamped], start: float, end: float) -> list[float]:
    return [taken for at, taken in samples if start <= at < end]


def _percentiles(values: list[float]) -> dict[str, float]:
    ordered = sorted(values)
    return {
        "p50": round(statistics.median(ordered), 1),
        "p95": round(ordered[int(len(ordered) * 0.95)], 1),
    }


# --- the floor's processes ---------------------------------------------------------------------


@dataclass(frozen=True)
class Floor:
    """The floor's web server."""

    port: int
    web_pid: int


@contextlib.contextmanager
def floor(redis_url: str) -> Iterator[Floor]:
    """Web server and worker of the floor on the platform's broker."""
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
        yield Floor(port, started[0].pid)
    finally:
        for process in started:
            process.terminate()
        for process in started:
            process.wait(20)


async def probe_floor(
    port: int, samples: list[Stamped], ready: asyncio.Event, per_second: int = PROBES_PER_SECOND
) -> None:
    """Send stamps through the floor, evenly, and note how long each one took, until cancelled.
    ``ready`` is set when the first one has come back.
    """
    async with connected(f"ws://127.0.0.1:{port}/", wait=True) as line:
        await line.send("warm-up ")
        await asyncio.wait_for(line.recv(), START_SECONDS)
        ready.set()
        while True:
            sent = time.monotonic()
            await line.send("stamp ")
            await line.recv()
            samples.append(_stamped(sent))
            await asyncio.sleep(1 / per_second)


def _stamped(sent: float) -> Stamped:
    now = time.monotonic()
    return now, (now - sent) * 1000


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


@dataclass
class Pace:
    """How long people think, on average; 0 is not at all."""

    seconds: float = THINKING_SECONDS

    async def think(self) -> None:
        """One pause."""
        await asyncio.sleep(random.uniform(0.5, 1.5) * self.seconds)


class BusyTable:
    """A person who acts after a pause, and a spectator who waits for what he did."""

    def __init__(self, port: int, seat: Seat, samples: list[Stamped], pace: Pace) -> None:
        self._url = f"ws://127.0.0.1:{port}/ws/table/{seat.table}"
        self._origin = f"http://127.0.0.1:{port}"
        self._cookie, self._samples, self._pace = seat.cookie, samples, pace
        self._sent: dict[tuple[str, int], float] = {}

    async def run(self) -> None:
        """Play until cancelled."""
        await asyncio.sleep(random.uniform(0, THINKING_SECONDS))
        await asyncio.gather(self._watch(), self._play())

    async def _watch(self) -> None:
        async with connected(self._url, origin=self._origin) as line:
            async for text in line:
                frame = json.loads(text)
                sent = self._sent.pop((frame.get("hand", ""), frame.get("ply", -1)), None)
                if sent is not None:
                    self._samples.append(_stamped(sent))

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
                    await self._pace.think()
                    await self._act(line, frame)

    async def _act(self, line: Any, frame: dict[str, Any]) -> None:
        act = {"type": "act", "id": "x", "hand": frame["hand"], "ply": frame["ply"]}
        self._sent[(frame["hand"], frame["ply"] + 1)] = time.monotonic()
        await line.send(json.dumps({**act, "actions": [frame["view"]["fallback"]]}))


async def measure(stack: Any, floor_port: int, seats: list[Seat], seconds: float) -> Samples:
    """The floor alone, then beside the busy tables, then the tables as fast as they can."""
    pids = {name: stack.pid(name) for name in ("web", "human", "broker")}
    samples, pace, ready = Samples(), Pace(), asyncio.Event()
    work = [asyncio.create_task(probe_floor(floor_port, samples.floor, ready))]
    await asyncio.wait_for(ready.wait(), START_SECONDS)
    await asyncio.sleep(IDLE_SECONDS)
    tables = [BusyTable(stack.port, seat, samples.action, pace) for seat in seats]
    samples.idle_until = time.monotonic()
    work += [asyncio.create_task(table.run()) for table in tables]
    await asyncio.sleep(WARM_UP_SECONDS)
    before = {name: cpu_seconds(pid) for name, pid in pids.items()}
    samples.busy_from = time.monotonic()
    await asyncio.sleep(seconds)
    samples.busy_until, pace.seconds = time.monotonic(), 0.0
    samples.cpu_s = {name: cpu_seconds(pid) - before[name] for name, pid in pids.items()}
    await asyncio.sleep(2 * THINKING_SECONDS)
    samples.capacity_from = time.monotonic()
    await asyncio.sleep(CAPACITY_SECONDS)
    for task in work:
        task.cancel()
    ended = await asyncio.gather(*work, return_exceptions=True)
    failed = [error for error in ended if isinstance(error, Exception)]
    assert not failed, failed
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
    with folder as path, live_stack(Path(path)) as stack, floor(stack.redis_url) as bare:
        with stack.database():
            seats = seats_make(stack, tables)
        return asyncio.run(measure(stack, bare.port, seats, seconds)).report(tables)


if __name__ == "__main__":
    import django

    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.test"
    django.setup()
    arguments = [float(value) for value in sys.argv[1:]]
    print(json.dumps(run(*[int(value) for value in arguments[:1]], *arguments[1:2])))
