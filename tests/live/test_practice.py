"""Help over the socket: hints, reasons, and taking back, on the running platform."""

from __future__ import annotations

from typing import Any

import pytest

from games.models import Hand
from tests.live.client import Client, Frame, is_my_turn


def path_of(table: Any) -> str:
    return f"/ws/table/{table.public_id}"


def ask(client: Client, frame: Frame, type: str, **more: Any) -> Frame:
    """Send a question about the situation of ``frame``; the answer."""
    place = {"hand": frame["hand"], "ply": frame["ply"]}
    client.send({"type": type, "id": type, **place, **more})
    wanted = (type, "accepted", "refused")
    return client.until(lambda m: m.get("id") == type and m["type"] in wanted)


def turn_of(client: Client) -> Frame:
    frame = client.view()
    return frame if is_my_turn(frame) else client.until(is_my_turn)


def test_a_practice_table_helps_and_takes_back(stack, guest, table_of):
    table = table_of(guest, practice=True)
    with (
        Client(stack.port, path_of(table)) as watcher,
        Client(stack.port, path_of(table), cookie=stack.cookie_of(guest)) as player,
    ):
        frame = turn_of(player)
        assert frame["table_state"]["practice"] is True
        hint = ask(player, frame, "hint")
        assert hint["action"] in frame["view"]["legal"]
        assert hint["reason"]["code"]
        told = ask(player, frame, "why", action="play:22")
        assert (told["code"], told["phase"]) == ("wrong_phase", frame["view"]["phase"])
        player.act(frame, hint["action"])
        moved = player.until(lambda m: is_my_turn(m) and m["ply"] > frame["ply"])
        assert ask(player, moved, "take_back")["type"] == "accepted"
        again = player.until(lambda m: is_my_turn(m) and m["hand"] != frame["hand"])
        assert (again["ply"], again["attempt"]) == (frame["ply"], 1)
        assert again["rev"] > moved["rev"]
        assert again["view"]["cards"] == frame["view"]["cards"]
        repeated = ask(player, moved, "take_back")
        assert (repeated["type"], repeated["ply"]) == ("accepted", frame["ply"])
        player.act(again)
        player.until(lambda m: m["type"] == "view" and m["ply"] > again["ply"])
        watcher.until(lambda m: m["type"] == "view" and m["hand"] == again["hand"])
        for raw in watcher.raw:
            assert '"hint"' not in raw
    assert Hand.objects.filter(series__table=table, status="void").count() == 1


@pytest.mark.parametrize("type", ["hint", "take_back"])
def test_anywhere_else_there_is_no_help(stack, guest, table_of, type):
    table = table_of(guest)
    with (
        Client(stack.port, path_of(table)) as watcher,
        Client(stack.port, path_of(table), cookie=stack.cookie_of(guest)) as player,
    ):
        frame = turn_of(player)
        assert ask(player, frame, type)["code"] == "no_hints"
        assert ask(player, frame, "why", action="pass")["type"] == "why"
        for question in ("hint", "why", "take_back"):
            told = ask(watcher, frame, question, action="pass")
            assert told["code"] == "not_your_seat"


def test_questions_of_the_wrong_form(stack, guest, table_of):
    table = table_of(guest, practice=True)
    with Client(stack.port, path_of(table), cookie=stack.cookie_of(guest)) as player:
        frame = turn_of(player)
        for more in ({"action": 1}, {}, {"action": "pass", "ply": "1"}, {"action": "x" * 33}):
            assert ask(player, frame, "why", **more)["code"] == "bad_message"
        assert ask(player, frame, "why", action="nonsense")["code"] == "bad_action"
        assert ask(player, {**frame, "ply": frame["ply"] + 1}, "hint")["code"] == "stale_action"
        assert player.is_usable()
