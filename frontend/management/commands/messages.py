"""``manage.py messages``: bring the catalogs up to date with the texts of the project."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from frontend.catalogs import LANGUAGES, merged_catalog, write_catalog


class Command(BaseCommand):
    """Adds new texts, drops those that are gone, keeps translations, counts what is missing."""

    help = "Update frontend/locale/*/LC_MESSAGES/django.po from Python and templates."

    def handle(self, *args: Any, **options: Any) -> None:
        """Write every catalog."""
        for language in LANGUAGES:
            catalog = merged_catalog(language)
            write_catalog(language, catalog)
            texts = [message for message in catalog if message.id]
            missing = sum(1 for message in texts if not all(_forms(message.string)))
            self.stdout.write(f"{language}: {len(texts)} texts, {missing} without translation")


def _forms(translation: Any) -> list[str]:
    return list(translation) if isinstance(translation, list | tuple) else [translation]
