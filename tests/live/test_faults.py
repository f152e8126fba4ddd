"""Lost messages, stalled readers, a dead broker, a cut network."""

from __future__ import annotations

import socket
import time

import pytest

from games import killpoints
from games.models import Hand
from games.selectors import hand_states
from tests.deadlines import FACTOR, RESYNC_SECONDS
from tests.live.checks import assert_every_ply, positions
from tests.live.client import Client, is_my_turn, play_to_the_end
from tests.netproxy import NetProxy

pytestmark = pytest.mark.ci


def path_of(table):
    return f"/ws/table/{table.public_id}"


def stored_position(table):
    hand = Hand.objects.filter(series__table=table).latest("number")
    return (hand.number, hand.ply)


def test_a_lost_message_is_repaired(stack, guest, table_of):
    table = table_of(guest)
    with (
        Client(stack.port, path_of(table)) as watcher,
        Client(stack.port, path_of(table), cookie=stack.cookie_of(guest)) as player,
    ):
        first = watcher.view()
        frame = player.until(is_my_turn)
        skip = stack.data / "kill" / f"{killpoints.APPEND_PUBLISHED}.skip"
        skip.parent.mkdir(exist_ok=True)
        skip.touch()
        player.act(frame)
        player.until(lambda m: m["type"] == "accepted")
        accepted_at = time.monotonic()
        while stored_position(table) == (frame["number"], frame["ply"]):
            time.sleep(0.01)
        watcher.until(
            lambda m: (m["number"], m["ply"]) > (frame["number"], frame["ply"]),
            RESYNC_SECONDS - (time.monotonic() - accepted_at),
        )
        play_to_the_end(player, player.frames[-1])
        watcher.drain(1)
        assert not skip.exists()
    hands = Hand.objects.filter(series__table=table).order_by("number")
    assert_every_ply(watcher.frames, hands, (first["number"], first["ply"]))


def test_a_reader_that_stalls_holds_up_nobody(stack, guest, table_of):
    table = table_of(guest, hands=2)
    with (
        NetProxy(("127.0.0.1", stack.port)) as proxy,
        Client(proxy.port, path_of(table)) as slow,
        Client(stack.port, path_of(table)) as watcher,
        Client(stack.port, path_of(table), cookie=stack.cookie_of(guest)) as player,
    ):
        first = watcher.view()
        slow.view()
        proxy.black_hole()
        play_to_the_end(player, player.view(), 120)
        watcher.drain(1)
        hands = Hand.objects.filter(series__table=table).order_by("number")
        assert_every_ply(watcher.frames, hands, (first["number"], first["ply"]))
        proxy.restore()
        newest = watcher.frames[-1]
        slow.until(lambda m: (m["rev"], m["ply"]) == (newest["rev"], newest["ply"]), RESYNC_SECONDS)


@pytest.mark.parametrize("way", ["black_hole", pytest.param("reset", marks=pytest.mark.ci)])
def test_after_a_cut_a_new_connection_is_right_at_once(stack, guest, table_of, way):
    table = table_of(guest)
    with (
        NetProxy(("127.0.0.1", stack.port)) as proxy,
        Client(stack.port, path_of(table), cookie=stack.cookie_of(guest)) as player,
        Client(stack.port, path_of(table)) as uncut,
    ):
        with Client(proxy.port, path_of(table)) as cut:
            cut.view()
            getattr(proxy, way)()
            play_to_the_end(player, player.view())
            if way == "reset":
                assert cut.close_code() == 1006
        uncut.drain(1)
        proxy.restore()
        with Client(proxy.port, path_of(table)) as again:
            frame = again.view(RESYNC_SECONDS)
            assert _content(frame) == _content(uncut.frames[-1])


def _content(frame):
    """A frame without what may differ: comings and goings, and the counted watchers."""
    state = {key: value for key, value in frame["table_state"].items() if key != "watchers"}
    return {**frame, "rev": 0, "table_state": state}


def test_a_restarted_broker_is_found_again(stack, guest, table_of):
    table = table_of(guest)
    with (
        Client(stack.port, path_of(table)) as watcher,
        Client(stack.port, path_of(table), cookie=stack.cookie_of(guest)) as player,
    ):
        first = watcher.view()
        frame = player.until(is_my_turn)
        old = stack.pid("broker")
        stack.kill("broker")
        deadline = time.monotonic() + 20 * FACTOR
        answer = {"type": "refused", "code": "try_again"}
        while answer["type"] == "refused" and time.monotonic() < deadline:
            # Until the broker is back the action is refused and nothing changes; sending it
            # again is harmless even if an earlier attempt was applied after all.
            assert answer["code"] in ("try_again", "too_many_requests")
            time.sleep(0.2)
            try:
                answer = player.answer(player.act(frame), 3)
            except TimeoutError:
                player.send({"type": "sync"})
        assert answer["type"] == "accepted"
        assert stack.pid("broker") != old
        player.send({"type": "sync"})
        play_to_the_end(player, player.view(), 60 * FACTOR)
        watcher.drain(RESYNC_SECONDS)
        assert watcher.frames[-1]["table_state"]["status"] == "finished"
    hands = Hand.objects.filter(series__table=table).order_by("number")
    assert_every_ply(watcher.frames, hands, (first["number"], first["ply"]))


@pytest.mark.ci
def test_a_restarted_web_process_lets_everybody_in_again(stack, guest, table_of):
    table = table_of(guest)
    with Client(stack.port, path_of(table)) as watcher:
        watcher.view()
        stack.kill("web")
        assert watcher.close_code() == 1006
    deadline = time.monotonic() + 60 * FACTOR
    while time.monotonic() < deadline:
        try:
            socket.create_connection(("127.0.0.1", stack.port), 1).close()
            break
        except OSError:
            time.sleep(0.1)
    with Client(stack.port, path_of(table)) as watcher:
        frame = watcher.view(RESYNC_SECONDS + 3)
        assert positions([frame])[0] <= stored_position(table)
        hand = Hand.objects.get(public_id=frame["hand"])
        assert len(hand_states(hand)) > frame["ply"]
