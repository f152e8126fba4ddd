"""What every live socket does: let in, send the first view, read until the end.

A plain ASGI application instead of a Channels consumer: the consumer's queue, dispatch and
serialisation per spectator cost ten times what the hub does. Routing and session
authentication around it are those of Channels.
"""

from __future__ import annotations

import asyncio
import json
import logging
from typing import Any, ClassVar

from django.db import Error as DatabaseError

from accounts.errors import NotAllowed, TooManyRequests
from engine.errors import TarockError
from games.errors import BadMessage, NotYourSeat
from games.live import orm, wire
from games.live.connection import Connection
from games.live.hub import (
    CLOSE_NO_ACCESS,
    CLOSE_SIGNED_OUT,
    CLOSE_TRY_AGAIN,
    Hub,
    current_hub,
)
from games.live.identity import Identity, SignedOut, identity_of
from games.live.limits import FLOOD, MESSAGE_BYTES, AddressBook, TokenBucket
from games.live.origin import DIRECT, Message, Receive, Scope, Send
from games.live.refusals import language_of, refusal
from games.live.room import Room
from games.live.sources import NO_ACCESS, Source

logger = logging.getLogger(__name__)

CLOSE_NOT_FOUND = 4404
CLOSE_FLOOD = 4429
_addresses = AddressBook()


class LiveSocket:
    """One websocket on one room. Subclasses name the source and add what may be asked."""

    source: ClassVar[Source]

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.scope, self._receive, self._send = scope, receive, send
        self.key: str = scope["url_route"]["kwargs"]["key"]
        self.hub: Hub = current_hub()
        self.room: Room | None = None
        self.connection: Connection
        self._bucket = TokenBucket()
        self._refused_in_a_row = 0

    @classmethod
    def as_asgi(cls) -> Any:
        """The ASGI application for a route."""

        async def application(scope: Scope, receive: Receive, send: Send) -> None:
            await cls(scope, receive, send).run()

        return application

    async def run(self) -> None:
        """Serve the socket from handshake to end."""
        await self._receive()  # websocket.connect
        address = (self.scope.get("client") or ("",))[0]
        if not _addresses.enter(address):
            await self._send({"type": "websocket.close", "code": CLOSE_FLOOD})
            return
        try:
            await self._serve()
        finally:
            _addresses.leave(address)

    async def _serve(self) -> None:
        await self._send({"type": "websocket.accept"})
        entry = await self._enter()
        if isinstance(entry, int):
            await self._send({"type": "websocket.close", "code": entry})
            return
        identity, role = entry
        send = self.scope.get(DIRECT, self._send)
        self.connection = Connection(send, identity, role, language_of(self.scope))
        writer = asyncio.create_task(self.connection.write())
        try:
            self.room = await self.hub.join(self.source, self.key, self.connection)
            if self.room is not None:
                await self._read()
            else:
                await writer
        finally:
            self.hub.leave(self.connection)
            writer.cancel()

    async def _enter(self) -> tuple[Identity, str] | int:
        """Identity and role, or the code with which to close."""
        try:
            identity = await orm.run(identity_of, self.scope)
            role = await orm.run(self.source.role_of, identity, self.key)
        except SignedOut:
            return CLOSE_SIGNED_OUT
        except TarockError as error:
            return CLOSE_SIGNED_OUT if error.http_status == 401 else CLOSE_NO_ACCESS
        except DatabaseError:
            logger.exception("live: nobody can be let in")
            return CLOSE_TRY_AGAIN
        if role is None:
            return CLOSE_NOT_FOUND
        return CLOSE_NO_ACCESS if role == NO_ACCESS else (identity, role)

    async def _read(self) -> None:
        while True:
            event = await self._receive()
            if event["type"] != "websocket.receive":
                return
            await self._on_event(event)

    async def _on_event(self, event: Message) -> None:
        """Answer one message; whatever is wrong with it, the socket stays usable."""
        message_id = None
        try:
            if not self._bucket.take():
                raise TooManyRequests("Too many messages.", key="socket", seconds=1)
            message = parse_message(event)
            message_id = message.get("id") if isinstance(message.get("id"), str) else None
            await self.on_message(message)
            self._refused_in_a_row = 0
        except TarockError as error:
            self._refuse(error, message_id)

    def _refuse(self, error: TarockError, message_id: str | None) -> None:
        """A refusal is followed by the current view."""
        self._refused_in_a_row += 1
        if self._refused_in_a_row > FLOOD:
            self.connection.close(CLOSE_FLOOD, "flood")
            return
        self.connection.answer(refusal(error, message_id, self.connection.language))
        if self.room is not None and not isinstance(error, TooManyRequests):
            self.connection.offer(self.room.event_for(self.connection.role))

    async def on_message(self, message: dict[str, Any]) -> None:
        """Handle `ping` and `sync`; subclasses handle their own types first. Raises TarockError."""
        match message["type"]:
            case "ping":
                self.connection.answer({"type": "pong"})
            case "sync" if self.room is not None:
                await self.hub.resync(self.connection, self.room)
            case _:
                raise BadMessage("Unknown type of message.", type=message["type"][:20])


def seated_user(socket: LiveSocket, refusal: str) -> int:
    """Row number of the user behind a socket who may play and sits at its table.

    Raises NotAllowed (a token without that scope), NotYourSeat with the words of ``refusal``.
    """
    identity = socket.connection.identity
    if not identity.may_play:
        raise NotAllowed("The token does not cover this.", scope="play")
    if not socket.connection.role.startswith("seat:") or identity.user_id is None:
        raise NotYourSeat(refusal)
    return identity.user_id


def parse_message(event: Message) -> dict[str, Any]:
    """The JSON object of a text message with a `type`. Raises BadMessage."""
    text = event.get("text")
    if text is None:
        raise BadMessage("Messages are texts.")
    if len(text) > MESSAGE_BYTES or len(text.encode()) > MESSAGE_BYTES:
        raise BadMessage("The message is too long.", limit=MESSAGE_BYTES)
    try:
        message = json.loads(text)
        if "\\u" in text:  # half a surrogate pair could never be sent on
            wire.dumps(message).encode()
    except (ValueError, RecursionError):
        raise BadMessage("The message is not JSON.") from None
    if not isinstance(message, dict) or not isinstance(message.get("type"), str):
        raise BadMessage("The message is no object with a type.")
    return message
