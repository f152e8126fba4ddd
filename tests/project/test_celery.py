"""Workers keep database connections between tasks, and only good ones."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection, connections

from config.celery import app, drop_old_connections, keep_sqlite_open


def task(*, is_eager: bool = False) -> Any:
    return SimpleNamespace(request=SimpleNamespace(is_eager=is_eager))


def test_celery_itself_closes_none():
    """Its Django fixup asks for the setting by this very name."""
    assert app.conf.get("CELERY_DB_REUSE_MAX") > 1_000_000


def test_sqlite_stays_open_and_postgresql_has_its_pool(monkeypatch):
    default = connections.settings["default"]
    monkeypatch.setitem(default, "CONN_MAX_AGE", 0)
    keep_sqlite_open()
    assert (default["CONN_MAX_AGE"] > 0) is default["ENGINE"].endswith("sqlite3")


@pytest.mark.django_db(transaction=True)
def test_a_broken_connection_is_not_kept(monkeypatch):
    monkeypatch.setitem(connection.settings_dict, "CONN_MAX_AGE", 600)
    connection.close()
    connection.ensure_connection()
    drop_old_connections(task())
    assert connection.connection is not None
    connection.errors_occurred = True
    monkeypatch.setattr(connection, "is_usable", lambda: False)
    drop_old_connections(task(is_eager=True))
    assert connection.connection is not None
    drop_old_connections(task())
    assert connection.connection is None
