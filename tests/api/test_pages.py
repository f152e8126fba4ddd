"""Every page is counted where it writes or costs much, and refuses in one line of the log."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import URLPattern, reverse

from accounts import urls as accounts_urls
from accounts.gate import RuleThrottle
from accounts.models import User
from accounts.permissions import RATES
from engine.errors import BadRecord
from frontend import urls
from frontend.views.support import refusals
from games.errors import TableClosed
from games.models import Table
from tests.api.test_permission_table import undone
from tests.api.world import World

ALLAUTH = {"account_signup", "account_login", "account_reset_password", "account_email"}
"""Counted by allauth (``ACCOUNT_RATE_LIMITS``), or a way to another page."""

HEAVY = {"hand", "hand-verify", "person-hands", "daily-day"}
"""Pages that play a hand again, or read a whole history."""

WRITES = {
    "quick": "create",
    "lobby": "create",
    "daily": "create",
    "table-sit": "write",
    "table-leave": "write",
    "table-rematch": "create",
    "table-invite": "create",
    "table-join": "create",
    "hand-play": "create",
    "event-entrants": "upload",
    "event-start": "write",
    "club-invite": "write",
    "event-new": "create",
    "organise": "create",
    "follow": "write",
    "set_language": "write",
    "display": "write",
    "profile": "write",
    "tokens": "token",
    "token-revoke": "token",
    "invitation": "create",
}
"""Pages that take a POST, and the rate it is counted under."""


def addresses(world: World) -> dict[str, tuple[object, ...]]:
    """What stands in the address of each page that names something."""
    things = world.things
    hand, lobby = (things.finished_hand,), (things.own_lobby,)
    event, person = (things.draft_event,), (world.member.public_id,)
    club, table = (world.club.slug,), (things.game,)
    return {
        "table": table,
        "table-sit": (things.lobby,),
        "table-leave": lobby,
        "table-rematch": lobby,
        "table-invite": (things.own_private,),
        "table-join": (things.private, things.secret),
        "table-stakes": table,
        "daily-day": (things.day,),
        "hand": hand,
        "hand-play": hand,
        "hand-verify": hand,
        "event": event,
        "projector": event,
        "event-entrants": event,
        "event-start": event,
        "person": person,
        "person-hands": person,
        "follow": person,
        "club": club,
        "club-invite": club,
        "event-new": club,
        "league": (things.league,),
        "help-rules": ("koenigrufen", "cardgames-zone"),
        "embed-table": table,
        "embed-event": event,
        "token-revoke": (world.token_ids["bots"],),
        "invitation": ("nothing",),
    }


def names() -> list[str]:
    patterns = [*urls.urlpatterns, *accounts_urls.urlpatterns]
    found = [str(entry.name) for entry in patterns if isinstance(entry, URLPattern)]
    return [name for name in found if name not in ALLAUTH]


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The rates that requests were counted under."""
    rates: list[str] = []
    monkeypatch.setattr(RuleThrottle, "count", lambda self, rate, *_: rates.append(rate))
    return rates


def test_the_rates_exist() -> None:
    assert set(WRITES.values()) <= set(RATES)
    assert set(WRITES) | HEAVY <= set(names())


def test_every_page_that_writes_is_counted(
    world: World, counted: list[str], subtests: pytest.Subtests
) -> None:
    client, known = Client(), addresses(world)
    client.force_login(world.users["owner"])
    for name in names():
        with subtests.test(page=name), undone():
            counted.clear()
            answer = client.post(reverse(name, args=known.get(name, ())))
            if name in WRITES:
                assert answer.status_code < 500
                assert counted == [WRITES[name]]
            else:
                assert (answer.status_code, counted) == (405, [])


@pytest.mark.parametrize("method", ["get", "head"])
def test_pages_that_cost_much_are_counted(
    world: World, counted: list[str], method: str, subtests: pytest.Subtests
) -> None:
    known = addresses(world)
    for name in names():
        with subtests.test(page=name), undone():
            counted.clear()
            getattr(Client(), method)(reverse(name, args=known.get(name, ())))
            assert counted == (["heavy"] if name in HEAVY else [])


def test_above_the_rate_a_page_says_when_to_come_back(world: World, settings: Any) -> None:
    settings.THROTTLE_FACTOR = 1 / 60  # 120/min becomes 2
    address = reverse("hand-verify", args=[world.things.finished_hand])
    client = Client(REMOTE_ADDR="192.0.2.7")
    answers = [client.get(address) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert 0 < int(answers[-1].headers["Retry-After"]) <= 61


def test_a_refusal_is_a_page_with_its_reason_and_one_line(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    client = Client(headers={"accept-language": "en"})
    client.force_login(world.users["guest"])
    asked = [
        (client.get(reverse("table", args=[world.things.private])), 403, "invited people"),
        (client.get(reverse("table", args=["000000000000"])), 404, "no such table"),
        (client.post(reverse("club-invite", args=[world.club.slug])), 403, "may not do this"),
        (client.post(reverse("organise"), {"name": "Club"}), 403, "may not do this"),
    ]
    for answer, status, reason in asked:
        assert (answer.status_code, reason in answer.content.decode()) == (status, True)
    told = [record for record in caplog.records if record.name == "django.request"]
    assert len(told) == len(asked)
    assert not any(record.exc_info for record in told)
    assert {record.levelname for record in told} == {"WARNING"}


def test_what_is_not_possible_now_has_a_page_and_faults_have_none(rf: RequestFactory) -> None:
    request = rf.get("/")
    request.user = AnonymousUser()

    @refusals
    def view(_request: HttpRequest, error: Exception) -> HttpResponse:
        raise error

    answer = view(request, TableClosed("over"))
    assert (answer.status_code, "can be played" in answer.content.decode()) == (409, True)
    with pytest.raises(BadRecord):
        view(request, BadRecord("damaged"))


def test_pages_make_no_guest_of_whoever_is_refused(world: World) -> None:
    users = User.objects.count()
    private = Table.objects.get(public_id=world.things.private)
    for name in ("table-sit", "table-leave", "table-rematch", "table-invite"):
        assert Client().post(reverse(name, args=[private.public_id])).status_code == 403
    assert Client().post(reverse("table-join", args=[private.public_id, "x"])).status_code == 404
    assert User.objects.count() == users
