"""Messages between the processes."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

from games.live import wire
from games.live.wire import Snapshot


def frame(role, **view):
    return {
        "type": "view",
        "rev": 7,
        "ply": 3,
        "role": role,
        "table_state": {"name": "Käfer ♣", "rows": [1, 2]},
        "view": {"tricks": [["SK"]], "counts": [1, 2], **view},
    }


FRAMES = {
    "spectator": frame("spectator"),
    "seat:0": frame("seat", cards={"0": ["22"]}, legal=["pass"]),
    "seat:1": frame("seat", cards={"1": ["21"]}),
}


@pytest.mark.parametrize(
    "frames",
    [
        FRAMES,
        {},
        {"open": frame("open")},
        {"spectator": {"rev": 1, "ply": 0, "role": "spectator"}, "seat:0": frame("seat")},
        {"a": {"rev": 1, "view": {}}, "b": {"rev": 1, "view": {}}},
    ],
)
def test_unpack_undoes_pack(frames):
    snapshot = Snapshot(9, frames, datetime(2026, 1, 2, 3, 4, 5, 678, tzinfo=UTC))
    assert wire.unpack(wire.pack(snapshot)) == snapshot
    assert wire.unpack(wire.pack(snapshot).encode()) == snapshot


def test_a_line_of_talk_is_sent_once_whoever_reads_it():
    lines = [{"id": name, "seat": 0, "phrase": name * 3} for name in "abc"]
    frames = {
        "seat:0": frame("seat") | {"talk": lines},
        "seat:1": frame("seat") | {"talk": lines[1:]},
        "spectator": frame("spectator"),
    }
    text = wire.pack(Snapshot(9, frames))
    assert text.count("bbb") == 1
    assert wire.unpack(text) == Snapshot(9, frames)


def test_what_all_roles_share_is_sent_once():
    text = wire.pack(Snapshot(9, FRAMES))
    assert text.count("Käfer") == text.count("tricks") == 1
    assert '"22"' not in json.dumps(json.loads(text)["common"])


def test_a_message_that_would_be_too_large_is_a_hint():
    frames = {f"seat:{i}": frame("seat", cards="x" * 4000 + str(i)) for i in range(5)}
    text = wire.pack(Snapshot(9, frames))
    assert len(text) < 100
    assert wire.unpack(text) == Snapshot(9)


@pytest.mark.parametrize("text", ["", "[]", "null", '{"rev":"x"}', "{}", '{"rev":1,"roles":[]}'])
def test_rubbish_is_a_value_error(text):
    with pytest.raises(ValueError):  # noqa: PT011  any will do: the room then reads the database
        wire.unpack(text)
