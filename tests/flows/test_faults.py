"""Events of bots go on by themselves when workers or the broker are killed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from games import killpoints
from games.models import Hand, Series, Table
from tests.conftest import ON_POSTGRES
from tests.deadlines import RESYNC_SECONDS
from tests.flows import faults
from tests.flows.platforms import orm_on, platform_on
from tests.live.client import Client
from tests.running import Running, is_alive
from tournaments.models import Event, Round

pytestmark = pytest.mark.ci

HANDS = 8

FAST = {"LEASE_BULK_SECONDS": "3", "SLICE_SECONDS": "2", "VISIBILITY_TIMEOUT": "6"}
IN_TRANSACTION = (killpoints.ROWS_WRITTEN, killpoints.COMMITTED)
POINTS = (
    IN_TRANSACTION if ON_POSTGRES else (killpoints.CLAIMED, killpoints.MID_SLICE, *IN_TRANSACTION)
)
"""Kills of the whole group within a round. `up` waits longer before each restart in a row, so on
PostgreSQL only those where the database has a part.
"""


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("faults") / "data"
    with platform_on(folder, "--workers", "2", **FAST) as platform:
        yield platform
        print(platform.output()[-8000:])  # shown if the last test failed


@pytest.fixture
def platform(started: Running, django_db_blocker: Any) -> Iterator[Running]:
    with orm_on(started, django_db_blocker):
        yield started


def options(folder: Path, *, entrants: int, bot: str, rounds: int) -> list[str]:
    """Arguments of `play_event`; the event is named after the folder."""
    csv = folder / "entrants.csv"
    csv.write_text("name,bot\n" + "".join(f"Bot {n},{bot}\n" for n in range(1, entrants + 1)))
    return [
        *("--entrants", str(csv), "--rounds", str(rounds), "--hands", str(HANDS)),
        *("--name", folder.name),
    ]


def assert_proven(platform: Running, result: dict[str, Any], expected: int) -> None:
    """The event is complete, each stored hand verifies, the standings are what was played."""
    event = Event.objects.get(public_id=result["event"])
    assert event.status == Event.Status.FINISHED
    assert (result["hands_expected"], result["hands_stored"]) == (expected, expected)
    faults.assert_complete(event, expected)
    verified = platform.manage("hand", "verify", "--all")
    assert verified.returncode == 0, verified.stderr
    totals = {line["number"]: line["total"] for line in result["standings"]}
    assert totals == faults.totals_of(event)
    assert not Table.objects.filter(status=Table.Status.STUCK).exists()


@pytest.mark.pg
def test_an_event_survives_six_kills_of_its_bulk_workers(platform, tmp_path):
    # ten tables of 4 with 8 hands and two of 5 with 10 hands a round; a kill and its recovery
    # take up to about one round, so there are more rounds than kills
    wanted = options(tmp_path, entrants=50, bot="random", rounds=10)
    with faults.event_played(platform, tmp_path, *wanted) as play:
        kills = []
        for point in POINTS:
            kills.append(faults.kill_at(platform, point))
            platform.wait_for(lambda: faults.is_recovered(kills[-1]))
        kills.append(faults.kill_at(platform, killpoints.MID_SLICE, whole_group=False))
        platform.wait_for(lambda: faults.is_recovered(kills[-1]))
        assert all(kill.series for kill in kills)
        kills.append(faults.kill_at(platform, killpoints.BETWEEN_ROUNDS))
        event = Event.objects.get()
        assert not event.rounds.filter(status=Round.Status.OPEN).exists()
        assert event.rounds.filter(status=Round.Status.DRAFT).exists()
        result = faults.result_of(play, tmp_path)
    assert_proven(platform, result, 1000)
    assert len({kill.pid for kill in kills}) == len(POINTS) + 2
    for kill in kills:
        print(kill.point, sorted(kill.series), faults.way_back(platform, kill))


def test_an_event_survives_the_death_of_the_broker(platform, tmp_path):
    # a round of 40 tables of bots that think lasts longer than connecting to three of them
    wanted = options(tmp_path, entrants=160, bot="club", rounds=2)
    with faults.event_played(platform, tmp_path, *wanted) as play, ExitStack() as sockets:
        rounds = Round.objects.filter(event__name=tmp_path.name, status=Round.Status.OPEN)
        hands = Hand.objects.filter(series__table__round_table__round__event__name=tmp_path.name)
        platform.wait_for(lambda: rounds.exists() and hands.exists())
        tables = list(Table.objects.filter(round_table__round__in=rounds).order_by("-pk")[:3])
        port = int(platform.url.rstrip("/").rpartition(":")[2])
        watchers = [
            sockets.enter_context(Client(port, f"/ws/table/{table.public_id}")) for table in tables
        ]
        for watcher in watchers:
            watcher.view()
        broker = platform.pids()["broker"]
        faults.kill_process(broker)
        assert Series.objects.filter(table__in=tables, status=Series.Status.RUNNING).exists(), (
            "the round was over before the broker died"
        )
        platform.wait_for(lambda: platform.pids()["broker"] != broker)
        assert not is_alive(broker)
        platform.wait_for(lambda: platform.health()["ok"])
        result = faults.result_of(play, tmp_path)
        for table, watcher in zip(tables, watchers, strict=True):
            table.refresh_from_db()
            while watcher.frames[-1]["rev"] != table.rev:
                watcher.view(RESYNC_SECONDS)
            assert watcher.frames[-1]["table_state"]["status"] == "finished"
    assert_proven(platform, result, 640)
