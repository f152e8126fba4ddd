"""People, bots and tables for the tests of games."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from accounts.models import Person, User
from accounts.services import person_for
from bots.models import Bot, BotVersion
from games.models import Series, Table
from games.services import SeatSpec, series_start, table_create

RULES = "koenigrufen/cardgames-zone"

TableOf = Callable[..., Table]


def version(slug: str) -> BotVersion:
    """A built-in bot version; made anew where a transaction test has emptied the database."""
    bot, _ = Bot.objects.get_or_create(slug=slug, defaults={"name": slug.title()})
    found, _ = BotVersion.objects.get_or_create(bot=bot, number=1, defaults={"strategy": slug})
    return found


@pytest.fixture
def user_of() -> Callable[[str], User]:
    """Makes users with a person each."""

    def make(name: str) -> User:
        user = User.objects.create_user(username=name)
        person_for(user)
        return user

    return make


@pytest.fixture
def alice(user_of: Callable[[str], User]) -> User:
    return user_of("alice")


@pytest.fixture
def bob(user_of: Callable[[str], User]) -> User:
    return user_of("bob")


@pytest.fixture
def table_of() -> TableOf:
    """Makes a table: persons first, then bots up to ``size``."""

    def make(*persons: Person, size: int = 4, slug: str = "random", **options: object) -> Table:
        bots = [SeatSpec(bot_version=version(slug), name=f"Bot {i}") for i in range(size)]
        seats = [SeatSpec(person=person) for person in persons] + bots[len(persons) :]
        agreed: dict[str, object] = {"name": "Test", "rules_id": RULES, "hands": 4} | options
        return table_create(seats=seats, **agreed)

    return make


@pytest.fixture
def series_of(table_of: TableOf) -> Callable[..., Series]:
    """Makes a table and begins its series, deals repeatable."""

    def make(*persons: Person, first_dealer: int = 0, **options: object) -> Series:
        table = table_of(*persons, **options)
        return series_start(table=table, first_dealer=first_dealer, deal_seed="test")

    return make
