"""Publishing for workers and views: a plain synchronous client, one message per change.

`async_to_sync(group_send)` would make a new event loop and a new connection for every call.
A message that gets lost is no harm: every web process compares `rev` with the database.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Mapping
from functools import cache
from typing import Any

import redis
from django.conf import settings
from django.db import Error as DatabaseError
from redis.backoff import NoBackoff
from redis.retry import Retry

from games import selectors
from games.live import wire
from games.live.sources import TABLES
from games.models import Table
from games.policy import has_person
from games.selectors import Scene

logger = logging.getLogger(__name__)

EVENT_GAP_MS = 500
"""At most one message per event in this time, over all workers; the repair brings the last."""
KICK_CHANNEL = "kick"


@cache
def client(url: str) -> redis.Redis:
    """The connection pool of this process. One immediate retry: after a restart of the broker
    the first use of an old connection fails; more would hold up the task.
    """
    return redis.Redis.from_url(
        url, socket_timeout=2, socket_connect_timeout=2, retry=Retry(NoBackoff(), 1)
    )


def publish(channel: str, *texts: str) -> bool:
    """Publish in this order; False, with a line in the log, when the broker is out of reach."""
    try:
        with client(settings.LIVE_URL).pipeline(transaction=False) as pipeline:
            for text in texts:
                pipeline.publish(channel, text)
            pipeline.execute()
    except (redis.RedisError, OSError) as error:
        logger.warning("live: %s not published: %s", channel, error)
        return False
    return True


def publish_table(changed: Scene | Table | int) -> None:
    """Publish what everybody at a table sees now. Call it after the commit.

    ``changed`` is the table's scene, brought up to date by who changed it, or the table (row or
    primary key), which is read anew: the caller's row was read before the commit.

    Asks first whether any web process listens: frames cost far more than the question, and a
    bulk worker stores a hand every few milliseconds. Whoever subscribes after the question loads
    the table after it, too, and so finds this commit. At a quick table with persons somebody
    nearly always listens, and he waits: there the question is left out.

    Never raises for a fault of broker or database: what was done is done, and the repair of the
    web processes shows it.
    """
    try:
        _publish_table(changed)
    except DatabaseError:
        logger.warning("live: table not read", exc_info=True)


def _publish_table(changed: Scene | Table | int) -> None:
    table = _row_of(changed)
    if table is None:
        return
    event = (table.event_ref or {}).get("id", "")
    own, event_channel = f"table:{table.public_id}", f"event:{event}"
    if isinstance(changed, Scene) and changed.is_whole and not event and has_person(changed.seats):
        heard = {own}
    else:
        heard = _listened_to([own, event_channel] if event else [own])
    if own in heard:
        if not isinstance(changed, Scene) or not changed.is_whole:
            changed = selectors.scene_load(table.pk)
        publish(own, *map(wire.pack, TABLES.course(changed)))
    if event_channel in heard:
        publish_event(event, {"table": table.public_id})


def _row_of(changed: Scene | Table | int) -> Table | None:
    """Any row of the table will do to know where to publish."""
    if isinstance(changed, Scene):
        return changed.table
    if isinstance(changed, Table):
        return changed
    return Table.objects.filter(pk=changed).first()


def _listened_to(channels: list[str]) -> set[str]:
    """Those of some channels that a web process has subscribed to; none without a broker."""
    try:
        counts = client(settings.LIVE_URL).pubsub_numsub(*channels)
    except (redis.RedisError, OSError) as error:
        logger.warning("live: %s not published: %s", channels[0], error)
        return set()
    return {str(name, "ascii") for name, count in counts if count and isinstance(name, bytes)}


def publish_event(event_id: str, payload: Mapping[str, Any]) -> None:
    """Publish a change of an event (public id): `{"table": id}` or `{"changed": True}`.

    The message is a hint to look: frames are made by the web process, which looks once a second
    anyway. Hints about tables are thinned to 2 a second and event, over all workers.
    """
    if payload.get("changed") or _is_slot_free(event_id):
        publish(f"event:{event_id}", wire.dumps(dict(payload)))


def _is_slot_free(event_id: str) -> bool:
    try:
        return bool(
            client(settings.LIVE_URL).set(f"slot:event:{event_id}", 1, nx=True, px=EVENT_GAP_MS)
        )
    except (redis.RedisError, OSError) as error:
        logger.warning("live: event %s not published: %s", event_id, error)
        return False


def publish_reply(reply: str, payload: Mapping[str, Any]) -> None:
    """Answer the sender of an action; `reply` is the address its socket gave to the task."""
    process, _, connection = reply.partition(":")
    if process and connection:
        publish(f"conn:{process}", wire.dumps({"conn": connection, "payload": dict(payload)}))


def publish_kick(
    *, user_id: int | None = None, session_key: str | None = None, token_id: str | None = None
) -> None:
    """Have every web process look again at the sockets of a user, or end those of a session or
    token that is no longer valid. The session key itself is not published.
    """
    if session_key is not None:
        publish(KICK_CHANNEL, wire.dumps({"session": session_hash(session_key)}))
    if token_id is not None:
        publish(KICK_CHANNEL, wire.dumps({"token": token_id}))
    if user_id is not None:
        publish(KICK_CHANNEL, wire.dumps({"user": user_id}))


def session_hash(session_key: str) -> str:
    """What stands for a session outside this process."""
    return hashlib.sha256(session_key.encode()).hexdigest()
