"""What is published from a scene that was kept up to date is what the database says."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import live, selectors, services, tasks
from games.live import publish, wire
from games.live.sources import TABLES
from games.models import Hand, Seat, Table
from games.policy import viewer_of
from games.selectors import Scene
from games.services import presence_set
from tests.games.conftest import version

pytestmark = [pytest.mark.pg, pytest.mark.django_db(transaction=True)]

STATEMENTS_PER_ACTION = 12
"""What a task reads at its start, and two transactions (her action, all that bots do before her
next one) of begin, hand, table and end; on average also the end of a hand and the next deal."""


@pytest.fixture
def shown(monkeypatch) -> list[tuple[str, int, bool]]:
    """Hand, ply and wholeness of what tasks publish, step by step; each scene is compared with
    the database at that moment."""
    seen: list[tuple[str, int, bool]] = []

    def publish(changed: object) -> None:
        assert isinstance(changed, Scene)
        now = timezone.now()
        if changed.is_whole:
            fresh = selectors.scene_load(changed.table.pk)
            assert selectors.scene_frames(changed, now) == selectors.scene_frames(fresh, now)
        hand = changed.current
        assert hand is not None
        *steps, last = selectors.scene_course(changed, now)
        assert last == selectors.scene_frames(changed, now)
        assert steps == selectors.table_frames_of(hand, changed.steps, now)
        plies = [*changed.steps, hand.ply]
        seen.extend((hand.public_id, ply, changed.is_whole) for ply in plies)

    monkeypatch.setattr(live, "publish_table", publish)
    return seen


def message_of(user, table: Table) -> dict | None:
    """What the socket of ``user`` would enqueue now; None when the table has ended."""
    now = timezone.now()
    frame = selectors.table_frame(table, viewer_of(user, table, now), now)
    if frame["table_state"]["status"] != "running":
        return None
    if "fallback" not in frame["view"]:  # a slow machine: the slice ended before it was his turn
        tasks.advance_table(table_id=table.pk)
        return message_of(user, table)
    return {
        "hand": frame["hand"],
        "ply": frame["ply"],
        "actions": [frame["view"]["fallback"]],
        "user_id": user.pk,
        "received_at": now.isoformat(),
    }


def played_to_end(user, table: Table) -> None:
    while (message := message_of(user, table)) is not None:
        tasks.play_action(**message)


@pytest.mark.parametrize("size", [4, 5])
def test_every_published_scene_equals_the_database(alice, series_of, shown, size):
    series = series_of(alice.person, size=size, slug="club", hands=4)
    tasks.advance_table(table_id=series.table_id)
    played_to_end(alice, series.table)
    played = {(hand.public_id, ply) for hand in Hand.objects.all() for ply in range(hand.ply + 1)}
    played -= {(Hand.objects.earliest("pk").public_id, 0)}  # dealt before anybody looked
    assert {(hand, ply) for hand, ply, _ in shown} == played
    assert len(played) > 200
    assert all(is_whole for _, _, is_whole in shown)
    assert Table.objects.get().status == "finished"


def test_a_change_of_somebody_else_is_noticed(alice, series_of, monkeypatch):
    """She comes to the table after her action, before the bots have moved."""
    series = series_of(alice.person, slug="random", hands=4)
    tasks.advance_table(table_id=series.table_id)
    message = message_of(alice, series.table)
    assert message is not None
    wholes: list[bool] = []

    def publish(changed: object) -> None:
        assert isinstance(changed, Scene)
        wholes.append(changed.is_whole)
        if len(wholes) == 1:
            presence_set(table_id=series.table_id, index=0, present=True)

    monkeypatch.setattr(live, "publish_table", publish)
    tasks.play_action(**message)
    assert wholes[:2] == [True, False]


def test_what_is_not_whole_is_read_again(alice, series_of, monkeypatch):
    series = series_of(alice.person)
    stale = selectors.scene_load(series.table_id)
    presence_set(table_id=series.table_id, index=0, present=True)
    stale.moved(Table.objects.get().rev + 1)
    assert not stale.is_whole
    sent: list[str] = []
    monkeypatch.setattr(publish, "_listened_to", set)
    monkeypatch.setattr(publish, "publish", lambda channel, *texts: sent.extend(texts))
    live.publish_table(stale)
    frames = wire.unpack(sent[0]).frames
    expected = selectors.table_frames(series.table, timezone.now())
    expected[f"seat:0:{alice.person.pk}"] = expected.pop("seat:0")
    assert frames == expected
    assert frames["spectator"]["table_state"]["seats"][0]["present"]


def test_ply_and_revision_are_read_by_one_statement(alice, series_of):
    """Or bots that move in between would be shown at too low a revision, and then once more."""
    series = series_of(alice.person)
    with CaptureQueriesContext(connection) as queries:
        selectors.scene_load(series.table_id)
    readers = [q["sql"] for q in queries if '"rev"' in q["sql"] or '"ply"' in q["sql"]]
    assert len(queries) == 2
    assert len(readers) == 1


def test_an_action_costs_few_statements(alice, series_of, monkeypatch):
    """Counted, not timed: what the latency of an action rests on."""
    series = series_of(alice.person, slug="random", hands=4)
    monkeypatch.setattr(
        live, "publish_table", lambda scene: selectors.scene_frames(scene, timezone.now())
    )
    tasks.advance_table(table_id=series.table_id)
    statements = 0
    for _ in range(30):
        message = message_of(alice, series.table)
        assert message is not None
        with CaptureQueriesContext(connection) as queries:
            tasks.play_action(**message)
        statements += len(queries)
    assert statements <= STATEMENTS_PER_ACTION * 30


def test_steps_do_not_claim_the_newest_revision(alice, series_of):
    """Whoever misses the last message of a change must find that the database has more."""
    series = series_of(alice.person, slug="random", hands=4)
    courses: list[list[wire.Snapshot]] = []
    tasks.advance_table(table_id=series.table_id)

    def note(changed: object) -> None:
        assert isinstance(changed, Scene)
        courses.append(TABLES.course(changed))

    services.table_advance(table_id=series.table_id, publish=note)
    for _ in range(4):
        message = message_of(alice, series.table)
        assert message is not None
        services.action_play(
            hand_id=message["hand"],
            ply=message["ply"],
            actions=message["actions"],
            actor="person",
            received_at=timezone.now(),
            user=alice,
        )
        services.table_advance(table_id=series.table_id, publish=note)
    long = [course for course in courses if len(course) > 1]
    assert long
    for course in long:
        assert {step.rev for step in course[:-1]} == {course[-1].rev - 1}


def test_bots_that_play_for_everybody_deal_one_hand_at_a_time(alice, series_of, monkeypatch):
    jobs: list[services.Job] = []
    monkeypatch.setattr(live, "publish_table", lambda _: None)
    monkeypatch.setattr(tasks, "dispatch", jobs.extend)
    table = series_of(alice.person, hands=8).table
    Seat.objects.filter(table=table, index=0).update(stand_in=version("club"))
    tasks.advance_table(table_id=table.pk)  # the hand that was dealt with the series, too
    for ended in (3, 4):
        jobs.clear()
        tasks.advance_table(table_id=table.pk)
        assert Hand.objects.filter(status="over").count() == ended
        assert [job.task for job in jobs] == ["games.tasks.advance_table"]


def test_the_next_deal_is_left_to_a_task_of_its_own(alice, series_of, monkeypatch):
    jobs: list[services.Job] = []
    monkeypatch.setattr(live, "publish_table", lambda _: None)
    monkeypatch.setattr(tasks, "dispatch", jobs.extend)
    table = series_of(alice.person, hands=8).table
    while not Hand.objects.filter(status="over").exists():
        message = message_of(alice, table)
        assert message is not None
        jobs.clear()
        tasks.play_action(**message)
    assert Hand.objects.count() == 1
    assert [(job.task, job.queue) for job in jobs] == [("games.tasks.advance_table", "human")]
    tasks.advance_table(**jobs[0].kwargs)
    assert Hand.objects.filter(number=1, status="playing").exists()
