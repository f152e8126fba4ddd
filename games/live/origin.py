"""Who may open a websocket: pages of this very server, and programs with a token.

Browsers send cookies along with websockets of foreign pages, and no same-origin rule stops
them; the Origin header is all there is. Django's CSRF check asks the same questions of a form.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http.request import split_domain_port, validate_host

Message = dict[str, Any]
Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

DEBUG_HOSTS = [".localhost", "127.0.0.1", "[::1]"]
"""What Django itself allows when DEBUG is on and ALLOWED_HOSTS is empty."""


def header(scope: Scope, name: bytes) -> str:
    """The first header of that (lower case) name, "" without one."""
    for key, value in scope.get("headers", ()):
        if key == name:
            return str(value.decode("latin-1"))
    return ""


def is_origin_allowed(scope: Scope) -> bool:
    """Whether the Origin header names this server (host and port) or a trusted origin.

    Without an Origin the client is no browser; then cookies prove nothing and a bearer header
    is asked for.
    """
    origin, host = header(scope, b"origin"), header(scope, b"host")
    if not is_host_allowed(host):
        return False
    if not origin:
        return header(scope, b"authorization").lower().startswith("bearer ")
    try:
        return urlsplit(origin).netloc.lower() == host.lower() or is_origin_trusted(origin)
    except ValueError:  # no address at all, such as http://[::1
        return False


def is_host_allowed(host: str) -> bool:
    """Django's own rule for the Host header (a page of another name can point at our address)."""
    allowed = settings.ALLOWED_HOSTS or (DEBUG_HOSTS if settings.DEBUG else [])
    return validate_host(split_domain_port(host)[0], allowed)


def is_origin_trusted(origin: str) -> bool:
    """Whether CSRF_TRUSTED_ORIGINS names the origin, `https://*.example.org` included."""
    given = urlsplit(origin.lower())
    for entry in settings.CSRF_TRUSTED_ORIGINS:
        scheme, _, netloc = entry.lower().partition("://")
        if scheme != given.scheme:
            continue
        if netloc == given.netloc or (netloc[:2] == "*." and given.netloc.endswith(netloc[1:])):
            return True
    return False


DIRECT = "tarock.send"
"""Key of the scope: the server's own `send`. The one the application gets looks for a session
cookie to set with every event, which costs a fan-out a fifth of its time.
"""


class OriginCheck:
    """ASGI middleware: refuses the handshake (HTTP 403) of every other origin."""

    def __init__(self, application: Application) -> None:
        self._application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve an allowed origin, close any other before the handshake is answered."""
        if is_origin_allowed(scope):
            await self._application({**scope, DIRECT: send}, receive, send)
            return
        await receive()
        await send({"type": "websocket.close", "code": 4403})
