"""`GET /health`: is this installation able to play?"""

from __future__ import annotations

from collections import Counter

import redis
from django.conf import settings
from django.db import Error as DatabaseError
from django.db import connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

PROBE_SECONDS = 1
WORKER_PREFIX = "worker:"
WORKER_SECONDS = 15


@require_safe
@never_cache
def health(request: HttpRequest) -> JsonResponse:
    """200 when database and broker answer, else 503; says which one does not.

    `workers` counts the Celery workers heard of within the last 15 s; hosts stay out of it.
    """
    workers = _workers_seen()
    parts = {"database": _database_answers(), "broker": workers is not None}
    ok = all(parts.values())
    body = {"ok": ok, "version": settings.VERSION, **parts, "workers": workers or {}}
    return JsonResponse(body, status=200 if ok else 503)


def _database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True


def worker_seen(name: str) -> None:
    """Notes that the worker `name` is alive; forgotten after WORKER_SECONDS. Never raises."""
    try:
        with _broker() as client:
            client.set(f"{WORKER_PREFIX}{name}", 1, ex=WORKER_SECONDS)
    except (redis.RedisError, OSError):
        pass  # the next heartbeat comes in two seconds


def _workers_seen() -> dict[str, int] | None:
    """How many workers of each queue are alive, None when the broker does not answer."""
    try:
        with _broker() as client:
            keys = client.scan_iter(match=f"{WORKER_PREFIX}*", count=1000)
            names = [key.decode().removeprefix(WORKER_PREFIX) for key in keys]
    except (redis.RedisError, OSError):
        return None
    return dict(sorted(Counter(name.partition("@")[0] for name in names).items()))


def _broker() -> redis.Redis:
    return redis.Redis.from_url(
        settings.LIVE_URL, socket_timeout=PROBE_SECONDS, socket_connect_timeout=PROBE_SECONDS
    )
