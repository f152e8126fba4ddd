"""The permission table: who may do what over REST, with which token scope, how often.

One row per action, ``"<resource>.<action>"``. Every endpoint of the API has exactly one row
(``tests/api/test_permission_table.py`` walks them all), and a view without a row answers 403.

Roles a request can have (``roles_of``): ``anonymous``, ``guest``, ``user`` (a full account),
``staff`` (the operator of the installation), and in the club the object belongs to ``member``,
``scorer``, ``arbiter``, ``organiser``, ``owner``. Who made something that belongs to no club is
its ``owner``.

What a request may *see* of a hand is not decided here but by ``games.policy.viewer_of``.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser

from accounts.errors import NotAllowed
from accounts.models import Club, Role, User
from accounts.selectors import membership_role

CLUB_ROLES = frozenset(Role.values)

ANYONE = frozenset({"anonymous", "guest", "user"})
SIGNED_IN = frozenset({"guest", "user"})
USERS = frozenset({"user"})
MEMBERS = CLUB_ROLES | {"staff"}
ORGANISERS = frozenset({Role.ORGANISER.value, Role.OWNER.value, "staff"})
OWNERS = frozenset({Role.OWNER.value, "staff"})

SESSION_ONLY = ""
"""As a scope: no token, however mighty, may do this."""

RATES = {
    "read": "600/min",
    "heavy": "120/min",
    "write": "120/min",
    "act": "1200/min",
    "create": "60/min",
    "upload": "30/min",
    "token": "30/min",
    "talk": "60/min",
}
"""Requests per user (per address when nobody is signed in); times ``settings.THROTTLE_FACTOR``.
``heavy`` is what plays a whole hand again or reads somebody's whole history."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One row: roles that may, token scope that is needed, name of the rate that limits it."""

    roles: frozenset[str]
    scope: str
    rate: str = "read"

    @property
    def needs_club(self) -> bool:
        """True when only a role in a club (or being staff) decides."""
        return not self.roles & ANYONE


