"""A small world for API tests: one of everything, one actor per role, one request per action.

``REQUESTS`` has one entry per action of the permission table. A new endpoint needs one here,
or the walking tests fail and name it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.utils import timezone
from rest_framework.test import APIClient

from accounts import services
from accounts.models import Club, Membership, Person, User
from accounts.selectors import SCOPES
from tests.api import things

ROLES_OF_ACTORS: dict[str, frozenset[str]] = {
    "anonymous": frozenset({"anonymous"}),
    "guest": frozenset({"guest"}),
    "stranger": frozenset({"user"}),
    "member": frozenset({"user", "member"}),
    "scorer": frozenset({"user", "scorer"}),
    "arbiter": frozenset({"user", "arbiter"}),
    "organiser": frozenset({"user", "organiser"}),
    "owner": frozenset({"user", "owner"}),
    "staff": frozenset({"user", "staff"}),
}
"""What each actor is in the club of the world, written down independently of ``roles_of``."""


@dataclass
class World:
    """One club with everything in it."""

    club: Club
    users: dict[str, User]
    token_ids: dict[str, str]
    plaintexts: dict[str, str]
    things: things.Things = field(default_factory=things.Things)

    @property
    def member(self) -> Person:
        """The person of the plain member."""
        return services.person_for(self.users["member"])

    def client(self, actor: str) -> APIClient:
        """Return a client signed in as an actor, with CSRF left to its own tests."""
        client = APIClient()
        if actor != "anonymous":
            client.force_login(self.users[actor])
        return client

    def token_client(self, scope: str) -> APIClient:
        """Return a client with a token of the owner that carries just one scope."""
        client = APIClient()
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {self.plaintexts[scope]}")
        return client


def make_world() -> World:
    """Create the world; call it inside a test's transaction."""
    users = {
        actor: services.user_create(username=actor, is_staff=actor == "staff")
        for actor in ROLES_OF_ACTORS
        if actor not in {"anonymous", "guest"}
    }
    users["guest"] = services.user_guest_create()
    club = services.club_create(name="World Club", owner=users["owner"])
    for role in ("member", "scorer", "arbiter", "organiser"):
        services.member_add(club, person=services.person_for(users[role]), role=role)
    tokens, plaintexts = {}, {}
    expiry = timezone.now() + timedelta(days=1)
    for scope in SCOPES:
        token, plaintexts[scope] = services.token_create(users["owner"], scope, [scope], expiry)
        tokens[scope] = token.public_id
    world = World(club, users, tokens, plaintexts)
    world.things = things.make_things(club, users)
    return world


Request = tuple[str, str, Any]
"""Method, path below /api/v1, body (None: no body)."""


def _club(world: World) -> str:
    return f"/clubs/{world.club.public_id}"


def _new_member(world: World) -> Membership:
    person = services.person_create(display_name="Somebody")
    return services.member_add(world.club, person=person)


def _member_path(world: World) -> str:
    return f"{_club(world)}/members/{_new_member(world).person.public_id}"


REQUESTS: dict[str, Callable[[World], Request]] = {
    "person.list": lambda w: ("get", "/persons/?search=mem", None),
    "person.retrieve": lambda w: ("get", f"/persons/{w.member.public_id}/", None),
    "person.me": lambda w: ("get", "/persons/me", None),
    "person.me_update": lambda w: ("patch", "/persons/me", {"name": "New Name"}),
    "club.list": lambda w: ("get", "/clubs/", None),
    "club.retrieve": lambda w: ("get", f"{_club(w)}/", None),
    "club.create": lambda w: ("post", "/clubs/", {"name": "Another Club"}),
    "club.members": lambda w: ("get", f"{_club(w)}/members", None),
    "club.member_add": lambda w: ("post", f"{_club(w)}/members", {"name": "Sepp"}),
    "club.member_change": lambda w: ("patch", _member_path(w), {"role": "scorer"}),
    "club.member_remove": lambda w: ("delete", _member_path(w), None),
    "club.invite": lambda w: ("post", f"{_club(w)}/invite", {"uses": 2}),
    "token.list": lambda w: ("get", "/tokens/", None),
    "token.create": lambda w: ("post", "/tokens/", {"name": "Bot", "scopes": ["read"]}),
    "token.destroy": lambda w: ("delete", f"/tokens/{w.token_ids['bots']}/", None),
    "bot.list": lambda w: ("get", "/bots/", None),
    "bot.retrieve": lambda w: ("get", "/bots/club/", None),
    "schema.retrieve": lambda w: ("get", "/schema?format=json", None),
    "docs.retrieve": lambda w: ("get", "/docs", None),
    **things.REQUESTS,
}
