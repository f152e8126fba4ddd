"""What one frame for 200 spectators of a table costs the web process, against the bare floor.

``python -m tests.load.fanout [spectators] [messages]`` starts three servers on one broker:

- ``hub``: the platform, with a real table and its frames of all roles, each with a new revision;
- ``floor`` (`tests.load.relay`): Redis pub/sub to `websockets`, sending what one spectator gets;
- ``stock`` (`tests.load.stock`): the same frames by group sends to Channels consumers.

It connects so many sockets to each and lets them hear messages in turns of ten, one message at a
time as at a table, then in bursts. With the hub there are also spectators who read nothing: some
of the turns with them, some without. It prints one JSON line: CPU time of each server per delivered
message, and how long a message takes to a spectator. Everything is compared within one run.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import redis.asyncio
from channels_redis.pubsub import RedisPubSubChannelLayer

from config.env import redis_database
from tests.load import relay
from tests.load.cpu import cpu_seconds, spread
from tests.load.crowd import Crowd, Listener, files_allow, percentile
from tests.load.latency import seats_make
from tests.load.servers import served

TURN = 10
"""Messages of one turn."""
PAUSE_SECONDS = 0.02
BURST = 20
AHEAD = 1_000_000
"""Our revisions are so far ahead of the table's that what its bots do meanwhile is not shown."""
DEAF = 5
SMALL_BUFFER = 4096
STOCK_GROUP = "table.spectator"

Send = Callable[[int], Awaitable[Any]]
"""Publishes the message of a number."""


class Measured:
    """What the turns of one server have shown."""

    def __init__(self, crowd: Crowd, send: Send) -> None:
        self.crowd, self.send = crowd, send
        self.costs: list[float] = []
        self.p99s: list[float] = []
        self.slowest: list[float] = []

    async def turn(self, numbers: range) -> None:
        """Hear these messages, one at a time."""
        crowd, before = self.crowd, cpu_seconds(self.crowd.pid)
        del crowd.lags[:]
        for number in numbers:
            await crowd.hear(lambda number=number: self.send(number))  # type: ignore[misc]
            await asyncio.sleep(PAUSE_SECONDS)
        self.costs.append(1e6 * (cpu_seconds(crowd.pid) - before) / len(crowd.lags))
        self.p99s.append(percentile(crowd.lags, 0.99))
        self.slowest.append(max(crowd.lags))

    async def burst(self, numbers: range) -> float:
        """Hear all of these at once; microseconds of CPU time per delivery."""
        crowd, before = self.crowd, cpu_seconds(self.crowd.pid)
        del crowd.lags[:]

        async def send() -> None:
            for number in numbers:
                await self.send(number)

        await crowd.hear(send, len(numbers))
        return 1e6 * (cpu_seconds(crowd.pid) - before) / len(crowd.lags)


