"""The table socket: `/ws/table/<public id>`."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from accounts.errors import NotAllowed
from games.errors import BadMessage, NotYourSeat
from games.live.enqueue import enqueue
from games.live.socket import LiveSocket
from games.live.sources import TABLES
from games.services import MAX_ACTIONS
from games.tasks import play_action

LONGEST_ACTION = 32
LONGEST_ID = 64


class TableSocket(LiveSocket):
    """Views of one table for one viewer; a seated person acts through it."""

    source = TABLES

    async def on_message(self, message: dict[str, Any]) -> None:
        """Hand an action to the queue of human actions; everything else is common."""
        if message["type"] != "act":
            await super().on_message(message)
            return
        received_at = timezone.now()
        check_act(message)
        identity = self.connection.identity
        if not identity.may_play:
            raise NotAllowed("The token does not cover this.", scope="play")
        if not self.connection.role.startswith("seat:") or identity.user_id is None:
            raise NotYourSeat("Only somebody who sits at this table can act.")
        await enqueue(
            play_action,
            hand=message["hand"],
            ply=message["ply"],
            actions=message["actions"],
            user_id=identity.user_id,
            received_at=received_at.isoformat(),
            reply=self.hub.reply_address(self.connection),
            message_id=message["id"],
        )


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


def _is_text(value: object, longest: int) -> bool:
    return isinstance(value, str) and 0 < len(value) <= longest and "\0" not in value
