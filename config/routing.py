"""Websocket entry: allowed origins, session user, then the routes of the apps."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from channels.auth import AuthMiddlewareStack
from channels.routing import URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from django.urls import re_path

from games.routing import websocket_urlpatterns

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

UNKNOWN_PATH = 4404  # close code of our own range, seen by clients


async def close_unknown(scope: Message, receive: Receive, send: Send) -> None:
    """Ends a connection to a path that does not exist, instead of an error in the log."""
    await receive()
    await send({"type": "websocket.close", "code": UNKNOWN_PATH})


websocket_application = AllowedHostsOriginValidator(
    AuthMiddlewareStack(URLRouter([*websocket_urlpatterns, re_path(r"", close_unknown)]))
)
