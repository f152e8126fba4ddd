"""REST of the lobby: the same services, the one error shape, nothing for those who may not look."""

from __future__ import annotations

import hashlib
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.services import club_create
from games import tasks
from games.models import Seat, Series, Table
from games.services import daily_deal, seat_take, series_start
from tests.games.conftest import RULES, version
from tests.games.test_api import client_of

pytestmark = pytest.mark.django_db(transaction=True)

TABLES = "/api/v1/tables"


@pytest.fixture(autouse=True)
def done(monkeypatch) -> list:
    """Jobs are noted, not enqueued; who is to be asked again is noted as ``("kick", user)``."""
    for slug in ("club", "random"):
        version(slug)
    noted: list = []
    monkeypatch.setattr(tasks, "dispatch", noted.extend)
    monkeypatch.setattr(
        tasks, "kick", lambda outcome: noted.extend(("kick", user) for user in outcome.kick)
    )
    return noted


def opened(user, **body: Any) -> dict[str, Any]:
    values = {"rules": RULES, "hands": 2, "seats": []} | body
    answer = client_of(user).post(TABLES, values)
    assert answer.status_code == 201, answer.json()
    return answer.json()


def post(user, table: str, action: str, body: Any = None) -> Any:
    return client_of(user).post(f"{TABLES}/{table}/{action}", body)


def test_a_table_with_everything(alice):
    club = club_create(name="Inn", owner=alice)
    made = opened(
        alice,
        rules="koenigrufen/tournament",
        options={"win_thirds": 106},
        hands=4,
        size=5,
        seats=["random", "", "club"],
        access="club",
        club=club.public_id,
        clock="quick",
        talk="text",
        takeover="clock",
    )
    assert (made["status"], made["access"], made["talk"]) == ("open", "club", "text")
    assert (made["clock_ms"], made["bank_ms"], made["size"]) == (15_000, 60_000, 5)
    assert [seat["kind"] for seat in made["seats"]] == ["person", "bot", "free", "bot", "free"]
    table = Table.objects.get()
    assert (table.club, table.takeover) == (club, "clock")


def test_quick_games_with_a_bot_per_seat(alice):
    body = {"rules": RULES, "hands": 2, "levels": ["random"], "practice": True}
    made = client_of(alice).post(TABLES, body).json()
    assert (made["status"], made["practice"]) == ("running", True)
    assert [seat["name"] for seat in made["seats"]] == ["alice", "Random 1", "Club 2", "Club 3"]


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        ({"seats": [], "practice": True}, ["practice"]),
        ({"seats": ["club"], "level": "random", "levels": []}, ["level", "levels"]),
        ({"access": "private", "clock": "quick"}, ["access", "clock"]),
        ({"seats": [], "club": "000000000000"}, ["club"]),
    ],
)
def test_what_says_nothing_about_such_a_table_is_refused(alice, body, fields):
    answer = client_of(alice).post(TABLES, {"rules": RULES, "hands": 2} | body)
    error = answer.json()
    assert (answer.status_code, error["code"]) == (400, "bad_table")
    assert error["details"]["fields"] == fields
    assert not Table.objects.exists()


@pytest.mark.parametrize(
    "body", [{"seats": ["club"] * 4}, {"seats": [""] * 5, "size": 5}, {"levels": ["club"] * 4}]
)
def test_more_seats_than_the_table_has_are_refused(alice, body):
    answer = client_of(alice).post(TABLES, {"rules": RULES, "hands": 2} | body)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_table")
    assert not Table.objects.exists()


def test_people_sit_down_and_the_series_begins(alice, bob, done):
    made = opened(alice, seats=["club", "club"])
    answer = post(bob, made["id"], "sit", {"seat": 3})
    assert answer.status_code == 200
    frame = answer.json()["frame"]
    assert (frame["role"], frame["table_state"]["status"]) == ("seat", "running")
    assert ("kick", bob.pk) in done
    assert [job.task for job in done if not isinstance(job, tuple)] == ["games.tasks.advance_table"]
    left = post(bob, made["id"], "leave").json()["frame"]["table_state"]["seats"][3]
    assert (left["leaving"], left["stand_in"]) == (True, "Club")
    back = post(bob, made["id"], "return").json()["frame"]["table_state"]["seats"][3]
    assert "stand_in" not in back
    assert post(bob, made["id"], "rematch").status_code == 200
    assert Series.objects.count() == 1  # it is being played already


def test_another_series(alice):
    made = opened(alice, seats=["club", "club", "club"])
    Series.objects.update(status="finished")
    Table.objects.update(status="finished")
    frame = post(alice, made["id"], "rematch").json()["frame"]
    assert (frame["table_state"]["status"], Series.objects.count()) == ("running", 2)


