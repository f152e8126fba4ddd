"""Reactions to Django's own signals."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.signals import user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest

from games import live


@receiver(user_logged_out)
def sockets_end(request: HttpRequest | None = None, **_: Any) -> None:
    """Signing out ends the sockets of the session. It is still stored at this moment, so the
    web processes are told that it is over instead of being asked to look.
    """
    session_key = request.session.session_key if request is not None else None
    if session_key:
        live.publish_kick(session_key=session_key)
