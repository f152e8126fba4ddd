"""Contributions to a deal through sockets, on the running platform."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from accounts.services import user_guest_create
from engine.shuffle import REPLACED, parts_from_text, person_commitment
from games import selectors
from games.models import Hand
from tests.live.client import Client, play_to_the_end
from tests.live.test_table import path_of

VALUE = "5a" * 32


def contribute(client: Client, number: int, shuffle: str, **given: str) -> dict[str, Any]:
    """Send one contribution; the answer to it."""
    message_id = f"d{number}"
    client.send({"type": "contribute", "id": message_id, "shuffle": shuffle, **given})
    return heard(client, lambda message: message.get("id") == message_id)


def heard(client: Client, is_it: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """A message that has come or comes; answers and views may arrive in either order."""
    return next(filter(is_it, client.messages), None) or client.until(is_it)


def is_reveal(message: dict[str, Any]) -> bool:
    return message.get("shuffle", {}).get("stage") == "reveal"


def test_the_next_deal_follows_from_what_a_person_sent(stack, guest, table_of):
    table = table_of(guest)
    with (
        Client(stack.port, path_of(table), cookie=stack.cookie_of(guest)) as player,
        Client(stack.port, path_of(table), cookie=stack.cookie_of(user_guest_create())) as other,
    ):
        frame = player.view()
        shuffle = frame["shuffle"]
        assert (shuffle["stage"], shuffle["id"].split("/")[2], frame["table_seat"]) == (
            "commit",
            "1",
            0,
        )
        own = person_commitment(shuffle["id"], 0, VALUE)
        early = contribute(player, 1, shuffle["id"], value=VALUE)
        assert (early["type"], early["code"]) == ("refused", "bad_contribution")
        assert contribute(player, 2, shuffle["id"], commitment=own)["type"] == "contributed"
        reveal = heard(player, is_reveal)
        assert reveal["shuffle"]["commitments"] == {"0": own}
        assert contribute(player, 3, shuffle["id"], commitment=own)["type"] == "contributed"
        seen = heard(other, is_reveal)
        assert "table_seat" not in seen
        refused = contribute(other, 1, shuffle["id"], value=VALUE)
        assert refused["code"] == "not_your_seat"
        assert contribute(player, 4, shuffle["id"], value=VALUE)["type"] == "contributed"
        play_to_the_end(player, player.frames[-1])
        other.drain(1)
    first, second = Hand.objects.filter(series__table=table).select_related("series__table")
    assert parts_from_text(first.contributions)[0].kind == REPLACED
    assert parts_from_text(second.contributions)[0].value == VALUE
    assert second.commitment == shuffle["commitment"]
    for hand in (first, second):
        selectors.hand_verify(hand)
    assert not any(VALUE in raw for raw in [*player.raw, *other.raw])
    last = [frame for frame in other.frames if frame["hand"] == second.public_id][-1]
    assert last["deal"] == {"commitment": second.commitment, "replaced": []}


@pytest.mark.parametrize(
    "changes",
    [
        {"commitment": 5}, {"commitment": "0" * 65}, {"value": "0" * 64}, {"shuffle": ""},
        {"shuffle": "x" * 65}, {"shuffle": None}, {"id": 7}, {"commitment": "a\0"},
    ],
)  # fmt: skip
def test_messages_of_another_shape(stack, guest, table_of, changes):
    table = table_of(guest)
    whole = {"type": "contribute", "id": "d1", "shuffle": "x", "commitment": "0" * 64}
    with Client(stack.port, path_of(table), cookie=stack.cookie_of(guest)) as player:
        player.view()
        player.send(json.dumps(whole | changes))
        assert player.until(lambda m: m["type"] == "refused")["code"] == "bad_message"
        assert contribute(player, 2, "x/0/0/0/0/0123", value=VALUE)["code"] == "unknown_shuffle"
