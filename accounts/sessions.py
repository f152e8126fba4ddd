"""Signing in without a form: the guest who is created by a first POST."""

from __future__ import annotations

from django.contrib.auth import login
from django.http import HttpRequest

from accounts.models import User
from accounts.services import user_guest_create

BACKEND = "django.contrib.auth.backends.ModelBackend"


def signed_in_user(request: HttpRequest) -> User:
    """Return the user of a request; nobody becomes a guest, signed in from now on.

    Call it in POST handlers only: a GET must never create a row.
    """
    if isinstance(request.user, User):
        return request.user
    user = user_guest_create()
    login(request, user, backend=BACKEND)
    return user
