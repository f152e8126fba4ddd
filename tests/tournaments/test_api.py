"""Events over REST: uploads in every form, refusals that change nothing."""

from __future__ import annotations

import io

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from accounts.services import club_create, user_create
from tests.tournaments.playing import CLUB_CSV, PRESET, bots_csv, event_of, play_event, start
from tournaments import services
from tournaments.importing import MAX_BYTES
from tournaments.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner() -> User:
    return user_create(username="owner")


@pytest.fixture
def client(owner: User) -> APIClient:
    client = APIClient()
    client.force_login(owner)
    return client


@pytest.fixture
def event(owner: User) -> Event:
    club = club_create(name="Linde", owner=owner)
    return services.event_create(name="E", rules_id=PRESET, hands=4, rounds_total=2, club=club)


def upload(client: APIClient, event: Event, data: bytes, query: str = "") -> tuple[int, dict]:
    file = io.BytesIO(data)
    file.name = "list.csv"
    response = client.post(
        f"/api/v1/events/{event.public_id}/import{query}", {"file": file}, format="multipart"
    )
    return response.status_code, response.json()


def test_an_evening_over_rest(client: APIClient, event: Event) -> None:
    club = event.club
    assert club is not None
    made = client.post(
        "/api/v1/events/",
        {"name": "Abend", "rules": PRESET, "hands": 4, "rounds_total": 2, "club": club.public_id},
    )
    assert made.status_code == 201
    path = f"/api/v1/events/{made.json()['id']}"
    assert made.json()["seed"] is None
    sent = client.post(f"{path}/import", CLUB_CSV.read_bytes(), content_type="text/csv")
    assert sent.json() == {"rows": 26, "imported": 26, "dry_run": False, "problems": []}
    drawn = client.post(f"{path}/draw").json()
    assert [(row["number"], row["status"]) for row in drawn] == [(1, "draft"), (2, "draft")]
    assert drawn[1]["certificate"]["most_meetings"] <= 2
    seating = client.get(f"{path}/files/seating.csv").content
    started = client.post(f"{path}/start").json()
    assert (started["status"], started["entrants"]) == ("running", 26)
    assert started["seed"]
    services.event_advance(event=Event.objects.get(public_id=made.json()["id"]))
    assert client.get(f"{path}/files/seating.csv").content == seating
    rounds = client.get(f"/api/v1/rounds/?event={made.json()['id']}").json()["results"]
    assert [(row["number"], row["status"]) for row in rounds] == [(2, "draft"), (1, "open")]
    detail = client.get(f"/api/v1/rounds/{rounds[1]['id']}/").json()
    assert sorted(len(table["seats"]) for table in detail["tables"]) == [4, 4, 4, 4, 5, 5]
    assert all(table["table"] and table["status"] == "running" for table in detail["tables"])
    assert client.post(f"{path}/start").json()["code"] == "wrong_event_state"
    assert client.get(f"{path}/files/secrets.csv").status_code == 404


def test_the_draw_is_secret_until_the_event_begins(client: APIClient, event: Event) -> None:
    services.entrants_import(event=event, data=bots_csv(8))
    services.round_draw(event=event)
    paths = [
        f"/api/v1/events/{event.public_id}/files/seating.json",
        f"/api/v1/rounds/{event.public_id}-1",
    ]
    assert [client.get(path).status_code for path in paths] == [200, 200]
    assert [APIClient().get(path).status_code for path in paths] == [403, 403]
    listed = APIClient().get(f"/api/v1/rounds?event={event.public_id}").json()
    assert listed["results"] == []  # the certificate would tell who sits where
    start(event)
    assert [APIClient().get(path).status_code for path in paths] == [200, 200]


def test_a_list_with_problems_is_refused_line_by_line(client: APIClient, event: Event) -> None:
    code, body = upload(client, event, b"name;bot\nAnna;club\n;club\nAnna;frog\n")
    assert (code, body["code"]) == (400, "import_refused")
    problems = body["details"]["problems"]
    assert [(p["line"], p["column"], p["code"]) for p in problems] == [
        (3, "name", "name_empty"),
        (4, "name", "name_twice"),
        (4, "bot", "bot_unknown"),
    ]
    assert all(problem["reason"] for problem in problems)
    assert body["details"]["imported"] == 0
    assert not event.entrants.exists()


def test_a_dry_run_reports_and_changes_nothing(client: APIClient, event: Event) -> None:
    code, body = upload(client, event, b"name;bot\nAnna;frog\n", "?dry_run=1")
    assert (code, body["rows"], body["imported"], body["dry_run"]) == (200, 1, 0, True)
    assert body["problems"][0]["code"] == "bot_unknown"
    code, body = upload(client, event, bots_csv(8), "?dry_run=1")
    assert (code, body["rows"], body["problems"]) == (200, 8, [])
    assert not event.entrants.exists()


