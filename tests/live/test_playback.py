"""Paced tables: stored whole, shown ply by ply, and never ahead of the clock."""

from __future__ import annotations

import json
import time
import urllib.request
from datetime import UTC, datetime, timedelta

import pytest
from django.test import override_settings

from games import pacing
from games.models import Hand
from tests.live.checks import assert_every_ply, assert_frames_right, assert_marks_grow
from tests.live.client import Client
from tests.live.conftest import PLY_MS

pytestmark = pytest.mark.ci

STEP = timedelta(milliseconds=PLY_MS)
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def path_of(table):
    return f"/ws/table/{table.public_id}"


def hands_of(table):
    return list(Hand.objects.filter(series__table=table).order_by("number"))


def assert_never_ahead(frame, at):
    """A frame that was in somebody's hands at `at` shows nothing that was not due by then."""
    hand = Hand.objects.get(public_id=frame["hand"])
    assert hand.show_from is not None
    assert datetime.fromtimestamp(at, UTC) >= hand.show_from + STEP * frame["ply"]


def test_every_ply_is_shown_in_order_and_never_ahead(stack, table_of):
    table = table_of(hands=2, paced=True)
    with Client(stack.port, path_of(table)) as watcher, Client(stack.port, path_of(table)) as late:
        while not (frame := watcher.view())["hand"]:
            pass
        first = frame
        while frame["number"] == 0:
            assert not frame["table_state"]["rows"] or frame["view"]["phase"] == "over"
            frame = watcher.view()
        rev_of_second = frame["rev"]
        while frame["ply"] < 10:
            frame = watcher.view()
        late.drain(0.1)
    for client in (watcher, late):
        frames = [frame for frame in client.frames if frame["hand"]]
        assert_marks_grow(frames)
        assert_frames_right(frames, "open")
    for frame, at in zip(watcher.frames, watcher.arrived, strict=True):
        if frame["hand"]:
            assert_never_ahead(frame, at)
    played = hands_of(table)
    shown = [frame for frame in watcher.frames if frame["hand"]]
    assert_every_ply([f for f in shown if f["number"] == 0], played[:1], (0, first["ply"]))
    assert [f["ply"] for f in shown if f["number"] == 1] == list(range(11))
    assert played[1].rev_before is not None
    assert rev_of_second == played[1].rev_before


def test_page_and_rest_are_not_ahead_of_the_sockets(stack, table_of):
    table = table_of(hands=2, paced=True)
    with Client(stack.port, path_of(table)) as watcher:
        while watcher.view()["ply"] < 3:
            pass
    url = f"http://127.0.0.1:{stack.port}/api/v1/tables/{table.public_id}/view"
    for _ in range(5):
        with urllib.request.urlopen(url, timeout=10) as response:
            frame = json.loads(response.read())
        assert_never_ahead(frame, time.time())
        assert_frames_right([frame], "open")


def test_who_comes_late_starts_at_the_ply_of_the_moment(stack, table_of):
    table = table_of(hands=2, paced=True)
    with Client(stack.port, path_of(table)) as watcher:
        while watcher.view()["ply"] < 8:
            pass
        with Client(stack.port, path_of(table)) as late:
            assert late.view()["ply"] >= 8
            assert late.view()["ply"] >= 9


def showing(**values):
    return Hand(status=Hand.Status.SHOWING, show_from=NOON, ply=20, rev_before=100, **values)


def test_the_next_change_is_the_next_ply():
    with override_settings(PLY_MS=100):
        hand = showing()
        for ply in range(20):
            at = NOON + timedelta(milliseconds=100 * ply)
            assert pacing.ply_at(hand, at) == ply
            due = pacing.next_ply_at(hand, at)
            assert due == at + timedelta(milliseconds=100)
            assert pacing.ply_at(hand, due) == ply + 1
            assert pacing.ply_at(hand, due - timedelta(microseconds=1)) == ply
        assert pacing.next_ply_at(hand, NOON + timedelta(seconds=2)) is None
        assert pacing.next_ply_at(None, NOON) is None


def test_without_a_pace_everything_is_shown_at_once():
    with override_settings(PLY_MS=0):
        assert pacing.next_ply_at(showing(), NOON) is None
        before = NOON - timedelta(seconds=1)
        assert pacing.next_ply_at(showing(), before) == NOON
