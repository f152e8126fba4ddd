"""A delayed table over real sockets: the watcher is one hand late, ply by ply, and never early."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from accounts.models import User
from games.models import Hand, Table
from tests.live.checks import assert_frames_right, assert_marks_grow
from tests.live.client import Client, play_to_the_end
from tests.live.stack import Stack

TableOf = Callable[..., Table]
PATIENCE_SECONDS = 120


def is_seen_to_the_end(message: dict[str, object]) -> bool:
    state = message.get("table_state")
    return isinstance(state, dict) and state["status"] == "finished"


@pytest.mark.ci
def test_a_late_watcher_is_never_early_and_misses_no_ply(
    stack: Stack, guest: User, table_of: TableOf
) -> None:
    table = table_of(guest, hands=2, policy="delayed")
    path = f"/ws/table/{table.public_id}"
    with (
        Client(stack.port, path, cookie=stack.cookie_of(guest)) as player,
        Client(stack.port, path) as watcher,
    ):
        first = watcher.view()
        assert (first["hand"], "view" in first, "clock" in first) == ("", False, False)
        play_to_the_end(player, player.view())
        watcher.until(is_seen_to_the_end, PATIENCE_SECONDS)
    ended = {
        hand.public_id: hand for hand in Hand.objects.filter(series__table=table).order_by("number")
    }
    shown: dict[str, list[int]] = {}
    for frame, at in zip(watcher.messages, watcher.arrived, strict=True):
        assert frame["type"] == "view"
        if not frame["hand"]:
            continue
        moment = ended[frame["hand"]].ended_at
        assert moment is not None
        assert at >= moment.timestamp(), "shown before it was over"
        shown.setdefault(frame["hand"], []).append(frame["ply"])
        seen = [row["hand"] for row in frame["table_state"]["rows"]]
        assert seen == list(shown)[: len(seen)]
        assert len(seen) == len(shown) - (frame["ply"] < ended[frame["hand"]].ply)
    assert_marks_grow(watcher.frames)
    assert_frames_right(watcher.frames, "spectator")
    last = list(shown)[-1]
    assert last == list(ended)[-1]
    for plies in shown.values():
        assert plies == list(range(plies[0], plies[0] + len(plies)))
    assert shown[last] == list(range(ended[last].ply + 1))