@pytest.mark.parametrize("size", [MAX_BYTES + 1, 10_000_000])
def test_large_files_are_refused_by_size(client: APIClient, event: Event, size: int) -> None:
    code, body = upload(client, event, b"x" * size)
    assert code == 400
    assert [p["code"] for p in body["details"]["problems"]] == ["too_large"]
    response = client.post(
        f"/api/v1/events/{event.public_id}/import", b"x" * size, content_type="text/csv"
    )
    assert response.json()["details"]["problems"][0]["code"] == "too_large"


def test_an_empty_list_gets_a_report(client: APIClient, event: Event) -> None:
    for query, status in (("", 400), ("?dry_run=1", 200)):
        url = f"/api/v1/events/{event.public_id}/import{query}"
        as_body = client.post(url, b"", content_type="text/csv")
        assert as_body.status_code == status
        answers = [as_body.json(), upload(client, event, b"", query)[1]]
        reports = [answer.get("details", answer) for answer in answers]
        assert [report["problems"][0]["code"] for report in reports] == ["empty", "empty"]


def test_a_request_without_a_file_is_refused(client: APIClient, event: Event) -> None:
    response = client.post(f"/api/v1/events/{event.public_id}/import", {}, format="multipart")
    assert (response.status_code, response.json()["code"]) == (400, "invalid")
    response = client.post(f"/api/v1/events/{event.public_id}/import", {}, format="json")
    assert response.status_code == 415


def test_events_that_cannot_be_seated_do_not_start(client: APIClient, event: Event) -> None:
    path = f"/api/v1/events/{event.public_id}"
    for action in ("start", "draw"):
        body = client.post(f"{path}/{action}").json()
        assert body["code"] == "infeasible_entrants"
        assert body["details"] == {"entrants": 0, "hand_seats": 4}
    assert client.get(f"{path}/").json()["status"] == "draft"


@pytest.mark.parametrize(
    "change",
    [
        {"rules": "no/such"},
        {"hands": 3},
        {"options": {"win_thirds": 1}},
        {"options": {"no_such": 1}},
        {"options": "x"},
        {"rules": "illustrated/beck", "hands": 7},
        {"rules": "illustrated/beck", "hands": 6, "options": {"match": {"target": 100}}},
        {"rules": "plain/numbers"},
        {"hands": "many"},
        {"rounds_total": 0},
        {"name": "a\u202eb"},
        {"clock_ms": 1},
        {"league": "0" * 12},
        {"club": "0" * 12},
    ],
)
def test_bad_settings_make_no_event(client: APIClient, event: Event, change: dict) -> None:
    club = event.club
    assert club is not None
    usual = {"name": "A", "rules": PRESET, "hands": 4, "rounds_total": 2, "club": club.public_id}
    response = client.post("/api/v1/events/", {**usual, **change})
    assert 400 <= response.status_code < 500
    assert set(response.json()) == {"code", "message", "details"}
    assert Event.objects.count() == 1


def test_an_event_with_house_rules(client: APIClient, event: Event) -> None:
    options = {"all_pass": "trischaken", "bonus_set": "beck-german"}
    body = {"name": "A", "rules": "illustrated/beck", "hands": 4, "rounds_total": 1}
    club = event.club
    assert club is not None
    made = client.post("/api/v1/events/", {**body, "options": options, "club": club.public_id})
    assert (made.status_code, made.json()["options"]) == (201, options)
    path = f"/api/v1/events/{made.json()['id']}"
    for count, code, details in (
        (5, "infeasible_entrants", {"entrants": 5, "hand_seats": 3}),
        (4, "uneven_hands", {"hands": 4, "table_size": 4, "multiple_of": 3}),
    ):
        Event.objects.get(public_id=made.json()["id"]).entrants.all().delete()
        client.post(f"{path}/import", bots_csv(count), content_type="text/csv")
        refused = client.post(f"{path}/start").json()
        assert (refused["code"], refused["details"]) == (code, details)
    assert client.get(f"{path}/").json()["status"] == "draft"


def test_only_organisers_manage(event: Event) -> None:
    stranger = APIClient()
    stranger.force_login(user_create(username="stranger"))
    assert upload(stranger, event, bots_csv(8))[0] == 403
    assert stranger.post(f"/api/v1/events/{event.public_id}/start").status_code == 403
    body = {"name": "A", "rules": PRESET, "hands": 4, "rounds_total": 2}
    assert stranger.post("/api/v1/events/", body).status_code == 403
    assert not event.entrants.exists()


def test_standings_over_rest(client: APIClient) -> None:
    event = event_of(8, rounds=1)
    path = f"/api/v1/events/{event.public_id}"
    play_event(event)
    rows = client.get(f"{path}/standings").json()
    assert sum(row["total"] for row in rows) == 0
    assert rows[0]["rank"] == 1
    assert all(len(row["tables"]) == len(row["rounds"]) == 1 for row in rows)
    assert client.get(f"{path}/files/standings.csv").content.count(b"\r\n") == 9


def test_an_endless_event_is_ended(client: APIClient, event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(rounds_total=None)
    event.refresh_from_db()
    services.entrants_import(event=event, data=bots_csv(4))
    start(event)
    body = client.post(f"/api/v1/events/{event.public_id}/end").json()
    assert (body["status"], body["rounds_total"]) == ("running", 1)
