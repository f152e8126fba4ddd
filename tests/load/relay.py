"""The floor of fan-out: Redis pub/sub to `websockets`, nothing else.

``python -m tests.load.relay PORT`` sends every message of the channel ``floor`` of REDIS_URL to
everybody who is connected. One process, the event loop of our own web server, the library's own
`broadcast`, which neither queues nor waits.
"""

from __future__ import annotations

import asyncio
import gc
import os
import sys
from typing import Any

import redis.asyncio
import uvloop
from websockets.asyncio.server import broadcast, serve

CHANNEL = "floor"


async def main(port: int) -> None:
    """Serve until killed."""
    lines: set[Any] = set()

    async def join(line: Any) -> None:
        lines.add(line)
        try:
            await line.wait_closed()
        finally:
            lines.discard(line)

    pubsub = redis.asyncio.Redis.from_url(os.environ["REDIS_URL"]).pubsub()
    await pubsub.subscribe(CHANNEL)
    async with serve(join, "127.0.0.1", port):
        async for message in pubsub.listen():
            if message["type"] == "message":
                broadcast(lines, message["data"].decode())


if __name__ == "__main__":
    gc.freeze()
    gc.set_threshold(20_000, 50, 50)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(main(int(sys.argv[1])))
