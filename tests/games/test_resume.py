"""``manage.py table``: a stuck table goes on, or ends."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from games import selectors, services, tasks
from games.models import Hand, Series, Table
from games.services import due_claim, table_stuck
from games.tasks import advance_table, play_series

pytestmark = [pytest.mark.pg, pytest.mark.django_db]


@pytest.fixture(autouse=True)
def jobs(monkeypatch):
    """What the command enqueues."""
    found: list[services.Job] = []
    monkeypatch.setattr(tasks, "dispatch", found.extend)
    return found


def command(*args: str) -> str:
    out = StringIO()
    call_command("table", *args, stdout=out)
    return out.getvalue()


def stuck(series: Series) -> Table:
    """Its table after three failed attempts."""
    Series.objects.update(fail_count=3)
    Hand.objects.update(fail_count=3)
    assert table_stuck(table_id=series.table_id)
    assert due_claim(now=timezone.now() + timedelta(hours=1)) == []
    return Table.objects.get()


def test_a_table_of_bots_goes_on(series_of, jobs):
    table = stuck(series_of())
    assert command("resume", table.public_id) == f"Table {table.public_id}: resumed.\n"
    assert Table.objects.get().rev == table.rev + 1
    (job,) = jobs
    play_series(**job.kwargs)
    assert Table.objects.get().status == Table.Status.FINISHED
    assert Hand.objects.count() == 4


def test_a_person_gets_the_whole_time_again(alice, series_of):
    series = series_of(alice.person, first_dealer=3, clock_ms=60_000)
    hand = selectors.hand_get(Hand.objects.get().public_id)
    assert selectors.hand_state(hand).turn == hand.seating.index(0)
    table = stuck(series)
    later = timezone.now() + timedelta(days=1)
    services.table_resume(table_id=table.pk, now=later)
    hand.refresh_from_db()
    assert (hand.deadline, hand.fail_count) == (later + timedelta(seconds=60), 0)
    assert hand.next_due > hand.deadline
    assert Table.objects.get().status == Table.Status.RUNNING


def test_a_bot_to_move_moves(alice, series_of, jobs):
    table = stuck(series_of(alice.person, first_dealer=0))
    command("resume", table.public_id)
    (job,) = jobs
    advance_table(**job.kwargs)
    hand = selectors.hand_get(Hand.objects.get().public_id)
    assert hand.ply > 0
    assert selectors.hand_state(hand).turn == hand.seating.index(0)


def test_between_two_hands_the_next_one_is_dealt(alice, series_of, jobs):
    series = series_of(alice.person)
    Hand.objects.update(status=Hand.Status.OVER, result={}, next_due=None)
    table = stuck(series)
    command("resume", table.public_id)
    advance_table(**jobs[0].kwargs)
    assert Hand.objects.count() == 2


def test_what_is_not_stuck_stays_as_it_is(alice, series_of):
    table = series_of(alice.person).table
    rev = Table.objects.get().rev
    with pytest.raises(CommandError, match="is running: nothing to do"):
        command("resume", table.public_id)
    with pytest.raises(CommandError, match="no table"):
        command("resume", "nosuchtable0")
    assert Table.objects.get().rev == rev


def test_a_stuck_table_can_be_closed(series_of):
    table = stuck(series_of())
    assert command("close", table.public_id) == f"Table {table.public_id}: closed.\n"
    assert Table.objects.get().status == Table.Status.CLOSED
    with pytest.raises(CommandError, match="is closed: nothing to do"):
        command("close", table.public_id)
