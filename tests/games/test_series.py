"""Whole series through the services: with a person, with bots only, at tables of five."""

from __future__ import annotations

import pytest
from django.utils import timezone

from games import selectors
from games.models import Hand, Series, Table
from games.policy import viewer_of
from games.services import (
    action_play,
    quick_game_create,
    series_play_slice,
    table_advance,
)
from games.signals import series_finished
from tests.games.conftest import RULES, version

pytestmark = [pytest.mark.pg, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def finished():
    """Ids of the series announced as finished."""
    seen: list[int] = []

    def note(sender: object, series_id: int, **_: object) -> None:
        seen.append(series_id)

    series_finished.connect(note)
    yield seen
    series_finished.disconnect(note)


def play_as(user, table: Table, publish=lambda table_id: None) -> None:
    """Play the fallback for ``user`` until the table is finished."""
    for _ in range(500):
        table_advance(table_id=table.pk, publish=publish)
        frame = selectors.table_frame(table, viewer_of(user, table, timezone.now()), timezone.now())
        if frame["table_state"]["status"] != "running":
            return
        view = frame["view"]
        action_play(
            hand_id=selectors.hand_get(frame["hand"]).pk,
            ply=frame["ply"],
            actions=[view["fallback"]],
            actor="person",
            received_at=timezone.now(),
            user=user,
        )
        publish(table.pk)
    raise AssertionError("the table did not finish")


def test_quick_game_is_played_to_its_end(alice, finished):
    version("club")
    table, outcome = quick_game_create(user=alice, preset=RULES, hands=2)
    assert [job.task for job in outcome.enqueue] == ["games.tasks.advance_table"]
    frames = []

    def publish(table_id: int) -> None:
        frames.append(selectors.table_frames(table, timezone.now()))

    play_as(alice, table, publish)
    series = Series.objects.get()
    assert series.status == "finished"
    assert series.next_due is None
    assert finished == [series.pk]
    hands = list(Hand.objects.order_by("number"))
    assert [hand.status for hand in hands] == ["over", "over"]
    for hand in hands:
        assert selectors.hand_record(hand).verify().is_over
        actors = {entry.actor for entry in selectors.hand_entries(hand)}
        assert {"person", "bot"} <= actors
    revs = [next(iter(f.values()))["rev"] for f in frames]
    assert revs == sorted(revs)
    table.refresh_from_db()
    assert table.status == "finished"


def test_every_ply_of_a_bot_is_published(alice):
    version("club")
    table, _ = quick_game_create(user=alice, preset=RULES, hands=2)
    seen: set[tuple[str, int]] = set()

    def publish(changed: selectors.Scene | int) -> None:
        scene = selectors.scene_load(changed) if isinstance(changed, int) else changed
        now, hand = timezone.now(), scene.current
        assert hand is not None
        frames = selectors.scene_course(scene, now)
        seen.update((hand.public_id, each["spectator"]["ply"]) for each in frames)

    play_as(alice, table, publish)
    plies = Hand.objects.values_list("public_id", "ply")
    own = {  # her own actions and what follows by rule: that is published by the task
        (hand.public_id, ply)
        for hand in Hand.objects.all()
        for ply, entry in enumerate(selectors.hand_entries(hand), start=1)
        if entry.actor in ("person", "rule")
    }
    assert {(name, at) for name, ply in plies for at in range(1, ply + 1)} <= seen | own


def test_bot_series_is_stored_whole(series_of, finished):
    series = series_of(hands=8)
    published: list[object] = []
    outcome = series_play_slice(series_id=series.pk, publish=published.append)
    assert outcome.enqueue == ()
    hands = list(Hand.objects.order_by("number"))
    assert [hand.number for hand in hands] == list(range(8))
    assert {hand.status for hand in hands} == {"over"}
    assert published
    series.refresh_from_db()
    assert (series.status, series.next_due) == ("finished", None)
    assert finished == [series.pk]
    totals = selectors.series_totals(series)
    assert sum(totals) == 0
    assert len(selectors.sheet_rows(series)) == 8


def test_slice_without_time_plays_one_hand_and_hands_on(series_of):
    series = series_of(hands=4)
    due = series.next_due
    for number in range(1, 5):
        outcome = series_play_slice(series_id=series.pk, due=due, budget_s=1e-9)
        assert Hand.objects.count() == number
        if number < 4:
            series.refresh_from_db()
            due = series.next_due
            assert outcome.enqueue[0].kwargs == {"series_id": series.pk, "due": due.isoformat()}
    assert outcome.enqueue == ()


@pytest.mark.parametrize("hands", [4, 8])
def test_at_a_table_of_five_each_seat_sits_out_equally(series_of, hands):
    series = series_of(size=5, hands=hands)
    series_play_slice(series_id=series.pk)
    stored = list(Hand.objects.order_by("number"))
    assert len(stored) == hands * 5 // 4
    out = [next(seat for seat in range(5) if seat not in hand.seating) for hand in stored]
    assert [out.count(seat) for seat in range(5)] == [hands // 4] * 5
    rows = selectors.sheet_rows(series)
    assert [row["dealer"] for row in rows] == out
    assert all(row["points"][seat] == 0 for row, seat in zip(rows, out, strict=True))


def test_person_who_sits_out_sees_only_what_is_public(alice, table_of, series_of):
    series = series_of(alice.person, size=5, hands=4, first_dealer=0)
    table = series.table
    now = timezone.now()
    frame = selectors.table_frame(table, viewer_of(alice, table, now), now)
    assert frame["role"] == "seat"
    assert frame["view"]["cards"] == {}
    table_advance(table_id=table.pk)
    hands = list(Hand.objects.order_by("number"))
    assert hands[0].status == "over"
    assert hands[1].status == "playing"


def test_deal_seed_repeats_deals(series_of):
    first, second = series_of(), series_of()
    series_play_slice(series_id=first.pk)
    series_play_slice(series_id=second.pk)
    deals = [list(s.hand_rows.values_list("cards", flat=True)) for s in (first, second)]
    assert deals[0] == deals[1]
    assert len(set(deals[0])) == 4
    nonces = Hand.objects.values_list("nonce", flat=True)
    assert len(set(nonces)) == 8
