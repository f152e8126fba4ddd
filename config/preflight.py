"""What has to be true before `up` starts anything; each fault is one line for a person."""

from __future__ import annotations

import fcntl
import os
import secrets
import socket
import sys
from pathlib import Path
from typing import IO

import redis

MAX_PORT = 65_535
NETWORK_FILE_SYSTEMS = frozenset({"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "fuse.sshfs"})


class CannotStart(RuntimeError):
    """The message is the one line that `up` prints before it ends with a code other than 0."""


def require_linux() -> None:
    """Children that die with their parent need Linux."""
    if sys.platform != "linux":
        raise CannotStart(
            f"`up` needs Linux (this is {sys.platform}); elsewhere start the processes of "
            "deploy/compose.yml"
        )


def prepare_folder(data_dir: Path) -> Path:
    """Creates the data folder with its `run` part and returns the latter.

    A new folder is its owner's alone: it holds sessions and the deals of running hands.
    """
    run_dir = data_dir / "run"
    try:
        data_dir.parent.mkdir(parents=True, exist_ok=True)
        data_dir.mkdir(mode=0o700, exist_ok=True)
        run_dir.mkdir(parents=True, exist_ok=True)
        probe = data_dir / f".probe-{os.getpid()}"
        probe.write_bytes(b"")
        probe.unlink()
        with (run_dir / "up.lock").open("a"):
            pass
    except OSError as error:
        raise CannotStart(f"cannot write in data folder {data_dir}: {error.strerror}") from error
    return run_dir


def refuse_network_folder(data_dir: Path, mounts: str | None = None) -> None:
    """SQLite's WAL needs shared memory, which network file systems do not give.

    `mounts` is the text of /proc/mounts.
    """
    text = Path("/proc/mounts").read_text(encoding="utf-8") if mounts is None else mounts
    rows = [line.split() for line in text.splitlines()]
    inside = [row for row in rows if len(row) > 2 and data_dir.is_relative_to(row[1])]
    kind = max(inside, key=lambda row: len(row[1]), default=["", "", ""])[2]
    if kind in NETWORK_FILE_SYSTEMS:
        raise CannotStart(
            f"data folder {data_dir} is on a network file system ({kind}), where SQLite does not "
            "work; choose a local folder with --data or set DATABASE_URL to PostgreSQL"
        )


def take_lock(run_dir: Path) -> IO[str]:
    """The lock of the data folder; held as long as the returned file stays open."""
    handle = (run_dir / "up.lock").open("r+", encoding="utf-8")
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        pid = handle.read().strip() or "?"
        handle.close()
        raise CannotStart(
            f"another `up` (process {pid}) already runs on {run_dir.parent}; "
            "stop it or choose another folder with --data"
        ) from error
    handle.truncate(0)
    handle.write(f"{os.getpid()}\n")
    handle.flush()
    return handle


def choose_port(host: str, port: int) -> int:
    """`port` if it is free (0: any free one). Raises CannotStart."""
    if not 0 <= port <= MAX_PORT:
        raise CannotStart(f"there is no port {port}; choose one up to {MAX_PORT} with --port")
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise CannotStart(
                f"port {port} on {host} cannot be used ({error.strerror}); choose another with "
                "--port"
            ) from error
        return int(probe.getsockname()[1])


def require_workers(count: int) -> None:
    """At least one process plays bot hands. Raises CannotStart."""
    if count < 1:
        raise CannotStart(f"--workers {count}: at least one process has to play")


def require_broker(url: str) -> None:
    """The given broker answers. Raises CannotStart."""
    try:
        client = redis.Redis.from_url(url, socket_connect_timeout=3, socket_timeout=3)
    except ValueError as error:
        raise CannotStart(f"REDIS_URL={url!r} is no address of a broker: {error}") from error
    try:
        client.ping()
    except (redis.RedisError, OSError) as error:
        raise CannotStart(f"the broker of REDIS_URL does not answer: {error}") from error
    finally:
        client.close()


def keep_secret(data_dir: Path) -> None:
    """A signing key for this folder, made once, readable by its owner only."""
    path = data_dir / "secret_key"
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return
    with os.fdopen(descriptor, "w") as handle:
        handle.write(secrets.token_urlsafe(48) + "\n")


def lan_address() -> str:
    """This machine's address in the local network. Raises CannotStart when there is none.

    Connecting a datagram socket sends nothing; it only asks the kernel for the route.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # reserved for documentation (RFC 5737)
            return str(probe.getsockname()[0])
        except OSError as error:
            raise CannotStart(
                "--lan: this machine has no network address; connect it to a network first"
            ) from error
