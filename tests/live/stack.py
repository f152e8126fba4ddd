"""The real platform as processes: `manage.py up` on a temporary folder, for flow tests.

    with Stack.start(tmp_path, PLY_MS="200") as stack, stack.database():
        ...                                     # ORM and services work on the stack's database

Tests use synchronous websockets (`tests.live.client`), so the ORM is at hand everywhere.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
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
from tests.deadlines import STOP_SECONDS

ROOT = Path(__file__).resolve().parents[2]
READY = "ready: "
WORKERS = ("human", "default", "bulk")
PATIENCE_SECONDS = 120
"""How long a busy machine may take to start everything; says nothing about speed."""


class StackFailed(AssertionError):
    """The processes did not come up; carries their output."""


@dataclass
class Stack:
    """A running `manage.py up`."""

    folder: Path
    process: subprocess.Popen[str]
    url: str = ""
    lines: list[str] = field(default_factory=list)

    @classmethod
    @contextlib.contextmanager
    def start(cls, folder: Path, **env: str) -> Iterator[Stack]:
        """Start on `folder` (own database, own broker) and stop at the end."""
        stack = cls(folder, _spawn(folder, env))
        reader = threading.Thread(target=stack._read, daemon=True)
        reader.start()
        try:
            stack._await_ready()
            yield stack
        finally:
            stack.process.send_signal(signal.SIGTERM)
            try:
                stack.process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                stack.process.kill()
                stack.process.wait()
            reader.join(5)
            assert stack.process.stdout is not None
            stack.process.stdout.close()

    @property
    def port(self) -> int:
        """Port of the web server."""
        port = urlsplit(self.url).port
        assert port is not None
        return port

    @property
    def redis_url(self) -> str:
        """URL of the stack's own broker."""
        return (self.folder / "run" / "redis_url").read_text().strip()

    def pid(self, name: str) -> int:
        """Process id of `web`, `broker`, `human`, `default`, `bulk` or `beat`, as of now."""
        return int(json.loads((self.folder / "run" / "processes.json").read_text())[name])

    def kill(self, name: str) -> None:
        """SIGKILL one process; `up` starts it again."""
        os.kill(self.pid(name), signal.SIGKILL)

    def output(self) -> str:
        """Everything the processes have said."""
        return "\n".join(self.lines)

    @contextlib.contextmanager
    def database(self) -> Iterator[None]:
        """Point this process's ORM and live publishing at the stack. In a fixture or test that
        has no other database fixture.
        """
        default = connections["default"]
        before = default.settings_dict["NAME"]
        default.close()
        if default.vendor == "sqlite":
            settings.DATABASES["default"]["NAME"] = str(self.folder / "db.sqlite3")
            default.settings_dict["NAME"] = str(self.folder / "db.sqlite3")
        try:
            with override_settings(LIVE_URL=redis_database(self.redis_url, 1)):
                yield
        finally:
            connections.close_all()
            settings.DATABASES["default"]["NAME"] = before
            default.settings_dict["NAME"] = before

    def cookie_of(self, user: User) -> str:
        """A Cookie header that signs `user` in. Call inside `database()`."""
        return f"{settings.SESSION_COOKIE_NAME}={session_key_of(user)}"

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line.rstrip("\n"))

    def _await_ready(self) -> None:
        """Wait for the web server and the workers (`up` reports ready before they are)."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < deadline and self.process.poll() is None:
            said = self.output()
            if READY in said and all(f"{queue}@" in said for queue in WORKERS):
                self.url = said.split(READY)[1].split()[0]
                return
            time.sleep(0.05)
        raise StackFailed(self.output())


def _spawn(folder: Path, env: dict[str, str]) -> subprocess.Popen[str]:
    inherited = {key: value for key, value in os.environ.items() if key != "REDIS_URL"}
    return subprocess.Popen(
        [sys.executable, "manage.py", "up", "--data", str(folder), "--port", "0"],
        cwd=ROOT,
        env={**inherited, **env, "DATA_DIR": str(folder)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )


def session_key_of(user: User) -> str:
    """A new session of `user` in the current database, as signing in would make it."""
    store: Any = import_module(settings.SESSION_ENGINE).SessionStore()
    store[SESSION_KEY] = str(user.pk)
    store[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    store[HASH_SESSION_KEY] = user.get_session_auth_hash()
    store.create()
    return str(store.session_key)
