"""Projector, widgets for other sites, following: what they show and what they do not tell."""

from __future__ import annotations

import json
import re

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.services import person_create, person_for
from bots.selectors import bot_version_builtin
from frontend.views.projector import alphabetic
from games import selectors
from games.errors import BadMessage
from games.models import Follow, Table
from games.services import SeatSpec, follow_set, series_play_slice, series_start, table_create
from tournaments.models import Event
from tournaments.services import entrants_import, event_advance, event_create, event_start

pytestmark = pytest.mark.django_db

RULES = "koenigrufen/cardgames-zone"
NAMES = ("Zita", "Ägidius", "Berta", "Ödön", "anton", "Cilli", "Doris", "Emil")


@pytest.fixture
def event() -> Event:
    """Eight bots in the first of two rounds; both tables are played to the end."""
    made = event_create(name="Abend <&>", rules_id=RULES, hands=2, rounds_total=2)
    lines = "\n".join(["name,bot", *(f"{name},random" for name in NAMES)])
    entrants_import(event=made, data=lines.encode())
    event_start(event=made)
    event_advance(event=made)
    return made


@pytest.fixture
def person_table() -> Table:
    """A table of a person and three bots; the first hand waits for him."""
    user = User.objects.create_user(username="ferdl")
    bot = bot_version_builtin("random")
    bots = [SeatSpec(bot_version=bot, name=f"Bot {i}") for i in range(3)]
    seats = [SeatSpec(person=person_for(user)), *bots]
    table = table_create(name="T", rules_id=RULES, hands=2, seats=seats, created_by=user)
    series_start(table=table, first_dealer=3, deal_seed="embed")
    return table


def cookies_and_forms(response) -> list[str]:
    page = response.content.decode()
    found = ["cookie"] if response.cookies else []
    found += ["vary"] if "Cookie" in response.headers.get("Vary", "") else []
    return found + re.findall(r"<(?:form|input|button|select|textarea)\b", page)


# --- projector --------------------------------------------------------------------------------


def test_the_projector_lists_everybody_from_a_to_z(client: Client, event: Event):
    data = client.get(reverse("projector", args=[event.public_id]), {"part": "data"}).json()
    names = [name for name, _table, _seat in data["seats"]]
    assert names == ["Ägidius", "anton", "Berta", "Cilli", "Doris", "Emil", "Ödön", "Zita"]
    assert (data["round"], data["rounds"], data["people"]) == (1, 2, 8)
    assert [row["number"] for row in data["tables"]] == [1, 2]
    assert data["standings"][0][0] == 1
    assert alphabetic("Ö") == "o"


def test_the_projector_names_a_shared_rank_once(client: Client, event: Event):
    for table in Table.objects.all():
        series_play_slice(series_id=table.series.get().pk)
    data = client.get(reverse("projector", args=[event.public_id]), {"part": "data"}).json()
    ranks = [rank for rank, _name, _total in data["standings"]]
    named = [rank for rank in ranks if rank]
    assert len(ranks) == 8
    assert named == sorted(set(named))
    assert sum(total for _rank, _name, total in data["standings"]) == 0
    assert all(table["done"] and table["over"] == table["hands"] for table in data["tables"])


def test_the_projector_page_carries_its_data_and_no_markup_of_names(client: Client, event: Event):
    page = client.get(reverse("projector", args=[event.public_id])).content.decode()
    assert "<&>" not in page
    found = re.search(r'id="projector-data" type="application/json">(.*?)</script>', page)
    assert found is not None
    assert json.loads(found[1])["name"] == "Abend <&>"
    assert client.get(reverse("projector", args=["0" * 12])).status_code == 404


# --- widgets ----------------------------------------------------------------------------------


def test_widgets_may_be_framed_and_other_pages_may_not(client: Client, event, person_table):
    widgets = [
        reverse("embed-table", args=[person_table.public_id]),
        reverse("embed-event", args=[event.public_id]),
    ]
    pages = [
        reverse("table", args=[person_table.public_id]),
        reverse("event", args=[event.public_id]),
        reverse("projector", args=[event.public_id]),
        "/",
    ]
    for address in widgets:
        response = client.get(address)
        policy = response.headers["Content-Security-Policy"]
        assert "frame-ancestors *" in policy
        assert "form-action 'none'" in policy
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy
        assert "X-Frame-Options" not in response.headers
        assert client.post(address).status_code == 405
    for address in pages:
        response = client.get(address)
        assert "frame-ancestors 'none'" in response.headers["Content-Security-Policy"]
        assert response.headers["X-Frame-Options"] == "DENY"
    assert "frame-ancestors" in settings.CONTENT_SECURITY_POLICY


