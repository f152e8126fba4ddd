"""Start-up checks of what would otherwise fail late and in silence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.core.checks import CheckMessage, Error, Tags, register
from django.db import connections

from config.env import SQLITE_PRAGMAS


@register(Tags.database)
def check_sqlite_pragmas(
    databases: Sequence[str] | None = None, **kwargs: Any
) -> list[CheckMessage]:
    """The pragmas are in force, not only written down.

    Options beside the database's own dict are ignored without a word, and a network file system
    refuses WAL the same way. Runs with `migrate` and `check --database default`.
    """
    found: list[CheckMessage] = []
    for alias in databases or []:
        connection: Any = connections[alias]  # the attributes below are SQLite's own
        if connection.vendor != "sqlite" or connection.is_in_memory_db():
            continue
        with connection.cursor() as cursor:
            for name, wanted in SQLITE_PRAGMAS.items():
                actual = cursor.execute(f"PRAGMA {name}").fetchone()[0]
                if actual != wanted:
                    found.append(_wrong_pragma(alias, name, wanted, actual))
        if connection.transaction_mode != "IMMEDIATE":
            found.append(_wrong_pragma(alias, "transaction_mode", "IMMEDIATE", None))
    return found


def _wrong_pragma(alias: str, name: str, wanted: object, actual: object) -> Error:
    return Error(
        f"SQLite database {alias!r}: {name} is {actual!r}, needed is {wanted!r}",
        hint="Use config.env.sqlite_database, and a local (not a network) file system.",
        id="config.E001",
    )
