"""Who is behind a socket, and whether that still holds."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest

from accounts.auth import bearer_of
from accounts.errors import NotAllowed
from accounts.models import ApiToken, User
from accounts.selectors import token_find, token_is_valid
from engine.errors import TarockError
from games.live.origin import Scope, header


class SignedOut(TarockError):
    """The session or token that opened a socket is not valid any more."""

    code = "signed_out"
    http_status = 401


@dataclass(frozen=True)
class Identity:
    """Nobody (all None), the user of a session, or the user of a token (by its public id)."""

    user_id: int | None = None
    session_key: str | None = None
    token_id: str | None = None
    may_play: bool = True


def identity_of(scope: Scope) -> Identity:
    """The identity a handshake proves: bearer header before session.

    Raises BadToken, NotAllowed (a token that may not read).
    """
    plaintext = bearer_of(header(scope, b"authorization"))
    if plaintext is not None:
        token = token_find(plaintext)
        if "read" not in token.scopes:
            raise NotAllowed("The token does not cover this.", scope="read")
        return Identity(
            user_id=token.user.pk, token_id=token.public_id, may_play="play" in token.scopes
        )
    user, session = scope.get("user"), scope.get("session")
    if user is None or session is None or not user.is_authenticated:
        return Identity()
    return Identity(user_id=user.pk, session_key=session.session_key)


def user_of(identity: Identity) -> User | AnonymousUser:
    """The user as the database knows it now. Raises SignedOut."""
    if identity.user_id is None:
        return AnonymousUser()
    user = _user_of_token(identity) if identity.token_id else _user_of_session(identity)
    if user is None or user.pk != identity.user_id or not user.is_active:
        raise SignedOut("The session or token has ended.")
    return user


def _user_of_token(identity: Identity) -> User | None:
    token = ApiToken.objects.select_related("user").filter(public_id=identity.token_id).first()
    return token.user if token is not None and token_is_valid(token) else None


def _user_of_session(identity: Identity) -> User | None:
    """Reads the session anew; a changed password ends it, too (its hash is compared)."""
    store: Any = import_module(settings.SESSION_ENGINE).SessionStore
    request = HttpRequest()
    request.session = store(identity.session_key)
    user = get_user(request)
    return user if isinstance(user, User) else None
