"""The Celery application. Tasks live in each app's `tasks` module; routes are in the settings."""

from __future__ import annotations

import faulthandler
import gc
import os
from typing import Any

from celery import Celery
from celery.signals import heartbeat_sent, task_postrun, task_prerun, worker_process_init

from config.children import end_with_parent_now

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.dev")

SQLITE_OPEN_SECONDS = 600
STDERR = 2
_LOADED_BY = os.getpid()
"""The worker; the processes of its pool are forks of it."""

app = Celery("tarockania")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_process_init.connect
def end_with_worker(**_: Any) -> None:
    """A pool process ends with its worker, also when that is killed in the middle of a task.

    A worker without a pool says of itself that it is one; it must outlive the shell that started
    it.
    """
    if os.getpid() != _LOADED_BY:
        end_with_parent_now()


@worker_process_init.connect
def spare_what_stays(**_: Any) -> None:
    """What is loaded by now stays: a full collection of it would hold up everybody who waits for
    an answer for a tenth of a second.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 50)


@worker_process_init.connect
def keep_sqlite_open(**_: Any) -> None:
    """A process of a worker has one thread, so it may keep its connection; opening SQLite
    with our pragmas costs as much as four queries. PostgreSQL has a pool for that.
    """
    from django.db import connections

    for database in connections.settings.values():
        if database["ENGINE"].endswith("sqlite3"):
            database["CONN_MAX_AGE"] = SQLITE_OPEN_SECONDS


@task_prerun.connect
def limit_time(sender: Any, **_: Any) -> None:
    """A pool ends a child whose task takes too long. A worker without one has to end itself: what
    the task was doing is due again, and whoever started the worker starts another.
    """
    if _runs_tasks_itself(sender):
        # By its number: Celery has a log in the place of sys.stderr.
        faulthandler.dump_traceback_later(app.conf.task_time_limit, exit=True, file=STDERR)


@task_postrun.connect
def time_kept(sender: Any, **_: Any) -> None:
    """The task was quick enough."""
    if _runs_tasks_itself(sender):
        faulthandler.cancel_dump_traceback_later()


def _runs_tasks_itself(task: Any) -> bool:
    return os.getpid() == _LOADED_BY and not task.request.is_eager


@task_prerun.connect
def drop_old_connections(sender: Any, **_: Any) -> None:
    """What Django does before a request. Celery itself would close every connection, and even
    the pool of PostgreSQL, before and after each task (`CELERY_DB_REUSE_MAX` prevents that).
    """
    from django.db import close_old_connections

    if not sender.request.is_eager:
        close_old_connections()


@heartbeat_sent.connect
def note_heartbeat(sender: Any, **_: Any) -> None:
    """Lets /health say which workers live, at the price of one SET every two seconds."""
    from config.health import worker_seen

    worker_seen(sender.eventer.hostname)
