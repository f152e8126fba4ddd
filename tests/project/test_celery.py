"""Workers keep database connections between tasks, and only good ones."""

from __future__ import annotations

import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection, connections

from config import celery
from config.celery import app, drop_old_connections, end_with_worker, keep_sqlite_open
from tests.running import ROOT


def task(*, is_eager: bool = False) -> Any:
    return SimpleNamespace(request=SimpleNamespace(is_eager=is_eager))


def test_celery_itself_closes_none():
    """Its Django fixup asks for the setting by this very name."""
    assert app.conf.get("CELERY_DB_REUSE_MAX") > 1_000_000


def test_only_a_process_of_a_pool_ends_with_its_parent(monkeypatch):
    asked = []
    monkeypatch.setattr(celery, "end_with_parent_now", lambda: asked.append("kernel"))
    end_with_worker()
    assert not asked
    monkeypatch.setattr(celery, "_LOADED_BY", 1)
    end_with_worker()
    assert asked == ["kernel"]


@pytest.mark.parametrize("is_quick", [True, False])
def test_a_worker_without_a_pool_ends_with_a_task_that_takes_too_long(is_quick):
    script = f"""
import sys
import time
from types import SimpleNamespace
from celery.utils.log import get_logger
from config import celery
celery.app.conf.task_time_limit = 1
celery.app.log.redirect_stdouts_to_logger(get_logger("redirected"))
task = SimpleNamespace(request=SimpleNamespace(is_eager=False))
celery.limit_time(task)
if {is_quick}:
    celery.time_kept(task)
time.sleep(3)
print("lived", file=sys.__stdout__)
"""
    ended = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True)
    assert (ended.returncode == 0) is is_quick
    assert ("lived" in ended.stdout) is is_quick
    assert ("Timeout" in ended.stderr) is not is_quick


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
