"""A running platform with this process's ORM on its database, whichever kind the run is about.

with platform_on(tmp_path / "data") as platform, orm_on(platform, django_db_blocker):
    Hand.objects.count()        # what the workers have stored
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import psycopg
from django.conf import settings
from django.db import connections
from django.test import override_settings
from psycopg import sql

from config.env import redis_database
from tests.conftest import ON_POSTGRES
from tests.running import Running, running

_numbers = itertools.count(1)


@contextmanager
def platform_on(folder: Path, *options: str, **env: str) -> Iterator[Running]:
    """`running` on a database of the run's kind: a SQLite file in `folder`, or with `--pg` a new
    database on that server, dropped at the end. `env` is what the platform finds there.
    """
    if not ON_POSTGRES:
        with running(folder, *options, env=env) as platform:
            yield platform
        return
    server = os.environ["DATABASE_URL"]
    name = f"flow_{os.getpid()}_{next(_numbers)}"
    _on_server(server, "CREATE DATABASE {}", name)
    url = urlsplit(server)._replace(path=f"/{name}").geturl()
    try:
        with running(folder, *options, env={**env, "DATABASE_URL": url}) as platform:
            yield platform
    finally:
        _on_server(server, "DROP DATABASE {} WITH (FORCE)", name)


def _on_server(url: str, statement: Any, name: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(sql.SQL(statement).format(sql.Identifier(name)))


@contextmanager
def orm_on(platform: Running, blocker: Any) -> Iterator[None]:
    """Point the ORM and live publishing at the platform. `blocker` is pytest-django's; no other
    database fixture may be in use.
    """
    default = connections["default"]
    before = default.settings_dict["NAME"]
    with blocker.unblock(), override_settings(LIVE_URL=live_url(platform)):
        _point_at(_database_of(platform))
        try:
            yield
        finally:
            connections.close_all()
            _point_at(before)


def live_url(platform: Running) -> str:
    """Where the platform's live messages run."""
    return redis_database((platform.data / "run" / "redis_url").read_text().strip(), 1)


def _database_of(platform: Running) -> str:
    if ON_POSTGRES:
        return unquote(urlsplit(platform.env["DATABASE_URL"]).path.lstrip("/"))
    return str(platform.data / "db.sqlite3")


def _point_at(name: str) -> None:
    default = connections["default"]
    default.close()
    if default.vendor == "postgresql":
        default.close_pool()  # type: ignore[attr-defined]
    settings.DATABASES["default"]["NAME"] = name
    default.settings_dict["NAME"] = name
