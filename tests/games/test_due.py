"""Leases, the sweeper, clocks, and what is left alone after three failures."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games import selectors, tasks
from games.models import Hand, Series, Table
from games.policy import SPECTATOR
from games.services import (
    Job,
    Wish,
    action_play,
    advance,
    clocks,
    due_claim,
    quick_games_close_stale,
    series_play_slice,
    slices,
    table_advance,
    table_open,
    table_resume,
)
from games.signals import series_finished
from games.tasks import advance_table, play_series, sweep_due
from tests.games.conftest import RULES, version
from tests.games.test_actions import at_once

pytestmark = [pytest.mark.pg, pytest.mark.django_db(transaction=True)]

SECOND = timedelta(seconds=1)


def test_a_bot_to_move_is_due_after_the_lease(alice, series_of, settings):
    settings.LEASE_HUMAN_SECONDS = 5
    series = series_of(alice.person, first_dealer=0)
    due = Hand.objects.get().next_due
    assert due is not None
    assert due_claim(now=due - SECOND) == []
    jobs = due_claim(now=due)
    assert [(job.task, job.kwargs, job.queue) for job in jobs] == [
        ("games.tasks.advance_table", {"table_id": series.table_id}, "human")
    ]
    assert Hand.objects.get().next_due == due + timedelta(seconds=5)
    assert due_claim(now=due) == []


def test_a_person_without_a_clock_is_never_due(alice, series_of):
    series = series_of(alice.person, first_dealer=0)
    table_advance(table_id=series.table_id)
    assert Hand.objects.get().next_due is None
    assert due_claim(now=timezone.now() + timedelta(days=300)) == []


def test_many_sweepers_hand_out_each_row_once(alice, series_of):
    for _ in range(3):
        series_of()
    series_of(alice.person)
    later = timezone.now() + timedelta(minutes=5)
    results = at_once(6, lambda i: due_claim(now=later))
    jobs = [job for jobs in results for job in jobs]  # type: ignore[attr-defined]
    assert len(jobs) == 4
    assert sorted(job.queue for job in jobs) == ["bulk", "bulk", "bulk", "human"]


def test_the_claim_is_limited(series_of):
    for _ in range(3):
        series_of()
    assert len(due_claim(now=timezone.now() + timedelta(minutes=5), limit=2)) == 2


def test_the_clock_plays_for_a_person_who_does_not(alice, series_of, settings):
    settings.ACTION_GRACE_MS = 2000
    series = series_of(alice.person, first_dealer=1, clock_ms=60_000)
    table_advance(table_id=series.table_id)
    hand = selectors.hand_get(Hand.objects.get().public_id)
    assert hand.next_due == hand.deadline + timedelta(milliseconds=2000)
    frame = selectors.table_frame(series.table, SPECTATOR, timezone.now())
    time = hand.deadline.isoformat()
    own = hand.seating.index(0)
    assert frame["clock"] == {"seat": own, "deadline": time, "until": time, "bank_ms": 0}
    assert frame["table_state"]["clock_ms"] == 60_000  # pages go on by themselves under a clock
    assert hand.deadline >= hand.created_at + timedelta(seconds=60)
    default = str(selectors.hand_state(hand).default_action())
    table_advance(table_id=series.table_id, now=hand.next_due - SECOND)
    assert Hand.objects.get().ply == hand.ply
    assert len(due_claim(now=hand.next_due)) == 1
    table_advance(table_id=series.table_id, now=hand.next_due)
    entry = selectors.hand_entries(Hand.objects.get())[hand.ply]
    assert (str(entry.action), entry.actor) == (default, "clock")


def test_a_deadline_grants_the_time_the_browser_shows_moves(alice, series_of):
    series = series_of(alice.person, first_dealer=0, clock_ms=60_000)
    now = timezone.now()
    table_advance(table_id=series.table_id, now=now)
    hand = Hand.objects.get()
    moves = hand.ply
    assert moves > 0
    assert hand.deadline == now + timedelta(milliseconds=60_000 + 400 * moves)


def test_who_stays_away_does_not_slow_the_table_down_more_and_more():
    actors = ["person", "bot", "clock", "bot", "rule", "clock", "bot", "bot"]
    text = "".join(f"{i % 4} pass {actor} 0\n" for i, actor in enumerate(actors))
    # Two bots since the last clock, and the move of the clock itself.
    assert clocks.moves_to_show(text) == 3


def test_only_the_holder_of_the_lease_plays(series_of):
    series = series_of()
    old = series.next_due
    assert old is not None
    due_claim(now=old)
    assert series_play_slice(series_id=series.pk, due=old).enqueue == ()
    assert Hand.objects.count() == 0
    series.refresh_from_db()
    series_play_slice(series_id=series.pk, due=series.next_due)
    assert Hand.objects.count() == 4


def test_an_overtaken_worker_writes_nothing(series_of, monkeypatch):
    series = series_of()
    play_out = slices._Run._play_out

    def overtaken(run, number):
        hand = play_out(run, number)
        Series.objects.filter(pk=series.pk).update(next_due=timezone.now() + 99 * SECOND)
        return hand

    monkeypatch.setattr(slices._Run, "_play_out", overtaken)
    rev = Table.objects.get().rev
    assert series_play_slice(series_id=series.pk).enqueue == ()
    assert Hand.objects.count() == 0
    assert Table.objects.get().rev == rev


def test_two_workers_at_once_store_each_hand_once(series_of):
    series = series_of(hands=8)
    at_once(3, lambda i: series_play_slice(series_id=series.pk))
    if Hand.objects.count() < 8:  # every worker may have been overtaken by the next one
        series_play_slice(series_id=series.pk)
    assert sorted(Hand.objects.values_list("number", flat=True)) == list(range(8))


def test_a_failing_series_is_stuck_after_three_attempts(series_of, monkeypatch):
    series = series_of()

    def broken(run, number):
        raise RuntimeError("broken")

    monkeypatch.setattr(slices._Run, "_play_out", broken)
    for _ in range(3):
        assert Table.objects.get().status == Table.Status.RUNNING
        with pytest.raises(RuntimeError):
            play_series(series_id=series.pk)
    assert Table.objects.get().status == Table.Status.STUCK
    assert due_claim(now=timezone.now() + timedelta(days=1)) == []


def test_a_worker_that_is_killed_three_times_leaves_a_stuck_table(series_of):
    series = series_of()
    Series.objects.update(fail_count=3)
    play_series(series_id=series.pk)
    assert Table.objects.get().status == Table.Status.STUCK
    assert Hand.objects.count() == 0


def test_a_failing_table_of_persons_is_stuck_after_three_attempts(alice, series_of, monkeypatch):
    series = series_of(alice.person, first_dealer=0)

    def broken(*args):
        raise RuntimeError("broken")

    monkeypatch.setattr(advance, "choose", broken)
    for _ in range(3):
        with pytest.raises(RuntimeError):
            advance_table(table_id=series.table_id)
    assert Table.objects.get().status == Table.Status.STUCK
    assert Hand.objects.get().next_due is None


def waiting(user) -> Table:
    """A table of the lobby whose free seats have waited long enough."""
    version("club")
    before = timezone.now() - timedelta(minutes=5)
    return table_open(user=user, wish=Wish(preset=RULES, hands=2), now=before)[0]


def sweep_later(hours: int) -> list[Job]:
    return due_claim(now=timezone.now() + timedelta(hours=hours))


def test_a_table_that_cannot_be_warmed_is_stuck_after_three_attempts(alice, monkeypatch):
    table = waiting(alice)
    carried_out: list[int] = []
    monkeypatch.setattr(tasks, "publish", carried_out.extend)
    with monkeypatch.context() as broken:
        broken.setattr("games.services.lobby.series_start", lambda **_: 1 / 0)
        for hours in range(3):
            table.refresh_from_db()
            assert table.status == Table.Status.OPEN
            (job,) = sweep_later(hours)
            with pytest.raises(ZeroDivisionError):
                tasks.warm_table(**job.kwargs)
    table.refresh_from_db()
    assert (table.status, table.next_due) == (Table.Status.STUCK, None)
    assert carried_out == [table.pk]
    assert sweep_later(24) == []
    # Once somebody has looked it goes on.
    (job,) = table_resume(table_id=table.pk).enqueue
    tasks.warm_table(**job.kwargs)
    table.refresh_from_db()
    assert (table.status, table.fail_count, table.next_due) == (Table.Status.RUNNING, 0, None)


def test_workers_that_are_killed_warming_leave_a_stuck_table(alice):
    table = waiting(alice)
    jobs = [job for hours in range(4) for job in sweep_later(hours)]
    assert len(jobs) == 4
    tasks.warm_table(**jobs[-1].kwargs)
    table.refresh_from_db()
    assert table.status == Table.Status.STUCK
    assert not Series.objects.exists()


def test_progress_clears_the_count_of_failures(alice, series_of):
    series = series_of(alice.person, first_dealer=0)
    Hand.objects.update(fail_count=2)
    table_advance(table_id=series.table_id)
    assert Hand.objects.get().fail_count == 0


def test_a_signal_that_fails_is_delivered_again(series_of):
    calls: list[int] = []

    def receiver(sender, series_id, **_):
        calls.append(series_id)
        if len(calls) == 1:
            raise RuntimeError("not now")

    series_finished.connect(receiver)
    try:
        series = series_of()
        series_play_slice(series_id=series.pk)
        series.refresh_from_db()
        assert series.status == "finished"
        assert series.next_due is not None
        job = due_claim(now=series.next_due)[0]
        play_series(**job.kwargs)
    finally:
        series_finished.disconnect(receiver)
    series.refresh_from_db()
    assert calls == [series.pk, series.pk]
    assert series.next_due is None


def test_between_two_hands_the_series_is_due(alice, series_of, monkeypatch):
    """A worker killed after the last append of a hand: the next one is dealt by the sweeper."""
    series = series_of(alice.person, first_dealer=0, hands=2)
    table_advance(table_id=series.table_id)
    hand = selectors.hand_get(Hand.objects.get().public_id)
    while hand.status == Hand.Status.PLAYING:
        state = selectors.hand_state(hand)
        seat = state.turn
        assert seat is not None
        actor = "person" if hand.seating[seat] == 0 else "bot"
        action_play(
            hand_id=hand.pk,
            ply=hand.ply,
            seat=seat,
            actions=[str(state.default_action())],
            actor=actor,
            received_at=timezone.now(),
        )
        hand = selectors.hand_get(hand.public_id)
    assert Hand.objects.count() == 1
    series.refresh_from_db()
    assert series.next_due is not None
    job = due_claim(now=series.next_due)[0]
    assert job.task == "games.tasks.advance_table"
    advance_table(**job.kwargs)
    assert Hand.objects.count() == 2


def test_a_broker_that_is_down_costs_no_work(series_of, monkeypatch):
    from kombu.exceptions import OperationalError

    from games import tasks

    def down(*args, **kwargs):
        raise OperationalError("no broker")

    monkeypatch.setattr(tasks.current_app, "send_task", down)
    series = series_of()
    Series.objects.update(next_due=timezone.now())
    sweep_due()
    series.refresh_from_db()
    assert series.next_due > timezone.now()


def test_quick_games_close_after_a_day(alice, series_of, table_of):
    old = series_of(alice.person).table
    new = series_of(alice.person).table
    event = series_of(alice.person, kind="event").table
    Table.objects.filter(pk__in=[old.pk, event.pk]).update(
        created_at=timezone.now() - timedelta(hours=25)
    )
    assert quick_games_close_stale().publish == ()  # their series have begun just now
    Series.objects.exclude(table=new).update(started_at=timezone.now() - timedelta(hours=25))
    assert quick_games_close_stale().publish == (old.pk,)
    status = dict(Table.objects.values_list("pk", "status"))
    assert status == {old.pk: "closed", new.pk: "running", event.pk: "running"}
    assert Hand.objects.get(series__table=old).status == Hand.Status.VOID
