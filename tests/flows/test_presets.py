"""Every rule set is played by bots through the real workers, proven, and watched live."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from engine.rules import RULE_SETS, RuleSet, rule_set
from games.models import Hand, Table
from tests.flows import faults
from tests.flows.platforms import orm_on, platform_on
from tests.live.client import Client
from tests.running import Running
from tests.tournaments import recompute
from tests.tournaments.playing import beck_tables_of, bots_csv
from tournaments import selectors, services
from tournaments.models import Event

pytestmark = pytest.mark.ci

BECK = "illustrated/beck"
DEALT = sorted(key for key in RULE_SETS if rule_set(key).is_dealt)
HOUSE_RULES: dict[str, dict[str, Any]] = {
    "koenigrufen/tournament": {"double_rounds": True, "win_thirds": 106},
    "illustrated/beck": {"all_pass": "trischaken", "bonus_set": "beck-german"},
    "illustrated/loew-1954": {"uhu_enabled": True, "max_redeals": 2},
}
ENTRANTS, ROUNDS, HANDS = 10, 3, 6


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("presets") / "data"
    with platform_on(folder, "--workers", "2", PLY_MS="30") as platform:
        yield platform
        print(platform.output()[-8000:])  # shown if the last test failed


@pytest.fixture
def platform(started: Running, django_db_blocker: Any) -> Iterator[Running]:
    with orm_on(started, django_db_blocker):
        yield started


def half_clever(count: int) -> bytes:
    """An entrant list: every second one plays at random."""
    lines = bots_csv(count).splitlines(keepends=True)
    return b"".join(
        line.replace(b"random", b"club") if at % 2 else line for at, line in enumerate(lines)
    )


def small_event(key: str, options: dict[str, Any]) -> Event:
    """One round at a table of k and one of k + 1, half of the bots clever, half at random."""
    rules = rule_set(key, **options)
    seats = rules.hand_seats
    event = services.event_create(
        name=f"{key} {len(options)}",
        rules_id=key,
        rules_options=options,
        hands=seats,
        rounds_total=1,
    )
    data = half_clever(2 * seats + 1)
    assert services.entrants_import(event=event, data=data).imported == 2 * seats + 1
    services.event_start(event=event)
    return event


def assert_proven(event: Event) -> None:
    """Complete, every hand verified (redeals, too), the standings are what was played."""
    rules: RuleSet = rule_set(event.rules_id, **event.rules_options)
    audit = selectors.event_audit(event)
    assert audit.is_ok, audit.mismatches
    assert audit.hands_stored == rules.hand_seats + rules.hand_seats + 1
    over = Hand.objects.filter(series__table__round_table__round__event=event, status="over")
    for result in over.values_list("result", flat=True):
        assert len(result["points"]) == rules.hand_seats
        assert rules.sum_rule == "written" or sum(result["points"]) == 0
    totals = {row.entrant.number: row.total for row in selectors.event_standings(event)}
    assert totals == faults.totals_of(event)
    assert {row.hands for row in selectors.event_standings(event)} == {rules.hand_seats}


def test_every_preset_is_played_and_proven(platform):
    """All of them at once, as they come, and some with house rules."""
    events = [small_event(key, {}) for key in DEALT]
    events += [small_event(key, options) for key, options in HOUSE_RULES.items()]
    ids = [event.pk for event in events]
    going = Event.objects.filter(pk__in=ids).exclude(status=Event.Status.FINISHED)
    platform.wait_for(lambda: not going.exists(), 90)
    for event in events:
        event.refresh_from_db()
        assert_proven(event)
    assert not Table.objects.filter(status=Table.Status.STUCK).exists()


def test_a_beck_evening(platform, tmp_path: Path):
    """Ten entrants at tables of three and four; the standings are worked out a second time."""
    path = tmp_path / "ten.csv"
    path.write_bytes(half_clever(ENTRANTS))
    options = [
        *("--entrants", str(path), "--rounds", str(ROUNDS), "--hands", str(HANDS)),
        *("--rules", BECK, "--option", "max_redeals=4", "--seed", "Linde"),
    ]
    with faults.event_played(platform, tmp_path, *options) as play:
        result = faults.result_of(play, tmp_path)
    assert result["hands_expected"] == result["hands_verified"] == ROUNDS * (6 + 6 + 8)
    event = Event.objects.get(public_id=result["event"])
    assert event.rules_options == {"max_redeals": 4}
    tables = beck_tables_of(event)
    assert len(tables) == 3 * ROUNDS
    for table in tables:
        size = len(table.entrants)
        assert table.hands == size * HANDS // 3
        assert table.sat_out == [HANDS // 3 if size == 4 else 0] * size
    printed = [(row["rank"], row["number"], row["total"]) for row in result["standings"]]
    assert printed == recompute.standings(tables)
    assert {(row["hands"], row["per_hand"]) for row in result["standings"]} == {
        (ROUNDS * HANDS, None)
    }


@pytest.mark.parametrize(("key", "entrants"), [(BECK, 3), (BECK, 4), ("koenigrufen/tournament", 4)])
def test_tables_of_three_and_four_are_watched_live(platform, key, entrants):
    """Ply by ply, all cards open, the one who sits out included."""
    event = services.event_create(
        name=f"Live {key} {entrants}", rules_id=key, hands=12, rounds_total=None, paced=True
    )
    services.entrants_import(event=event, data=bots_csv(entrants, "club"))
    services.event_start(event=event)
    tables = Table.objects.filter(round_table__round__event=event)
    platform.wait_for(tables.exists)
    table = tables.get()
    port = int(platform.url.rstrip("/").rpartition(":")[2])
    with Client(port, f"/ws/table/{table.public_id}") as watcher:
        frame = watcher.until(lambda message: bool(message.get("hand")))
        while len(frame["table_state"]["rows"]) < 1:
            frame = watcher.view()
    services.event_end(event=event)
    frames = [frame for frame in watcher.frames if frame["hand"]]
    plies = [(frame["number"], frame.get("attempt", 0), frame["ply"]) for frame in frames]
    assert plies == sorted(plies)
    steps = list(dict.fromkeys(plies))  # the last ply comes again when the hand counts
    assert all(after[2] in (before[2] + 1, 0) for before, after in pairwise(steps))
    active = rule_set(key).hand_seats
    for frame in frames:
        assert len(frame["view"]["seating"]) == len(frame["view"]["counts"]) == active
        assert len(frame["table_state"]["seats"]) == entrants
        assert len(json.dumps(frame["view"])) < 4000
    (row,) = frames[-1]["table_state"]["rows"][:1]
    assert len(row["points"]) == entrants
