"""A table through its sockets, on the running platform."""

from __future__ import annotations

import pytest

from accounts.services import token_create, user_guest_create
from games.models import Hand
from games.selectors import hand_entries
from tests.live.checks import (
    assert_every_ply,
    assert_frames_right,
    assert_marks_grow,
    assert_no_leak,
)
from tests.live.client import Client, is_my_turn, play_to_the_end


def path_of(table):
    return f"/ws/table/{table.public_id}"


def test_every_socket_gets_its_view_at_once(stack, guest, table_of):
    table = table_of(guest)
    with Client(stack.port, path_of(table)) as nobody:
        frame = nobody.receive()
        assert (frame["type"], frame["role"], frame["table"]) == (
            "view",
            "spectator",
            table.public_id,
        )
        assert "cards" not in frame["view"] or frame["view"]["cards"] == {}
    with Client(stack.port, path_of(table), cookie=stack.cookie_of(guest)) as own:
        frame = own.receive()
        assert frame["role"] == "seat"
        assert len(frame["view"]["cards"][str(frame["view"]["seat"])]) == 12
    with Client(stack.port, path_of(table), cookie=stack.cookie_of(user_guest_create())) as other:
        assert other.receive()["role"] == "spectator"


def test_a_whole_series_reaches_everybody_ply_by_ply_without_a_leak(stack, guest, table_of):
    table = table_of(guest)
    with (
        Client(stack.port, path_of(table)) as watcher,
        Client(stack.port, path_of(table), cookie=stack.cookie_of(guest)) as player,
    ):
        first = watcher.view()
        play_to_the_end(player, player.view())
        watcher.drain(1)
        player.drain()
    hands = list(Hand.objects.filter(series__table=table).order_by("number", "attempt"))
    assert {hand.status for hand in hands} == {"over"}
    assert_every_ply(watcher.frames, hands, (first["number"], first["ply"]))
    for client, role, seat in ((watcher, "spectator", None), (player, "seat", 0)):
        assert_marks_grow(client.frames)
        assert_frames_right(client.frames, role, seat)
        for raw in client.raw:
            assert_no_leak(raw, seat)


def turn_of(client, frame=None):
    frame = frame or client.view()
    return frame if is_my_turn(frame) else client.until(is_my_turn)


def test_refused_actions_leave_the_socket_usable(stack, guest, table_of):
    table = table_of(guest)
    with Client(stack.port, path_of(table), cookie=stack.cookie_of(guest)) as player:
        frame = turn_of(player)
        for actions, ply, code in (
            (["play:??"], frame["ply"], "bad_action"),
            (["take:L"], frame["ply"], "illegal_action"),
            ([frame["view"]["fallback"]], frame["ply"] + 5, "stale_action"),
        ):
            answer = player.answer(player.act({**frame, "ply": ply}, *actions))
            assert answer["type"] == "refused"
            assert answer["code"] == code
            assert answer["message"]
            again = player.view()  # a refusal is followed by the current view
            assert (again["hand"], again["ply"]) == (frame["hand"], frame["ply"])
        missing = player.answer(player.act({**frame, "hand": "nothing"}))
        assert missing["code"] == "unknown_hand"
        assert player.answer(player.act(frame))["type"] == "accepted"


def test_the_same_action_twice_is_applied_once(stack, guest, table_of):
    table = table_of(guest)
    cookie = stack.cookie_of(guest)
    with (
        Client(stack.port, path_of(table), cookie=cookie) as one,
        Client(stack.port, path_of(table), cookie=cookie) as two,
    ):
        frame = turn_of(one)
        ids = [one.act(frame), one.act(frame)]
        other = two.act(frame)
        answers = [one.answer(i) for i in ids] + [two.answer(other)]
        assert [answer["type"] for answer in answers] == ["accepted"] * 3
    played = hand_entries(Hand.objects.get(public_id=frame["hand"]))[frame["ply"] :]
    mine = [entry for entry in played if entry.actor == "person"]
    assert [str(entry.action) for entry in mine] == [frame["view"]["fallback"]]
    assert mine[0] == played[0]


def test_others_cannot_act(stack, guest, table_of):
    table = table_of(guest)
    with (
        Client(stack.port, path_of(table), cookie=stack.cookie_of(guest)) as player,
        Client(stack.port, path_of(table)) as nobody,
        Client(stack.port, path_of(table), cookie=stack.cookie_of(user_guest_create())) as other,
    ):
        frame = turn_of(player)
        for stranger in (nobody, other):
            assert stranger.answer(stranger.act(frame))["code"] == "not_your_seat"
            assert stranger.is_usable()
        player.drain(0.3)
        assert player.frames[-1]["ply"] == frame["ply"]


