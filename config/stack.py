"""Broker, workers and clock for one command, when no installation is running beside it."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from celery import current_app
from django.db import connections
from kombu.exceptions import OperationalError

from config import preflight
from config.broker import broker_argv, broker_binary, socket_path
from config.preflight import CannotStart
from config.processes import processes
from config.supervisor import Child, Supervisor

BROKER_SECONDS = 10
PING_SECONDS = 1.0


@contextmanager
def worker_stack(data_dir: Path, *, workers: int, persons: bool) -> Iterator[Supervisor]:
    """A supervisor to ``tend``; it has children only if nobody else plays on this data folder.

    An ``up`` on the folder, or workers that answer on REDIS_URL, are used as they are. Otherwise
    an embedded broker (unless REDIS_URL), workers and the clock run until the block ends, with
    their logs on stderr. Raises CannotStart, NoBroker.
    """
    run_dir = preflight.prepare_folder(data_dir)
    env = {**os.environ, "DATA_DIR": str(data_dir), "PYTHONUNBUFFERED": "1"}
    supervisor = Supervisor(env, run_dir / "play.json", out=sys.stderr)
    try:
        lock = preflight.take_lock(run_dir)
    except CannotStart:
        yield supervisor
        return
    try:
        if not _workers_answer():
            _start(supervisor, data_dir, run_dir, workers=workers, persons=persons)
        yield supervisor
    finally:
        supervisor.stop()
        lock.close()


def _workers_answer() -> bool:
    """Whether somebody's workers listen on a broker given by REDIS_URL."""
    url = os.environ.get("REDIS_URL")
    if not url:
        return False
    preflight.require_broker(url)
    try:
        return bool(current_app.control.ping(timeout=PING_SECONDS))
    except (OperationalError, OSError):
        return False


def _start(
    supervisor: Supervisor, data_dir: Path, run_dir: Path, *, workers: int, persons: bool
) -> None:
    connections.close_all()  # nothing of ours may hold the database while children start
    if not os.environ.get("REDIS_URL"):
        _start_broker(supervisor, data_dir, run_dir)
    wanted = {"default", "bulk", "beat"} | ({"human"} if persons else set())
    for process in processes(host="127.0.0.1", port=0, bulk_workers=workers):
        if process.name in wanted:
            argv = [sys.executable, *process.argv]
            supervisor.start(Child(process.name, argv, nice=process.nice))


def _start_broker(supervisor: Supervisor, data_dir: Path, run_dir: Path) -> None:
    socket = socket_path(run_dir)
    socket.unlink(missing_ok=True)
    binary = broker_binary()
    argv = broker_argv(binary, socket, data_dir, persistent=False)
    supervisor.env["REDIS_URL"] = f"unix://{socket}"
    supervisor.start(Child("broker", argv, last=True))
    deadline = time.monotonic() + BROKER_SECONDS
    while not socket.exists():
        if time.monotonic() > deadline:
            raise CannotStart(f"the broker {binary} did not start; see {data_dir}/broker.log")
        time.sleep(0.02)
    preflight.require_broker(supervisor.env["REDIS_URL"])
