"""The least that any design with these parts must do: socket -> empty task -> PUBLISH -> socket.

No database, no rules, no roles, no authentication. `tests.load.latency` measures the platform as a
multiple of this, in the same run. The broker is that of REDIS_URL; one task queue, one channel.
"""

from __future__ import annotations

import asyncio
import os
from typing import Any

import redis
import redis.asyncio
from celery import Celery

from config.env import redis_broker, redis_database

QUEUE = "floor"
CHANNEL = "floor"
PADDING = "x" * 2000
"""About the size of a view."""

URL = os.environ.get("REDIS_URL", "redis://127.0.0.1:6379")
LIVE_URL = redis_database(URL, 1)
app = Celery("floor", broker=redis_broker(URL, 0))
app.conf.update(
    task_acks_late=True,
    task_ignore_result=True,
    worker_prefetch_multiplier=1,
    task_default_queue=QUEUE,
    worker_hijack_root_logger=False,
)
_publisher = redis.Redis.from_url(LIVE_URL)
_sinks: set[Any] = set()
_listening: list[asyncio.Task[None]] = []


@app.task(name="floor.pass_on")
def pass_on(text: str) -> None:
    """The empty task: publish what came in."""
    _publisher.publish(CHANNEL, text + PADDING)


async def _listen() -> None:
    client = redis.asyncio.Redis.from_url(LIVE_URL)
    pubsub = client.pubsub()
    await pubsub.subscribe(CHANNEL)
    async for message in pubsub.listen():
        if message["type"] == "message":
            event = {"type": "websocket.send", "text": message["data"].decode()}
            for send in list(_sinks):
                await send(event)


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """ASGI: every text that comes in is enqueued, every one that is published goes out."""
    if scope["type"] != "websocket":
        return
    if not _listening:
        _listening.append(asyncio.create_task(_listen()))
    await receive()
    await send({"type": "websocket.accept"})
    _sinks.add(send)
    try:
        while (event := await receive())["type"] == "websocket.receive":
            await asyncio.to_thread(pass_on.apply_async, (event["text"],))
    finally:
        _sinks.discard(send)
