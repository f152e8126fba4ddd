"""Every form may be sent twice: the second time changes nothing and leads to the same place."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person, User
from accounts.services import user_create
from games.models import Admission, Hand, Seat, Series, Table
from games.services import Wish, series_play_slice, series_start, table_create, table_open
from games.services.seats import table_invite
from games.services.tables import bot_seat
from tests.frontend.test_lobby_pages import FORM
from tests.frontend.test_pages import RULES

pytestmark = pytest.mark.django_db


@pytest.fixture
def leni() -> User:
    return user_create(username="leni", password="kartenspiel7", display_name="Leni")


@pytest.fixture
def sepp() -> User:
    return user_create(username="sepp", password="kartenspiel7", display_name="Sepp")


def of(user: User) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(user)
    return client


def everything() -> list[Any]:
    """What forms write, without times and revisions."""
    return [
        list(model.objects.order_by("pk").values_list(*fields))
        for model, fields in (
            (User, ("pk", "username", "is_guest")),
            (Person, ("pk", "display_name")),
            (Table, ("pk", "status")),
            (Seat, ("pk", "person", "claimed_by", "leaving", "stand_in")),
            (Series, ("pk", "status")),
            (Hand, ("pk", "status", "ply")),
            (Admission, ("pk",)),
        )
    ]


def twice(client: Client, name: str, *args: object, **values: Any) -> str:
    """Send a form twice; where both times lead to."""
    address = reverse(name, args=args)
    first = client.post(address, values)
    assert first.status_code == 302, first.content.decode()
    left = everything()
    second = client.post(address, values)
    assert (second.status_code, second.headers["Location"]) == (302, first.headers["Location"])
    assert everything() == left
    return first.headers["Location"]


def opened(user: User, **wishes: Any) -> Table:
    return table_open(user=user, wish=Wish(preset=RULES, hands=2, **wishes))[0]


@pytest.mark.parametrize("practice", ["", "1"])
def test_a_quick_game(client: Client, practice: str) -> None:
    client.get(reverse("quick"))
    twice(client, "quick", rules=RULES, hands="2", practice=practice)
    assert (Table.objects.count(), User.objects.count()) == (1, 1)


@pytest.mark.parametrize("access", ["open", "private"])
def test_a_table_of_the_lobby(client: Client, access: str) -> None:
    twice(client, "lobby", **FORM | {"access": access})
    assert Table.objects.count() == 1


def test_sitting_down(client: Client, leni: User) -> None:
    table = opened(leni, bots=("club",))
    twice(client, "table-sit", table.public_id, seat="2")
    assert Seat.objects.get(table=table, index=2).person is not None
    twice(client, "table-sit", table.public_id)
    assert Seat.objects.filter(table=table, person__isnull=False).count() == 2


@pytest.mark.parametrize("bots", [(), ("club", "club")])
def test_leaving(leni: User, sepp: User, bots: tuple[str, ...]) -> None:
    table = opened(leni, bots=bots)
    twice(of(sepp), "table-sit", table.public_id)
    for user in (sepp, leni):
        client = of(user)
        address = reverse("table-leave", args=[table.public_id])
        assert client.post(address).status_code == 302
        left = everything()
        assert client.post(address).status_code == 302
        assert everything() == left
    table.refresh_from_db()
    assert table.status == Table.Status.CLOSED


def test_an_invitation(client: Client, leni: User) -> None:
    table = opened(leni, access="private")
    secret = table_invite(table_id=table.pk, user=leni)
    twice(client, "table-join", table.public_id, secret)
    assert Admission.objects.count() == 1
    # Making the link anew is no mistake: the last one shown is the one that is right.
    address = reverse("table-invite", args=[table.public_id])
    pages = [of(leni).post(address) for _ in range(2)]
    assert [page.status_code for page in pages] == [200, 200]
    assert pages[0].context["link"] != pages[1].context["link"]
    assert Client().get(pages[1].context["link"]).status_code == 200
    assert Client().get(pages[0].context["link"]).status_code == 404


def test_another_series(leni: User) -> None:
    table = opened(leni, bots=("club", "club", "club"))
    Series.objects.update(status=Series.Status.FINISHED)
    Hand.objects.update(status=Hand.Status.VOID)
    Table.objects.update(status=Table.Status.FINISHED)
    twice(of(leni), "table-rematch", table.public_id)
    assert Series.objects.filter(table=table).count() == 2


def test_the_deal_of_the_day(client: Client) -> None:
    twice(client, "daily")
    assert (Table.objects.count(), User.objects.count()) == (1, 1)


def test_playing_a_deal_again(client: Client) -> None:
    seats = [bot_seat("random", i) for i in range(4)]
    table = table_create(name="Bots", rules_id=RULES, hands=2, seats=seats)
    series_play_slice(series_id=series_start(table=table).pk)
    hand = Hand.objects.earliest("pk")
    twice(client, "hand-play", hand.public_id, seat="1")
    assert Table.objects.count() == 2


def test_signing_up(client: Client) -> None:
    twice(client, "daily")
    values = {"username": "resi", "password1": "kartenspiel7", "display_name": "Resi"}
    twice(client, "account_signup", **values)
    assert User.objects.get().username == "resi"


def test_following(leni: User, sepp: User) -> None:
    twice(of(leni), "follow", sepp.person.public_id)
    twice(of(leni), "follow", sepp.person.public_id, stop="1")
