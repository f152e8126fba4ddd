"""``manage.py play_event`` as an organiser would call it: own broker, own workers, real tasks."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.running import running
from tests.tournaments import recompute

ROOT = Path(__file__).parent.parent.parent
CLUB = ROOT / "tests" / "data" / "entrants_club.csv"
FOREIGN = ("REDIS_URL", "BROKER_URL", "LIVE_URL", "CACHE_URL", "DATABASE_URL")
SECONDS = 240


@dataclass
class Run:
    code: int
    out: str
    err: str

    @property
    def result(self) -> dict[str, Any]:
        assert self.out.count("\n") == 1, self.out
        found: dict[str, Any] = json.loads(self.out)
        return found


def play(folder: Path, *args: str) -> Run:
    """Run the command on a data folder of its own, with nothing of this test's surroundings."""
    env = {name: value for name, value in os.environ.items() if name not in FOREIGN}
    env |= {"DATA_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "config.settings.dev"}
    done = subprocess.run(
        [sys.executable, "manage.py", "play_event", "--entrants", str(CLUB), *args],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        timeout=SECONDS,
    )
    return Run(done.returncode, done.stdout, done.stderr)


def stored_tables(folder: Path, event: str) -> list[recompute.PlayedTable]:
    with sqlite3.connect(folder / "db.sqlite3") as database:
        seats = database.execute(recompute.SEATS_SQL.format(event=event)).fetchall()
        hands = database.execute(recompute.HANDS_SQL.format(event=event)).fetchall()
    database.close()
    return recompute.played_tables(seats, hands)


def check(folder: Path, run: Run, *, rounds: int, hands: int) -> dict[str, Any]:
    """Everything the club evening promises; returns the printed result."""
    assert run.code == 0, run.err
    result = run.result
    expected = rounds * 26 * hands // 4
    for key in ("hands_expected", "hands_stored", "hands_verified"):
        assert result[key] == expected
    assert result["mismatches"] == []
    tables = stored_tables(folder, result["event"])
    assert len(tables) == rounds * 6
    for table in tables:
        size = len(table.entrants)
        assert table.hands == size * hands // 4
        assert table.sat_out == [hands // 4 if size == 5 else 0] * size
    printed = [(row["rank"], row["number"], row["total"]) for row in result["standings"]]
    assert printed == recompute.standings(tables)
    return result


def test_the_club_evening(tmp_path: Path) -> None:
    """26 bots, three rounds of four hands: 78 hands; then the same seats with eight hands;
    two hands are refused by name, because a table of five cannot share them."""
    settings = ("--rounds", "3", "--seed", "Linde")
    first = check(tmp_path, play(tmp_path, *settings, "--hands", "4"), rounds=3, hands=4)
    assert first["seating"]["cost"] <= 6
    assert first["seating"]["most_meetings"] <= 2
    assert first["seating"]["large_spread"] <= 1
    again = check(tmp_path, play(tmp_path, *settings, "--hands", "8"), rounds=3, hands=8)
    assert again["seating_sha256"] == first["seating_sha256"]
    assert again["event"] != first["event"]
    two = play(tmp_path, *settings, "--hands", "2")
    assert (two.code, two.out) == (2, "")
    assert "uneven_hands: 2 hands cannot be shared evenly at a table of 5" in two.err
    assert not (tmp_path / "run" / "play.json").exists()


@pytest.mark.ci
def test_out_of_time(tmp_path: Path) -> None:
    """The line is printed, and the code says that it is not what was asked for."""
    run = play(tmp_path, "--rounds", "3", "--hands", "4", "--timeout", "0.1")
    assert run.code == 1
    assert run.result["hands_stored"] < 78
    assert "the event did not finish in time" in run.result["mismatches"]


@pytest.mark.ci
def test_beside_a_running_platform(tmp_path: Path) -> None:
    """The workers of `up` play the event, and go on with theirs."""
    with running(tmp_path) as platform:
        before = platform.pids()
        run = play(tmp_path, "--rounds", "1", "--hands", "4")
        check(tmp_path, run, rounds=1, hands=4)
        assert "broker" not in run.err
        assert platform.pids() == before
