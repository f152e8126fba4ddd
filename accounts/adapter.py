"""How allauth makes accounts here: through our services, and out of a guest if there is one."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.core.exceptions import ValidationError
from django.forms import Form
from django.http import HttpRequest

from accounts.edge import error_payload
from accounts.errors import BadLoginName
from accounts.models import User
from accounts.services import guest_upgrade, login_name_check, user_create


class AccountAdapter(DefaultAccountAdapter):
    """Sign-up upgrades a signed-in guest instead of making a second account."""

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Return a login name that is free and of the right form. Raises ValidationError."""
        try:
            login_name_check(username)
        except BadLoginName as error:
            raise ValidationError(error_payload(error)["message"], code=error.code) from error
        return str(super().clean_username(username, shallow))

    def save_user(self, request: HttpRequest, user: User, form: Form, commit: bool = True) -> User:
        """Store the account of a valid sign-up form. Raises NameTaken when beaten to the name."""
        data = form.cleaned_data
        fields: dict[str, Any] = {
            "username": data["username"],
            "password": data["password1"],
            "email": data.get("email") or None,
            "display_name": data.get("display_name") or "",
        }
        visitor = request.user
        if isinstance(visitor, User) and visitor.is_guest:
            return guest_upgrade(visitor, **fields)
        return user_create(**fields)
