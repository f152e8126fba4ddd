"""People first: work that nobody waits for gives way while actions of people wait in their queue.

A lower priority of the process is not enough. It counts on one machine only, and a hand of bots
takes as long as an action, so that somebody who comes at the wrong moment waits for both.
"""

from __future__ import annotations

import time

import redis
from celery import current_app
from kombu.exceptions import OperationalError

PEOPLE = "human"
"""The queue of what people wait for (CELERY_TASK_ROUTES)."""
PAUSE_SECONDS = 0.003
CALM_LOOKS = 3
"""Once people have waited, so many looks in a row must find nobody."""
LONGEST_SECONDS = 0.1
"""Bots go on after so long: a queue that never empties must not stop every event."""
SILENCE_SECONDS = 5.0
"""A broker that cannot be asked is not asked again for so long: trying takes half a second."""

_ask_from = 0.0


def people_wait() -> bool:
    """Whether an action waits in people's queue; the one being worked at does not count. False
    when the broker cannot be asked."""
    global _ask_from
    if time.monotonic() < _ask_from:
        return False
    try:
        with current_app.pool.acquire(block=True) as connection:
            return bool(connection.default_channel.client.llen(PEOPLE))
    except (redis.RedisError, OperationalError, OSError):
        _ask_from = time.monotonic() + SILENCE_SECONDS
        return False


def give_way() -> None:
    """Wait while people wait, and no longer than ``LONGEST_SECONDS``. Call it with no transaction
    open."""
    if not people_wait():
        return
    end, calm = time.monotonic() + LONGEST_SECONDS, 0
    while calm < CALM_LOOKS and time.monotonic() < end:
        time.sleep(PAUSE_SECONDS)
        calm = 0 if people_wait() else calm + 1
