"""Rows of the bots app: built-in bots, versions, and the shape of who takes a place."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction

from accounts.models import Person
from bots.errors import UnknownBot
from bots.models import Bot, BotVersion
from bots.selectors import bot_list, bot_slugs_builtin, bot_version_builtin
from bots.strategies import STRATEGIES
from games.models import Seat, Table

pytestmark = [pytest.mark.django_db, pytest.mark.pg]


@pytest.mark.parametrize("slug", sorted(STRATEGIES))
def test_every_strategy_is_a_built_in_bot(slug: str) -> None:
    version = bot_version_builtin(slug)
    assert (version.number, version.runner, version.strategy) == (1, "inprocess", slug)
    assert str(version) == f"{slug.title()} v1"


def test_built_in_slugs() -> None:
    assert bot_slugs_builtin() == tuple(sorted(STRATEGIES))
    assert [bot.slug for bot in bot_list()] == sorted(STRATEGIES)


def test_the_newest_version_plays() -> None:
    bot = Bot.objects.get(slug="club")
    newest = BotVersion.objects.create(bot=bot, number=2, strategy="club")
    assert bot_version_builtin("club") == newest


def test_unknown_and_foreign_bots_are_no_built_ins(django_user_model) -> None:
    owner = django_user_model.objects.create_user(username="anna", password="x")
    bot = Bot.objects.create(slug="annas", name="Anna's", owner=owner)
    BotVersion.objects.create(bot=bot, number=1, strategy="club")
    for slug in ("annas", "nobody", ""):
        with pytest.raises(UnknownBot) as refusal:
            bot_version_builtin(slug)
        assert refusal.value.http_status == 404


def test_a_version_number_exists_once() -> None:
    bot = Bot.objects.get(slug="club")
    with pytest.raises(IntegrityError), transaction.atomic():
        BotVersion.objects.create(bot=bot, number=1, strategy="random")


def test_a_place_is_taken_by_exactly_one() -> None:
    table = Table.objects.create(name="T", rules_id="koenigrufen/cardgames-zone", size=4, hands=2)
    person = Person.objects.create(display_name="Anna")
    version = bot_version_builtin("club")
    bot_seat = Seat.objects.create(table=table, index=0, bot_version=version)
    assert bot_seat.is_bot
    assert not Seat.objects.create(table=table, index=1, person=person).is_bot
    for who in ({}, {"person": person, "bot_version": version}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Seat.objects.create(table=table, index=2, **who)
    assert list(version.seats.all()) == [bot_seat]
