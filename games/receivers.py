"""Reactions to Django's own signals."""

from __future__ import annotations

from typing import Any

from allauth.account.signals import password_changed, password_reset, password_set
from django.conf import settings
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.models import User
from games import live


@receiver(user_logged_out)
def sockets_end(request: HttpRequest | None = None, **_: Any) -> None:
    """Signing out ends the sockets of the session. It is still stored at this moment, so the
    web processes are told that it is over instead of being asked to look.
    """
    session_key = request.session.session_key if request is not None else None
    if session_key:
        live.publish_kick(session_key=session_key)


@receiver(user_logged_in)
def sockets_of_before_end(request: HttpRequest | None = None, **_: Any) -> None:
    """Signing in or up begins a session with a key of its own, and ends the sockets of the one
    before: a page opens its socket again as who he is now."""
    key = request.COOKIES.get(settings.SESSION_COOKIE_NAME) if request is not None else None
    if request is not None and key and key != request.session.session_key:
        live.publish_kick(session_key=key)


@receiver([password_changed, password_set, password_reset])
def sockets_asked_again(user: User, **_: Any) -> None:
    """A new password ends all other sessions; their sockets learn of it now, not in a minute."""
    live.publish_kick(user_id=user.pk)
