"""The permission table: complete, and true for every role and every token scope."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from typing import Any

import pytest
from django.db import transaction

from accounts.gate import RuleThrottle, TablePermission
from accounts.permissions import ANYONE, CLUB_ROLES, PERMISSIONS, RATES, may
from accounts.selectors import SCOPES
from tests.api.endpoints import endpoints
from tests.api.world import REQUESTS, ROLES_OF_ACTORS, World

ENDPOINTS = endpoints()
ACTIONS = sorted({endpoint.action for endpoint in ENDPOINTS if endpoint.action})
NEEDS_MORE_THAN_A_ROLE = {"token.destroy": frozenset({"owner"})}
"""Actions on something that belongs to one user: that of the world is the owner's."""


def test_every_endpoint_has_a_row_a_permission_and_a_rate() -> None:
    for endpoint in ENDPOINTS:
        assert endpoint.action in PERMISSIONS, f"{endpoint} ({endpoint.action}) has no row"
        assert TablePermission in endpoint.view.permission_classes, str(endpoint)
        assert RuleThrottle in endpoint.view.throttle_classes, str(endpoint)


def test_every_row_is_well_formed() -> None:
    known = ANYONE | CLUB_ROLES | {"staff"}
    for action, rule in PERMISSIONS.items():
        assert rule.roles, action
        assert rule.roles <= known, action
        assert rule.rate in RATES, action
        assert rule.scope in {"", *SCOPES}, action


def test_every_row_has_an_endpoint() -> None:
    assert sorted(PERMISSIONS) == ACTIONS


def test_every_endpoint_has_a_request_here() -> None:
    assert sorted(REQUESTS) == ACTIONS


def send(client: Any, world: World, action: str) -> Any:
    method, path, body = REQUESTS[action](world)
    send_it = getattr(client, method)
    has_file = isinstance(body, dict) and any(hasattr(value, "read") for value in body.values())
    return send_it(f"/api/v1{path}", body, format="multipart" if has_file else "json")


def is_refused_by_the_gate(response: Any, action: str) -> bool:
    if response.status_code not in {401, 403}:
        return False
    if not response["Content-Type"].startswith("application/json"):
        return True  # a page
    error = response.json()
    return error["code"] == "not_authenticated" or error["details"].get("action") == action


@contextmanager
def undone() -> Iterator[None]:
    """Take back whatever happens inside, so that one world serves every request."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def test_roles(world: World, subtests: pytest.Subtests) -> None:
    for action, actor in product(ACTIONS, ROLES_OF_ACTORS):
        with subtests.test(action=action, actor=actor), undone():
            response = send(world.client(actor), world, action)
            if actor not in NEEDS_MORE_THAN_A_ROLE.get(action, {actor}):
                assert response.status_code in {401, 403, 404}
                continue
            allowed = bool(ROLES_OF_ACTORS[actor] & PERMISSIONS[action].roles)
            assert is_refused_by_the_gate(response, action) is not allowed, response.content
            assert response.status_code < 500
            if not allowed:
                assert response.status_code == (401 if actor == "anonymous" else 403)


def test_token_scopes(world: World, subtests: pytest.Subtests) -> None:
    for action, scope in product(ACTIONS, SCOPES):
        with subtests.test(action=action, scope=scope), undone():
            response = send(world.token_client(scope), world, action)
            rule = PERMISSIONS[action]
            allowed = scope == rule.scope and bool(ROLES_OF_ACTORS["owner"] & rule.roles)
            assert is_refused_by_the_gate(response, action) is not allowed, response.content
            assert response.status_code < 500


def test_unknown_actions_are_allowed_to_nobody(world: World) -> None:
    assert not may(world.users["staff"], "nothing.at_all")
