"""Bots that play for nobody who waits give way to people."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection
from django.db.models import Sum

from config.broker import broker_argv, broker_binary
from games import queues, services
from games.models import Hand
from games.services import slices
from tests.running import ROOT

ASKED = """
import config.celery, time
from games import queues, tasks
print(queues.has_waiting_people())
tasks.advance_table.delay(table_id=1)
print(queues.has_waiting_people())
tasks.play_series.delay(series_id=1)
began = time.monotonic()
queues.give_way()
print(time.monotonic() - began >= queues.LONGEST_SECONDS)
from celery import current_app
with current_app.pool.acquire() as connection:
    connection.default_channel.queue_purge(queues.PEOPLE)
print(queues.has_waiting_people())
"""


@pytest.fixture(autouse=True)
def _look_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queues, "_ask_from", 0.0)


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A broker of its own, without any worker."""
    socket = tmp_path / "broker.sock"
    argv = broker_argv(broker_binary(), socket, tmp_path, persistent=False)
    process = subprocess.Popen(argv, stdout=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while not socket.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    yield process
    process.kill()
    process.wait()


def said_by(script: str, tmp_path: Path) -> list[str]:
    """What a process of the platform on that broker prints."""
    script = f"import django; django.setup()\n{script}"
    env = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "config.settings.dev",
        "DATA_DIR": str(tmp_path),
        "REDIS_URL": f"unix://{tmp_path}/broker.sock",
    }
    ended = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, env=env, capture_output=True, text=True
    )
    assert ended.returncode == 0, ended.stderr
    return ended.stdout.split()


def test_only_people_who_wait_are_given_way_to(broker, tmp_path):
    assert said_by(ASKED, tmp_path) == ["False", "True", "True", "False"]


def test_a_broker_that_is_down_costs_next_to_nothing(tmp_path):
    script = "import time\nfrom games import queues\nbegan = time.monotonic()\n"
    script += "for _ in range(200): queues.give_way()\n"
    script += (
        "print(queues.has_waiting_people(), time.monotonic() - began < queues.SILENCE_SECONDS)"
    )
    assert said_by(script, tmp_path) == ["False", "True"]


def test_after_a_long_wait_bots_play_for_as_long(monkeypatch):
    looks: list[float] = []

    def look() -> bool:
        looks.append(time.monotonic())
        return True

    monkeypatch.setattr(queues, "has_waiting_people", look)
    queues.give_way()
    waited = len(looks)
    assert waited > 1
    queues.give_way()
    assert len(looks) == waited


def test_bots_wait_for_some_calm(monkeypatch):
    looks = iter([True, True, False, True, False, False, False, True])
    monkeypatch.setattr(queues, "has_waiting_people", lambda: next(looks))
    monkeypatch.setattr(queues, "LONGEST_SECONDS", 60)
    queues.give_way()
    assert next(looks)


@pytest.mark.django_db(transaction=True)
def test_a_series_gives_way_while_it_holds_nothing(series_of):
    held = []
    series = series_of(hands=4)
    services.series_play_slice(
        series_id=series.pk, give_way=lambda: held.append(connection.in_atomic_block), budget_s=60
    )
    plies = Hand.objects.aggregate(Sum("ply"))["ply__sum"]
    assert len(held) > plies // slices.PLIES_AT_ONCE
    assert not any(held)
