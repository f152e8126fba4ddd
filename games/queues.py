"""People first: work that nobody waits for gives way while actions of people wait in their queue.

A lower priority of the process is not enough. It counts on one machine only, and a hand of bots
takes as long as an action, so that somebody who comes at the wrong moment waits for both.
"""

from __future__ import annotations

import time

import redis
from django.conf import settings

from games.live.publish import client

PEOPLE = "human"
"""The queue of what people wait for (CELERY_TASK_ROUTES)."""
PAUSE_SECONDS = 0.003
CALM_LOOKS = 3
"""Once people have waited, so many looks in a row must find nobody."""
LONGEST_SECONDS = 0.1
"""Bots go on after so long, and for as long again without a look: a queue that never empties must
not stop every event."""
SILENCE_SECONDS = 5.0
"""A broker that cannot be asked is not asked again for so long."""

_ask_from = 0.0


def has_waiting_people() -> bool:
    """Whether an action waits in people's queue; the one being worked at does not count. False
    when the broker cannot be asked."""
    try:
        return bool(client(settings.BROKER_REDIS_URL).llen(PEOPLE))
    except (redis.RedisError, OSError):
        _ask_not(SILENCE_SECONDS)
        return False


def give_way() -> None:
    """Wait while people wait, and no longer than ``LONGEST_SECONDS``. Call it with no transaction
    open."""
    if time.monotonic() < _ask_from or not has_waiting_people():
        return
    end, calm = time.monotonic() + LONGEST_SECONDS, 0
    while calm < CALM_LOOKS:
        if time.monotonic() >= end:
            _ask_not(LONGEST_SECONDS)
            return
        time.sleep(PAUSE_SECONDS)
        calm = 0 if has_waiting_people() else calm + 1


def _ask_not(seconds: float) -> None:
    global _ask_from
    _ask_from = time.monotonic() + seconds
