"""Late spectators: one hand behind, and nothing of the present hand reaches them."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games import selectors, services
from games.live.sources import TABLES
from games.models import Hand, Seat, Table
from games.pacing import SHOW_PAUSE_PLIES, LatePlace, late_place
from games.policy import SPECTATOR, Viewer
from games.services import presence_set, series_start, table_advance, table_close

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)


@pytest.fixture(autouse=True)
def pace(settings):
    settings.PLY_MS = 1000


def hands(*ends: int, plies: int = 10) -> list[Hand]:
    return [Hand(ply=plies, ended_at=NOON + end * SECOND) for end in ends]


def at(ended: list[Hand], seconds: float, *, is_paced: bool = True) -> LatePlace | None:
    return late_place(ended, NOON + seconds * SECOND, is_paced=is_paced)


def test_an_ended_hand_is_shown_ply_by_ply_from_its_end_on():
    ended = hands(0)
    assert at(ended, 0) == LatePlace(0, 0, NOON + SECOND)
    assert at(ended, 4.5) == LatePlace(0, 4, NOON + 5 * SECOND)
    assert at(ended, 10) == at(ended, 99) == LatePlace(0, 10, None)
    assert at([], 1) is None


def test_the_next_hand_follows_when_the_last_one_has_been_shown():
    ended = hands(0, 12)
    until = 10 + SHOW_PAUSE_PLIES
    assert at(ended, 13) == LatePlace(0, 10, NOON + until * SECOND)
    assert at(ended, until) == LatePlace(1, 0, NOON + (until + 1) * SECOND)
    assert at(hands(0, 100), 99) == LatePlace(0, 10, NOON + 100 * SECOND)
    assert at(hands(0, 100), 101).index == 1


def test_who_falls_behind_is_taken_to_the_newest_hand():
    ended = hands(0, 3, 6, 9)
    until = 10 + SHOW_PAUSE_PLIES
    assert at(ended, until - 1).index == 0
    assert at(ended, until).index == 3


def test_without_pace_the_last_hand_is_shown_as_it_ended(settings):
    assert at(hands(0, 3), 3, is_paced=False) == LatePlace(1, 10, None)
    settings.PLY_MS = 0
    assert at(hands(0, 3), 3) == LatePlace(1, 10, None)


@pytest.fixture
def bot_hand_over(alice, table_of):
    """A table of five where alice sat the first hand out and the second waits for her."""

    def make(policy: str) -> Table:
        table = table_of(alice.person, size=5, policy=policy, clock_ms=60_000)
        series_start(table=table, first_dealer=0, deal_seed="late")
        for _ in range(9):
            table_advance(table_id=table.pk)
        assert Hand.objects.filter(status="playing").exists()
        return table

    return make


def play_on(alice, table: Table) -> None:
    """One action of alice, and what the bots answer."""
    frame = selectors.table_frame(table, Viewer("seat", 0), timezone.now())
    services.action_play(
        hand_id=frame["hand"],
        ply=frame["ply"],
        actions=[frame["view"]["fallback"]],
        actor="person",
        received_at=timezone.now(),
        user=alice,
    )
    table_advance(table_id=table.pk)


@pytest.mark.parametrize("policy", ["delayed", "after_hand"])
def test_nothing_of_the_present_hand_reaches_a_late_spectator(alice, bot_hand_over, policy):
    table = bot_hand_over(policy)
    present = Hand.objects.get(status="playing")
    moment = timezone.now()
    client = Client()
    addresses = [
        f"/api/v1/tables/{table.public_id}/",
        "/api/v1/tables/",
        f"/api/v1/hands/?table={table.public_id}",
        f"/api/v1/hands/{present.public_id}/",
    ]

    def everything() -> list[str]:
        texts = [client.get(address).content.decode() for address in addresses]
        return [json.dumps(selectors.table_frame(table, SPECTATOR, moment)), *texts]

    before = everything()
    play_on(alice, table)
    present.refresh_from_db()
    assert present.ply > 0
    assert present.status == "playing"
    assert everything() == before
    for text in before:
        assert present.public_id not in text
        assert present.commitment not in text


def test_a_late_frame_has_no_clock_and_no_present_number(bot_hand_over):
    table = bot_hand_over("after_hand")
    now = timezone.now()
    seat = selectors.table_frame(table, Viewer("seat", 0), now)
    late = selectors.table_frame(table, SPECTATOR, now)
    assert "clock" in seat
    assert "clock" not in late
    assert seat["table_state"]["number"] == 1
    assert (late["number"], late["table_state"]["number"], late["view"]["phase"]) == (0, 0, "over")
    assert late["table_state"]["rows"][0]["hand"] == late["hand"]


def test_a_delayed_hand_is_no_result_before_it_has_been_shown(bot_hand_over):
    table = bot_hand_over("delayed")
    over = Hand.objects.get(status="over")
    first = selectors.table_frame(table, SPECTATOR, over.ended_at)
    half = over.ply // 2
    middle = selectors.table_frame(table, SPECTATOR, over.ended_at + half * SECOND)
    last = selectors.table_frame(table, SPECTATOR, over.ended_at + over.ply * SECOND)
    assert [frame["ply"] for frame in (first, middle, last)] == [0, half, over.ply]
    assert [len(frame["table_state"]["rows"]) for frame in (first, middle, last)] == [0, 0, 1]
    assert middle["table_state"]["totals"] == [0] * 5
    assert first["rev"] == middle["rev"] == last["rev"]
    assert middle["view"]["cards"] == {}


def test_the_room_knows_when_the_next_ply_is_shown(bot_hand_over):
    table = bot_hand_over("delayed")
    over = Hand.objects.get(status="over")
    scene = selectors.scene_load(table.pk)
    for ply in (0, 7):
        moment = over.ended_at + ply * SECOND
        assert TABLES.snapshot(scene, moment).next_at == moment + SECOND
    assert TABLES.snapshot(scene, over.ended_at + over.ply * SECOND).next_at is None


def test_marks_of_late_frames_grow(alice, bot_hand_over):
    table = bot_hand_over("after_hand")
    marks: list[tuple[int, int]] = []
    for _ in range(400):
        frame = selectors.table_frame(table, SPECTATOR, timezone.now())
        if not marks or marks[-1] != (frame["rev"], frame["ply"]):
            marks.append((frame["rev"], frame["ply"]))
        if Hand.objects.filter(status="playing", number__gte=3).exists():
            break
        play_on(alice, table)
    table_close(table_id=table.pk)
    closed = selectors.table_frame(table, SPECTATOR, timezone.now())
    marks.append((closed["rev"], closed["ply"]))
    assert closed["table_state"]["status"] == "closed"
    assert len(marks) == 4
    assert marks == sorted(set(marks))


def test_an_open_table_counts_below_its_series(alice, table_of):
    table = table_of(alice.person, policy="delayed")
    presence_set(table_id=table.pk, index=0, present=True)
    before = selectors.table_frame(table, SPECTATOR, timezone.now())
    series_start(table=table)
    after = selectors.table_frame(table, SPECTATOR, timezone.now())
    assert before["rev"] == 1
    assert after["rev"] > before["rev"]
    assert (after["hand"], "view" in after) == ("", False)


def test_several_tables_at_once_stand_where_each_one_stands(bot_hand_over, table_of):
    table, waiting = bot_hand_over("delayed"), table_of(policy="delayed")
    now = timezone.now()
    shows = selectors.late_shows([table, waiting], now)
    alone = selectors.late_show(selectors.scene_load(table.pk), now)
    shown = shows[table.pk]
    assert (shown.rev, shown.ply, shown.hand) == (alone.rev, alone.ply, alone.hand)
    assert (shows[waiting.pk].hand, shows[waiting.pk].rev) == (None, 0)
    revs = selectors.revs_shown([table, waiting], now)
    assert revs == {table.pk: alone.rev, waiting.pk: 0}


@pytest.mark.parametrize("policy", ["after_hand", "delayed", "live"])
def test_that_a_bot_has_taken_over_is_for_who_may_see_the_hand(bot_hand_over, policy):
    table = bot_hand_over(policy)
    now = timezone.now()
    before = selectors.table_frame(selectors.table_get(table.public_id), SPECTATOR, now)
    assert services.seat_replace(table_id=table.pk, index=0, now=now).publish
    Seat.objects.filter(table=table, index=0).update(leaving=True)
    found = selectors.table_get(table.public_id)
    told = selectors.table_frame(found, SPECTATOR, now)["table_state"]["seats"]
    listed = Client().get(f"/api/v1/tables/{table.public_id}").json()["seats"]
    own = selectors.table_frame(found, Viewer("seat", 0), now)["table_state"]["seats"]
    for seats, sees in ((own, True), (told, policy == "live"), (listed, policy == "live")):
        assert ("stand_in" in seats[0], "leaving" in seats[0]) == (sees, sees)
    if policy != "live":
        assert told == before["table_state"]["seats"]