def test_refusals_have_names(alice, bob, series_of):
    made, event = opened(alice), series_of(alice.person, kind="event").table
    cases = [
        (bob, made["id"], "sit", {"seat": 0}, 409, "seat_taken"),
        (bob, made["id"], "sit", {"seat": 9}, 400, "invalid"),
        (alice, made["id"], "sit", {"seat": 1}, 409, "already_seated"),
        (bob, event.public_id, "sit", {}, 409, "seat_fixed"),
        (alice, event.public_id, "rematch", None, 409, "seat_fixed"),
        (alice, made["id"], "rematch", None, 409, "table_closed"),
        (bob, made["id"], "leave", None, 403, "not_your_seat"),
        (bob, made["id"], "return", None, 403, "not_your_seat"),
        (bob, made["id"], "invite", None, 403, "no_access"),
        (alice, made["id"], "invite", None, 404, "bad_invite"),
        (bob, made["id"], "join", {"secret": "x"}, 404, "bad_invite"),
        (bob, "nosuchtable0", "sit", {}, 404, "not_found"),
        (None, made["id"], "sit", {}, 401, "not_authenticated"),
    ]
    for user, table, action, body, status, code in cases:
        answer = post(user, table, action, body)
        assert (answer.status_code, answer.json()["code"]) == (status, code), (action, body)
        assert set(answer.json()) == {"code", "message", "details"}


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"hands": 3}, "bad_series"),
        ({"size": 6, "rules": "illustrated/beck"}, "bad_table"),
        ({"seats": ["nobody"]}, "unknown_bot"),
        ({"clock": "slow"}, "invalid"),
        ({"talk": "text"}, "bad_table"),
        ({"access": "club"}, "bad_table"),
        ({"club": "nosuchclub00", "access": "club"}, "not_found"),
        ({"options": {"win_thirds": 1}}, "bad_option"),
    ],
)
def test_bad_tables_are_refused_by_name(alice, body, code):
    values = {"rules": RULES, "hands": 2, "seats": []} | body
    answer = client_of(alice).post(TABLES, values)
    assert (400 <= answer.status_code < 500, answer.json()["code"]) == (True, code)
    assert not Table.objects.exists()


def test_a_private_table_by_its_secret(alice, bob):
    made = opened(alice, access="private")
    for method, path in (("get", ""), ("get", "/view"), ("post", "/sit"), ("post", "/act")):
        answer = getattr(client_of(bob), method)(f"{TABLES}/{made['id']}{path}")
        assert answer.status_code == 404
    assert client_of(bob).get(TABLES).json()["results"] == []
    assert len(client_of(alice).get(TABLES).json()["results"]) == 1
    invite = post(alice, made["id"], "invite").json()
    assert invite["path"] == f"/join/{made['id']}/{invite['secret']}"
    frame = post(bob, made["id"], "join", {"secret": invite["secret"]}).json()["frame"]
    assert frame["role"] == "spectator"
    assert post(bob, made["id"], "sit").status_code == 200


def test_hands_of_closed_tables_are_as_closed(alice, bob, table_of):
    table = table_of(alice.person)
    series_start(table=table, first_dealer=0)
    Table.objects.update(access="private")
    hand = client_of(alice).get("/api/v1/hands").json()["results"][0]["id"]
    assert client_of(bob).get("/api/v1/hands").json()["results"] == []
    for path in ("", "/record", "/frames?seat=0"):
        assert client_of(bob).get(f"/api/v1/hands/{hand}{path}").status_code == 404


def test_the_deal_of_the_day(alice, bob):
    for user in (alice, alice, bob):
        answer = client_of(user).post("/api/v1/daily")
        assert answer.status_code == 200
    assert Table.objects.count() == 2
    table = answer.json()["table"]
    assert client_of(alice).get(f"{TABLES}/{table}/view").status_code == 404
    assert client_of(bob).get(f"{TABLES}/{table}/view").json()["role"] == "seat"
    (today,) = client_of().get("/api/v1/daily").json()["results"]
    assert set(today) == {"date", "rules", "commitment", "played"}
    detail = client_of().get(f"/api/v1/daily/{today['date']}").json()
    assert (detail["deal"], detail["results"]) == (None, [])
    assert Seat.objects.filter(person=bob.person).count() == 1


def test_past_deals_are_given_in_pages_and_prove_themselves():
    now = timezone.now()
    for days in range(3):
        daily_deal(now=now - timedelta(days=days))
    first = client_of().get("/api/v1/daily?page_size=2").json()
    rest = client_of().get(first["next"]).json()
    dates = [day["date"] for day in (*first["results"], *rest["results"])]
    assert dates == [str((now - timedelta(days=days)).date()) for days in range(3)]
    assert (len(first["results"]), rest["next"]) == (2, None)
    day = client_of().get(f"/api/v1/daily/{dates[1]}").json()
    text = f"{day['deal']['nonce']}:{day['deal']['cards']}"
    assert day["commitment"] == f"v0:{hashlib.sha256(text.encode()).hexdigest()}"
    assert len(day["deal"]["cards"]) == 108
    assert day["deal"]["dealer"] in range(4)


def test_a_seat_taken_elsewhere_is_shown(alice, bob):
    made = opened(alice)
    seat_take(table_id=Table.objects.get().pk, user=bob, index=2)
    seats = client_of().get(f"{TABLES}/{made['id']}").json()["seats"]
    assert [(seat["kind"], seat["name"]) for seat in seats] == [
        ("person", "alice"),
        ("free", ""),
        ("person", "bob"),
        ("free", ""),
    ]
