"""`GET /health`: is this installation able to play?"""

from __future__ import annotations

import redis
from django.conf import settings
from django.db import Error as DatabaseError
from django.db import connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

PROBE_SECONDS = 1


@require_safe
@never_cache
def health(request: HttpRequest) -> JsonResponse:
    """200 when database and broker answer, else 503; says which one does not."""
    parts = {"database": _database_answers(), "broker": _broker_answers()}
    ok = all(parts.values())
    body = {"ok": ok, "version": settings.VERSION, **parts}
    return JsonResponse(body, status=200 if ok else 503)


def _database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True


def _broker_answers() -> bool:
    client = redis.Redis.from_url(
        settings.LIVE_URL, socket_timeout=PROBE_SECONDS, socket_connect_timeout=PROBE_SECONDS
    )
    try:
        return bool(client.ping())
    except (redis.RedisError, OSError):
        return False
    finally:
        client.close()
