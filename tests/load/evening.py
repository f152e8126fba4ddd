"""A hundred tables at once: how long an action takes, in multiples of the floor.

``python -m tests.load.evening [tables] [actions]`` starts the platform on a temporary folder, seats
one person and three `club` bots at each table, a spectator beside them, and lets every person act
every two seconds, until so many actions have been made. It prints one JSON line.

Latency is from the sending of an action to the arrival of its frame at the table's spectator. The
floor (`tests.load.floor`: socket, empty task, PUBLISH, socket) is probed all the time; multiples
of it are taken in five windows of the run. Afterwards an event of bots keeps the bulk worker busy
while the people play on. Any refusal is an error.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.load.cpu import cpu_seconds, rss_bytes, spread
from tests.load.crowd import files_allow, percentile
from tests.load.latency import (
    BusyTable,
    Pace,
    Seat,
    Stamped,
    connected,
    floor,
    probe_floor,
    seats_make,
)
from tests.running import ROOT

EVERY_SECONDS = 2.0
WINDOWS = 5
COMING_SECONDS = 30.0
"""About the length of a hand: people come one after the other, so hands end at all times. Were
they all to sit down at once, a hundred hands would be dealt in the same moment for ever."""
WARM_UP_SECONDS = 10.0
"""After the last one has come."""
BULK_SECONDS = 6.0
"""Of each window with a busy bulk worker."""
PROBES_PER_SECOND = 20
RSS_AFTER_SECONDS = 60.0
PATIENCE_SECONDS = 300
TRACEBACK_LINES = 60
OURS = ("web", "human", "default", "beat", "broker")
"""Whose memory is looked at; the bulk worker has its work only at the end."""


class Regular(BusyTable):
    """A person who acts every two seconds on average, if it is his turn, and a spectator. He sits
    down after ``waits_s``."""

    def __init__(
        self, port: int, seat: Seat, samples: list[Stamped], refused: list[str], waits_s: float
    ) -> None:
        super().__init__(port, seat, samples, Pace(EVERY_SECONDS))
        self._refused, self._waits_s = refused, waits_s

    async def _play(self) -> None:
        await asyncio.sleep(self._waits_s)
        cookie = {"Cookie": self._cookie}
        async with connected(self._url, origin=self._origin, additional_headers=cookie) as line:
            asked, free_at = None, time.monotonic()
            async for text in line:
                frame = json.loads(text)
                if frame["type"] == "refused":
                    self._refused.append(frame["code"])
                position = (frame.get("hand"), frame.get("ply"))
                if frame["type"] != "view" or position == asked:
                    continue
                if frame.get("view", {}).get("legal"):
                    asked = position
                    await asyncio.sleep(free_at - time.monotonic())
                    await self._act(line, frame)
                    free_at = time.monotonic() + EVERY_SECONDS * random.uniform(0.75, 1.25)


class Evening:
    """What is measured."""

    def __init__(self, stack: Any, floor_port: int, seats: list[Seat]) -> None:
        self.stack, self.floor_port, self.seats = stack, floor_port, seats
        self.action: list[Stamped] = []
        self.probes: list[Stamped] = []
        self.refused: list[str] = []
        self.quiet: list[tuple[float, float]] = []
        self.busy: list[tuple[float, float]] = []
        self.rss: list[int] = []
        self.cpu_ms: dict[str, float] = {}
        self.bulk_share = 0.0

    async def run(self, actions: int) -> None:
        """The whole evening."""
        ready = asyncio.Event()
        probing = probe_floor(self.floor_port, self.probes, ready, PROBES_PER_SECOND)
        work = [asyncio.create_task(probing)]
        await asyncio.wait_for(ready.wait(), PATIENCE_SECONDS)
        for number, seat in enumerate(self.seats):
            waits_s = COMING_SECONDS * number / len(self.seats)
            table = Regular(self.stack.port, seat, self.action, self.refused, waits_s)
            work.append(asyncio.create_task(table.run()))
        work.append(asyncio.create_task(self._weigh()))
        await asyncio.sleep(COMING_SECONDS + WARM_UP_SECONDS)
        await self._quiet_windows(actions)
        with event_of_bots(self.stack):
            await self._busy_windows()
        self.rss.append(self._weight())
        for task in work:
            task.cancel()
        ended = await asyncio.gather(*work, return_exceptions=True)
        failed = [error for error in ended if isinstance(error, Exception)]
        assert not failed, failed

    async def _quiet_windows(self, actions: int) -> None:
        before = {name: cpu_seconds(self.stack.pid(name)) for name in ("web", "human", "broker")}
        begun = len(self.action)
        for number in range(WINDOWS):
            start, wanted = time.monotonic(), begun + actions * (number + 1) // WINDOWS
            while len(self.action) < wanted:
                assert time.monotonic() - start < PATIENCE_SECONDS, "the tables stand still"
                await asyncio.sleep(0.05)
            self.quiet.append((start, time.monotonic()))
        done = len(self.action) - begun
        for name, used in before.items():
            self.cpu_ms[name] = round(1000 * (cpu_seconds(self.stack.pid(name)) - used) / done, 1)

    async def _busy_windows(self) -> None:
        bulk = self.stack.pid("bulk")
        deadline, used = time.monotonic() + PATIENCE_SECONDS, cpu_seconds(bulk)
        while cpu_seconds(bulk) - used < 0.3:
            assert time.monotonic() < deadline, "the bulk worker has nothing to do"
            used = cpu_seconds(bulk)
            await asyncio.sleep(1)
        used, began = cpu_seconds(bulk), time.monotonic()
        for _ in range(WINDOWS):
            start = time.monotonic()
            await asyncio.sleep(BULK_SECONDS)
            self.busy.append((start, time.monotonic()))
        self.bulk_share = (cpu_seconds(bulk) - used) / (time.monotonic() - began)

    async def _weigh(self) -> None:
        """Memory after a minute; that at the end is added there."""
        await asyncio.sleep(RSS_AFTER_SECONDS)
        self.rss.append(self._weight())

    def _weight(self) -> int:
        return sum(rss_bytes(self.stack.pid(name)) for name in OURS)

    def report(self) -> dict[str, Any]:
        """Latencies, multiples of the floor, what a busy bulk worker does to people, memory."""
        quiet = [_within(self.action, window) for window in self.quiet]
        floors = [_within(self.probes, window) for window in self.quiet]
        busy = [_within(self.action, window) for window in self.busy]
        calm = statistics.median(percentile(one, 0.99) for one in quiet)
        seconds = self.quiet[-1][1] - self.quiet[0][0]
        return {
            "measured": "evening",
            "tables": len(self.seats),
            "actions": sum(map(len, quiet)),
            "actions_per_s": round(sum(map(len, quiet)) / seconds, 1),
            "refused": self.refused,
            "action_ms": _both(quiet),
            "floor_ms": _both(floors),
            "p50_of_floor": spread(_ratios(quiet, floors, 0.5), 2),
            "p99_of_floor": spread(_ratios(quiet, floors, 0.99), 2),
            "action_ms_beside_bulk": _both(busy),
            "p99_of_quiet": spread([percentile(one, 0.99) / calm for one in busy], 2),
            "bulk_cpu_share": round(self.bulk_share, 2),
            "cpu_ms_per_action": self.cpu_ms,
            "rss_mb": [round(one / 1e6) for one in self.rss],
            "rss_growth": round(self.rss[-1] / self.rss[0] - 1, 3),
        }


def _first_error(output: str) -> list[str]:
    """The first error in the log and what follows it, which is where it came from."""
    lines = output.splitlines()
    found = [number for number, line in enumerate(lines) if "ERROR" in line]
    return lines[found[0] : found[0] + TRACEBACK_LINES] if found else []


def _within(samples: list[Stamped], window: tuple[float, float]) -> list[float]:
    return [taken for at, taken in samples if window[0] <= at < window[1]]


def _ratios(ours: list[list[float]], theirs: list[list[float]], share: float) -> list[float]:
    both = zip(ours, theirs, strict=True)
    return [percentile(one, share) / percentile(other, share) for one, other in both]


def _both(windows: list[list[float]]) -> dict[str, float]:
    """Medians over the windows."""
    return {
        name: round(statistics.median(percentile(one, share) for one in windows), 1)
        for name, share in (("p50", 0.5), ("p99", 0.99))
    }


@contextlib.contextmanager
def event_of_bots(stack: Any) -> Iterator[None]:
    """An event that gives the bulk worker more to do than it can, until the block ends."""
    csv = stack.data / "bulk.csv"
    csv.write_text("name,bot\n" + "".join(f"Bot {n},club\n" for n in range(400)))
    argv = ["manage.py", "play_event", "--entrants", str(csv), "--rounds", "20", "--hands", "8"]
    process = subprocess.Popen(
        [sys.executable, *argv, "--name", "Bulk", "--timeout", "600"],
        cwd=ROOT, env=stack.env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        yield
        assert process.poll() is None, "the event of bots was over too early"
    finally:
        process.terminate()
        process.wait(30)


def run(tables: int = 100, actions: int = 3000) -> dict[str, Any]:
    """Start everything, measure, stop; what is printed."""
    from tests.live.stack import live_stack

    files_allow(8 * tables)
    random.seed(tables)
    folder = tempfile.TemporaryDirectory(prefix="tarock-load-")
    with folder as path, live_stack(Path(path)) as stack, floor(stack.redis_url) as bare:
        with stack.database():
            seats = seats_make(stack, tables)
        evening = Evening(stack, bare.port, seats)
        asyncio.run(evening.run(actions))
        return {**evening.report(), "errors_logged": _first_error(stack.output())}


if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.test"
    import django

    django.setup()
    print(json.dumps(run(*[int(value) for value in sys.argv[1:3]])))
