"""Help over the table socket: ``hint`` and ``why`` are answered at once, a task takes back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from accounts.models import User
from games import selectors
from games.errors import BadMessage, NotYourSeat
from games.live import orm
from games.live.enqueue import enqueue
from games.live.socket import LiveSocket, seated_user
from games.tasks import take_back

# type of message -> its fields with their greatest length; numbers are plies
_FIELDS: Final[Mapping[str, Mapping[str, int]]] = {
    "hint": {"id": 64, "hand": 64},
    "why": {"id": 64, "hand": 64, "action": 32},
    "take_back": {"id": 64, "hand": 64},
}
TYPES: Final = frozenset(_FIELDS)


async def answer(socket: LiveSocket, message: dict[str, Any]) -> None:
    """Answer a message of one of ``TYPES``. Raises TarockError."""
    kind = message["type"]
    check(message)
    user_id = seated_user(socket, "Only somebody who sits at this table is helped.")
    if kind == "take_back":
        await enqueue(
            take_back,
            hand=message["hand"],
            ply=message["ply"],
            user_id=user_id,
            reply=socket.hub.reply_address(socket.connection),
            message_id=message["id"],
        )
        return
    found = await orm.run(_asked, socket.key, user_id, message)
    socket.connection.answer({"type": kind, "id": message["id"], **found})


def _asked(table: str, user_id: int, message: Mapping[str, Any]) -> dict[str, Any]:
    user = User.objects.filter(pk=user_id, is_active=True).first()
    if user is None:
        raise NotYourSeat("Only somebody who sits at this table is helped.")
    place: dict[str, Any] = {"table": table, "hand": message["hand"], "ply": message["ply"]}
    if message["type"] == "hint":
        return selectors.practice_hint(**place, user=user)
    return selectors.practice_why(**place, action=message["action"], user=user)


def check(message: Mapping[str, Any]) -> None:
    """Check the shape of a message. Raises BadMessage."""
    fields = _FIELDS[message["type"]]
    is_right = type(message.get("ply")) is int and 0 <= message["ply"] < 1000
    for name, longest in fields.items():
        value = message.get(name)
        is_right &= isinstance(value, str) and 0 < len(value) <= longest and "\0" not in value
    if not is_right:
        raise BadMessage("Fields are missing or of the wrong type.", fields=[*fields, "ply"])
