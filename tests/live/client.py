"""A websocket client that keeps every raw frame, and a minimal player."""

from __future__ import annotations

import itertools
import json
import time
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

Frame = dict[str, Any]
PATIENCE_SECONDS = 20.0
"""For whatever has no deadline of its own: a busy machine may take its time."""


class Client:
    """One socket. `raw` holds every text received, `frames` the parsed views."""

    def __init__(
        self,
        port: int,
        path: str,
        *,
        cookie: str = "",
        token: str = "",
        origin: str | None = "same",
        language: str = "",
    ) -> None:
        headers = {"Cookie": cookie} if cookie else {}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        if language:
            headers["Accept-Language"] = language
        self.raw: list[str] = []
        self.arrived: list[float] = []
        self._ids = itertools.count(1)
        self._exit = ExitStack()
        opening: Any = connect(
            f"ws://127.0.0.1:{port}{path}",
            origin=Origin(f"http://127.0.0.1:{port}" if origin == "same" else origin)
            if origin
            else None,
            additional_headers=headers,
            compression=None,
            ping_interval=None,
            open_timeout=10,
        )
        self.socket: ClientConnection = self._exit.enter_context(opening)

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the connection."""
        self._exit.close()

    @property
    def messages(self) -> list[Frame]:
        """Everything received so far, parsed."""
        return [json.loads(text) for text in self.raw]

    @property
    def frames(self) -> list[Frame]:
        """The views received so far."""
        return [message for message in self.messages if message["type"] == "view"]

    def send(self, message: Any) -> None:
        """Send an object as JSON, a text or bytes as they are."""
        self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    def receive(self, seconds: float = PATIENCE_SECONDS) -> Frame:
        """The next message. Raises TimeoutError, ConnectionClosed."""
        text = self.socket.recv(timeout=seconds)
        assert isinstance(text, str)
        self.raw.append(text)
        self.arrived.append(time.time())
        message: Frame = json.loads(text)
        return message

    def until(self, is_it: Callable[[Frame], bool], seconds: float = PATIENCE_SECONDS) -> Frame:
        """Receive until a message satisfies `is_it`. Raises TimeoutError."""
        deadline = time.monotonic() + seconds
        while True:
            message = self.receive(max(0.0, deadline - time.monotonic()))
            if is_it(message):
                return message

    def view(self, seconds: float = PATIENCE_SECONDS) -> Frame:
        """The next view."""
        return self.until(lambda message: message["type"] == "view", seconds)

    def drain(self, seconds: float = 0.5) -> None:
        """Receive whatever comes until it is quiet for `seconds`."""
        while True:
            try:
                self.receive(seconds)
            except TimeoutError:
                return

    def close_code(self, seconds: float = PATIENCE_SECONDS) -> int:
        """Receive until the server closes; its close code."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                self.receive(max(0.0, deadline - time.monotonic()))
            except ConnectionClosed as closed:
                return closed.rcvd.code if closed.rcvd else 1006

    def act(self, frame: Frame, *actions: str) -> str:
        """Send an action for the situation of `frame`; the message id."""
        message_id = f"c{next(self._ids)}"
        self.send(
            {
                "type": "act",
                "id": message_id,
                "hand": frame["hand"],
                "ply": frame["ply"],
                "actions": list(actions) or [frame["view"]["fallback"]],
            }
        )
        return message_id

    def answer(self, message_id: str, seconds: float = PATIENCE_SECONDS) -> Frame:
        """The answer to a message; answers may arrive in another order than the messages left."""

        def is_answer(m: Frame) -> bool:
            return m.get("id") == message_id and m["type"] in ("accepted", "refused")

        arrived = next(filter(is_answer, self.messages), None)
        return arrived or self.until(is_answer, seconds)

    def is_usable(self) -> bool:
        """Whether the server still answers."""
        self.send({"type": "ping"})
        return self.until(lambda m: m["type"] == "pong")["type"] == "pong"


def is_my_turn(message: Frame) -> bool:
    """Whether a view asks its receiver for an action."""
    return message["type"] == "view" and bool(message.get("view", {}).get("legal"))


def is_over(message: Frame) -> bool:
    """Whether a view shows the end of the last hand of its series."""
    if message["type"] != "view":
        return False
    state = message["table_state"]
    return state["status"] == "finished" and len(state["rows"]) == state["hand_count"]


def play_to_the_end(client: Client, frame: Frame, seconds: float = 60) -> Frame:
    """Answer with the fallback whenever asked, until the series is over; the last view.

    The view that follows an action may arrive before its answer, so both are just read.
    """
    deadline = time.monotonic() + seconds
    done = None
    while not is_over(frame):
        position = (frame.get("hand"), frame.get("ply"))
        if is_my_turn(frame) and position != done:
            done = position
            client.act(frame)
        frame = client.receive(deadline - time.monotonic())
        assert frame["type"] != "refused", frame
    return frame
