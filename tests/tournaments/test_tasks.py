"""Rounds close and open by tasks, once each, whatever is lost or delivered twice."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.models import Hand, Series, Table
from games.services import Job, due_claim
from games.tasks import play_series
from tests.tournaments.playing import event_of, play_tables
from tournaments import services, tasks
from tournaments.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.pg]


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[Job]:
    """Jobs that would have gone to the broker."""
    jobs: list[Job] = []
    for module in ("tournaments.tasks", "tournaments.receivers"):
        monkeypatch.setattr(f"{module}.dispatch", jobs.extend)
    return jobs


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Events whose pages were told to look again."""
    events: list[str] = []

    def publish_event(event_id: str, payload: dict[str, Any]) -> None:
        assert payload == {"changed": True}
        events.append(event_id)

    monkeypatch.setattr("games.live.publish_event", publish_event)
    return events


def run(jobs: list[Job]) -> None:
    """Carry out the round jobs sent so far, each twice, as a broker may deliver them."""
    todo = [job for job in jobs if job.task.startswith("tournaments.")]
    jobs.clear()
    for job in todo:
        assert job.queue == "bulk"
        task = getattr(tasks, job.task.rpartition(".")[2])
        task(**job.kwargs)
        task(**job.kwargs)


def test_an_event_runs_through_on_its_messages(
    sent, told, django_capture_on_commit_callbacks
) -> None:
    event = event_of(8, rounds=2)
    sent.extend(services.event_start(event=event).enqueue)
    run(sent)
    assert len([job for job in sent if job.task == "games.tasks.play_series"]) == 2
    for _ in range(2):
        sent.clear()
        with django_capture_on_commit_callbacks(execute=True):
            play_tables(event)
        assert {job.task for job in sent} == {"tournaments.tasks.close_round"}
        run(sent)
        assert {job.task for job in sent} >= {"tournaments.tasks.open_next_round"}
        run(sent)
    event.refresh_from_db()
    assert event.status == Event.Status.FINISHED
    assert (Table.objects.count(), Hand.objects.count()) == (4, 16)
    assert set(told) == {event.public_id}


def test_an_event_runs_through_on_the_sweeper_alone(sent, told, settings) -> None:
    settings.LEASE_BULK_SECONDS = 0
    event = event_of(8, rounds=2)
    services.event_start(event=event)
    for _ in range(2):
        tasks.sweep_rounds()
        run(sent)
        play_tables(event)
        tasks.sweep_rounds()
        tasks.close_round(round_id=sent[-1].kwargs["round_id"])
        sent.clear()  # the worker dies before the next round opens
    tasks.sweep_rounds()
    run(sent)
    event.refresh_from_db()
    assert event.status == Event.Status.FINISHED
    assert Hand.objects.count() == 16
    tasks.sweep_rounds()
    assert sent == []


def test_a_receiver_that_fails_stops_nothing(
    sent, monkeypatch, django_capture_on_commit_callbacks
) -> None:
    """The round closes by the sweeper; the signal stays due until it could be delivered."""
    event = event_of(8, rounds=1)
    services.event_start(event=event)
    services.event_advance(event=event)
    with monkeypatch.context() as patch, django_capture_on_commit_callbacks(execute=True):

        def fail(jobs: list[Job]) -> None:
            raise RuntimeError("not now")

        patch.setattr("tournaments.receivers.dispatch", fail)
        play_tables(event)
    assert sent == []
    unheard = Series.objects.exclude(next_due=None)
    assert list(unheard.values_list("status", flat=True)) == ["finished", "finished"]
    tasks.sweep_rounds()
    run(sent)
    run(sent)
    event.refresh_from_db()
    assert event.status == Event.Status.FINISHED
    for job in due_claim(now=timezone.now() + timedelta(minutes=1)):
        play_series(**job.kwargs)
    assert not unheard.exists()


def test_only_one_sweeper_gets_an_event_until_its_lease_ends(sent) -> None:
    event = event_of(8, rounds=2)
    services.event_start(event=event)
    now = timezone.now()
    assert services.events_claim(now=now) == [services.open_next_round_job(event.pk)]
    assert services.events_claim(now=now) == []
    later = now + timedelta(seconds=31)
    assert services.events_claim(now=later) == [services.open_next_round_job(event.pk)]
    services.event_advance(event=event)
    assert services.events_claim(now=later + timedelta(seconds=31)) == []


def test_a_draw_overtaken_by_another_writes_nothing(monkeypatch) -> None:
    """Two workers draw at once: the second finds the rounds there and uses them."""
    event = event_of(8, rounds=2)
    services.event_start(event=event)
    from tournaments.services import rounds

    real_draw = rounds.draw

    def draw_and_be_overtaken(*args: Any, **kwargs: Any) -> Any:
        monkeypatch.setattr(rounds, "draw", real_draw)
        rounds.round_draw(event=Event.objects.get(pk=event.pk))
        return real_draw(*args, **kwargs)

    monkeypatch.setattr(rounds, "draw", draw_and_be_overtaken)
    services.event_advance(event=event)
    assert list(event.rounds.values_list("number", "status")) == [(1, "open"), (2, "draft")]


def test_unknown_rows_are_no_failure(sent) -> None:
    tasks.close_round(round_id=0)
    tasks.open_next_round(event_id=0)
    tasks.sweep_rounds()
    assert sent == []
