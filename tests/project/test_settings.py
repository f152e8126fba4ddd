"""The settings mean what they say."""

import pytest
from django.conf import settings
from django.db import connection

from config.checks import check_sqlite_pragmas
from config.env import BadEnvironment, database_from_url, redis_broker, redis_database


@pytest.mark.django_db
@pytest.mark.pg
def test_sqlite_runs_with_its_pragmas():
    if connection.vendor != "sqlite":
        pytest.skip("SQLite only")
    assert check_sqlite_pragmas(["default"]) == []
    with connection.cursor() as cursor:
        assert cursor.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
        assert cursor.execute("PRAGMA synchronous").fetchone()[0] == 1


def test_redis_urls_name_three_databases():
    assert redis_broker("redis://h:1", 0) == "redis://h:1/0"
    assert redis_database("redis://:pw@h:1/7", 2) == "redis://:pw@h:1/2"
    assert redis_broker("unix:///run/b.sock", 0) == "redis+socket:///run/b.sock?virtual_host=0"
    assert redis_database("unix:///run/b.sock", 1) == "unix:///run/b.sock?db=1"
    assert len({settings.BROKER_URL, settings.LIVE_URL, settings.CACHE_URL}) == 3


def test_database_urls():
    sqlite = database_from_url("sqlite:////var/lib/tarock/db.sqlite3")
    assert sqlite["NAME"] == "/var/lib/tarock/db.sqlite3"
    assert sqlite["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    postgres = database_from_url("postgresql://u:p%40ss@db:5433/tarock?sslmode=require")
    assert (postgres["USER"], postgres["PASSWORD"], postgres["PORT"]) == ("u", "p@ss", "5433")
    assert postgres["OPTIONS"]["sslmode"] == "require"
    assert postgres["OPTIONS"]["pool"]
    with pytest.raises(BadEnvironment):
        database_from_url("mysql://x/y")
