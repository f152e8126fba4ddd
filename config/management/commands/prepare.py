"""`manage.py prepare`: database, translations and static files as the code needs them."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand

from config.assets import collect_static, compile_translations


class Command(BaseCommand):
    help = "Migrate the database, compile translations, collect static files. Safe to repeat."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--files-only", action="store_true", help="leave the database alone")

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["files_only"]:
            settings.DATA_DIR.mkdir(parents=True, exist_ok=True)
            call_command("migrate", interactive=False, verbosity=0)
        compiled = compile_translations(settings.BASE_DIR)
        collected = collect_static()
        if options["verbosity"]:
            static = "collected" if collected else "unchanged"
            self.stdout.write(f"translations compiled: {compiled}; static files {static}")
