"""One shape for every refusal and failure, translated, on REST and for sockets."""

from __future__ import annotations

import json
import logging
from importlib import import_module
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404
from django.utils.translation import gettext_lazy
from rest_framework import exceptions
from rest_framework.test import APIClient

from accounts import services
from accounts.edge import TEXTS, error_payload, payload
from accounts.errors import TooManyRequests
from accounts.models import User
from config.errors import exception_handler
from engine import errors as engine_errors
from engine.errors import IllegalAction, TarockError
from tests.api.world import REQUESTS, World


def subclasses(cls: type[TarockError]) -> set[type[TarockError]]:
    found = {cls} - {TarockError}
    for child in cls.__subclasses__():
        found |= subclasses(child)
    return found


@pytest.mark.parametrize(
    ("exc", "status", "code"),
    [
        (IllegalAction("no"), 409, "illegal_action"),
        (TooManyRequests("slow down", key="act", seconds=3), 429, "too_many_requests"),
        (Http404(), 404, "not_found"),
        (PermissionDenied(), 403, "permission_denied"),
        (RequestDataTooBig(), 413, "request_too_large"),
        (exceptions.ParseError("bad json"), 400, "parse_error"),
        (exceptions.NotAuthenticated(), 401, "not_authenticated"),
        (exceptions.MethodNotAllowed("PUT"), 405, "method_not_allowed"),
        (exceptions.UnsupportedMediaType("x"), 415, "unsupported_media_type"),
        (exceptions.NotAcceptable(), 406, "not_acceptable"),
        (exceptions.Throttled(wait=2.1), 429, "too_many_requests"),
        (exceptions.ValidationError({"name": ["bad"]}), 400, "invalid"),
        (exceptions.ValidationError("bad"), 400, "invalid"),
        (ZeroDivisionError(), 500, "internal_error"),
    ],
)
def test_rest_shape(exc: Exception, status: int, code: str) -> None:
    response = exception_handler(exc, {"request": None})
    assert response.status_code == status
    assert set(response.data) == {"code", "message", "details"}
    assert response.data["code"] == code
    assert response.data["message"]
    assert isinstance(response.data["details"], dict)


def test_429_says_key_and_seconds() -> None:
    for exc in (TooManyRequests("x", key="act", seconds=3), exceptions.Throttled(wait=2.1)):
        response = exception_handler(exc, {})
        assert set(response.data["details"]) == {"key", "seconds"}
        assert response["Retry-After"] == "3"
        assert "3" in response.data["message"]


def test_validation_names_the_fields() -> None:
    fields = exception_handler(exceptions.ValidationError({"name": ["bad"]}), {}).data["details"]
    assert fields == {"fields": {"name": ["bad"]}}


def test_bugs_are_logged_and_tell_nothing(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR):
        body = error_payload(ZeroDivisionError("secret"))
        exception_handler(ZeroDivisionError("secret"), {})
    assert body["code"] == "internal_error"
    assert "secret" not in str(body)
    assert len([record for record in caplog.records if record.exc_info]) == 2


def test_messages_are_in_the_language_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TEXTS, "illegal_action", gettext_lazy("Monday"))
    assert error_payload(IllegalAction("no"), "de")["message"] == "Montag"
    assert error_payload(IllegalAction("no"), "es")["message"] == "lunes"


def test_an_error_may_bring_its_own_text() -> None:
    class OutOfCards(TarockError):
        code = "out_of_cards"
        text = gettext_lazy("%(left)s left")

    assert error_payload(OutOfCards("x", left=3))["message"] == "3 left"
    assert error_payload(OutOfCards("x"))["message"] == "%(left)s left"
    assert payload("never_heard_of", fallback="English")["message"] == "English"


def test_every_refusal_has_a_text() -> None:
    assert engine_errors
    import_module("config.routing")  # the sockets' refusals, which REST never loads
    without = [
        cls.__qualname__
        for cls in subclasses(TarockError)
        if not cls.__module__.startswith("tests.")
        and not getattr(cls, "text", None)
        and cls.code not in TEXTS
    ]
    assert without == []


# --- through the whole stack -------------------------------------------------------------------


def error_of(response: Any, status: int) -> dict[str, Any]:
    assert response.status_code == status
    assert response["Content-Type"].startswith("application/json")
    body = response.json()
    assert set(body) == {"code", "message", "details"}
    return dict(body)


@pytest.mark.django_db
def test_unknown_addresses_and_methods(world: World) -> None:
    client = world.client("owner")
    assert error_of(client.get("/api/v1/nothing"), 404)["code"] == "not_found"
    assert error_of(client.get("/api/v1/persons/000000000000/"), 404)["code"] == "not_found"
    strict = APIClient(enforce_csrf_checks=True)
    for method in ("post", "put", "patch", "delete"):
        response = getattr(strict, method)("/api/v1/nothing")
        assert error_of(response, 404)["code"] == "not_found"
    for method in ("put", "options", "trace", "delete"):
        response = getattr(client, method)("/api/v1/persons/")
        assert error_of(response, 405)["code"] == "method_not_allowed"


def test_a_refusal_can_repeat_what_nobody_could_send(world: World) -> None:
    body = payload("bad_option", option="a\ud800", more={"\udfffb": ["\ud800"]})
    assert body["details"] == {"option": "a?", "more": {"?b": ["?"]}}
    text = '{"name":"E","club":"%s","rules":"%s","hands":4,"rounds_total":1,"options":{%s}}'
    text %= (world.club.public_id, "koenigrufen/cardgames-zone", '"\\ud800":1')
    answer = world.client("owner").post("/api/v1/events", text, content_type="application/json")
    assert error_of(answer, 400)["code"] == "bad_option"


