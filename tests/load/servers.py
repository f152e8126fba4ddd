"""Web servers beside the platform's, on its broker, to compare it with."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass

START_SECONDS = 60


@dataclass(frozen=True)
class Served:
    """A web server that answers."""

    port: int
    pid: int


@contextlib.contextmanager
def served(redis_url: str, *argv: str) -> Iterator[Served]:
    """``python -m <argv>`` with "{port}" filled in, until the block ends."""
    port = free_port()
    env = {**os.environ, "REDIS_URL": redis_url}
    env.pop("DJANGO_SETTINGS_MODULE", None)
    process = subprocess.Popen(
        [sys.executable, "-m", *(one.format(port=port) for one in argv)],
        env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        deadline = time.monotonic() + START_SECONDS
        while not _answers(port):
            assert process.poll() is None, f"{argv[0]} ended"
            assert time.monotonic() < deadline, f"{argv[0]} does not answer"
            time.sleep(0.05)
        yield Served(port, process.pid)
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def free_port() -> int:
    """A port nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _answers(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
    except OSError:
        return False
    return True
