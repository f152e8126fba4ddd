"""API tokens in DRF: ``Authorization: Bearer tk_<id>_<secret>``, never in an address."""

from __future__ import annotations

from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request

from accounts.errors import BadToken
from accounts.models import ApiToken, User
from accounts.selectors import token_find
from accounts.services import token_touch

KEYWORD = "Bearer"


class TokenAuthentication(BaseAuthentication):
    """Sets ``request.user`` and, as ``request.auth``, the ``ApiToken``."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        """Return None when the request carries no bearer header. Raises BadToken (401)."""
        plaintext = bearer_of(request.headers.get("Authorization", ""))
        if plaintext is None:
            return None
        token = token_find(plaintext)
        token_touch(token)
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        """Return the challenge of a 401; the first authenticator of the settings gives it."""
        return KEYWORD


def bearer_of(header: str) -> str | None:
    """Return the token of an Authorization header, None when it is of another kind.

    Raises BadToken when it says Bearer and then nothing that could be one.
    """
    keyword, _, rest = header.strip().partition(" ")
    if keyword.lower() != KEYWORD.lower():
        return None
    if not rest.strip() or " " in rest.strip():
        raise BadToken("This token is not valid.")
    return rest.strip()


def scopes_of(request: Request) -> frozenset[str] | None:
    """Return the scopes of the request's token; None for a session or for nobody."""
    token = request.auth
    return frozenset(token.scopes) if isinstance(token, ApiToken) else None
