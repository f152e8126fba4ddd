"""Messages that come twice, late or while their first copy is still being worked on."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games import live, selectors
from games.models import Hand, Series, Table
from games.services import due_claim, slices, table_advance
from games.tasks import action_apply, advance_table, play_action, play_series, sweep_due

pytestmark = [pytest.mark.pg, pytest.mark.django_db(transaction=True)]


@contextmanager
def redelivered() -> Iterator[None]:
    """As if the broker had given the message of a lost worker to us."""
    play_series.push_request(delivery_info={"redelivered": True})
    try:
        yield
    finally:
        play_series.pop_request()


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Names of the tasks that would have gone to the broker."""
    names: list[Any] = []
    monkeypatch.setattr(
        "games.tasks.current_app.send_task", lambda name, **options: names.append(name)
    )
    return names


def message_of(series: Series) -> dict[str, Any]:
    assert series.next_due is not None
    return {"series_id": series.pk, "due": series.next_due.isoformat()}


def test_a_second_copy_while_the_first_still_runs_does_nothing(series_of, monkeypatch, caplog):
    """The visibility timeout was shorter than the task."""
    series = series_of()
    message = message_of(series)
    play_out = slices._Run._play_out

    def meanwhile(run, number):
        with redelivered():
            play_series(**message)
        return play_out(run, number)

    monkeypatch.setattr(slices._Run, "_play_out", meanwhile)
    with caplog.at_level(logging.INFO, "games.tasks"):
        play_series(**message)
    assert list(Hand.objects.values_list("number", flat=True)) == [0, 1, 2, 3]
    assert caplog.text.count("out of date by now") == 4
    series.refresh_from_db()
    assert (series.status, series.next_due, series.fail_count) == ("finished", None, 0)


def test_a_message_that_was_lost_before_the_work_began_is_taken_on(series_of, caplog):
    series = series_of()
    with redelivered(), caplog.at_level(logging.INFO, "games.tasks"):
        play_series(**message_of(series))
    assert Hand.objects.count() == 4
    assert "came again, taken on" in caplog.text


def test_the_lease_and_the_old_message_together_play_each_hand_once(series_of):
    series = series_of()
    old = message_of(series)
    (job,) = due_claim(now=series.next_due)
    play_series(**old)
    assert Hand.objects.count() == 0
    play_series(**job.kwargs)
    play_series(**old)
    play_series(**job.kwargs)
    assert Hand.objects.count() == 4


def test_after_the_end_old_messages_announce_nothing_twice(series_of):
    from games.signals import series_finished

    told: list[int] = []

    def note(sender: object, series_id: int, **_: object) -> None:
        told.append(series_id)

    series = series_of()
    message = message_of(series)
    series_finished.connect(note)
    try:
        for _ in range(3):
            play_series(**message)
        sweep_due()
    finally:
        series_finished.disconnect(note)
    assert told == [series.pk]


def test_an_append_without_its_successor_is_carried_on(alice, series_of, sent, monkeypatch):
    """The worker died after a person's append, before any bot moved: the lease brings the bots,
    and the person's own message, come again, is only answered."""
    answers: list[dict[str, Any]] = []
    monkeypatch.setattr(live, "publish_reply", lambda reply, payload: answers.append(payload))
    series = series_of(alice.person, first_dealer=1)
    table_advance(table_id=series.table_id)
    hand = selectors.hand_get(Hand.objects.get().public_id)
    action = str(selectors.hand_state(hand).default_action())
    action_apply(hand.public_id, hand.ply, [action], alice, timezone.now())
    left = Hand.objects.get()
    play_action(
        hand=hand.public_id, ply=hand.ply, actions=[action], user_id=alice.pk,
        received_at=timezone.now().isoformat(), reply="process:socket", message_id="c1",
    )  # fmt: skip
    assert answers == [{"type": "accepted", "id": "c1", "ply": left.ply}]
    assert Hand.objects.get().ply == left.ply
    assert left.next_due is not None
    (job,) = due_claim(now=left.next_due + timedelta(seconds=1))
    advance_table(**job.kwargs)
    advance_table(**job.kwargs)
    after = selectors.hand_get(hand.public_id)
    assert after.ply > left.ply
    people = [e for e in selectors.hand_entries(after) if e.actor == "person"]
    assert [str(entry.action) for entry in people] == [action]
    assert Table.objects.get().status == Table.Status.RUNNING
