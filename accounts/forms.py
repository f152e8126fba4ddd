"""Forms of ``accounts``. ``SignupExtraForm`` is mixed into allauth's sign-up form."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.edge import error_payload
from accounts.errors import BadName
from accounts.models import User
from accounts.names import MAX_LENGTH, name_clean
from accounts.selectors import SCOPES

SCOPE_LABELS = {
    "read": _("read: results, tables and hands you may see"),
    "play": _("play: act at your tables"),
    "bots": _("bots: for bots of your own; no use yet"),
    "organise": _("organise: run events of your clubs"),
}
EXPIRY_CHOICES = [
    (30, _("in 30 days")),
    (90, _("in 90 days")),
    (365, _("in one year")),
    (0, _("never")),
]


class NameField(forms.CharField):
    """A text field under the rule of ``accounts.names``; its value is the cleaned name."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=MAX_LENGTH, **kwargs)

    def clean(self, value: Any) -> str:
        """Return the name in NFC. Raises ValidationError with the translated refusal."""
        text = str(super().clean(value))
        if not text:
            return ""
        try:
            return name_clean(text)
        except BadName as error:
            raise ValidationError(error_payload(error)["message"], code=error.code) from error


class SignupExtraForm(forms.Form):
    """The field that sign-up has beside allauth's: the name others see."""

    display_name = NameField(
        label=_("Your name"),
        required=False,
        help_text=_("What others see. Without one, your login name is shown."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    field_order = ("username", "display_name", "email", "password1")

    def signup(self, request: HttpRequest, user: User) -> None:
        """Do nothing more: the adapter has stored the name with the account."""


class ProfileForm(forms.Form):
    """Name and address of a signed-in user."""

    display_name = NameField(label=_("Your name"))
    email = forms.EmailField(
        label=_("E-mail address (optional)"),
        required=False,
        help_text=_("Another way to sign in. Nothing is sent to it."),
    )


class TokenForm(forms.Form):
    """A new API token."""

    name = NameField(label=_("Name"), help_text=_("What the token is for."))
    scopes = forms.MultipleChoiceField(
        label=_("May"),
        choices=[(scope, SCOPE_LABELS[scope]) for scope in SCOPES],
        widget=forms.CheckboxSelectMultiple,
        initial=["read"],
    )
    expires_in_days = forms.TypedChoiceField(
        label=_("Expires"), choices=EXPIRY_CHOICES, coerce=int, initial=90
    )

    def expires_at(self) -> Any:
        """Return the chosen moment, None for never."""
        days = self.cleaned_data["expires_in_days"]
        return timezone.now() + timedelta(days=days) if days else None
