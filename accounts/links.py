"""Set-up and reset links that a person hands over: recovery without any mail server."""

from __future__ import annotations

from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.urls import reverse

from accounts.models import User


def setup_link_path(user: User) -> str:
    """Return the path where a user can choose a password, once, within PASSWORD_RESET_TIMEOUT.

    It is allauth's own reset page with its own key: using it, signing in or changing the
    password or the address makes the link useless.
    """
    return reverse(
        "account_reset_password_from_key",
        kwargs={
            "uidb36": user_pk_to_url_str(user),
            "key": default_token_generator.make_token(user),
        },
    )
