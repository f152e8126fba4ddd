"""``manage.py seed_demo``: an invented club to look around in."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from tournaments import demo


class Command(BaseCommand):
    """Fills an installation once; running it again changes nothing."""

    help = (
        "Create the demo club with a finished evening and one that runs for as long as the "
        "server does. Safe to repeat."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        """Seed, and say how to become the club's organiser (there is no password to guess)."""
        demo.demo_seed()
        if options["verbosity"]:
            self.stdout.write(
                f"demo: {demo.CLUB_NAME} is there; to organise it: "
                f".venv/bin/python manage.py account_link {demo.ORGANISER}"
            )
