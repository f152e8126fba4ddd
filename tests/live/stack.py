"""The running platform with this process's ORM on its database, and people signed in to it.

    with live_stack(tmp_path, PLY_MS="200") as stack, stack.database():
        ...                                     # ORM and services work on the stack's database

Tests use synchronous websockets (`tests.live.client`), so the ORM is at hand everywhere.
"""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.db import connections
from django.test import override_settings

from accounts.models import User
from config.env import redis_database
from tests.running import Running

PATIENCE_SECONDS = 120
"""How long a busy machine may take to start everything; says nothing about speed."""


class Stack(Running):
    """A running `manage.py up` on SQLite."""

    @property
    def port(self) -> int:
        """Port of the web server."""
        port = urlsplit(self.url).port
        assert port is not None
        return port

    @property
    def redis_url(self) -> str:
        """URL of the stack's own broker."""
        return (self.data / "run" / "redis_url").read_text().strip()

    def pid(self, name: str) -> int:
        """Process id of `web`, `broker`, `human`, `default`, `bulk` or `beat`, as of now."""
        return self.pids()[name]

    def kill(self, name: str) -> None:
        """SIGKILL one process; `up` starts it again."""
        os.kill(self.pid(name), signal.SIGKILL)

    def wait_for(self, condition: Callable[[], Any], seconds: float = PATIENCE_SECONDS) -> None:
        """As the base class does, with more patience."""
        super().wait_for(condition, seconds)

    @contextlib.contextmanager
    def database(self) -> Iterator[None]:
        """Point this process's ORM and live publishing at the stack. In a fixture or test that
        has no other database fixture.
        """
        default = connections["default"]
        before = default.settings_dict["NAME"]
        default.close()
        # One and the same dict, which new connections of other threads read, too.
        default.settings_dict["NAME"] = str(self.data / "db.sqlite3")
        try:
            with override_settings(LIVE_URL=redis_database(self.redis_url, 1)):
                yield
        finally:
            connections.close_all()
            default.settings_dict["NAME"] = before

    def cookie_of(self, user: User) -> str:
        """A Cookie header that signs `user` in. Call inside `database()`."""
        return f"{settings.SESSION_COOKIE_NAME}={session_key_of(user)}"


@contextlib.contextmanager
def live_stack(data: Path, **env: str) -> Iterator[Stack]:
    """A stack, ready on entry and gone on exit; `env` is for its processes."""
    stack = Stack(data, env=env)
    try:
        stack.wait_ready()
        yield stack
    finally:
        stack.stop()


def session_key_of(user: User) -> str:
    """A new session of `user` in the current database, as signing in would make it."""
    store: Any = import_module(settings.SESSION_ENGINE).SessionStore()
    store[SESSION_KEY] = str(user.pk)
    store[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    store[HASH_SESSION_KEY] = user.get_session_auth_hash()
    store.create()
    return str(store.session_key)