@pytest.mark.parametrize(
    "cursor", ["x", "cD0=", "cD1h", "cD0lMDA=", "bz14", "%00", "cD05OTk5OTk5OTk5OTk5OTk5OTk5OTk="]
)
def test_a_made_up_cursor_is_no_fault(world: World, cursor: str) -> None:
    for path in ("clubs", "tables", "bots"):
        assert APIClient().get(f"/api/v1/{path}", {"cursor": cursor}).status_code in (200, 404)


@pytest.mark.parametrize(
    ("action", "typo"),
    [
        ("club.create", "slugg"),
        ("club.invite", "expires"),
        ("club.member_add", "roles"),
        ("token.create", "expires"),
        ("event.create", "hand"),
        ("table.create", "acces"),
        ("hand.replay", "levels"),
    ],
)
def test_a_misspelt_field_is_no_wish_that_is_lost(world: World, action: str, typo: str) -> None:
    method, path, body = REQUESTS[action](world)
    client = world.client("owner")
    answer = getattr(client, method)(f"/api/v1{path}", {**(body or {}), typo: "x"})
    assert list(error_of(answer, 400)["details"]["fields"]) == [typo]


def test_a_refusal_names_few_of_many_unknown_fields(world: World) -> None:
    body = {"name": "C", **{f"x{i}": i for i in range(1000)}, "\ud800": 1}
    answer = world.client("owner").post(
        "/api/v1/clubs/", json.dumps(body), content_type="application/json"
    )
    assert len(error_of(answer, 400)["details"]["fields"]) == 10


def test_unreadable_bodies(world: World) -> None:
    client = world.client("owner")
    bad = client.post("/api/v1/clubs/", "{", content_type="application/json")
    assert error_of(bad, 400)["code"] == "parse_error"
    bad = client.post("/api/v1/clubs/", "x", content_type="text/plain")
    assert error_of(bad, 415)["code"] == "unsupported_media_type"
    for text in ('{"name":' + "[" * 100_000, '{"a":' * 50_000):
        bad = client.post("/api/v1/clubs/", text, content_type="application/json")
        assert error_of(bad, 400)["code"] == "parse_error"
    bodies: list[Any] = [[], "text", 5, None, {"name": {"a": 1}}, {"name": "a\u202eb"}, {}]
    for body in bodies:
        error_of(client.post("/api/v1/clubs/", body, format="json"), 400)


def test_wrong_token_is_401_also_where_anybody_may_read(world: World) -> None:
    client = APIClient()
    for header in ("Bearer tk_a_b", "Bearer", "Bearer a b"):
        client.credentials(HTTP_AUTHORIZATION=header)
        response = client.get("/api/v1/clubs/")
        assert error_of(response, 401)["code"] == "bad_token"
        assert response["WWW-Authenticate"] == "Bearer"


def test_tokens_are_not_read_from_the_address(world: World) -> None:
    path = f"/api/v1/persons/me?token={world.plaintexts['read']}"
    assert error_of(APIClient().get(path), 401)["code"] == "not_authenticated"


def test_sessions_need_the_csrf_token_tokens_do_not(world: World) -> None:
    client = APIClient(enforce_csrf_checks=True)
    client.force_login(world.users["owner"])
    error_of(client.post("/api/v1/clubs/", {"name": "C"}), 403)
    client = APIClient(enforce_csrf_checks=True)
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {world.plaintexts['organise']}")
    assert client.post("/api/v1/clubs/", {"name": "C"}).status_code == 201


def test_a_switched_off_user_is_out_at_once(world: World) -> None:
    client = world.token_client("read")
    assert client.get("/api/v1/persons/me").status_code == 200
    User.objects.filter(username="owner").update(is_active=False)
    assert client.get("/api/v1/persons/me").status_code == 401


def test_a_revoked_token_is_out_at_once(world: World) -> None:
    client = world.token_client("read")
    services.token_revoke(world.users["owner"].api_tokens.get(scopes=["read"]))
    assert client.get("/api/v1/persons/me").status_code == 401


def test_rates(world: World, settings: Any) -> None:
    settings.THROTTLE_FACTOR = 0.05  # 60/min becomes 3
    client = world.client("owner")
    statuses = [client.post("/api/v1/clubs/", {"name": f"C{i}"}).status_code for i in range(4)]
    assert statuses == [201, 201, 201, 429]
    body = error_of(client.post("/api/v1/clubs/", {"name": "x"}), 429)
    assert body["details"]["key"] == "create"
    assert 0 < body["details"]["seconds"] <= 61
    assert world.client("member").post("/api/v1/clubs/", {"name": "Other"}).status_code == 201


def test_no_cache_server_no_limit(world: World, settings: Any) -> None:
    settings.CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": "redis://127.0.0.1:1/0",
        }
    }
    assert world.client("owner").get("/api/v1/clubs/").status_code == 200


def test_forwarded_addresses_do_not_multiply_a_visitor(world: World, settings: Any) -> None:
    settings.THROTTLE_FACTOR = 0.005  # 600/min becomes 3
    client = APIClient()
    statuses = [
        client.get("/api/v1/clubs/", HTTP_X_FORWARDED_FOR=f"10.0.0.{i}").status_code
        for i in range(4)
    ]
    assert statuses[-1] == 429
