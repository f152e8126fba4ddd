"""The live table as Channels' own documentation would have it: a consumer and group sends.

Kept for comparison only (`tests.load.fanout`). Served by the same web server with the same
options and the same collector settings as ours; the layer is the one that drops nothing. Every
spectator has a consumer, which the layer wakes with a message of its own to serialise and send.
"""

from __future__ import annotations

import gc
import os
from typing import Any

import django
from channels.generic.websocket import AsyncJsonWebsocketConsumer
from django.conf import settings

GROUP = "table.spectator"

if not settings.configured:
    layer = "channels_redis.pubsub.RedisPubSubChannelLayer"
    config = {"hosts": [os.environ.get("REDIS_URL", "redis://127.0.0.1:6379")]}
    settings.configure(CHANNEL_LAYERS={"default": {"BACKEND": layer, "CONFIG": config}})
    django.setup()


class StockTable(AsyncJsonWebsocketConsumer):
    """Frames of one table for spectators."""

    async def connect(self) -> None:
        await self.channel_layer.group_add(GROUP, self.channel_name)
        await self.accept()

    async def disconnect(self, code: int) -> None:
        await self.channel_layer.group_discard(GROUP, self.channel_name)

    async def table_frame(self, event: dict[str, Any]) -> None:
        """A worker has sent a frame to the group."""
        await self.send_json(event["frame"])


application = StockTable.as_asgi()
gc.collect()
gc.freeze()
gc.set_threshold(20_000, 50, 50)
