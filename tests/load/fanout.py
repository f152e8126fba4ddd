"""What one frame for 200 spectators of a table costs the web process, against the bare floor.

``python -m tests.load.fanout [spectators] [messages]`` starts the platform and the floor
(`tests.load.floor`) on a temporary folder, connects so many sockets to each, and publishes messages
as a worker does: a real table's frames, each with a new revision; the floor passes on as many
bytes as one spectator gets. It prints one JSON line: CPU time of the web process per delivered
frame, in turns within one run, and how long a frame takes to the last spectator.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
import time
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import redis

from config.env import redis_database
from tests.load.cpu import cpu_seconds, spread
from tests.load.latency import connected, floor, seats_make

PAUSE_SECONDS = 0.05
AHEAD = 1_000_000
"""Our revisions are so far ahead of the table's that what its bots do meanwhile is not shown."""
PATIENCE_SECONDS = 30


class Crowd:
    """Sockets on one server; counts what they receive."""

    def __init__(self, url: str, pid: int, size: int, **options: Any) -> None:
        self._url, self._options = url, options
        self.pid, self.size = pid, size
        self.expected = -1
        self.received = 0
        self.sent_at = 0.0
        self.latencies: list[float] = []
        self._all_here = asyncio.Event()

    async def gather(self, stack: AsyncExitStack) -> None:
        """Connect everybody."""
        for _ in range(self.size):
            line = await stack.enter_async_context(connected(self._url, **self._options))
            task = asyncio.create_task(self._listen(line))
            stack.callback(task.cancel)

    async def _listen(self, line: Any) -> None:
        async for _ in line:
            self.received += 1
            if self.received == self.expected:
                self.latencies.append((time.perf_counter() - self.sent_at) * 1000)
                self._all_here.set()

    async def hear(self, broker: redis.Redis, channel: str, text: str) -> None:
        """Publish one message and wait until everybody has got it."""
        self._all_here.clear()
        self.received, self.expected, self.sent_at = 0, self.size, time.perf_counter()
        broker.publish(channel, text)
        async with asyncio.timeout(PATIENCE_SECONDS):
            await self._all_here.wait()
        await asyncio.sleep(PAUSE_SECONDS)


async def measure(
    ours: Crowd, bare: Crowd, broker: redis.Redis, messages: list[str], frame: str, table: str
) -> dict[str, Any]:
    """In turns of ten messages; the first turn warms up."""
    costs: dict[str, list[float]] = {"hub": [], "floor": []}
    async with AsyncExitStack() as stack:
        await ours.gather(stack)
        await bare.gather(stack)
        await asyncio.sleep(2)  # first views
        for start in range(0, len(messages) - 9, 10):
            for name, crowd in (("hub", ours), ("floor", bare)):
                before = cpu_seconds(crowd.pid)
                for text in messages[start : start + 10]:
                    channel, sent = (f"table:{table}", text) if crowd is ours else ("floor", frame)
                    await crowd.hear(broker, channel, sent)
                cost = (cpu_seconds(crowd.pid) - before) / (10 * crowd.size)
                if start:
                    costs[name].append(cost * 1e6)
    ratios = [one / other for one, other in zip(costs["hub"], costs["floor"], strict=True)]
    return {
        "measured": "fan_out",
        "spectators": ours.size,
        "frame_bytes": len(frame.encode()),
        "hub_cpu_us_per_delivery": spread(costs["hub"], 1),
        "floor_cpu_us_per_delivery": spread(costs["floor"], 1),
        "ratio": spread(ratios, 2),
        "last_spectator_ms": {
            "hub": spread(ours.latencies[10:], 1),
            "floor": spread(bare.latencies[10:], 1),
        },
    }


def messages_of(table_id: int, count: int) -> tuple[list[str], str]:
    """Messages of one table with rising revisions, and what a spectator gets of one."""
    from games import selectors
    from games.live import wire
    from games.live.sources import TABLES

    shot = TABLES.snapshot(selectors.scene_load(table_id))
    found = []
    for number in range(1, count + 1):
        rev = AHEAD + number
        frames = {role: {**frame, "rev": rev} for role, frame in shot.frames.items()}
        found.append(wire.pack(replace(shot, rev=rev, frames=frames)))
    return found, wire.dumps(shot.frames["spectator"])


def run(spectators: int = 200, messages: int = 60) -> dict[str, Any]:
    """Start everything, measure, stop; what is printed."""
    from games import selectors
    from tests.live.stack import live_stack

    folder = tempfile.TemporaryDirectory(prefix="tarock-load-")
    with folder as path, live_stack(Path(path)) as stack, floor(stack.redis_url) as bare:
        with stack.database():
            (seat,) = seats_make(stack, 1)
            texts, frame = messages_of(selectors.table_get(seat.table).pk, messages)
        broker = redis.Redis.from_url(redis_database(stack.redis_url, 1))
        url = f"ws://127.0.0.1:{stack.port}/ws/table/{seat.table}"
        origin = f"http://127.0.0.1:{stack.port}"
        here = Crowd(url, stack.pid("web"), spectators, origin=origin)
        there = Crowd(f"ws://127.0.0.1:{bare.port}/", bare.web_pid, spectators, wait=True)
        return asyncio.run(measure(here, there, broker, texts, frame, seat.table))


if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.test"
    import django

    django.setup()
    print(json.dumps(run(*[int(value) for value in sys.argv[1:3]])))
