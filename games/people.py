"""Who asks, for the REST resources of ``games``."""

from __future__ import annotations

from rest_framework.request import Request

from accounts.models import User
from accounts.rest import user_of
from games.errors import NotYourSeat


def signed_in(request: Request) -> User:
    """The user; the permission table lets nobody else come here. Raises NotYourSeat."""
    user = user_of(request)
    if not isinstance(user, User):
        raise NotYourSeat("Sign in first.")
    return user
