"""Rooms and connections with a source made by hand: order, gaps, slow readers."""

from __future__ import annotations

import asyncio
import contextlib
import json
from datetime import datetime, timedelta

from django.db import OperationalError
from django.utils import timezone

from games.live import wire
from games.live.connection import QUEUE_LENGTH, Connection
from games.live.identity import Identity
from games.live.room import Room
from games.live.wire import Snapshot


def frames(rev, ply=None):
    return {"spectator": {"rev": rev, "ply": rev if ply is None else ply}}


class Source:
    """A table whose truth is `rev`; plies equal revisions."""

    prefix = "test"

    def __init__(self):
        self.rev = 0
        self.loads = 0
        self.is_broken = False

    def load(self, key, at=None):
        self.loads += 1
        if self.is_broken:
            raise OperationalError("locked")
        return Snapshot(self.rev, frames(self.rev))

    def has_gap(self, old, new):
        return new.rev > old.rev + 1

    def between(self, old, new):
        return [frames(rev) for rev in range(old.rev + 1, new.rev)]


class Sink:
    """What an ASGI server does with events; can be made to stall."""

    def __init__(self):
        self.sent = []
        self.flows = asyncio.Event()
        self.flows.set()

    async def send(self, event):
        await self.flows.wait()
        self.sent.append(json.loads(event["text"])["rev"])


@contextlib.asynccontextmanager
async def watched(source, **options):
    room = Room(source, "x")
    sink = Sink()
    connection = Connection(sink.send, Identity(), "spectator")
    connection.snapshot = room.event_for
    tasks = [asyncio.create_task(room.run()), asyncio.create_task(connection.write())]
    await asyncio.wait_for(room.is_ready.wait(), 5)
    connection.offer(room.event_for("spectator"))
    room.connections.add(connection)
    try:
        yield room, sink
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def settle(condition, seconds=5.0):
    """Wait until something becomes true."""
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.005)


def message(rev):
    return wire.pack(Snapshot(rev, frames(rev))).encode()


async def test_messages_are_shown_in_order_and_old_ones_dropped():
    async with watched(Source()) as (room, sink):
        for rev in (1, 2, 2, 1, 3):
            room.receive(message(rev))
        await settle(lambda: sink.sent[-1:] == [3])
        assert sink.sent == [0, 1, 2, 3]


async def test_a_gap_is_filled_ply_by_ply():
    async with watched(Source()) as (room, sink):
        room.receive(message(1))
        room.receive(message(5))
        await settle(lambda: sink.sent[-1:] == [5])
        assert sink.sent == [0, 1, 2, 3, 4, 5]


async def test_a_hint_or_rubbish_makes_the_room_look():
    source = Source()
    async with watched(source) as (room, sink):
        source.rev = 1
        room.receive(wire.pack(Snapshot(1)).encode())
        await settle(lambda: sink.sent[-1:] == [1])
        source.rev = 2
        room.receive(b"rubbish")
        await settle(lambda: sink.sent[-1:] == [2])


async def test_refresh_returns_when_the_truth_is_shown_and_is_shared():
    source = Source()
    async with watched(source) as (room, sink):
        source.rev = 4
        before = source.loads
        await asyncio.gather(*(room.refresh() for _ in range(20)))
        assert room.rev == 4
        assert source.loads <= before + 2
        await settle(lambda: sink.sent[-1:] == [4])


async def test_a_fault_of_the_database_is_survived(monkeypatch):
    monkeypatch.setattr("games.live.room.RETRY_SECONDS", 0.01)
    source = Source()
    async with watched(source) as (room, sink):
        source.is_broken = True
        await room.refresh()
        source.is_broken, source.rev = False, 3
        await settle(lambda: sink.sent[-1:] == [3])


