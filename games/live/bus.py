"""The one Redis connection on which a web process hears what the workers publish."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from typing import Any

import redis.asyncio
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as BrokerGone
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

FIRST_PAUSE_SECONDS = 0.1
LONGEST_PAUSE_SECONDS = 2.0
SILENCE_SECONDS = 15.0
"""After so long without a message the broker is asked whether it is still there."""


class Bus:
    """Subscriptions that survive a restart of the broker.

    `deliver(channel, data)` is called for each message, in order, and must not block.
    `restored()` is called after every (re)connect: whatever was published meanwhile is gone.
    `always` is subscribed for as long as the bus runs, so that listening never ends for want
    of subscriptions.
    """

    def __init__(
        self,
        url: str,
        always: tuple[str, ...],
        deliver: Callable[[str, bytes], None],
        restored: Callable[[], None],
    ) -> None:
        self._url = url
        self._channels = set(always)
        self._deliver, self._restored = deliver, restored
        self._pubsub: Any = None
        self._lock = asyncio.Lock()

    async def add(self, channel: str) -> None:
        """Subscribe; what is published after this returns is heard (or `restored` is called)."""
        self._channels.add(channel)
        await self._tell("subscribe", channel)

    async def remove(self, channel: str) -> None:
        """Unsubscribe, unless somebody has added the channel again meanwhile."""
        self._channels.discard(channel)
        await asyncio.sleep(0)
        if channel not in self._channels:
            await self._tell("unsubscribe", channel)

    async def run(self) -> None:
        """Listen until cancelled, connecting again with growing pauses."""
        pause = FIRST_PAUSE_SECONDS
        while True:
            started = asyncio.get_running_loop().time()
            try:
                await self._listen()
            except (RedisError, OSError) as error:
                logger.warning("live: broker out of reach: %s", error)
            except Exception:  # without the bus every table would lag by a second, in silence
                logger.exception("live: bus")
            if asyncio.get_running_loop().time() - started > LONGEST_PAUSE_SECONDS:
                pause = FIRST_PAUSE_SECONDS
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE_SECONDS)

    async def _listen(self) -> None:
        """One connection: subscribe to everything first, then read until it breaks."""
        client = redis.asyncio.Redis.from_url(
            self._url, socket_connect_timeout=2, retry=Retry(NoBackoff(), 0)
        )
        pubsub = client.pubsub()
        try:
            async with self._lock:
                await pubsub.subscribe(*self._channels)
                self._pubsub = pubsub
            self._restored()
            await self._read(pubsub)
        finally:
            async with self._lock:  # whoever is telling this connection something ends first
                self._pubsub = None
                with contextlib.suppress(RedisError, OSError):
                    await pubsub.aclose()
                    await client.aclose()

    async def _read(self, pubsub: Any) -> None:
        silent = 0
        while True:
            message = await pubsub.get_message(timeout=SILENCE_SECONDS)
            if message is None:
                silent += 1
                if silent > 1:
                    raise BrokerGone("no answer")
                await pubsub.ping()
                continue
            silent = 0
            if message["type"] == "message":
                self._deliver(message["channel"].decode(), message["data"])

    async def _tell(self, command: str, channel: str) -> None:
        """Send a (un)subscribe on the current connection. A broken one is noticed by `_read`,
        and the next connection begins with all channels anyway.
        """
        async with self._lock:
            if self._pubsub is not None:
                with contextlib.suppress(RedisError, OSError):
                    await getattr(self._pubsub, command)(channel)
