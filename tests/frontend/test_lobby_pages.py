"""Lobby, seats, invitations and the deal of the day as pages; guests that become somebody."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Person, User
from accounts.services import club_create, user_create
from games.models import Admission, DailyDeal, Hand, HandSeat, Seat, Series, Table
from games.selectors import hand_get, hand_state
from games.services import (
    action_play,
    daily_join,
    table_advance,
    table_open,
    table_warm,
)
from games.services.lobby import Wish
from tests.frontend.test_pages import RULES

pytestmark = pytest.mark.django_db

FORM = {
    "rules": RULES,
    "hands": "2",
    "access": "open",
    "clock": "calm",
    "talk": "phrases",
    "seats": ["", "club", "random"],
}
ENGLISH = {"accept-language": "en"}


@pytest.fixture
def leni() -> User:
    return user_create(username="leni", password="kartenspiel7", display_name="Leni")


@pytest.fixture
def hers(leni: User) -> Client:
    client = Client(headers=ENGLISH)
    client.force_login(leni)
    return client


def opened(user: User, **wishes: Any) -> Table:
    return table_open(user=user, wish=Wish(preset=RULES, hands=2, **wishes))[0]


def page(client: Client, name: str, *args: object) -> str:
    return client.get(reverse(name, args=args), headers=ENGLISH).text


def play_on(table: Table, user: User) -> Hand:
    """The person does what is always allowed until his hand is over."""
    for _ in range(200):
        table_advance(table_id=table.pk)
        hand = hand_get(Hand.objects.filter(series__table=table).latest("pk").public_id)
        if hand.is_ended or hand.number:
            return hand
        action_play(
            hand_id=hand.pk,
            ply=hand.ply,
            actions=[str(hand_state(hand).default_action())],
            actor="person",
            received_at=timezone.now(),
            user=user,
        )
    raise AssertionError("the hand does not end")


@pytest.mark.parametrize("name", ["lobby", "daily"])
@pytest.mark.parametrize("language", ["de", "en", "es"])
def test_pages_for_everybody(client: Client, name: str, language: str) -> None:
    answer = client.get(reverse(name), headers={"accept-language": language})
    assert answer.status_code == 200
    assert f'<html lang="{language}"' in answer.text
    assert not User.objects.exists()
    assert not DailyDeal.objects.exists()


def test_a_guest_opens_a_table_and_sits_there(client: Client) -> None:
    answer = client.post(reverse("lobby"), FORM)
    table = Table.objects.get()
    assert answer.headers["Location"] == reverse("table", args=[table.public_id])
    assert (table.clock_ms, table.bank_ms, table.status) == (60_000, 300_000, "open")
    assert list(table.warm_bots) == ["", "", "club", "random"]
    assert [seat.index for seat in table.seats.order_by("index")] == [0, 2, 3]
    assert User.objects.get().is_guest
    assert "starts_at" in client.get(answer.headers["Location"]).text


def test_one_seat_more_and_three_players(client: Client) -> None:
    client.post(reverse("lobby"), FORM | {"hands": "4", "extra": "1"})
    client.post(reverse("lobby"), FORM | {"rules": "illustrated/beck"})
    assert list(Table.objects.order_by("pk").values_list("size", flat=True)) == [5, 3]


@pytest.mark.parametrize(
    "changes",
    [
        {"hands": "3"},
        {"hands": "x"},
        {"rules": "koenigrufen/none"},
        {"access": "secret"},
        {"access": "club"},
        {"talk": "text"},
        {"clock": "slow"},
        {"options": "{"},
        {"extra": "1"},
    ],
)
def test_what_is_no_table_is_refused_before_anybody_is_made(client: Client, changes: Any) -> None:
    answer = client.post(reverse("lobby"), FORM | changes)
    assert answer.status_code == 400
    assert "message error" in answer.text
    assert not User.objects.exists()
    assert not Table.objects.exists()


def test_a_refused_table_says_why_and_keeps_what_was_typed(client: Client) -> None:
    answer = client.post(reverse("lobby"), FORM | {"talk": "text", "extra": "1"}, headers=ENGLISH)
    assert "choose set phrases, or change who may come" in answer.text
    form = answer.text.split('id="open"')[1]
    chosen = re.findall(r'name="(\w+)" value="([^"]+)"[^>]* checked', form)
    assert dict(chosen) == {
        "rules": RULES,
        "hands": "2",
        "access": "open",
        "clock": "calm",
        "talk": "text",
        "extra": "1",
    }
    assert re.findall(r'value="(\w*)" selected', form) == ["club", "random"]


def test_opening_is_counted_like_over_rest(settings: Any) -> None:
    cache.clear()
    settings.THROTTLE_FACTOR = 0.05  # 60/min becomes 3
    answers = [Client().post(reverse("lobby"), FORM) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [302, 302, 302, 429]
    cache.clear()


def test_the_lobby_names_seats_and_offers_the_free_ones(client: Client, leni: User) -> None:
    table = opened(leni, bots=["club"])
    text = page(client, "lobby")
    assert "Leni" in text
    assert text.count("Sit here") == 2
    assert reverse("table-sit", args=[table.public_id]) in text
    assert "bots join in" in text
    answer = client.post(reverse("table-sit", args=[table.public_id]), {"seat": "3"})
    assert answer.headers["Location"] == reverse("table", args=[table.public_id])
    assert Seat.objects.get(index=3).person is not None
    assert "Sit here" not in page(client, "lobby")
    assert "Your tables" in page(client, "lobby")


def test_the_list_alone_says_nothing_while_nothing_has_changed(client: Client, leni: User) -> None:
    table = opened(leni)
    address = reverse("lobby") + "?part=list"
    text = client.get(address).text
    assert "<html" not in text
    mark = re.search('name="known" value="([0-9a-f]+)"', text)[1]
    assert client.get(f"{address}&known={mark}").status_code == 204
    table_warm(table_id=table.pk, now=timezone.now() + timedelta(minutes=1))
    changed = client.get(f"{address}&known={mark}", headers=ENGLISH)
    assert (changed.status_code, changed.text.count("Next hand")) == (200, 3)


def test_a_seat_somebody_else_has_leads_back_with_the_reason(client: Client, leni: User) -> None:
    table = opened(leni)
    answer = client.post(
        reverse("table-sit", args=[table.public_id]), {"seat": "0"}, headers=ENGLISH
    )
    assert answer.headers["Location"] == reverse("lobby")
    assert "This seat is taken." in page(client, "lobby")


def test_leaving(client: Client, hers: Client, leni: User) -> None:
    table = opened(leni)
    client.post(reverse("table-sit", args=[table.public_id]), {"seat": "1"})
    table_warm(table_id=table.pk, now=timezone.now() + timedelta(minutes=1))
    assert hers.post(reverse("table-leave", args=[table.public_id])).status_code == 302
    assert Seat.objects.get(index=0).leaving
    Seat.objects.filter(index=0).delete()  # a second click finds the seat gone
    again = hers.post(reverse("table-leave", args=[table.public_id]))
    assert (again.status_code, again.headers["Location"]) == (302, reverse("lobby"))
    for name in ("table-leave", "table-rematch"):
        address = reverse(name, args=[table.public_id])
        assert Client().post(address).status_code == 403
        assert client.get(address).status_code == 405


def config_of(client: Client, table: Table) -> dict[str, Any]:
    """What the page of a table tells its script, in English."""
    text = client.get(reverse("table", args=[table.public_id]), headers=ENGLISH).text
    found: dict[str, Any] = json.loads(text.split('id="table-config" type="application/json">')[1]
                                       .split("</script>")[0])  # fmt: skip
    return found


def test_a_claim_is_known_to_its_owner_alone_and_can_be_undone(
    client: Client, hers: Client, leni: User
) -> None:
    table = opened(leni)
    table_warm(table_id=table.pk, now=timezone.now() + timedelta(minutes=1))
    assert config_of(client, table)["claim"] is None
    client.post(reverse("table-sit", args=[table.public_id]), {"seat": "2"})
    assert config_of(client, table)["claim"] == 2
    assert config_of(hers, table)["claim"] is config_of(Client(), table)["claim"] is None
    answer = client.post(reverse("table-leave", args=[table.public_id]), {"stay": "1"})
    assert answer.headers["Location"] == reverse("table", args=[table.public_id])
    assert config_of(client, table)["claim"] is None
    assert "given up" not in page(client, "lobby")


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ({}, ["2 hands", "everybody takes his time", "Set phrases", "Everybody"]),
        (
            {"clock": "calm", "access": "private", "talk": "text"},
            ["2 hands", "60 s a move, bank 5:00", "Anything", "Invited people"],
        ),
    ],
)
def test_a_table_says_what_was_agreed(
    hers: Client, leni: User, wish: dict[str, Any], said: list[str]
) -> None:
    table = opened(leni, **wish)
    found = config_of(hers, table)
    assert found["title"] == "Table of Leni"
    assert [name for name, _ in found["agreement"]] == [
        "Rules",
        "Length",
        "Clock",
        "Talk",
        "Who may come",
    ]
    assert [text for _, text in found["agreement"]][1:] == said
    drawer = hers.get(reverse("table", args=[table.public_id]), headers=ENGLISH).text
    assert all(f"<dd>{text}</dd>" in drawer for text in said)


def test_a_private_table_is_found_by_its_link_alone(client: Client, hers: Client) -> None:
    answer = hers.post(reverse("lobby"), FORM | {"access": "private", "talk": "text"})
    table = Table.objects.get()
    invite = reverse("table-invite", args=[table.public_id])
    assert answer.headers["Location"] == invite
    assert "Make the invite link" in hers.get(invite).text
    made = hers.post(invite).text
    link = re.search(r'value="http://testserver(/join/[^"]+)"', made)[1]
    assert made.index(link) < made.index("data-copy") < made.index('data-copied="Copied."')
    assert link not in hers.get(invite).text
    assert client.get(invite).status_code == 403
    # Nobody else finds it, by whatever way.
    game = reverse("table", args=[table.public_id])
    assert client.get(game).status_code == 403
    assert client.post(reverse("table-sit", args=[table.public_id])).status_code == 403
    for listed in ("lobby", "home", "live"):
        assert table.public_id not in page(client, listed)
    api = f"/api/v1/tables/{table.public_id}"
    for address in (api, f"{api}/view"):
        assert client.get(address).status_code == 404
    assert client.get("/api/v1/tables").json()["results"] == []
    assert hers.get(api).status_code == 200
    # Opening the link shows it, only a POST lets in.
    assert "You are invited" in client.get(link, headers=ENGLISH).text
    assert not Admission.objects.exists()
    assert User.objects.count() == 1
    assert client.post(link).headers["Location"] == game
    assert client.get(game).status_code == 200
    assert client.get(f"{api}/view").json()["role"] == "spectator"
    hers.post(invite)
    assert Client().get(link).status_code == 404
    assert client.get(game).status_code == 200


def test_the_lobby_asks_once_for_all_own_tables(
    hers: Client, leni: User, django_assert_max_num_queries: Any
) -> None:
    opened(leni)
    with django_assert_max_num_queries(50) as first:
        page(hers, "lobby")
    for _ in range(4):
        opened(leni)
    with django_assert_max_num_queries(len(first)):
        page(hers, "lobby")


def test_an_invitation_says_how_long_bots_wait(hers: Client, leni: User) -> None:
    table = opened(leni, access="private")
    invite = reverse("table-invite", args=[table.public_id])
    text = hers.get(invite).text
    assert "Free seats wait 30 seconds for people" in text
    left = int(re.search(r"data-seconds>(\d+) s<", text)[1])
    assert 0 <= left <= 30
    table_warm(table_id=table.pk, now=timezone.now() + timedelta(minutes=1))
    text = hers.get(invite).text
    assert "The bots have begun with you." in text
    assert "data-seconds" not in text


def test_house_rules_stand_where_people_sit_down(client: Client, hers: Client, leni: User) -> None:
    wish = Wish(preset="illustrated/loew-1954", options={"uhu_enabled": True})
    table_open(user=leni, wish=wish)
    private, _ = table_open(user=leni, wish=replace(wish, access="private"))
    made = hers.post(reverse("table-invite", args=[private.public_id])).text
    link = re.search(r'value="(http://testserver/join/[^"]+)"', made)[1]
    for text in (page(client, "lobby"), made, client.get(link, headers=ENGLISH).text):
        assert "The Uhu counts" in text


def test_too_many_invitations_are_refused_with_a_page(hers: Client, leni: User, settings) -> None:
    invite = reverse("table-invite", args=[opened(leni, access="private").public_id])
    cache.clear()
    settings.THROTTLE_FACTOR = 1 / 60
    assert hers.post(invite).status_code == 200
    answer = hers.post(invite)
    assert (answer.status_code, "Too many attempts" in answer.text) == (429, True)
    cache.clear()


def test_a_table_of_a_club_is_for_its_members(client: Client, hers: Client, leni: User) -> None:
    club = club_create(name="Inn", owner=leni)
    hers.post(reverse("lobby"), FORM | {"access": "club", "club": club.slug, "talk": "text"})
    table = Table.objects.get()
    assert (table.club, table.access) == (club, "club")
    assert client.get(reverse("table", args=[table.public_id])).status_code == 403
    assert table.public_id not in page(client, "lobby")
    assert table.public_id in page(hers, "lobby")


def test_two_clicks_to_a_game_with_hints_and_single_bots(client: Client) -> None:
    values = {"rules": RULES, "hands": "2", "practice": "1", "levels": ["", "random", "club"]}
    client.post(reverse("quick"), values | {"level": "club"})
    table = Table.objects.get()
    assert (table.practice, table.status) == (True, "running")
    bots = Seat.objects.exclude(bot_version=None).order_by("index")
    assert [seat.bot_version.bot.slug for seat in bots] == ["club", "random", "club"]


@pytest.mark.parametrize("name", ["lobby", "quick"])
def test_house_rules_are_ticked_and_shown_again(client: Client, name: str) -> None:
    rules = "illustrated/loew-1954"
    ticked = f"{rules}:uhu_enabled=True"
    values = FORM | {"rules": rules, "house": [ticked, "illustrated/beck:chain_required=True"]}
    text = client.post(reverse(name), values | {"hands": "1"}, headers=ENGLISH).text
    assert re.findall(r'name="house" value="([^"]+)" checked> ([^<]+)<', text)[0] == (
        ticked,
        "The Uhu counts",
    )
    client.post(reverse(name), values)
    assert Table.objects.get().rules_options == {"uhu_enabled": True}


def test_two_hands_are_offered_for_every_rule_set(client: Client) -> None:
    client.post(reverse("quick"), {"rules": "koenigrufen/tournament", "hands": "2"})
    assert Table.objects.get().hands == 2


def test_home_says_whose_turn_it_is(hers: Client, leni: User) -> None:
    table = opened(leni, bots=["club"] * 3)
    for _ in range(4):
        table_advance(table_id=table.pk)
    text = page(hers, "home")
    assert "your turn" in text
    assert reverse("lobby") in text
    assert reverse("daily") in text


def test_the_deal_of_the_day_stays_closed_until_its_day_is_over(hers: Client, leni: User) -> None:
    answer = hers.post(reverse("daily"))
    table = Table.objects.get()
    game = reverse("table", args=[table.public_id])
    assert answer.headers["Location"] == game
    assert hers.post(reverse("daily")).headers["Location"] == game
    hand = play_on(table, leni)
    assert hand.is_ended
    day = reverse("daily-day", args=[str(DailyDeal.objects.get().date)])
    other = Client(headers=ENGLISH)
    api = f"/api/v1/hands/{hand.public_id}"
    for client in (hers, other):
        assert client.get(day).headers["Location"] == reverse("daily")
        assert client.get(reverse("hand", args=[hand.public_id])).status_code == 403
        assert client.get(f"{api}/record").status_code in (403, 404)
        assert client.get(f"{api}/frames?seat=0").status_code in (403, 404)
        detail = client.get(f"/api/v1{day}").json()
        assert (detail["results"], detail["played"]) == ([], 1)
    assert other.get(game).status_code == 403
    assert "You have played it." in page(hers, "daily")
    yesterday = timezone.now() - timedelta(days=1)
    DailyDeal.objects.update(date=yesterday.date())
    HandSeat.objects.update(ended_at=yesterday)
    for client in (hers, other):
        text = client.get(reverse("daily-day", args=[str(yesterday.date())])).text
        assert "Leni" in text
        assert ("You are 1. of 1" in text) is (client is hers)
        assert client.get(reverse("hand", args=[hand.public_id])).status_code == 200
        assert client.get(f"{api}/record").status_code == 200
    results = other.get(f"/api/v1/daily/{yesterday.date()}").json()["results"]
    assert [(row["name"], row["place"], row["ahead"]) for row in results] == [("Leni", 1, 0.0)]
    assert str(yesterday.year) in page(hers, "daily")


def test_no_such_day(client: Client) -> None:
    for text in ("2020-01-01", "yesterday"):
        assert client.get(reverse("daily-day", args=[text])).status_code == 404
    assert client.get("/api/v1/daily/2020-02-31").status_code == 404


def test_a_guest_who_signs_up_keeps_table_and_history(client: Client) -> None:
    client.post(reverse("quick"), {"rules": RULES, "hands": "2"})
    guest = User.objects.get()
    table = Table.objects.get()
    second = play_on(table, guest)
    assert second.number == 1
    daily_join(user=guest)
    values = {"username": "sepp", "password1": "kartenspiel7", "display_name": "Sepp"}
    assert client.post(reverse("account_signup"), values).status_code == 302
    user = User.objects.get()
    assert (user.pk, user.is_guest, Person.objects.count()) == (guest.pk, False, 1)
    text = client.get(reverse("table", args=[table.public_id])).text
    assert '"role": "seat"' in text
    first = HandSeat.objects.get(hand__number=0, hand__series__table=table)
    assert first.person.display_name == "Sepp"
    assert client.get(reverse("person", args=[first.person.public_id])).status_code == 200
    table_advance(table_id=table.pk)
    hand = hand_get(second.public_id)
    state = hand_state(hand)
    if state.turn is not None and hand.seating[state.turn] == 0:
        body = {"hand": hand.public_id, "ply": hand.ply, "actions": [str(state.default_action())]}
        api = f"/api/v1/tables/{table.public_id}/act"
        assert client.post(api, body, content_type="application/json").status_code == 200
    assert "Sepp" in page(client, "home")
    assert Series.objects.filter(table=table).count() == 1
