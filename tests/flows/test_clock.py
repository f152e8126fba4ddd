"""Everything is killed while a clock runs and a table waits for people; what was due then is done
once after the next start."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from accounts.services import person_for, user_create
from bots.selectors import bot_version_builtin
from games.models import Hand, Series, Table
from games.selectors import hand_entries
from games.services import SeatSpec, Terms, Wish, series_start, table_create, table_open
from tests.deadlines import RESYNC_SECONDS
from tests.flows.platforms import orm_on
from tests.running import Running, is_alive

pytestmark = pytest.mark.ci

RULES = "koenigrufen/cardgames-zone"
HOUR = timedelta(hours=1)


def clocked() -> Hand:
    """Alice is to move and has an hour, as has Bob after her."""
    people = [SeatSpec(person=person_for(user_create(username=n))) for n in ("alice", "bob")]
    bots = [SeatSpec(bot_version=bot_version_builtin("random"), name=f"Bot {i}") for i in (2, 3)]
    table = table_create(
        name="Clock",
        rules_id=RULES,
        hands=2,
        seats=[*people, *bots],
        terms=Terms(clock_ms=3_600_000, bank_ms=60_000, takeover="clock"),
    )
    series_start(table=table, first_dealer=3, deal_seed="clock")
    return Hand.objects.get(series__table=table)


def test_after_a_restart_of_everything_each_clock_fires_once(
    tmp_path: Path, django_db_blocker: Any
) -> None:
    folder = tmp_path / "data"
    first = Running(folder)
    try:
        first.wait_ready()
        with orm_on(first, django_db_blocker):
            hand = clocked()
            waiting, _ = table_open(user=user_create(username="carl"), wish=Wish(preset=RULES))
            pids = first.pids().values()
            first.process.kill()
            first.process.wait()
            first.wait_for(lambda: not any(map(is_alive, pids)))
            past = timezone.now() - HOUR
            Hand.objects.filter(pk=hand.pk, ply=0).update(deadline=past, next_due=past)
            Table.objects.filter(pk=waiting.pk).update(created_at=past, next_due=past)
    finally:
        first.stop()
    second = Running(folder)
    try:
        second.wait_ready()
        with orm_on(second, django_db_blocker):
            second.wait_for(lambda: Hand.objects.get(pk=hand.pk).ply, 5 * RESYNC_SECONDS)
            second.wait_for(
                lambda: Series.objects.filter(table=waiting).exists(), 5 * RESYNC_SECONDS
            )
            after = Hand.objects.get(pk=hand.pk)
            entries = [(entry.seat, entry.actor) for entry in hand_entries(after)]
            assert entries == [(0, "clock")]  # Bob is next, with all his time
            assert after.next_due is not None
            assert after.next_due > timezone.now() + HOUR / 2
            assert after.series.table.seats.get(index=0).bank_ms == 0
            assert Series.objects.filter(table=waiting).count() == 1
            assert waiting.seats.filter(warm=True).count() == 3
            assert second.manage("hand", "verify", "--all").returncode == 0
    finally:
        second.stop()
