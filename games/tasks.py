"""Celery tasks of the games app: call a service, then publish and enqueue what it says.

No task has to arrive: whatever one of them would have done is a due row, too
(``games.services.due``).
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from celery import current_app, shared_task
from kombu.exceptions import OperationalError

from accounts.edge import error_payload
from accounts.models import User
from engine.errors import TarockError
from games import killpoints, live, selectors, services
from games.errors import NotYourSeat
from games.models import Table
from games.queues import give_way
from games.rows import row_find
from games.selectors import Scene
from games.services import Job, Outcome

logger = logging.getLogger(__name__)


@shared_task(name="games.tasks.play_action")
def play_action(
    *,
    hand: str,
    ply: int,
    actions: list[str],
    user_id: int,
    received_at: str,
    reply: str = "",
    message_id: str = "",
) -> None:
    """One message of a person: apply it, answer the sender, then let the bots move.

    ``hand`` is a public id, ``received_at`` ISO time of arrival, ``reply`` the address of the
    sender's socket (none: nobody is answered).
    """
    try:
        user = _user(user_id)
        at = datetime.fromisoformat(received_at)
        outcome = action_apply(hand, ply, actions, user, at, goes_on=True)
    except TarockError as error:
        live.publish_reply(reply, {"type": "refused", "id": message_id, **error_payload(error)})
        return
    live.publish_reply(reply, {"type": "accepted", "id": message_id, "ply": outcome.ply})
    if outcome.enqueue:
        _advance(outcome.enqueue[0].kwargs["table_id"], outcome.scene, deals=0)
    else:
        selectors.scene_keep(outcome.scene)


def action_apply(
    hand: str,
    ply: int,
    actions: Sequence[str],
    user: User | None,
    received_at: datetime,
    *,
    goes_on: bool = False,
) -> Outcome:
    """Apply a person's message and publish the table: what the task and REST have in common.

    ``outcome.enqueue`` says whether the table goes on without a person. Raises as
    ``services.action_play``.
    """
    if user is None:
        raise NotYourSeat("You do not play in this hand.")
    outcome = services.action_play(
        hand_id=hand,
        ply=ply,
        actions=actions,
        actor="person",
        received_at=received_at,
        user=user,
        goes_on=goes_on,
    )
    if outcome.scene is not None:
        _publish_one(outcome.scene)
    return outcome


def _user(user_id: int) -> User | None:
    """The user who sent a message, unless he has been closed out meanwhile."""
    return row_find(User, {"id": user_id, "is_active": True})


@shared_task(name="games.tasks.contribute")
def contribute(
    *,
    shuffle: str,
    user_id: int,
    commitment: str = "",
    value: str = "",
    reply: str = "",
    message_id: str = "",
) -> None:
    """What a person adds to the next deal: take it, answer, and deal if it was the last."""
    try:
        user = _user(user_id)
        outcome = services.contribution_take(
            shuffle_id=shuffle, user=user, commitment=commitment, value=value
        )
    except TarockError as error:
        live.publish_reply(reply, {"type": "refused", "id": message_id, **error_payload(error)})
        return
    live.publish_reply(reply, {"type": "contributed", "id": message_id})
    publish(outcome.publish)
    if outcome.enqueue:
        _advance(outcome.enqueue[0].kwargs["table_id"])


@shared_task(name="games.tasks.take_back")
def take_back(*, hand: str, ply: int, user_id: int, reply: str = "", message_id: str = "") -> None:
    """Take back the last decision of a person at a practice table and answer the sender."""
    try:
        outcome = take_back_apply(hand, ply, _user(user_id))
    except TarockError as error:
        live.publish_reply(reply, {"type": "refused", "id": message_id, **error_payload(error)})
        return
    live.publish_reply(reply, {"type": "accepted", "id": message_id, "ply": outcome.ply})


def take_back_apply(hand: str, ply: int, user: User | None) -> Outcome:
    """Take back and publish: what the task and REST have in common. Raises as
    ``services.practice_take_back``."""
    if user is None:
        raise NotYourSeat("You do not play in this hand.")
    outcome = services.practice_take_back(hand_id=hand, ply=ply, user=user)
    carry_out(outcome)
    return outcome


@shared_task(name="games.tasks.advance_table")
def advance_table(*, table_id: int) -> None:
    """Go on at a table with persons: bots, clocks, the next hand."""
    _advance(table_id, selectors.scene_of_table(table_id))


def _advance(table_id: int, scene: Scene | None = None, *, deals: int = 1) -> None:
    try:
        outcome = services.table_advance(
            table_id=table_id, publish=_publish_one, scene=scene, deals=deals
        )
    except Exception:
        _failed(table_id)
        raise
    kick(outcome)
    dispatch(outcome.enqueue)
    selectors.scene_keep(outcome.scene)


@shared_task(name="games.tasks.warm_table")
def warm_table(*, table_id: int, due: str) -> None:
    """Let bots take the free seats of a table that has waited, and deal; its first series or,
    where people were asked for another one, that. ``due`` is the lease this was sent for."""
    try:
        carry_out(services.table_warm(table_id=table_id))
        carry_out(services.rematch_end(table_id=table_id, due=datetime.fromisoformat(due)))
    except Exception:
        _failed(table_id)
        raise


@shared_task(name="games.tasks.return_to_seat")
def return_to_seat(*, table: str, user_id: int, reply: str = "", message_id: str = "") -> None:
    """Give a person his seat back from the bot that stands in, and answer the sender.

    ``table`` is a public id.
    """
    try:
        user = _user(user_id)
        if user is None:
            raise NotYourSeat("You do not sit here.")
        found = selectors.table_get(table)
        outcome = services.seat_return(table_id=found.pk, user=user)
    except TarockError as error:
        live.publish_reply(reply, {"type": "refused", "id": message_id, **error_payload(error)})
        return
    carry_out(outcome)
    live.publish_reply(reply, {"type": "accepted", "id": message_id, "ply": outcome.ply})


@shared_task(name="games.tasks.play_series", bind=True)
def play_series(self: Any, *, series_id: int, due: str | None = None) -> None:
    """Play a slice of a series of bots; ``due`` is the lease this message was sent for."""
    held = datetime.fromisoformat(due) if due else None
    try:
        outcome = services.series_play_slice(
            series_id=series_id, due=held, publish=_publish_one, give_way=give_way
        )
    except Exception:
        _failed(selectors.table_id_of_series(series_id))
        raise
    if (self.request.delivery_info or {}).get("redelivered"):
        end = "out of date by now" if outcome.repeated else "taken on"
        logger.info("series %s: the message of a lost worker came again, %s", series_id, end)
    dispatch(outcome.enqueue)


def _failed(table_id: int | None) -> None:
    if table_id is not None and services.table_check_failures(table_id=table_id):
        publish([table_id])


@shared_task(name="games.tasks.sweep_due")
def sweep_due() -> None:
    """Every second: take over what is due and enqueue it."""
    dispatch(services.due_claim())


@shared_task(name="games.tasks.close_stale_quick")
def close_stale_quick() -> None:
    """Close quick games that nobody finished within a day."""
    publish(services.quick_games_close_stale().publish)


@shared_task(name="games.tasks.make_daily")
def make_daily() -> None:
    """Make the deal of the day; whoever wants to play it makes it, too."""
    services.daily_deal()


def dispatch(jobs: Iterable[Job]) -> None:
    """Enqueue jobs. A broker that is down costs time, not work: the rows become due again."""
    for job in jobs:
        try:
            current_app.send_task(
                job.task, kwargs=job.kwargs, queue=job.queue, retry_policy={"max_retries": 1}
            )
        except (OperationalError, OSError) as error:
            logger.warning("%s was not enqueued (%s); its due row remains", job.task, error)


def carry_out(outcome: Outcome) -> None:
    """Do what a committed write asks for: publish, ask sockets anew, enqueue."""
    publish(outcome.publish)
    kick(outcome)
    dispatch(outcome.enqueue)


def kick(outcome: Outcome) -> None:
    """Have the sockets of users whose role changed asked again who they are."""
    for user_id in outcome.kick:
        live.publish_kick(user_id=user_id)


def publish(table_ids: Iterable[int]) -> None:
    """Publish tables to everybody who watches them; call it after the commit."""
    for table_id in table_ids:
        _publish_one(table_id)


def _publish_one(changed: Scene | Table | int) -> None:
    if killpoints.reach(killpoints.APPEND_PUBLISHED):
        live.publish_table(changed)
