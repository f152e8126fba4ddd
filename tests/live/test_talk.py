"""Talk over real sockets: who says something, who reads it, who does not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from accounts.models import User
from accounts.services import token_create, user_create, user_guest_create
from games.models import Table
from tests.live.client import Client, Frame
from tests.live.stack import Stack

TableOf = Callable[..., Table]


def path_of(table: Table) -> str:
    return f"/ws/table/{table.public_id}"


def has_line(message: Frame) -> bool:
    return message["type"] == "view" and bool(message.get("talk"))


def said(client: Client, message_id: str = "s1", **what: Any) -> Frame:
    """The answer to a ``say``."""
    client.send({"type": "say", "id": message_id, **what})
    return client.until(lambda m: m.get("id") == message_id)


def test_a_line_reaches_the_table_and_no_spectator(
    stack: Stack, guest: User, table_of: TableOf
) -> None:
    other = user_guest_create()
    table = table_of(guest, other)
    with (
        Client(stack.port, path_of(table), cookie=stack.cookie_of(guest)) as speaker,
        Client(stack.port, path_of(table), cookie=stack.cookie_of(other)) as listener,
        Client(stack.port, path_of(table)) as watcher,
    ):
        for client in (speaker, listener, watcher):
            client.view()
        answer = said(speaker, phrase="hello")
        assert answer["type"] == "said"
        frame = listener.until(has_line)
        (line,) = frame["talk"]
        assert line == {"id": answer["line"], "seat": 0, "channel": "table", "phrase": "hello"}
        assert said(speaker, phrase="hello")["line"] == answer["line"]
        rev = frame["rev"]
        watcher.until(lambda m: m["type"] == "view" and m["rev"] >= rev)
        assert answer["line"] not in "".join(watcher.raw)


def test_what_cannot_be_said_is_refused_and_the_socket_stays(
    stack: Stack, guest: User, table_of: TableOf
) -> None:
    table = table_of(guest)
    with (
        Client(stack.port, path_of(table), cookie=stack.cookie_of(guest)) as player,
        Client(stack.port, path_of(table)) as watcher,
    ):
        for client in (player, watcher):
            client.view()
        assert said(player, "a", text="Servus")["code"] == "talk_off"
        assert said(player, "b", phrase="insult")["code"] == "bad_talk"
        assert said(player, "c", phrase="hello", text="x")["code"] == "bad_message"
        assert said(player, "d", phrase=7)["code"] == "bad_message"
        assert said(player, "e", phrase="hello", channel="defenders")["code"] == "talk_off"
        assert said(watcher, "f", phrase="hello")["code"] == "not_your_seat"
        for client in (player, watcher):
            assert client.is_usable()


@pytest.mark.parametrize(("scopes", "code"), [(["read"], "not_allowed"), (["read", "play"], None)])
def test_a_token_needs_the_scope_to_play(
    stack: Stack, table_of: TableOf, scopes: list[str], code: str | None
) -> None:
    user = user_create(username=f"token-{len(scopes)}")
    _, plaintext = token_create(user, "Bot", scopes)
    table = table_of(user)
    with Client(stack.port, path_of(table), token=plaintext, origin=None) as player:
        player.view()
        answer = said(player, phrase="hello")
        assert answer.get("code") == code
        assert (answer["type"] == "said") == (code is None)
