"""The one list of what runs: `manage.py up`, deploy/compose.yml and the systemd units follow it.

A test compares the three. Adding a process means adding it here and in deploy/.
"""

from __future__ import annotations

from dataclasses import dataclass

CELERY = ("-m", "celery", "--quiet", "--app", "config")
SOLO = ("--pool", "solo")
WORKER_OPTIONS = ("--loglevel", "INFO", "--without-gossip", "--without-mingle")


@dataclass(frozen=True, slots=True)
class Process:
    """One process of an installation: arguments after the Python interpreter, and its priority.

    `single`: at most one of it may run in an installation, on whatever machine.
    """

    name: str
    argv: tuple[str, ...]
    queue: str | None = None
    nice: int = 0
    single: bool = False


def processes(*, host: str, port: int, bulk_workers: int = 1) -> tuple[Process, ...]:
    """Everything but the broker and the database, in start order."""
    return (
        Process("web", _web_argv(host, port)),
        # One process and no pool: it keeps what it has read of a table, so a second one would
        # read nearly every table anew, and handing on to a child takes as long as an answer.
        Process("human", (*_worker_argv("human", 1), *SOLO), queue="human"),
        Process("default", _worker_argv("default", 1), queue="default"),
        Process("bulk", _worker_argv("bulk", bulk_workers), queue="bulk", nice=10),
        Process("beat", (*CELERY, "beat", "--loglevel", "WARNING"), single=True),
    )


def _web_argv(host: str, port: int) -> tuple[str, ...]:
    return (
        *("-m", "uvicorn", "config.asgi:application"),
        *("--host", host, "--port", str(port)),
        *("--lifespan", "off", "--log-level", "warning"),
        # Without a limit uvicorn waits for open websockets for ever.
        *("--timeout-graceful-shutdown", "5", "--ws-max-size", "65536"),
    )


def _worker_argv(queue: str, children: int) -> tuple[str, ...]:
    return (
        *CELERY,
        "worker",
        *("--queues", queue, "--hostname", f"{queue}@%h", "--concurrency", str(children)),
        *WORKER_OPTIONS,
    )
