"""The running platform for all tests of this folder, and tables to try it on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.services import person_for, user_guest_create
from bots.selectors import bot_version_builtin
from games import services
from games.models import Hand, Series, Table
from tests.live.stack import Stack, live_stack

PRESET = "koenigrufen/cardgames-zone"
PLY_MS = 120


@pytest.fixture(scope="package")
def platform(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """One `manage.py up` for the folder."""
    folder = tmp_path_factory.mktemp("stack")
    with live_stack(folder, PLY_MS=str(PLY_MS), LEASE_HUMAN_SECONDS="2") as running:
        yield running


@pytest.fixture
def stack(platform: Stack, django_db_blocker: Any) -> Iterator[Stack]:
    """The stack, with this process's ORM on its database."""
    with django_db_blocker.unblock(), platform.database():
        yield platform


@pytest.fixture
def guest(stack: Stack) -> User:
    """Somebody who can take a seat."""
    return user_guest_create()


@pytest.fixture
def table_of(stack: Stack) -> Callable[..., Table]:
    """Makes tables: `table_of(user, user, ...)` fills the other seats with bots and starts."""

    def make(*users: User, hands: int = 2, size: int = 4, **options: Any) -> Table:
        bot = bot_version_builtin("random")
        seats = [services.SeatSpec(person=person_for(user)) for user in users]
        seats += [
            services.SeatSpec(bot_version=bot, name=f"Bot {i}") for i in range(len(users), size)
        ]
        table = services.table_create(
            name="Test", rules_id=PRESET, hands=hands, seats=seats, **options
        )
        series = services.series_start(table=table)
        # Nobody enqueues the first job here; do not wait for the lease to run out.
        for rows in (Series.objects.filter(pk=series.pk), Hand.objects.filter(series=series)):
            rows.filter(next_due__isnull=False).update(next_due=timezone.now())
        return table

    return make
