"""Websocket entry: allowed origins, session user, then the routes of the apps."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from channels.auth import AuthMiddlewareStack
from channels.routing import URLRouter
from django.urls import re_path

from games.live.origin import OriginCheck
from games.routing import websocket_urlpatterns as table_urlpatterns
from tournaments.routing import websocket_urlpatterns as event_urlpatterns

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

UNKNOWN_PATH = 4404  # close code of our own range, seen by clients


async def close_unknown(scope: Message, receive: Receive, send: Send) -> None:
    """Ends a connection to a path that does not exist, instead of an error in the log.

    It is accepted first: browsers report every refused handshake as code 1006.
    """
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": UNKNOWN_PATH})


unknown_path: Any = close_unknown  # an ASGI application, which Django's stubs do not expect
websocket_application = OriginCheck(
    AuthMiddlewareStack(
        URLRouter([*table_urlpatterns, *event_urlpatterns, re_path(r"", unknown_path)])
    )
)
