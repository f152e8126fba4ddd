"""The table socket: `/ws/table/<public id>`."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from accounts.models import User
from games import help_socket, selectors, services, tasks
from games.errors import BadMessage, NotYourSeat
from games.live import orm
from games.live.enqueue import enqueue
from games.live.socket import LiveSocket, seated_user
from games.live.sources import TABLES
from games.services import MAX_ACTIONS
from games.tasks import contribute, play_action, return_to_seat

LONGEST_ACTION = 32
LONGEST_ID = 64
LONGEST_SAID = 400
"""Characters as sent; what is left of them after cleaning is limited by the service."""


class TableSocket(LiveSocket):
    """Views of one table for one viewer; a seated person acts through it."""

    source = TABLES

    async def on_message(self, message: dict[str, Any]) -> None:
        """Hand an action to the queue of human actions; everything else is common."""
        if message["type"] in help_socket.TYPES:
            await help_socket.answer(self, message)
            return
        if message["type"] == "say":
            await self._say(message)
            return
        if message["type"] == "contribute":
            await self._contribute(message)
            return
        if message["type"] == "return":
            await self._return(message)
            return
        if message["type"] != "act":
            await super().on_message(message)
            return
        received_at = timezone.now()
        check_act(message)
        user_id = seated_user(self, "Only somebody who sits at this table can act.")
        await enqueue(
            play_action,
            hand=message["hand"],
            ply=message["ply"],
            actions=message["actions"],
            user_id=user_id,
            received_at=received_at.isoformat(),
            reply=self.hub.reply_address(self.connection),
            message_id=message["id"],
        )

    async def _return(self, message: dict[str, Any]) -> None:
        """Take the seat back from the bot that stands in."""
        if not _is_text(message.get("id"), LONGEST_ID):
            raise BadMessage("A return has an id.", fields=["id"])
        user_id = seated_user(self, "Only somebody who sits at this table can return.")
        await enqueue(
            return_to_seat,
            table=self.key,
            user_id=user_id,
            reply=self.hub.reply_address(self.connection),
            message_id=message["id"],
        )

    async def _contribute(self, message: dict[str, Any]) -> None:
        """Hand what a person adds to the next deal to the queue of human actions."""
        check_contribute(message)
        user_id = seated_user(self, "Only somebody who sits at this table can contribute.")
        await enqueue(
            contribute,
            shuffle=message["shuffle"],
            commitment=message.get("commitment", ""),
            value=message.get("value", ""),
            user_id=user_id,
            reply=self.hub.reply_address(self.connection),
            message_id=message["id"],
        )

    async def _say(self, message: dict[str, Any]) -> None:
        """Say something; answered at once, for nothing waits for it."""
        check_say(message)
        user_id = seated_user(self, "Only somebody who sits at this table can talk here.")
        line = await orm.run(say, self.key, user_id, message)
        self.connection.answer({"type": "said", "id": message["id"], "line": line})


def say(table: str, user_id: int, message: dict[str, Any]) -> str:
    """Store a checked ``say`` and publish the table; the public id of the line."""
    user = User.objects.filter(pk=user_id, is_active=True).first()
    if user is None:
        raise NotYourSeat("Only somebody who sits at this table can talk here.")
    said = services.talk_say(
        table=selectors.table_get(table),
        user=user,
        client_id=message["id"],
        phrase=message.get("phrase", ""),
        text=message.get("text", ""),
        channel=message.get("channel", "table"),
    )
    tasks.publish(said.outcome.publish)
    return said.line.public_id


def check_say(message: dict[str, Any]) -> None:
    """Check the shape of `{"type":"say","id","phrase"|"text","channel"?}`. Raises BadMessage."""
    fields = {"phrase": 20, "text": LONGEST_SAID, "channel": 20}
    is_right = _is_text(message.get("id"), LONGEST_ID) and all(
        _is_text(message[name], longest) for name, longest in fields.items() if name in message
    )
    if not is_right:
        raise BadMessage("To say something takes an id and a phrase or a text.", fields=["id"])


def check_act(message: dict[str, Any]) -> None:
    """Check the shape of `{"type":"act","id","hand","ply","actions"}`. Raises BadMessage."""
    actions = message.get("actions")
    is_right = (
        _is_text(message.get("id"), LONGEST_ID)
        and _is_text(message.get("hand"), LONGEST_ID)
        and type(message.get("ply")) is int
        and 0 <= message["ply"] < 1000
        and isinstance(actions, list)
        and 0 < len(actions) <= MAX_ACTIONS
        and all(_is_text(action, LONGEST_ACTION) for action in actions)
    )
    if not is_right:
        raise BadMessage(
            "An act has id, hand, ply and actions.", fields=["id", "hand", "ply", "actions"]
        )


def check_contribute(message: dict[str, Any]) -> None:
    """Check the shape of `{"type":"contribute","id","shuffle","commitment"|"value"}`. Raises
    BadMessage."""
    given = [message[key] for key in ("commitment", "value") if key in message]
    is_right = (
        _is_text(message.get("id"), LONGEST_ID)
        and _is_text(message.get("shuffle"), LONGEST_ID)
        and len(given) == 1
        and _is_text(given[0], LONGEST_ID)
    )
    if not is_right:
        raise BadMessage(
            "A contribution has id, shuffle and commitment or value.",
            fields=["id", "shuffle", "commitment", "value"],
        )


def _is_text(value: object, longest: int) -> bool:
    return isinstance(value, str) and 0 < len(value) <= longest and "\0" not in value