def test_widgets_know_no_visitor(event, person_table):
    """Signed in or not, at this table or not: the same bytes, no cookie, no form."""
    addresses = [
        reverse("embed-table", args=[person_table.public_id]),
        reverse("embed-event", args=[event.public_id]),
    ]
    player = Client()
    player.force_login(User.objects.get(username="ferdl"))
    for address in addresses:
        response = Client().get(address)
        assert response.status_code == 200
        assert cookies_and_forms(response) == []
        assert player.get(address).content == response.content
        assert not re.search(
            r"<script(?![^>]*(?:src=|application/json))", response.content.decode()
        )


@pytest.mark.parametrize("access", ["private", "club"])
def test_a_closed_table_has_no_widget(client: Client, person_table, access):
    Table.objects.filter(pk=person_table.pk).update(access=access)
    address = reverse("embed-table", args=[person_table.public_id])
    assert client.get(address).status_code == 404
    client.force_login(User.objects.get(username="ferdl"))
    assert client.get(address).status_code == 404


def test_a_widget_speaks_the_language_it_is_asked_in(client: Client, event):
    address = reverse("embed-event", args=[event.public_id])
    assert '<html lang="es"' in client.get(address, {"lang": "es"}).content.decode()
    german = client.get(address, {"lang": "de", "theme": "dark"}).content.decode()
    assert '<html lang="de" data-theme="dark"' in german
    odd = client.get(address, {"lang": "xx", "theme": '"><b>'}).content.decode()
    assert "<b>" not in odd.partition("</head>")[0]


def test_pages_offer_the_code_of_their_widget(client: Client, event, person_table):
    page = client.get(reverse("event", args=[event.public_id])).content.decode()
    found = re.search(r'value="(&lt;iframe[^"]*)"', page)
    assert found is not None
    address = f"http://testserver/embed/e/{event.public_id}"
    assert f"src=&quot;{address}&quot;" in found[1]
    assert "Abend &amp;lt;&amp;amp;&amp;gt;" in found[1]
    page = client.get(reverse("table", args=[person_table.public_id])).content.decode()
    assert f"/embed/t/{person_table.public_id}" in page
    Table.objects.update(access="private")
    client.force_login(User.objects.get(username="ferdl"))
    page = client.get(reverse("table", args=[person_table.public_id])).content.decode()
    assert "/embed/t/" not in page


# --- following --------------------------------------------------------------------------------


@pytest.fixture
def fan(client: Client) -> User:
    user = User.objects.create_user(username="fan")
    person_for(user)
    client.force_login(user)
    return user


def test_following_and_not_any_more(client: Client, fan, person_table):
    ferdl = User.objects.get(username="ferdl").person
    address = reverse("follow", args=[ferdl.public_id])
    page = reverse("person", args=[ferdl.public_id])
    assert address in client.get(page).content.decode()
    assert client.post(address).status_code == 302
    assert Follow.objects.get().person == ferdl
    home = client.get("/").content.decode()
    assert "People you follow" in home
    assert reverse("table", args=[person_table.public_id]) in home
    assert 'name="stop"' in client.get(page).content.decode()
    client.post(address, {"stop": "1"})
    assert not Follow.objects.exists()
    assert "People you follow" not in client.get("/").content.decode()


def test_nobody_follows_without_an_account_or_himself(client: Client, fan):
    own = reverse("follow", args=[fan.person.public_id])
    client.post(own)
    with pytest.raises(BadMessage):
        follow_set(user=fan, person=fan.person, is_followed=True)
    assert own not in client.get(reverse("person", args=[fan.person.public_id])).content.decode()
    other = person_create(display_name="Other")
    answer = Client().post(reverse("follow", args=[other.public_id]))
    assert answer.status_code == 302
    assert answer.headers["Location"].startswith(reverse("account_login"))
    assert not Follow.objects.exists()


def test_only_tables_one_may_watch_are_shown(fan, person_table):
    ferdl = User.objects.get(username="ferdl").person
    follow_set(user=fan, person=ferdl, is_followed=True)
    (row,) = selectors.follows_playing(fan, timezone.now())
    assert (row.person, row.tables, row.is_present) == (ferdl, (person_table,), False)
    person_table.seats.filter(person=ferdl).update(present=True)
    assert selectors.follows_playing(fan, timezone.now())[0].is_present
    Table.objects.update(access="private")
    assert selectors.follows_playing(fan, timezone.now())[0].tables == ()
    Table.objects.update(access="open", status="finished")
    assert selectors.follows_playing(fan, timezone.now())[0].tables == ()


def test_the_list_fetches_itself_again(client: Client, fan, person_table):
    follow_set(user=fan, person=User.objects.get(username="ferdl").person, is_followed=True)
    part = client.get(reverse("followed")).content.decode()
    assert 'hx-trigger="every 20s"' in part
    assert "ferdl" in part
    assert client.get(reverse("followed")).headers["Cache-Control"].startswith("max-age=0")
    assert Client().get(reverse("followed")).content.strip() == b""