MALFORMED = [
    "",
    "no json",
    "[1,2]",
    "null",
    '{"type":7}',
    '{"type":"nonsense"}',
    '{"type":"act"}',
    '{"type":"act","id":"x","hand":"h","ply":"1","actions":["pass"]}',
    '{"type":"act","id":"x","hand":"h","ply":true,"actions":["pass"]}',
    '{"type":"act","id":"x","hand":"h","ply":-1,"actions":["pass"]}',
    '{"type":"act","id":"x","hand":"h","ply":1,"actions":[]}',
    '{"type":"act","id":"x","hand":"h","ply":1,"actions":[1]}',
    '{"type":"act","id":"x","hand":"h\\u0000","ply":1,"actions":["pass"]}',
    '{"type":"act","id":{},"hand":"h","ply":1,"actions":["pass"]}',
    '{"type":"act","id":"x","hand":"h","ply":1,"actions":'
    + str(["pass"] * 17).replace("'", '"')
    + "}",
    '{"type":"\\ud800"}',
    '{"type":"act","id":"\\udfff","hand":"h","ply":1,"actions":["pass"]}',
    '{"type":"act","id":"x","hand":"h","ply":1,"actions":["play:\\ud800"]}',
    "[" * 4000,
    " " * 5000,
    b"\x00\xff",
]


def test_malformed_messages_leave_the_socket_usable(stack, guest, table_of):
    table = table_of(guest)
    with Client(stack.port, path_of(table), cookie=stack.cookie_of(guest)) as player:
        frame = turn_of(player)
        for text in MALFORMED:
            player.send(text)
            answer = player.until(lambda m: m["type"] == "refused")
            assert answer["code"] == "bad_message", text
            assert set(answer) <= {"type", "code", "message", "details", "id"}
        assert player.answer(player.act(frame))["type"] == "accepted"


def test_too_many_messages_are_refused_and_not_fatal(stack, guest, table_of):
    table = table_of(guest)
    with Client(stack.port, path_of(table)) as client:
        for _ in range(100):
            client.send({"type": "ping"})
        answer = client.until(lambda m: m["type"] == "refused")
        assert (answer["code"], answer["details"]["seconds"]) == ("too_many_requests", 1)
        client.drain(1.2)
        assert client.is_usable()


def test_refusals_speak_the_language_of_the_receiver(stack, guest, table_of):
    table = table_of(guest)
    with Client(stack.port, path_of(table), cookie=stack.cookie_of(guest), language="de") as player:
        frame = turn_of(player)
        answer = player.answer(player.act(frame, "take:L"))
        assert answer["code"] == "illegal_action"
        assert answer["details"] is not None


def test_sync_sends_the_view_again(stack, guest, table_of):
    table = table_of(guest)
    with Client(stack.port, path_of(table)) as client:
        client.drain(1.5)
        newest = client.frames[-1]
        client.send({"type": "sync"})
        again = client.view()
        assert (again["rev"], again["ply"]) == (newest["rev"], newest["ply"])


def test_a_token_is_as_good_as_a_session_if_it_may_play(stack, guest, table_of):
    table = table_of(guest)
    for scopes, expected in ((["read"], "refused"), (["read", "play"], "accepted")):
        _, secret = token_create(guest, "test", scopes, None)
        with Client(stack.port, path_of(table), token=secret, origin=None) as client:
            frame = turn_of(client)
            assert frame["role"] == "seat"
            assert client.answer(client.act(frame))["type"] == expected


@pytest.mark.parametrize("count", [50])
def test_many_watchers_see_the_same(stack, guest, table_of, count):
    table = table_of(guest)
    watchers = [Client(stack.port, path_of(table)) for _ in range(count)]
    with Client(stack.port, path_of(table), cookie=stack.cookie_of(guest)) as player:
        assert player.answer(player.act(turn_of(player)))["type"] == "accepted"
        player.drain(1)
    newest = player.frames[-1]
    for watcher in watchers:
        seen = watcher.until(lambda m: (m["rev"], m["ply"]) >= (newest["rev"], newest["ply"]))
        assert seen["ply"] == newest["ply"]
        watcher.close()
