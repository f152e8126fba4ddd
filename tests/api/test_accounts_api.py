"""Persons, clubs and tokens over REST."""

from __future__ import annotations

import pytest
from rest_framework.test import APIClient

from accounts import services
from accounts.models import Club, Person
from accounts.selectors import membership_role, token_find
from tests.api.world import World


def test_me(world: World) -> None:
    body = world.client("member").get("/api/v1/persons/me").json()
    assert body == {
        "id": world.member.public_id,
        "name": "member",
        "login": "member",
        "is_guest": False,
        "clubs": [{"id": world.club.public_id, "name": "World Club", "role": "member"}],
    }
    changed = world.client("member").patch("/api/v1/persons/me", {"name": " Sepp  H "}).json()
    assert changed["name"] == "Sepp H"
    bad = world.client("member").patch("/api/v1/persons/me", {"name": "a\u202eb"})
    assert bad.json()["code"] == "bad_name"


def test_persons_can_be_searched_and_never_tell_accounts(world: World) -> None:
    client = world.client("stranger")
    found = client.get("/api/v1/persons/?search=ARBI").json()["results"]
    assert [person["name"] for person in found] == ["arbiter"]
    assert set(found[0]) == {"id", "name"}
    names = {person["name"] for person in client.get("/api/v1/persons/").json()["results"]}
    assert not any(name.startswith("Guest") for name in names)


def test_a_merged_person_leads_to_the_one_that_stays(world: World) -> None:
    kept = services.person_create(display_name="Kept")
    Person.objects.filter(pk=world.member.pk).update(merged_into=kept)
    old = Person.objects.get(display_name="member").public_id
    assert APIClient().get(f"/api/v1/persons/{old}").json()["id"] == kept.public_id


def test_pages_of_a_list_join_without_gap_or_repeat(world: World) -> None:
    for number in range(7):
        services.club_create(name=f"Club {number}")
    url, seen = "/api/v1/clubs/?page_size=3", []
    while url:
        body = APIClient().get(url).json()
        seen += [club["id"] for club in body["results"]]
        services.club_create(name=f"Meanwhile {len(seen)}")
        url = body["next"]
    assert len(seen) == len(set(seen)) == 8
    everything = APIClient().get("/api/v1/clubs/?page_size=100000").json()["results"]
    assert len(everything) == Club.objects.count()


def test_members(world: World) -> None:
    client = world.client("organiser")
    path = f"/api/v1/clubs/{world.club.public_id}/members"
    new = client.post(path, {"name": "Sepp", "number": "7"})
    assert new.status_code == 201
    sepp = new.json()["person"]["id"]
    assert client.post(path, {"person": sepp}).json()["code"] == "already_member"
    assert client.post(path, {"name": "Franz", "number": "7"}).json()["code"] == "name_taken"
    assert client.post(path, {"person": "0" * 12}).json()["code"] == "no_such_person"
    assert client.post(path, {"person": sepp, "name": "Both"}).status_code == 400
    assert client.post(path, {}).status_code == 400
    assert client.post(path, {"name": "X", "role": "king"}).status_code == 400
    changed = client.patch(f"{path}/{sepp}", {"role": "arbiter"}).json()
    assert (changed["role"], changed["number"]) == ("arbiter", "7")
    assert client.delete(f"{path}/{sepp}").status_code == 204
    assert client.delete(f"{path}/{sepp}").status_code == 404
    assert len(client.get(path).json()["results"]) == 5


def test_only_owners_touch_owners(world: World) -> None:
    path = f"/api/v1/clubs/{world.club.public_id}"
    owner = services.person_for(world.users["owner"]).public_id
    member = world.member.public_id
    organiser = world.client("organiser")
    for response in (
        organiser.post(f"{path}/members", {"name": "X", "role": "owner"}),
        organiser.patch(f"{path}/members/{member}", {"role": "owner"}),
        organiser.patch(f"{path}/members/{owner}", {"role": "member"}),
        organiser.delete(f"{path}/members/{owner}"),
        organiser.post(f"{path}/invite", {"role": "owner"}),
    ):
        assert response.status_code == 403
        assert response.json()["code"] == "not_allowed"
    assert not Person.objects.filter(display_name="X").exists()
    last = world.client("owner").delete(f"{path}/members/{owner}")
    assert last.json()["code"] == "last_owner"
    client = world.client("owner")
    assert client.patch(f"{path}/members/{member}", {"role": "owner"}).status_code == 200


def test_organisers_of_another_club_may_nothing_here(world: World) -> None:
    stranger = world.users["stranger"]
    services.club_create(name="Elsewhere", owner=stranger)
    client = world.client("stranger")
    path = f"/api/v1/clubs/{world.club.public_id}"
    assert client.get(f"{path}/members").status_code == 403
    assert client.post(f"{path}/members", {"name": "X"}).status_code == 403
    assert client.post(f"{path}/invite", {}).status_code == 403


def test_invitation_link(world: World) -> None:
    path = f"/api/v1/clubs/{world.club.public_id}/invite"
    body = world.client("organiser").post(path, {"role": "scorer"}).json()
    assert body["uses_left"] == 1
    stranger = world.client("stranger")
    assert stranger.post(body["url"]).status_code == 302
    assert membership_role(world.users["stranger"], world.club) == "scorer"


def test_tokens(world: World) -> None:
    client = world.client("member")
    body = client.post("/api/v1/tokens/", {"name": "Bot", "scopes": ["play"]}).json()
    assert token_find(body["token"]).user == world.users["member"]
    listed = client.get("/api/v1/tokens/").json()["results"]
    assert [token["id"] for token in listed] == [body["id"]]
    assert body["token"] not in str(listed)
    other = world.client("stranger")
    assert other.delete(f"/api/v1/tokens/{body['id']}").status_code == 404
    assert client.delete(f"/api/v1/tokens/{body['id']}").status_code == 204
    assert client.get("/api/v1/tokens/").json()["results"] == []


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"name": "Bot", "scopes": []},
        {"name": "Bot", "scopes": ["root"]},
        {"name": "", "scopes": ["read"]},
        {"name": "Bot", "scopes": ["read"], "expires_at": "2001-01-01T00:00:00Z"},
        {"name": "Bot", "scopes": ["read"], "expires_at": "soon"},
    ],
)
def test_bad_tokens(world: World, body: dict[str, object]) -> None:
    assert world.client("member").post("/api/v1/tokens/", body, format="json").status_code == 400


def test_head_is_get_without_a_body(world: World) -> None:
    response = world.client("member").head("/api/v1/persons/me")
    assert response.status_code == 200
    assert APIClient().head("/api/v1/persons/me").status_code == 401


def test_no_event_enters_the_league_of_another_club(world: World) -> None:
    elsewhere = services.club_create(name="Elsewhere", owner=world.users["stranger"])
    body = {
        "name": "Intruder",
        "club": elsewhere.public_id,
        "league": world.things.league,
        "rules": "koenigrufen/cardgames-zone",
        "hands": 4,
        "rounds_total": 1,
    }
    refused = world.client("stranger").post("/api/v1/events/", body)
    assert (refused.status_code, refused.json()["code"]) == (403, "not_allowed")
    del body["league"]
    assert world.client("stranger").post("/api/v1/events/", body).status_code == 201