async def test_playback_shows_each_ply_at_its_time_and_never_ahead():
    start = timezone.now()
    step = timedelta(milliseconds=30)

    class Paced(Source):
        def load(self, key, at=None):
            now = at or timezone.now()
            assert now <= timezone.now()
            ply = min(5, int((now - start) / step))
            return Snapshot(99, frames(99, ply), start + step * (ply + 1) if ply < 5 else None)

    source = Paced()
    shown: list[tuple[int, datetime]] = []
    async with watched(source) as (room, _sink):
        seen = room.event_for

        def spy(role):
            ply = json.loads(seen(role)["text"])["ply"]
            if not shown or shown[-1][0] != ply:
                shown.append((ply, timezone.now()))
            return seen(role)

        room.event_for = spy
        await settle(lambda: shown and shown[-1][0] == 5)
    plies = [ply for ply, _ in shown]
    assert plies == list(range(plies[0], 6))
    assert all(at >= start + step * ply for ply, at in shown)


async def test_a_stalled_reader_holds_up_nobody_and_gets_the_present():
    source = Source()
    async with watched(source) as (room, sink):
        other = Sink()
        fast = Connection(other.send, Identity(), "spectator")
        writer = asyncio.create_task(fast.write())
        room.connections.add(fast)
        sink.flows.clear()
        last = 3 * QUEUE_LENGTH
        for rev in range(1, last + 1):
            room.receive(message(rev))
            await settle(lambda rev=rev: room.rev == rev)
        await settle(lambda: other.sent and other.sent[-1] == last)
        assert other.sent == list(range(1, last + 1))
        sink.flows.set()
        await settle(lambda: sink.sent[-1:] == [last])
        assert len(sink.sent) <= QUEUE_LENGTH + 3
        assert sink.sent == sorted(sink.sent)
        writer.cancel()
        await asyncio.gather(writer, return_exceptions=True)


async def test_a_closed_connection_sends_what_is_queued_and_the_code():
    sent = []

    async def send(event):
        sent.append(event["type"])

    connection = Connection(send, Identity(), "spectator")
    connection.answer({"type": "kicked", "code": "signed_out"})
    connection.close(4401)
    connection.answer({"type": "pong"})
    await asyncio.wait_for(connection.write(), 5)
    assert sent == ["websocket.send", "websocket.close"]


async def test_a_full_queue_does_not_lose_the_end_of_a_connection():
    sent = []

    async def send(event):
        sent.append(event["type"])

    connection = Connection(send, Identity(), "spectator")
    for _ in range(QUEUE_LENGTH - 1):
        connection.answer({"type": "pong"})
    connection.close(4429)
    connection.offer({"type": "websocket.send", "text": "{}"})
    await asyncio.wait_for(connection.write(), 5)
    assert sent == ["websocket.send"] * (QUEUE_LENGTH - 1) + ["websocket.close"]


async def test_what_a_socket_takes_at_once_needs_no_writer():
    sink = Sink()
    connection = Connection(sink.send, Identity(), "spectator")
    connection.offer({"type": "websocket.send", "text": '{"rev":1}'})
    assert sink.sent == [1]


async def test_a_write_that_has_to_wait_is_ended_by_the_writer_in_order():
    sink = Sink()
    connection = Connection(sink.send, Identity(), "spectator")
    sink.flows.clear()
    for rev in (1, 2, 3):
        connection.offer({"type": "websocket.send", "text": json.dumps({"rev": rev})})
    writer = asyncio.create_task(connection.write())
    await asyncio.sleep(0)
    assert sink.sent == []
    sink.flows.set()
    await settle(lambda: sink.sent == [1, 2, 3])
    connection.offer({"type": "websocket.send", "text": '{"rev":4}'})
    assert sink.sent == [1, 2, 3, 4]
    writer.cancel()
    await asyncio.gather(writer, return_exceptions=True)


async def test_a_writer_cancelled_in_a_begun_write_ends_that_too():
    ended = []

    async def send(event):
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(event["text"])

    connection = Connection(send, Identity(), "spectator")
    connection.offer({"type": "websocket.send", "text": "x"})
    writer = asyncio.create_task(connection.write())
    await asyncio.sleep(0.01)
    writer.cancel()
    await asyncio.gather(writer, return_exceptions=True)
    assert ended == ["x"]


async def test_a_socket_that_is_gone_is_written_to_once():
    tries = []

    async def send(event):
        tries.append(event)
        raise OSError

    connection = Connection(send, Identity(), "spectator")
    for _ in range(3):
        connection.offer({"type": "websocket.send", "text": "x"})
    await asyncio.wait_for(connection.write(), 5)
    assert len(tries) == 1
