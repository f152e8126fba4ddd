"""Every page answers, says what to do next when it is empty, and refuses what is not allowed."""

from __future__ import annotations

from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from accounts.models import Club, Person, User
from accounts.services import club_create, member_add, person_for, user_create
from frontend.rule_names import rule_set_name
from games import services
from games.models import Hand, Series, Table
from games.services import SeatSpec
from tournaments.demo import play_to_end
from tournaments.models import Event
from tournaments.services import (
    entrants_import,
    event_advance,
    event_create,
    event_start,
    league_create,
)

pytestmark = pytest.mark.django_db
RULES = "koenigrufen/cardgames-zone"
ENTRANTS = Path(__file__).parents[1] / "data" / "entrants_club.csv"


@pytest.fixture
def leni() -> User:
    return user_create(username="leni", password="kartenspiel7", display_name="Leni")


@pytest.fixture
def club(leni: User) -> Club:
    return club_create(name="Tarockclub am Inn", owner=leni)


@pytest.fixture
def event(club: Club, leni: User) -> Event:
    return event_create(
        name="Clubabend", rules_id=RULES, hands=4, rounds_total=2, club=club, user=leni
    )


@pytest.fixture
def signed_in(client: Client, leni: User) -> Client:
    client.force_login(leni)
    return client


def bot_table() -> Table:
    from bots.selectors import bot_version_builtin

    bot = bot_version_builtin("random")
    seats = [SeatSpec(bot_version=bot, name=f"Bot {i}") for i in range(4)]
    table = services.table_create(name="Probetisch", rules_id=RULES, hands=2, seats=seats)
    series = services.series_start(table=table)
    services.series_play_slice(series_id=series.pk, budget_s=60)
    table.refresh_from_db()
    return table


@pytest.mark.parametrize("name", ["home", "live", "quick", "events", "account_login"])
@pytest.mark.parametrize("language", ["de", "en", "es"])
def test_pages_for_everybody(client: Client, name: str, language: str) -> None:
    answer = client.get(reverse(name), headers={"accept-language": language})
    assert answer.status_code == 200
    assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
    if name != "live":
        assert f'<html lang="{language}"' in answer.content.decode()


def test_an_empty_site_says_what_to_do_next(client: Client) -> None:
    text = client.get("/", headers={"accept-language": "en"}).content.decode()
    assert "“Play now” opens a table at once." in text
    assert "a name and a list of entrants are enough" in text


def test_the_language_can_be_chosen(client: Client) -> None:
    client.post(reverse("set_language"), {"language": "es", "next": "/"})
    assert '<html lang="es"' in client.get("/").content.decode()


def test_display_choices_are_kept_and_can_be_taken_back(client: Client) -> None:
    client.post(reverse("display"), {"theme": "dark", "next": "/play/"})
    client.post(reverse("display"), {"z": "125"})
    assert 'data-theme="dark" data-z="125"' in client.get("/").content.decode()
    client.post(reverse("display"), {"theme": ""})
    assert "data-theme" not in client.get("/").content.decode().split("<head>")[0]


@pytest.mark.parametrize("target", ["https://elsewhere.example/", "//elsewhere.example/"])
def test_display_choices_lead_nowhere_else(client: Client, target: str) -> None:
    answer = client.post(reverse("display"), {"theme": "dark", "next": target})
    assert answer.headers["Location"] == "/"


def test_an_unknown_display_value_is_ignored(client: Client) -> None:
    client.cookies["theme"] = '"><script>'
    assert "<script>" not in client.get("/").content.decode().split("<head>")[0]


def test_a_click_on_play_makes_a_guest_and_deals(client: Client) -> None:
    answer = client.post(reverse("quick"), {"rules": RULES, "hands": "2"})
    table = Table.objects.get()
    assert answer.status_code == 302
    assert answer.headers["Location"] == reverse("table", args=[table.public_id])
    assert User.objects.get().is_guest
    page = client.get(answer.headers["Location"]).content.decode()
    assert f'data-table="{table.public_id}"' in page
    assert 'id="table-frame"' in page
    assert 'id="rematch"' in page


def test_a_guest_is_named_in_the_language_of_the_page(client: Client) -> None:
    client.post(reverse("quick"), {"hands": "2"}, headers={"accept-language": "de"})
    assert Person.objects.get().display_name.startswith("Gast ")


def test_looking_at_pages_makes_no_rows(client: Client) -> None:
    for name in ("home", "quick", "events"):
        client.get(reverse(name))
    assert not User.objects.exists()
    assert not Table.objects.exists()