async def measure(
    hub: Measured, floor: Measured, stock: Measured, messages: int, join_deaf: bool = True
) -> dict[str, Any]:
    """All turns; the first of each server warms up and is not counted."""
    sides = {"hub": hub, "floor": floor, "stock": stock}
    for side in sides.values():
        await side.crowd.gather()
    await asyncio.sleep(2)  # first views
    number = 0
    for _ in range(messages // TURN + 1):
        for side in sides.values():
            await side.turn(range(number, number + TURN))
        number += TURN
    bursts: dict[str, list[float]] = {name: [] for name in sides}
    for _ in range(4):
        for name, side in sides.items():
            bursts[name].append(await side.burst(range(number, number + BURST)))
        number += BURST
    report = _report(sides, bursts)
    if join_deaf:
        report |= await _with_deaf(hub, number)
    return report


async def _with_deaf(hub: Measured, number: int) -> dict[str, Any]:
    """Turns with spectators who read nothing until the end, and what everybody has then.

    They get more than the room for them holds, so the hub has to drop frames for them.
    """
    deaf = [await hub.crowd.join(SMALL_BUFFER) for _ in range(DEAF)]
    await asyncio.sleep(1)
    for listener in deaf:
        listener.transport.pause_reading()
    quiet = len(hub.p99s)
    for _ in range(30):
        await hub.burst(range(number, number + BURST))
        number += BURST
    for _ in range(3):
        await hub.turn(range(number, number + TURN))
        number += TURN
    for listener in deaf:
        listener.transport.resume_reading()
    last = AHEAD + number - 1
    deadline = asyncio.get_running_loop().time() + 10
    everybody = [*hub.crowd.listeners, *deaf]
    while _behind(everybody, last) and asyncio.get_running_loop().time() < deadline:
        await asyncio.sleep(0.1)
    return {
        "p99_ms_with_deaf": spread(hub.p99s[quiet:], 1),
        "spectators_behind_at_the_end": _behind(everybody, last),
        "connections_lost": hub.crowd.lost,
    }


def _behind(listeners: list[Listener], rev: int) -> int:
    return sum(json.loads(one.last)["rev"] != rev for one in listeners)


def _report(sides: dict[str, Measured], bursts: dict[str, list[float]]) -> dict[str, Any]:
    hub, floor, stock = (sides[name] for name in ("hub", "floor", "stock"))
    return {
        "measured": "fan_out",
        "spectators": hub.crowd.size,
        "cpu_us_per_delivery": {name: spread(side.costs[1:], 1) for name, side in sides.items()},
        "cpu_us_in_bursts": {name: spread(costs, 1) for name, costs in bursts.items()},
        "p99_ms": {name: spread(side.p99s[1:], 1) for name, side in sides.items()},
        "slowest_ms": {name: max(side.slowest[1:]) for name, side in sides.items()},
        "cpu_of_floor": spread(_ratios(hub.costs, floor.costs), 2),
        "cpu_of_stock": spread(_ratios(stock.costs, hub.costs), 2),
        "p99_of_floor": spread(_ratios(hub.p99s, floor.p99s), 2),
        "slowest_of_floor": round(max(hub.slowest[1:]) / max(floor.slowest[1:]), 2),
    }


def _ratios(ours: list[float], theirs: list[float]) -> list[float]:
    return [one / other for one, other in zip(ours[1:], theirs[1:], strict=True)]


def frames_of(table_id: int, count: int) -> tuple[list[str], dict[str, Any]]:
    """Messages of one table with rising revisions, and the frame of its spectators."""
    from games import selectors
    from games.live import wire
    from games.live.sources import TABLES

    shot = TABLES.snapshot(selectors.scene_load(table_id))
    found = []
    for number in range(count):
        rev = AHEAD + number
        frames = {role: {**frame, "rev": rev} for role, frame in shot.frames.items()}
        found.append(wire.pack(replace(shot, rev=rev, frames=frames)))
    return found, shot.frames["spectator"]


@contextmanager
def servers(
    spectators: int, messages: int
) -> Iterator[Callable[[], AbstractAsyncContextManager[list[Measured]]]]:
    """The three servers; what is yielded makes their crowds inside the event loop."""
    from games import selectors
    from tests.live.stack import live_stack

    files_allow(4 * spectators)
    folder = tempfile.TemporaryDirectory(prefix="tarock-load-")
    uvicorn = ("uvicorn", "tests.load.stock:application", "--port", "{port}", "--lifespan", "off")
    with folder as path, live_stack(Path(path)) as stack:
        live, other = (redis_database(stack.redis_url, number) for number in (1, 3))
        with (
            served(other, "tests.load.relay", "{port}") as bare,
            served(other, *uvicorn, "--log-level", "error") as stock,
        ):
            with stack.database():
                (seat,) = seats_make(stack, 1)
                table = selectors.table_get(seat.table).pk
                texts, frame = frames_of(table, messages + 40 * BURST + 20 * TURN)
            text = json.dumps(frame, separators=(",", ":"), ensure_ascii=False)
            site = f"http://127.0.0.1:{stack.port}"
            url = f"ws://127.0.0.1:{stack.port}/ws/table/{seat.table}"

            @asynccontextmanager
            async def make() -> AsyncIterator[list[Measured]]:
                broker = redis.asyncio.Redis.from_url(live)
                layer = RedisPubSubChannelLayer(hosts=[other])
                event = {"type": "table.frame", "frame": frame}
                yield [
                    Measured(
                        Crowd("hub", url, stack.pid("web"), spectators, site),
                        lambda number: broker.publish(f"table:{seat.table}", texts[number]),
                    ),
                    Measured(
                        Crowd("floor", f"ws://127.0.0.1:{bare.port}/", bare.pid, spectators),
                        lambda number: broker.publish(relay.CHANNEL, text),
                    ),
                    Measured(
                        Crowd("stock", f"ws://127.0.0.1:{stock.port}/", stock.pid, spectators),
                        lambda number: layer.group_send(STOCK_GROUP, event),
                    ),
                ]
                await layer.flush()
                await broker.aclose()

            yield make


def run(spectators: int = 200, messages: int = 200, *, join_deaf: bool = True) -> dict[str, Any]:
    """Start everything, measure, stop; what is printed."""

    async def work() -> dict[str, Any]:
        async with make() as (hub, floor, stock):
            return await measure(hub, floor, stock, messages, join_deaf)

    with servers(spectators, messages) as make:
        return asyncio.run(work())


if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.test"
    import django

    django.setup()
    print(json.dumps(run(*[int(value) for value in sys.argv[1:3]])))
