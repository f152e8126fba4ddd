"""The most that one request may send; what is larger is refused before it is kept anywhere."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from accounts.edge import payload

Scope = dict[str, Any]
Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

MAX_BODY_BYTES = 12_000_000
"""As in deploy/Caddyfile. Entrant lists above their own, smaller limit still get a report."""


class _TooLarge(Exception):
    """More came than was announced, or nothing was announced and it does not end."""


class BodyLimit:
    """ASGI middleware: answers 413 to a body of more than ``limit`` bytes.

    Without it Django spools every body to disk before it asks who is sending it.
    """

    def __init__(self, application: Application, limit: int = MAX_BODY_BYTES) -> None:
        self._application = application
        self._limit = limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        received = 0

        async def limited() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > self._limit:
                raise _TooLarge
            return message

        if _announced(scope) > self._limit:
            await _refuse(send)
            return
        try:
            await self._application(scope, limited, send)
        except _TooLarge:  # Django reads the whole body first, so no answer has begun
            await _refuse(send)


def _announced(scope: Scope) -> int:
    """Bytes that the request says it has, 0 when it does not say."""
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit():
            return int(value)
    return 0


async def _refuse(send: Send) -> None:
    headers = [(b"content-type", b"application/json"), (b"connection", b"close")]
    body = json.dumps(payload("request_too_large")).encode()
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": body})
