"""``manage.py account_link <login>``: a one-time link to choose a password, without any mail."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.links import setup_link_path
from accounts.models import User
from accounts.services import user_create
from engine.errors import TarockError


class Command(BaseCommand):
    """Recovery and set-up from the console of whoever runs the site."""

    help = "Print a one-time link with which a user chooses a (new) password."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the arguments."""
        parser.add_argument("login", help="login name or e-mail address")
        parser.add_argument("--create", action="store_true", help="create the account first")
        parser.add_argument("--staff", action="store_true", help="with --create: an operator")
        parser.add_argument(
            "--base", default="", help="address of the site, for example http://127.0.0.1:8000"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Find or create the user and print the link, alone on one line."""
        login = options["login"]
        user = User.objects.filter(username__iexact=login).first() or (
            User.objects.filter(email__iexact=login).first() if "@" in login else None
        )
        if options["create"]:
            if user is not None:
                raise CommandError(f"{login} exists already; leave out --create.")
            try:
                user = user_create(username=login, is_staff=options["staff"])
            except TarockError as error:
                raise CommandError(error.message) from error
        if user is None or user.is_guest:
            raise CommandError(f"There is no account {login!r}; --create makes one.")
        if not user.is_active:
            raise CommandError(f"The account {login!r} is switched off.")
        base = (options["base"] or _base_url()).rstrip("/")
        self.stdout.write(f"{base}{setup_link_path(user)}")


def _base_url() -> str:
    origins = settings.CSRF_TRUSTED_ORIGINS
    return origins[0] if origins else ""
