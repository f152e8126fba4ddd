"""Killing parts of a running platform at chosen points, and proving an event afterwards."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.db.models import F, Q

from games.models import Hand, Series
from tests.running import ROOT, Running, descendants, is_alive
from tournaments.models import Event, RoundSeat

EVENT_SECONDS = 300
"""End of waiting for an event; says nothing about speed."""


@dataclass(frozen=True, slots=True)
class Kill:
    """What a kill interrupted: the series in work at that moment."""

    point: str
    pid: int
    series: frozenset[int]


def kill_at(platform: Running, point: str, *, whole_group: bool = True) -> Kill:
    """`arm`, then `kill_reached`."""
    arm(platform, point)
    return kill_reached(platform, point, whole_group=whole_group)


def arm(platform: Running, point: str) -> None:
    """The next process that reaches kill point `point` waits there."""
    folder = platform.data / "kill"
    folder.mkdir(exist_ok=True)
    (folder / f"{point}.reached").unlink(missing_ok=True)
    (folder / point).touch()


def kill_reached(
    platform: Running, point: str, *, queue: str = "bulk", whole_group: bool = True
) -> Kill:
    """Wait until a task of worker `queue` stands at the armed `point`, then SIGKILL it.

    With it dies the whole worker group (each of its processes by its id), or only the pool
    child in which the task runs. A worker without a pool runs it itself.
    """
    reached = platform.data / "kill" / f"{point}.reached"
    platform.wait_for(reached.exists)
    child = int(reached.read_text())
    worker = platform.pids()[queue]
    group = {worker} | descendants(worker)
    assert child in group, f"{point} was reached in a process that is no {queue} worker"
    doomed = group if whole_group else {child}
    kill = Kill(point, child, series_in_work())
    for pid in sorted(doomed, key=lambda pid: pid != worker):
        kill_process(pid)
    platform.wait_for(lambda: not any(map(is_alive, doomed)))
    if not whole_group:
        assert platform.pids()[queue] == worker
        assert is_alive(worker)
    return kill


def kill_process(pid: int) -> None:
    """SIGKILL; children of a killed worker may end by themselves before their turn comes."""
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def series_in_work() -> frozenset[int]:
    """Series that somebody has begun and not brought to an end, signal included."""
    stored = Q(hand_rows__isnull=False, status=Series.Status.RUNNING)
    unannounced = Q(status=Series.Status.FINISHED, next_due__isnull=False)
    begun = Series.objects.filter(Q(fail_count__gt=0) | stored | unannounced)
    return frozenset(begun.values_list("pk", flat=True))


def is_recovered(kill: Kill) -> bool:
    """Whether everything a kill interrupted has been played, stored and announced."""
    rows = Series.objects.filter(pk__in=kill.series)
    return not rows.exclude(status=Series.Status.FINISHED, next_due=None).exists()


def way_back(platform: Running, kill: Kill) -> str:
    """What brought the work of a kill back, as far as the log tells."""
    again = re.findall(r"series (\d+): the message of a lost worker came again, taken on",
                       platform.output())  # fmt: skip
    return "redelivery" if kill.series & set(map(int, again)) else "lease"


@contextmanager
def event_played(platform: Running, folder: Path, *options: str) -> Iterator[subprocess.Popen[str]]:
    """`play_event` beside the running platform, whose workers play; stopped at the end."""
    argv = [sys.executable, "manage.py", "play_event", "--timeout", str(EVENT_SECONDS), *options]
    with (folder / "result.json").open("w") as out, (folder / "play.log").open("w") as err:
        process = subprocess.Popen(
            argv, cwd=ROOT, env=platform.env, stdout=out, stderr=err, text=True
        )
    try:
        yield process
    finally:
        if process.poll() is None:
            process.terminate()
        process.wait(30)


def result_of(process: subprocess.Popen[str], folder: Path) -> dict[str, Any]:
    """The line `play_event` prints when the event has ended. Raises AssertionError."""
    code = process.wait(EVENT_SECONDS + 60)
    assert code == 0, (folder / "play.log").read_text()[-4000:]
    return dict(json.loads((folder / "result.json").read_text()))


def assert_complete(event: Event, hands: int) -> None:
    """Nothing missing, nothing twice, nothing left to do."""
    rows = Hand.objects.filter(series__table__round_table__round__event=event)
    places = list(rows.values_list("series", "number"))
    assert len(places) == hands
    assert len(set(places)) == hands
    assert set(rows.values_list("status", "attempt")) == {("over", 0)}
    series = Series.objects.filter(table__round_table__round__event=event)
    assert set(series.values_list("status", "next_due")) == {("finished", None)}
    assert not series.exclude(fail_count=0).exists()
    lengths = dict(series.values_list("pk", "hand_count"))
    assert Counter(pk for pk, _ in places) == lengths
    rounds = event.rounds.values_list("status", flat=True)
    assert set(rounds) == {"closed"}
    assert not event.rounds.filter(closed_at__lt=F("opened_at")).exists()


def totals_of(event: Event) -> dict[int, int]:
    """Points per entrant number, added up from the stored results alone."""
    entrants = {
        (row["round_table__table"], row["index"]): row["entrant__number"]
        for row in RoundSeat.objects.filter(round__event=event).values(
            "round_table__table", "index", "entrant__number"
        )
    }
    totals: dict[int, int] = defaultdict(int)
    hands = Hand.objects.filter(series__table__round_table__round__event=event)
    for table, seating, result in hands.values_list("series__table", "seating", "result"):
        for seat, points in zip(seating, (result or {})["points"], strict=True):
            totals[entrants[table, seat]] += points
    return dict(totals)
