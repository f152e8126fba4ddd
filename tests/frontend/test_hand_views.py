"""The page of a finished hand: its replay, and who may look at it."""

from __future__ import annotations

import json
import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.services import person_for, user_create
from frontend.replay_config import needed
from games.models import Hand, HandSeat, Table
from tests.frontend.test_pages import bot_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def leni() -> User:
    return user_create(username="leni", password="kartenspiel7", display_name="Leni")


@pytest.fixture
def hand() -> Hand:
    table = bot_table()
    found = Hand.objects.filter(series__table=table).order_by("number").first()
    assert found is not None
    return found


def page_of(client: Client, hand: Hand, language: str = "de") -> str:
    address = reverse("hand", args=[hand.public_id])
    answer = client.get(address, headers={"accept-language": language})
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_page_hands_the_replay_its_plies_and_words(client: Client, hand: Hand) -> None:
    page = page_of(client, hand)
    found = re.search(r'<script id="replay-config"[^>]*>(.*?)</script>', page)
    assert found is not None
    config = json.loads(found[1])
    assert config["strings"]["ply.passes"] == "{name} passt."
    assert config["rules"]["need"] == "36"
    assert config["contracts"]["BE"]["goal"] == 0
    assert "socket" not in config
    plies = client.get(config["frames"]).json()["plies"]
    assert len(plies) == hand.ply + 1
    # the description stays on the page
    assert page.count("<figure>") == 4 * len(plies[-1]["view"]["tricks"])


def test_a_private_table_s_hand_is_for_its_people(client: Client, hand: Hand, leni: User) -> None:
    Table.objects.update(access=Table.Access.PRIVATE, created_by=leni)
    address = reverse("hand", args=[hand.public_id])
    assert client.get(address).status_code == 403
    client.force_login(leni)
    assert client.get(address).status_code == 200


def test_who_played_leads_to_his_page(client: Client, hand: Hand, leni: User) -> None:
    person = person_for(leni)
    assert f"/p/{person.public_id}" not in page_of(client, hand)
    HandSeat.objects.create(
        hand=hand, person=person, index=1, table_seat=1, rules_id=hand.series.table.rules_id
    )
    assert f"/p/{person.public_id}" in page_of(client, hand)


def test_what_wins_is_said_as_at_the_table() -> None:
    assert [needed(107), needed(106)] == ["36", "35⅓"]


def test_anybody_plays_an_open_deal_from_a_seat(client: Client, hand: Hand) -> None:
    answer = client.post(reverse("hand-play", args=[hand.public_id]), {"seat": "2"})
    made = Table.objects.latest("pk")
    assert answer.headers["Location"] == reverse("table", args=[made.public_id])
    assert made.practice
    assert made.origin_id == hand.pk
    dealt = Hand.objects.get(series__table=made)
    assert dealt.cards == hand.cards
    [seat] = made.seats.filter(person__isnull=False)
    assert dealt.seating.index(seat.index) == 2


@pytest.mark.parametrize("state", ["playing", "private", "nothing"])
def test_nobody_plays_a_deal_that_is_not_open_to_him(
    client: Client, hand: Hand, leni: User, state: str
) -> None:
    address = reverse("hand-play", args=[hand.public_id])
    if state == "playing":
        Hand.objects.filter(pk=hand.pk).update(status=Hand.Status.PLAYING)
    elif state == "private":
        Table.objects.update(access=Table.Access.PRIVATE, created_by=leni)
    else:
        address = reverse("hand-play", args=["nosuchhand00"])
    tables, users = Table.objects.count(), User.objects.count()
    client.post(address, {"seat": "1"}, follow=True)
    assert (Table.objects.count(), User.objects.count()) == (tables, users)


def test_a_strange_seat_is_that_of_forehand(client: Client, hand: Hand) -> None:
    client.post(reverse("hand-play", args=[hand.public_id]), {"seat": "x"})
    made = Table.objects.latest("pk")
    dealt = Hand.objects.get(series__table=made)
    [seat] = made.seats.filter(person__isnull=False)
    assert dealt.seating.index(seat.index) == (dealt.dealer + 1) % 4