PERMISSIONS: dict[str, Rule] = {
    # accounts
    "person.list": Rule(USERS, "read"),
    "person.retrieve": Rule(ANYONE, "read"),
    "person.me": Rule(SIGNED_IN, "read"),
    "person.me_update": Rule(SIGNED_IN, "play", "write"),
    "club.list": Rule(ANYONE, "read"),
    "club.retrieve": Rule(ANYONE, "read"),
    "club.create": Rule(USERS, "organise", "create"),
    "club.members": Rule(MEMBERS, "read"),
    "club.member_add": Rule(ORGANISERS, "organise", "write"),
    "club.member_change": Rule(ORGANISERS, "organise", "write"),
    "club.member_remove": Rule(ORGANISERS, "organise", "write"),
    "club.invite": Rule(ORGANISERS, "organise", "write"),
    "token.list": Rule(USERS, SESSION_ONLY),
    "token.create": Rule(USERS, SESSION_ONLY, "token"),
    "token.destroy": Rule(USERS, SESSION_ONLY, "token"),
    # bots
    "bot.list": Rule(ANYONE, "read"),
    "bot.retrieve": Rule(ANYONE, "read"),
    # games
    "table.list": Rule(ANYONE, "read"),
    "table.retrieve": Rule(ANYONE, "read"),
    "table.view": Rule(ANYONE, "read"),
    "table.create": Rule(SIGNED_IN, "play", "create"),
    "table.act": Rule(SIGNED_IN, "play", "act"),
    "table.sit": Rule(SIGNED_IN, "play", "write"),
    "table.leave": Rule(SIGNED_IN, "play", "write"),
    "table.come_back": Rule(SIGNED_IN, "play", "write"),
    "table.rematch": Rule(SIGNED_IN, "play", "create"),
    "table.invite": Rule(SIGNED_IN, "play", "create"),
    "table.join": Rule(SIGNED_IN, "play", "create"),
    "daily.list": Rule(ANYONE, "read"),
    "daily.retrieve": Rule(ANYONE, "read"),
    "daily.play": Rule(SIGNED_IN, "play", "create"),
    "hand.list": Rule(ANYONE, "read"),
    "hand.retrieve": Rule(ANYONE, "read"),
    "hand.record": Rule(ANYONE, "read"),
    "hand.frames": Rule(ANYONE, "read", "heavy"),
    # help at the table: ``why`` everywhere, the rest at practice tables (the service knows)
    "table.hint": Rule(SIGNED_IN, "play", "write"),
    "table.why": Rule(SIGNED_IN, "play", "write"),
    "table.take_back": Rule(SIGNED_IN, "play", "write"),
    "hand.replay": Rule(SIGNED_IN, "play", "create"),
    # talk at tables, and whom one mutes or follows; who looks after a table the service knows
    "table.say": Rule(SIGNED_IN, "play", "talk"),
    "table.talk": Rule(SIGNED_IN, "play", "write"),
    "talk.report": Rule(SIGNED_IN, "play", "talk"),
    "talk.hide": Rule(SIGNED_IN, "play", "write"),
    "talk.mute": Rule(SIGNED_IN, "play", "write"),
    "mute.list": Rule(SIGNED_IN, "read"),
    "mute.create": Rule(SIGNED_IN, "play", "write"),
    "mute.destroy": Rule(SIGNED_IN, "play", "write"),
    "follow.list": Rule(SIGNED_IN, "read"),
    "follow.create": Rule(SIGNED_IN, "play", "write"),
    "follow.destroy": Rule(SIGNED_IN, "play", "write"),
    # tournaments
    "event.list": Rule(ANYONE, "read"),
    "event.retrieve": Rule(ANYONE, "read"),
    "event.standings": Rule(ANYONE, "read"),
    "event.entrants": Rule(ANYONE, "read"),
    "event.create": Rule(ORGANISERS, "organise", "create"),
    "event.download": Rule(ANYONE, "read"),
    "event.entrants_import": Rule(ORGANISERS, "organise", "upload"),
    "event.draw": Rule(ORGANISERS, "organise", "create"),
    "event.start": Rule(ORGANISERS, "organise", "write"),
    "event.end": Rule(ORGANISERS, "organise", "write"),
    "round.list": Rule(ANYONE, "read"),
    "round.retrieve": Rule(ANYONE, "read"),
    "league.list": Rule(ANYONE, "read"),
    "league.retrieve": Rule(ANYONE, "read"),
    "league.standings": Rule(ANYONE, "read"),
    "league.create": Rule(ORGANISERS, "organise", "create"),
    # the description of the API itself
    "schema.retrieve": Rule(ANYONE, "read"),
    "docs.retrieve": Rule(ANYONE, "read"),
}


def roles_of(
    user: User | AnonymousUser, *, club: Club | None = None, creator: User | None = None
) -> frozenset[str]:
    """Return every role ``user`` has, in ``club`` too if one is given.

    ``creator`` counts only without a club: then who made a thing owns it.
    """
    if not isinstance(user, User) or not user.is_active:
        return frozenset({"anonymous"})
    roles = {"guest" if user.is_guest else "user"}
    if user.is_staff:
        roles.add("staff")
    if role := membership_role(user, club):
        roles.add(role)
    if club is None and creator is not None and creator.pk == user.pk:
        roles.add(Role.OWNER.value)
    return frozenset(roles)


def may(
    user: User | AnonymousUser,
    action: str,
    *,
    club: Club | None = None,
    creator: User | None = None,
    scopes: frozenset[str] | None = None,
) -> bool:
    """True when the table lets ``user`` do ``action``; for pages, sockets and REST alike.

    ``scopes`` are those of the API token, None when the request came with a session.
    Unknown actions are not allowed.
    """
    rule = PERMISSIONS.get(action)
    if rule is None or not scope_covers(rule, scopes):
        return False
    return bool(rule.roles & roles_of(user, club=club, creator=creator))


def scope_covers(rule: Rule, scopes: frozenset[str] | None) -> bool:
    """True without a token, or when the token carries the scope of the rule."""
    return scopes is None or rule.scope in scopes


def permission_require(
    user: User | AnonymousUser,
    action: str,
    *,
    club: Club | None = None,
    creator: User | None = None,
    scopes: frozenset[str] | None = None,
) -> None:
    """Raise NotAllowed unless ``may`` says yes."""
    if not may(user, action, club=club, creator=creator, scopes=scopes):
        raise NotAllowed("You may not do this.", action=action)
