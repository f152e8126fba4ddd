"""How many people watch: summed over the processes, forgotten with them, no new frame."""

from __future__ import annotations

import json
import secrets
from types import SimpleNamespace
from typing import Any

import pytest

from games.live import audience
from games.live.audience import Audience, exchange, rounded
from games.live.room import Room


class Watcher:
    """A connection as far as it is counted."""

    def __init__(self, role: str) -> None:
        self.role = role


@pytest.fixture
def table() -> str:
    return secrets.token_hex(6)


def test_each_process_learns_of_the_others(table):
    assert exchange("one", {table: 3}, [table]) == {table: 0}
    assert exchange("two", {table: 2}, [table, "other"]) == {table: 3, "other": 0}
    assert exchange("one", {}, [table]) == {table: 2}
    assert exchange("two", {table: 0}, []) == {}
    assert exchange("one", {}, [table]) == {table: 0}


def test_a_process_that_is_gone_does_not_count(table, monkeypatch):
    exchange("gone", {table: 7}, [])
    now = audience.time.time()
    monkeypatch.setattr(audience.time, "time", lambda: now + audience.STALE_SECONDS + 1)
    assert exchange("one", {}, [table]) == {table: 0}


def test_without_a_broker_nobody_else_is_counted(settings):
    settings.LIVE_URL = "redis://127.0.0.1:1/0"
    assert exchange("one", {"t": 1}, ["t"]) == {}


def test_many_are_rounded():
    assert [rounded(count) for count in (0, 1, 20, 21, 138)] == [0, 1, 20, 20, 130]


def test_frames_say_how_many_watch_without_a_new_revision():
    source: Any = SimpleNamespace(prefix="table")
    room = Room(source, "t")
    frame = {"rev": 4, "ply": 1, "table_state": {"name": "T"}}
    room._show({"spectator": frame})
    people: Any = {Watcher("spectator"), Watcher("spectator"), Watcher("seat:0")}
    hub: Any = SimpleNamespace(process="p", table_rooms=lambda: [room])
    counted = Audience(hub)

    def sent() -> dict[str, Any]:
        event = room.event_for("spectator")
        assert event is not None
        return dict(json.loads(event["text"]))

    assert sent() == frame
    room.connections = people
    counted.changed(room)
    assert sent() == frame | {"table_state": {"name": "T", "watchers": 2}}
    assert frame == {"rev": 4, "ply": 1, "table_state": {"name": "T"}}