def test_quick_games_are_counted_also_when_everybody_is_new(settings: Any) -> None:
    cache.clear()
    settings.THROTTLE_FACTOR = 0.05  # 60/min becomes 3
    answers = [Client().post(reverse("quick"), {"rules": RULES, "hands": "2"}) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [302, 302, 302, 429]
    assert "sessionid" not in answers[-1].cookies


IMPOSSIBLE = [
    {"rules": "nothing/such"},
    {"hands": "3"},
    {"hands": "9" * 5000},
    {"level": "grandmaster"},
]


@pytest.mark.parametrize("values", IMPOSSIBLE)
def test_an_impossible_quick_game_is_refused_in_words(
    client: Client, values: dict[str, str]
) -> None:
    answer = client.post(reverse("quick"), values)
    assert 400 <= answer.status_code < 500
    assert "message error" in answer.content.decode()
    assert not Table.objects.exists()
    assert not User.objects.exists()  # nobody became a guest for it


@pytest.mark.parametrize(
    ("rules", "hands", "size"),
    [
        ("koenigrufen/seed-bonuses", "4", 4),
        ("koenigrufen/tournament", "16", 4),
        ("koenigrufen/tournament-vienna", "20", 4),
        ("illustrated/loew-1954", "3", 3),
        ("illustrated/beck", "12", 3),
        ("illustrated/mayr-sedlaczek-2016", "24", 3),
    ],
)
def test_every_rule_set_can_be_played_from_the_page(
    client: Client, rules: str, hands: str, size: int
) -> None:
    assert f'value="{rules}"' in client.get(reverse("quick")).text
    client.post(reverse("quick"), {"rules": rules, "hands": hands})
    table = Table.objects.get()
    assert (table.rules_id, table.size) == (f"{rules}@1", size)
    page = client.get(reverse("table", args=[table.public_id])).text
    assert rule_set_name(rules) in unescape(page)
    assert reverse("table-rematch", args=[table.public_id]) in page
    assert "House rules" not in page


TICKED = 'name="practice" value="1" checked'


def test_the_lesson_leads_to_a_game_with_hints(client: Client) -> None:
    lesson = unescape(client.get(reverse("lesson")).text)
    link = lesson.split(f'href="{reverse("quick")}?', 1)[1].split('"', 1)[0]
    assert TICKED in client.get(f"{reverse('quick')}?{link}").text
    assert TICKED not in client.get(reverse("quick")).text


def test_a_number_the_rules_do_not_allow_is_refused_and_the_choice_kept(client: Client) -> None:
    answer = client.post(reverse("quick"), {"rules": "illustrated/beck", "hands": "20"})
    assert answer.status_code == 400
    assert "message error" in answer.text
    chosen = answer.text.split('value="illustrated/beck"', 1)[1].split(">", 1)[0]
    assert "checked" in chosen
    assert not Table.objects.exists()


def test_a_rematch_keeps_the_house_rules(client: Client) -> None:
    values = {"rules": "illustrated/beck", "hands": "4", "options": '{"all_pass": "trischaken"}'}
    made = client.post(reverse("quick"), values)
    page = client.get(made.headers["Location"], headers={"accept-language": "en"}).text
    assert "When all pass, Trischaken is played" in page
    again = page.split('<form id="rematch" method="post" action="', 1)[1].split('"', 1)[0]
    Series.objects.update(status="finished")
    Table.objects.update(status="finished")
    assert client.post(again).headers["Location"] == made.headers["Location"]
    table = Table.objects.get()
    assert (table.status, table.rules_options) == ("running", {"all_pass": "trischaken"})
    assert Series.objects.count() == 2


@pytest.mark.parametrize("options", ["{", "[1]", "[" * 5000, '{"unknown": 1}', '{"seats": 3}'])
def test_unreadable_house_rules_are_refused(client: Client, options: str) -> None:
    values = {"rules": "illustrated/beck", "hands": "4", "options": options}
    assert client.post(reverse("quick"), values).status_code == 400
    assert not Table.objects.exists()
    assert not User.objects.exists()


def test_an_evening_of_other_rules_says_so(signed_in: Client, club: Club) -> None:
    address = reverse("event-new", args=[club.slug])
    values = {"name": "Dreierabend", "rules": "illustrated/beck", "rounds": "2", "hands": "6"}
    assert signed_in.post(address, values | {"hands": "5"}).status_code == 200
    assert not Event.objects.exists()
    signed_in.post(address, values)
    event = Event.objects.get()
    page = signed_in.get(
        reverse("event", args=[event.public_id]), headers={"accept-language": "en"}
    ).text
    assert "Illustrated Tarock, Beck" in page
    assert "tables of 3 and 4" in page


def test_a_spectator_gets_no_card_of_a_seat(client: Client) -> None:
    client.post(reverse("quick"), {"rules": RULES, "hands": "2"})
    table = Table.objects.get()
    page = Client().get(reverse("table", args=[table.public_id])).content.decode()
    assert '"role": "spectator"' in page
    assert '"cards": {}' in page or '"cards":' not in page.split('id="table-frame"')[1]
    assert 'id="rematch"' not in page


def test_a_finished_hand_is_shown_with_every_card(client: Client) -> None:
    table = bot_table()
    hand = Hand.objects.filter(series__table=table).order_by("number").first()
    assert hand is not None
    page = client.get(
        reverse("hand", args=[hand.public_id]), headers={"accept-language": "en"}
    ).content.decode()
    assert page.count('<ol class="tricks">') == 1
    assert f"/api/v1/hands/{hand.public_id}/record" in page
    assert hand.commitment in page
    assert "card point" in page or "The declarer took" in page
    assert page.count("#c-") >= 54


def test_a_hand_being_played_stays_closed(client: Client) -> None:
    client.post(reverse("quick"), {"rules": RULES, "hands": "2"})
    hand = Hand.objects.get()
    answer = client.get(reverse("hand", args=[hand.public_id]))
    assert answer.status_code == 403
    assert "#c-" not in answer.content.decode()


@pytest.mark.parametrize("path", ["/t/nosuchtable0", "/h/nosuchhand00", "/e/nosuchevent0",
                                  "/p/nosuchperson", "/c/no-such-club", "/l/nosuchleague",
                                  "/nothing"])  # fmt: skip
def test_unknown_addresses_get_a_friendly_page(client: Client, path: str) -> None:
    answer = client.get(path, headers={"accept-language": "en"})
    assert answer.status_code == 404
    assert "There is nothing here" in answer.content.decode()


def test_a_person_has_a_page(signed_in: Client, leni: User, club: Club) -> None:
    person = Person.objects.get(user=leni)
    page = signed_in.get(reverse("person", args=[person.public_id])).content.decode()
    assert "Leni" in page
    assert club.name in page


def test_a_merged_person_leads_to_the_one_that_is_left(client: Client, leni: User) -> None:
    left = Person.objects.get(user=leni)
    gone = Person.objects.create(display_name="Leni S.", merged_into=left)
    answer = client.get(reverse("person", args=[gone.public_id]))
    assert answer.headers["Location"] == reverse("person", args=[left.public_id])


def test_members_are_shown_to_members_only(client: Client, signed_in: Client, club: Club) -> None:
    address = reverse("club", args=[club.slug])
    assert "Leni" in signed_in.get(address).content.decode().split("<main")[1]
    assert "Leni" not in Client().get(address).content.decode()


def test_an_organiser_invites_by_a_link(client: Client, signed_in: Client, club: Club) -> None:
    address = reverse("club-invite", args=[club.slug])
    assert "Make an invitation link" in signed_in.get(reverse("club", args=[club.slug])).text
    page = signed_in.post(address).text
    link = page.split('class="code">', 1)[1].split("<", 1)[0]
    guest = Client()
    assert club.name in guest.get(link).text
    assert guest.post(link).status_code == 302
    assert club.memberships.count() == 2


def test_members_and_strangers_cannot_invite(client: Client, club: Club) -> None:
    address = reverse("club-invite", args=[club.slug])
    assert Client().post(address).status_code == 403
    seppi = user_create(username="seppi", password="kartenspiel7")
    member_add(club, person=person_for(seppi))
    client.force_login(seppi)
    assert client.post(address).status_code == 403
    assert address not in client.get(reverse("club", args=[club.slug])).text
    assert not club.invitations.exists()


def test_a_league_has_a_page(client: Client, club: Club, leni: User) -> None:
    league = league_create(name="Herbst", club=club, user=leni)
    assert client.get(reverse("league", args=[league.public_id])).status_code == 200


def test_an_evening_from_nothing_to_its_entrants(signed_in: Client, club: Club) -> None:
    first = signed_in.get(reverse("organise"))
    assert first.headers["Location"] == reverse("event-new", args=[club.slug])
    values = {"name": "Herbstabend", "rules": RULES, "rounds": "3", "hands": "4"}
    made = signed_in.post(reverse("event-new", args=[club.slug]), values)
    event = Event.objects.get()
    assert made.headers["Location"] == reverse("event", args=[event.public_id])
    upload = SimpleUploadedFile("list.csv", ENTRANTS.read_bytes(), "text/csv")
    address = reverse("event-entrants", args=[event.public_id])
    checked = signed_in.post(address, {"file": upload, "step": "check"})
    assert checked.status_code == 200
    assert event.entrants.count() == 0
    upload.seek(0)
    signed_in.post(address, {"file": upload, "step": "import"})
    assert event.entrants.count() == 26
    signed_in.post(reverse("event-start", args=[event.public_id]))
    event.refresh_from_db()
    assert event.status == Event.Status.RUNNING


def test_a_wrong_list_is_reported_line_by_line(signed_in: Client, event: Event) -> None:
    upload = SimpleUploadedFile("list.csv", b"name,bot\nAnna,club\nAnna,nobody\n", "text/csv")
    address = reverse("event-entrants", args=[event.public_id])
    answer = signed_in.post(
        address, {"file": upload, "step": "import"}, headers={"accept-language": "en"}
    )
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "This name stands in line 2 already." in page
    assert event.entrants.count() == 0


def test_a_huge_or_missing_file_is_refused(signed_in: Client, event: Event) -> None:
    address = reverse("event-entrants", args=[event.public_id])
    huge = SimpleUploadedFile("list.csv", b"name\n" + b"x\n" * 5_000_000, "text/csv")
    assert signed_in.post(address, {"file": huge, "step": "import"}).status_code == 422
    assert signed_in.post(address, {"step": "import"}).status_code == 422


def test_the_address_of_a_report_leads_back_to_the_evening(client: Client, event: Event) -> None:
    answer = client.get(reverse("event-entrants", args=[event.public_id]))
    assert answer.headers["Location"] == reverse("event", args=[event.public_id])


def test_others_cannot_manage_an_evening(client: Client, event: Event) -> None:
    user = user_create(username="ferdl", password="kartenspiel7", display_name="Ferdl")
    client.force_login(user)
    page = client.get(reverse("event", args=[event.public_id])).content.decode()
    assert reverse("event-start", args=[event.public_id]) not in page
    for name in ("event-entrants", "event-start"):
        assert client.post(reverse(name, args=[event.public_id])).status_code == 403
    assert client.get(reverse("event-new", args=[event.club.slug])).status_code == 403


def test_an_evening_that_cannot_begin_says_why(signed_in: Client, event: Event) -> None:
    entrants_import(event=event, data=b"name,bot\nA,club\nB,club\nC,club\n")
    answer = signed_in.post(reverse("event-start", args=[event.public_id]), follow=True)
    assert "message error" in answer.content.decode()


def test_an_event_page_and_its_live_part(client: Client, event: Event) -> None:
    entrants_import(event=event, data=ENTRANTS.read_bytes())
    address = reverse("event", args=[event.public_id])
    whole = client.get(address).content.decode()
    part = client.get(address + "?part=live").content.decode()
    assert 'id="event-live"' in whole
    assert "<html" not in part
    assert whole.count("<li value=") == 26


def test_before_the_draw_the_page_says_who_cannot_play(signed_in: Client, event: Event) -> None:
    names = "name,bot\nLeni,\nOtto,\nUhu,club\nKakadu,club\n"
    entrants_import(event=event, data=names.encode())
    address = reverse("event", args=[event.public_id])
    page = signed_in.get(address).text
    assert "1 of them has no account" in page
    assert page.count("no account</span>") == 1
    assert "no account" not in Client().get(address).text
    assert "Standings" not in page


def test_a_table_of_an_evening_tells_its_place(client: Client, event: Event) -> None:
    bots = "name,bot\n" + "".join(f"Bot {n},club\n" for n in range(4))
    entrants_import(event=event, data=bots.encode())
    play_to_end(event)
    table = event.rounds.get(number=2).tables.get().table
    assert table is not None
    page = client.get(reverse("table", args=[table.public_id])).text
    assert "Clubabend, round 2, table 1" in page
    page = client.get(reverse("event", args=[event.public_id])).text
    for name in ("standings.csv", "seating.csv"):
        link = f"/api/v1/events/{event.public_id}/files/{name}"
        assert link in page
        assert client.get(link).status_code == 200


def test_a_table_of_bots_lies_open_on_its_page(client: Client) -> None:
    table = bot_table()
    page = client.get(reverse("table", args=[table.public_id])).content.decode()
    assert '"role": "open"' in page


def test_a_large_evening_does_not_hide_a_small_one_on_the_first_page(client: Client) -> None:
    for name, rules, count in (("Dreiertisch", "illustrated/beck", 3), ("Großer Abend", RULES, 20)):
        made = event_create(name=name, rules_id=rules, hands=4, rounds_total=1, paced=True)
        rows = "\n".join(f"{name} {i},random" for i in range(count))
        assert entrants_import(event=made, data=f"name,bot\n{rows}".encode()).is_ok
        event_start(event=made)
        event_advance(event=made)
    page = client.get(reverse("live")).text
    assert "Dreiertisch" in page
    assert "Großer Abend" in page
