"""What counts before it writes is right though two do it at once; forms make one table."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.errors import TooManyRequests, TooManyTokens
from accounts.models import Person
from accounts.services import token_create
from games.errors import BadMessage, BadTable
from games.models import Follow, Table, TalkLine
from games.services import Wish, quick_game_create, seat_take, table_close, table_open, talk_say
from games.services.follow import follow_set
from games.services.once import TWICE_SECONDS, made_once
from tests.games.conftest import RULES, version
from tests.games.test_actions import at_once

pytestmark = [pytest.mark.pg, pytest.mark.django_db(transaction=True)]


TOURNAMENT = "koenigrufen/tournament"


@pytest.fixture(autouse=True)
def _bots() -> None:
    for slug in ("club", "random"):
        version(slug)


def opened(user, **wishes):
    wish = Wish(preset=RULES, hands=2, **wishes)
    return made_once(lambda: table_open(user=user, wish=wish), user=user)


def test_two_clicks_make_one_table(alice, bob):
    users = (alice, alice, alice, bob)
    results = at_once(4, lambda i: opened(users[i])[0].pk)
    assert len(set(results[:3])) == 1
    assert results[3] not in results[:3]
    assert Table.objects.count() == 2


def test_two_clicks_deal_one_quick_game(alice):
    def play(i: int) -> int:
        return made_once(
            lambda: quick_game_create(
                user=alice, preset=TOURNAMENT, options={"win_thirds": 106}, hands=2
            ),
            user=alice,
        )[0].pk

    at_once(2, play)
    assert Table.objects.count() == 1


def test_another_wish_or_another_time_is_another_table(alice, bob):
    table, outcome = opened(alice)
    seat_take(table_id=table.pk, user=bob)  # he was fast
    again, nothing = opened(alice)
    assert (again, nothing.publish, nothing.repeated) == (table, (), True)
    assert outcome.publish == (table.pk,)
    assert opened(alice, bots=("random",))[0] != table
    assert opened(alice, clock="quick")[0] != table
    before = timezone.now() - timedelta(seconds=TWICE_SECONDS + 1)
    Table.objects.update(created_at=before)
    later = opened(alice)[0]
    assert later != table
    table_close(table_id=later.pk)
    assert opened(alice)[0] not in (table, later)


def test_a_refusal_is_a_refusal(alice):
    opened(alice)
    with pytest.raises(BadTable):
        opened(alice, bots=("club",) * 4)
    assert Table.objects.count() == 1


def test_limits_hold_for_those_who_do_it_at_once(alice, monkeypatch):
    monkeypatch.setattr("accounts.services.TOKENS_PER_USER", 2)
    results = at_once(4, lambda i: token_create(alice, f"t{i}", ["read"]))
    assert sum(isinstance(result, TooManyTokens) for result in results) == 2
    monkeypatch.setattr("games.services.follow.MOST_FOLLOWED", 2)
    people = [Person.objects.create(display_name=f"P{i}") for i in range(4)]
    results = at_once(4, lambda i: follow_set(user=alice, person=people[i], is_followed=True))
    assert sum(isinstance(result, BadMessage) for result in results) == 2
    assert Follow.objects.count() == 2
    followed = Follow.objects.first()
    assert followed is not None
    assert not follow_set(user=alice, person=followed.person, is_followed=True)  # stands already


def test_nobody_talks_faster_by_talking_at_once(alice, monkeypatch):
    monkeypatch.setattr("games.services.talk.BURST", 2)
    table = opened(alice)[0]
    results = at_once(
        4, lambda i: talk_say(table=table, user=alice, client_id=f"c{i}", phrase="hello")
    )
    assert sum(isinstance(result, TooManyRequests) for result in results) == 2
    assert TalkLine.objects.count() == 2
