"""Reading the environment: the only inputs by which one installation differs from another.

Pure functions of strings, so that settings stay a list of values and tests need no processes.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

TRUE_WORDS = frozenset({"1", "true", "yes", "on"})
FALSE_WORDS = frozenset({"", "0", "false", "no", "off"})


class BadEnvironment(ValueError):
    """A variable has a value that nobody can have meant."""


def env_bool(name: str, default: bool = False) -> bool:
    """The switch `name`. Raises BadEnvironment for a word that is neither yes nor no."""
    word = os.environ.get(name, "1" if default else "0").strip().lower()
    if word in TRUE_WORDS:
        return True
    if word in FALSE_WORDS:
        return False
    raise BadEnvironment(f"{name}={word!r}: use 1 or 0")


def env_list(name: str) -> list[str]:
    """Comma-separated values without blanks; empty when unset."""
    return [part.strip() for part in os.environ.get(name, "").split(",") if part.strip()]


def env_number(name: str, default: float) -> float:
    """A number. Raises BadEnvironment when the text is none."""
    text = os.environ.get(name, "")
    try:
        return float(text) if text else default
    except ValueError as error:
        raise BadEnvironment(f"{name}={text!r}: not a number") from error


def database_from_url(url: str) -> dict[str, Any]:
    """Django's database dict for `sqlite:///path` or `postgresql://user:pw@host:port/name?host=dir`.

    Raises BadEnvironment for any other scheme.
    """
    parts = urlsplit(url)
    if parts.scheme == "sqlite":
        return sqlite_database(Path(unquote(parts.path[1:] or parts.netloc)))
    if parts.scheme in ("postgres", "postgresql"):
        return postgres_database(url)
    raise BadEnvironment(f"DATABASE_URL: unknown scheme {parts.scheme!r}, use sqlite or postgresql")


# WAL lets readers and one writer work at once; IMMEDIATE takes the write lock at BEGIN, because a
# transaction that starts reading and then writes fails at once with "database is locked".
SQLITE_PRAGMAS = {
    "journal_mode": "wal",
    "synchronous": 1,  # NORMAL
    "foreign_keys": 1,
    "journal_size_limit": 64 * 1024 * 1024,  # bytes
}


def sqlite_database(path: Path) -> dict[str, Any]:
    """SQLite as this project needs it; `config.checks` verifies that the pragmas took effect."""
    pragmas = ";".join(f"PRAGMA {name}={value}" for name, value in SQLITE_PRAGMAS.items())
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(path),
        "OPTIONS": {"transaction_mode": "IMMEDIATE", "timeout": 20, "init_command": pragmas},
    }


def postgres_database(url: str) -> dict[str, Any]:
    """PostgreSQL through psycopg's pool; connections are never kept per thread (CONN_MAX_AGE 0)."""
    parts = urlsplit(url)
    query = dict(parse_qsl(parts.query))
    host = query.pop("host", "") or unquote(parts.hostname or "")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": host,
        "PORT": str(parts.port or query.pop("port", "")),
        "CONN_HEALTH_CHECKS": True,  # the pool would hand out connections of a restarted server
        "OPTIONS": {"pool": {"min_size": 1, "max_size": 8, "timeout": 15}, **query},
    }


def redis_database(url: str, number: int) -> str:
    """`url` pointing at database `number`; `unix:///path` keeps its form (redis-py, channels)."""
    parts = urlsplit(url)
    if parts.scheme == "unix":
        return f"unix://{parts.path}?db={number}"
    return parts._replace(path=f"/{number}").geturl()


def redis_broker(url: str, number: int) -> str:
    """The same for Celery, which spells a unix socket `redis+socket://`."""
    parts = urlsplit(url)
    if parts.scheme == "unix":
        return f"redis+socket://{parts.path}?virtual_host={number}"
    return redis_database(url, number)


def redis_of_broker(url: str) -> str:
    """The address of a broker (``redis_broker``) as redis-py spells it."""
    if not url.startswith("redis+socket://"):
        return url
    return url.replace("redis+socket://", "unix://", 1).replace("?virtual_host=", "?db=", 1)


def redis_url(data_dir: Path) -> str:
    """REDIS_URL, else the broker that `manage.py up` runs on this data folder, else the local one.

    The middle step lets any command work beside a running `up` without further settings.
    """
    if url := os.environ.get("REDIS_URL"):
        return url
    try:
        return (data_dir / "run" / "redis_url").read_text(encoding="utf-8").strip()
    except OSError:
        return "redis://127.0.0.1:6379"


def file_or_random_secret(data_dir: Path) -> str:
    """The key that `up` keeps in the data folder; for a lone command before that, a throw-away."""
    try:
        return (data_dir / "secret_key").read_text(encoding="utf-8").strip()
    except OSError:
        return os.urandom(32).hex()
