"""Paced tables: stored whole, shown ply by ply, and nothing runs ahead of what is shown."""

from __future__ import annotations

import json
from datetime import datetime, timedelta

import pytest
from django.db.models import F
from django.utils import timezone

from engine.record import Entry, entries_to_text
from games import selectors, services
from games.models import Hand, Series, Table
from games.pacing import SHOW_PAUSE_PLIES, ply_at, rev_at
from games.policy import OPEN, may_see_record
from games.results import result_of
from games.selectors import states
from games.services import due_claim, hand_show_finish, series_play_slice
from games.services import slices as slices_module
from games.signals import series_finished

pytestmark = [pytest.mark.pg, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def pace(settings):
    settings.PLY_MS = 1000


@pytest.fixture
def clock(monkeypatch):
    """A clock the tests move by hand; services read it through timezone.now."""

    class Clock:
        now = timezone.now()

        def __call__(self) -> datetime:
            return self.now

    ticking = Clock()
    for module in (slices_module, services.due, services.showing):
        monkeypatch.setattr(module.timezone, "now", ticking)
    return ticking


@pytest.fixture
def series(series_of, clock) -> Series:
    return series_of(paced=True, hands=2)


def run_job(series: Series) -> None:
    """Play the job the due row asks for, and the one that follows from it."""
    series.refresh_from_db()
    outcome = series_play_slice(series_id=series.pk, due=series.next_due)
    while outcome.enqueue:
        due = datetime.fromisoformat(outcome.enqueue[0].kwargs["due"])
        outcome = series_play_slice(series_id=series.pk, due=due)
    series.refresh_from_db()


def showing(series: Series) -> Hand:
    return selectors.hand_get(series.hand_rows.get(status="showing").public_id)


def test_a_hand_is_stored_whole_and_shown_ply_by_ply(series, clock):
    rev = Table.objects.get().rev
    run_job(series)
    hand = showing(series)
    assert Hand.objects.count() == 1
    assert hand.rev_before == rev + 1
    assert Table.objects.get().rev == rev + 1 + hand.ply
    assert hand.show_from == clock.now
    shown_ms = 1000 * (hand.ply + SHOW_PAUSE_PLIES)
    assert hand.show_until == clock.now + timedelta(milliseconds=shown_ms)
    assert series.next_due == hand.show_until
    for ply in (0, 1, hand.ply // 2, hand.ply, hand.ply + 3):
        now = hand.show_from + timedelta(seconds=ply)
        shown = min(ply, hand.ply)
        frame = selectors.table_frame(series.table, OPEN, now)
        assert frame["ply"] == frame["view"]["ply"] == shown == ply_at(hand, now)
        assert frame["rev"] == hand.rev_before + shown
        assert frame["table_state"]["rows"] == []
        assert frame["table_state"]["totals"] == [0, 0, 0, 0]
    assert ply_at(hand, hand.show_from - timedelta(seconds=5)) == 0


def test_frames_tell_nothing_of_what_comes(series, monkeypatch):
    """Equal plies give equal frames, whatever was played after them."""
    run_job(series)
    hand = showing(series)
    now = hand.show_from + timedelta(seconds=10)
    before = json.dumps(selectors.table_frame(series.table, OPEN, now))
    state, entries = selectors.hand_states(hand)[10], list(selectors.hand_entries(hand)[:10])
    while state.turn is not None:
        entries.append(Entry(state.turn, state.legal_actions()[-1], "bot"))
        state = state.apply(state.turn, entries[-1].action)
    Table.objects.update(rev=F("rev") + state.ply - hand.ply)
    hand.actions, hand.ply = entries_to_text(entries), state.ply
    hand.result = result_of(state)
    hand.save()
    monkeypatch.setattr(states, "_histories", states._Recent(8))
    monkeypatch.setattr(states, "_replays", states._Recent(8))
    assert json.dumps(selectors.table_frame(series.table, OPEN, now)) == before


def test_nothing_counts_before_it_was_shown(series, clock):
    run_job(series)
    hand = showing(series)
    assert not may_see_record(hand)
    assert selectors.series_totals(series) == (0, 0, 0, 0)
    assert selectors.sheet_rows(series) == []
    shown = selectors.revs_shown([series.table], hand.show_from + timedelta(seconds=2))
    assert shown == {series.table_id: hand.rev_before + 2}
    assert (
        hand_show_finish(hand_id=hand.pk, now=hand.show_until - timedelta(seconds=1)).publish == ()
    )
    clock.now = hand.show_until
    run_job(series)
    hand.refresh_from_db()
    assert hand.status == Hand.Status.OVER
    assert may_see_record(hand)
    assert any(selectors.series_totals(series))
    assert len(selectors.sheet_rows(series)) == 1


def test_the_next_hand_is_newer_than_the_last_frame(series, clock):
    run_job(series)
    first = showing(series)
    last = selectors.table_frame(series.table, OPEN, first.show_until)
    clock.now = first.show_until
    run_job(series)
    second = showing(series)
    frame = selectors.table_frame(series.table, OPEN, clock.now)
    assert (frame["hand"], frame["ply"]) == (second.public_id, 0)
    assert frame["rev"] > last["rev"]


def test_the_series_ends_after_the_last_hand_was_shown(series, clock):
    seen: list[int] = []

    def note(sender, series_id, **_):
        seen.append(series_id)

    series_finished.connect(note)
    try:
        for _ in range(2):
            run_job(series)
            hand = showing(series)
            assert series.status == Series.Status.RUNNING
            assert Table.objects.get().status == Table.Status.RUNNING
            assert seen == []
            clock.now = hand.show_until
        run_job(series)
    finally:
        series_finished.disconnect(note)
    assert seen == [series.pk]
    assert Table.objects.get().status == Table.Status.FINISHED
    assert series.next_due is None
    assert set(Hand.objects.values_list("status", flat=True)) == {"over"}


def test_due_rows_alone_carry_a_paced_series(series, clock):
    """No message of a task arrives, only the sweeper's: the series still ends."""
    for _ in range(30):
        series.refresh_from_db()
        if series.status == Series.Status.FINISHED:
            break
        clock.now = series.next_due
        for job in due_claim(now=clock.now):
            kwargs = job.kwargs | {"due": datetime.fromisoformat(job.kwargs["due"])}
            series_play_slice(**kwargs)
    assert series.status == Series.Status.FINISHED
    assert Hand.objects.filter(status="over").count() == 2


def test_after_a_standstill_showing_goes_on_from_now(series, clock):
    run_job(series)
    clock.now = showing(series).show_until + timedelta(hours=3)
    run_job(series)
    assert Hand.objects.filter(status="over").count() == 1
    assert showing(series).show_from == clock.now


def test_an_early_message_waits_for_the_end_of_showing(series):
    run_job(series)
    hand = showing(series)
    series_play_slice(series_id=series.pk)
    series.refresh_from_db()
    assert series.next_due == hand.show_until
    assert Hand.objects.count() == 1


def test_finishing_twice_counts_once(series):
    run_job(series)
    hand = showing(series)
    assert hand_show_finish(hand_id=hand.pk, now=hand.show_until).publish
    rev = Table.objects.get().rev
    assert hand_show_finish(hand_id=hand.pk, now=hand.show_until) == services.Outcome()
    assert Table.objects.get().rev == rev


def test_a_change_of_the_table_counts_while_a_hand_is_shown(series):
    run_job(series)
    hand = showing(series)
    now = hand.show_from + timedelta(seconds=3)
    before = selectors.table_frame(series.table, OPEN, now)
    assert services.table_stuck(table_id=series.table_id)
    frame = selectors.table_frame(series.table, OPEN, now)
    assert (frame["rev"], frame["ply"]) == (before["rev"] + 1, before["ply"])
    assert frame["table_state"]["status"] == Table.Status.STUCK
    assert rev_at(hand, hand.rev_before - 1, now) == before["rev"]


def test_without_pace_everything_is_shown_at_once(series, settings):
    settings.PLY_MS = 0
    run_job(series)
    hand = Hand.objects.select_related("series__table").order_by("-number").first()
    assert ply_at(hand, hand.show_from) == hand.ply
    assert rev_at(hand, 0, hand.show_from) == hand.rev_before + hand.ply


def test_a_table_with_a_person_is_not_paced(alice, series_of):
    series = series_of(alice.person, paced=True)
    services.table_advance(table_id=series.table_id)
    assert Hand.objects.get().status == Hand.Status.PLAYING
