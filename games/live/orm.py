"""Database work of the sockets: one small thread pool, every connection closed after its call.

Sockets must not use `database_sync_to_async`: its default is one single thread for the whole
process, and a thread pool per loop would keep one database connection per thread for ever.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from django.db import connections

P = ParamSpec("P")
T = TypeVar("T")

THREADS = 4
_pool = ThreadPoolExecutor(max_workers=THREADS, thread_name_prefix="live-orm")


async def run(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Call `function` in the pool. It runs to its end even if the caller is cancelled."""
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(_pool, lambda: _call(function, *args, **kwargs))


def _call(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    try:
        return function(*args, **kwargs)
    finally:
        connections.close_all()
