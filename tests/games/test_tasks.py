"""The tasks: answers to the sender, what follows, and the points where tests stop a worker."""

from __future__ import annotations

import os
import threading
import time
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from games import killpoints, live, selectors, tasks
from games.models import Hand, Series, Table
from games.policy import viewer_of
from games.selectors import Scene
from games.services import table_advance

pytestmark = [pytest.mark.pg, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def replies(monkeypatch) -> list[tuple[str, dict]]:
    """What senders were answered."""
    sent: list[tuple[str, dict]] = []
    monkeypatch.setattr(live, "publish_reply", lambda reply, body: sent.append((reply, body)))
    return sent


@pytest.fixture
def published(monkeypatch) -> list[int]:
    """Tables that were published, in order."""
    seen: list[int] = []
    monkeypatch.setattr(live, "publish_table", lambda changed: seen.append(table_id_of(changed)))
    return seen


def table_id_of(changed: Scene | Table | int) -> int:
    """Row number of a published table."""
    if isinstance(changed, int):
        return changed
    return changed.pk if isinstance(changed, Table) else changed.table.pk


@pytest.fixture
def message(alice, series_of) -> dict:
    """What the socket of Alice would enqueue: her turn, her fallback."""
    series = series_of(alice.person, first_dealer=1)
    table_advance(table_id=series.table_id)
    now = timezone.now()
    frame = selectors.table_frame(series.table, viewer_of(alice, series.table, now), now)
    return {
        "hand": frame["hand"],
        "ply": frame["ply"],
        "actions": [frame["view"]["fallback"]],
        "user_id": alice.pk,
        "received_at": now.isoformat(),
        "reply": "p1:c1",
        "message_id": "m1",
    }


def test_an_action_is_answered_published_and_followed_by_bots(message, replies, published):
    before = Hand.objects.get().ply
    tasks.play_action(**message)
    hand = selectors.hand_get(Hand.objects.get().public_id)
    assert replies == [("p1:c1", {"type": "accepted", "id": "m1", "ply": before + 1})]
    state = selectors.hand_state(hand)
    assert state.turn == hand.seating.index(0)
    actors = [entry.actor for entry in selectors.hand_entries(hand)[before:]]
    assert actors[0] == "person"
    assert actors.count("bot") > 1
    assert len(published) == 2  # hers, and what the bots did
    tasks.play_action(**message)
    assert replies[1][1]["type"] == "accepted"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"ply": 99}, "stale_action"),
        ({"actions": ["play:??"]}, "bad_action"),
        ({"hand": "nosuchhand00"}, "unknown_hand"),
        ({"user_id": 0}, "not_your_seat"),
    ],
)
def test_a_refusal_is_answered_in_the_one_shape(message, replies, published, change, code):
    rev = Table.objects.get().rev
    tasks.play_action(**(message | change))
    ((reply, body),) = replies
    assert (reply, body["type"], body["id"], body["code"]) == ("p1:c1", "refused", "m1", code)
    assert set(body) == {"type", "id", "code", "message", "details"}
    assert published == []
    assert Table.objects.get().rev == rev


def test_publishing_can_get_lost_without_harm(message, replies, published):
    folder = kill_folder()
    (folder / f"{killpoints.APPEND_PUBLISHED}.skip").touch()
    hand, rev = Hand.objects.get(), Table.objects.get().rev
    tasks.play_action(**message)
    assert Hand.objects.get().ply > hand.ply
    assert not (folder / f"{killpoints.APPEND_PUBLISHED}.skip").exists()
    assert published.count(hand.series.table_id) == Table.objects.get().rev - rev - 1


def kill_folder() -> Path:
    from django.conf import settings

    folder = Path(settings.DATA_DIR) / "kill"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.mark.parametrize("point", ["claimed", "mid_slice", "rows_written", "committed"])
def test_the_bulk_path_passes_every_kill_point(series_of, monkeypatch, point):
    """The worker reports where it is; what it had not committed by then is not there."""
    monkeypatch.setattr(killpoints, "WAIT_SECONDS", 0.01)
    folder = kill_folder()
    (folder / point).touch()
    stored: list[int] = []
    monkeypatch.setattr(time, "sleep", lambda seconds: stored.append(Hand.objects.count()))
    series = series_of(hands=4)
    tasks.play_series(series_id=series.pk)
    reached = folder / f"{point}.reached"
    assert int(reached.read_text()) == os.getpid()
    reached.unlink()
    assert not (folder / point).exists()
    expected = {"claimed": 0, "mid_slice": 0, "rows_written": 4, "committed": 4}
    assert stored == [expected[point]]
    assert Series.objects.get().status == Series.Status.FINISHED


def test_kill_points_do_nothing_unless_armed(settings, monkeypatch):
    folder = kill_folder()
    (folder / "claimed").touch()
    settings.ARM_KILL_POINTS = False
    monkeypatch.setattr(time, "sleep", pytest.fail)
    assert killpoints.reach("claimed")
    assert (folder / "claimed").exists()
    (folder / "claimed").unlink()


def test_only_one_process_takes_a_kill_point(monkeypatch):
    folder = kill_folder()
    (folder / "claimed").touch()
    waits: list[float] = []
    monkeypatch.setattr(time, "sleep", waits.append)
    threads = [threading.Thread(target=killpoints.reach, args=("claimed",)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(waits) == 1
    (folder / "claimed.reached").unlink()


def test_jobs_reach_the_queue_they_name(series_of, monkeypatch):
    sent: list[tuple] = []

    def send(task: str, *, kwargs: dict, queue: str, **_: object) -> None:
        sent.append((task, kwargs, queue))

    monkeypatch.setattr(tasks.current_app, "send_task", send)
    series = series_of()
    Series.objects.update(next_due=timezone.now())
    tasks.sweep_due()
    series.refresh_from_db()
    due = series.next_due.isoformat()
    assert sent == [("games.tasks.play_series", {"series_id": series.pk, "due": due}, "bulk")]


def test_old_quick_games_are_closed_and_published(alice, series_of, published):
    table = series_of(alice.person).table
    yesterday = timezone.now() - timedelta(hours=25)
    Table.objects.update(created_at=yesterday)
    Series.objects.update(started_at=yesterday)
    tasks.close_stale_quick()
    assert published == [table.pk]
