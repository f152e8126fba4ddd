"""From a socket to a Celery queue: blocking work, so in threads, and never without bound."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.utils.translation import gettext_lazy as _
from kombu.exceptions import OperationalError

from engine.errors import TarockError

THREADS = 4
MOST_WAITING = 64
TIMEOUT_SECONDS = 4.0

_pool = ThreadPoolExecutor(max_workers=THREADS, thread_name_prefix="live-enqueue")
_waiting = 0


class TryAgain(TarockError):
    """The action could not be handed on (no broker, or too much at once); nothing was changed
    and sending it again is safe.
    """

    code = "try_again"
    text = _("The action could not be handed on. Please try again.")
    http_status = 503


async def enqueue(task: Any, **kwargs: Any) -> None:
    """Hand a task to its queue. Raises TryAgain.

    One immediate retry, because after a restart of the broker the first use of a pooled
    connection fails. Should an abandoned attempt get through after the timeout, it is either
    the action the sender wanted or refused as stale.
    """
    global _waiting
    if _waiting >= MOST_WAITING:
        raise TryAgain("Too many actions at once.")
    _waiting += 1
    try:
        work = asyncio.get_running_loop().run_in_executor(_pool, _apply, task, kwargs)
        await asyncio.wait_for(work, TIMEOUT_SECONDS)
    except (OperationalError, OSError, TimeoutError) as error:
        raise TryAgain("The action could not be handed on.") from error
    finally:
        _waiting -= 1


def _apply(task: Any, kwargs: dict[str, Any]) -> None:
    policy = {"max_retries": 1, "interval_start": 0, "interval_step": 0, "interval_max": 0}
    task.apply_async(kwargs=kwargs, retry=True, retry_policy=policy)
