"""The OpenAPI schema: valid, complete, and kept by the answers."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.validation import validate_schema
from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from accounts.permissions import PERMISSIONS
from tests.api.endpoints import endpoints
from tests.api.test_permission_table import ACTIONS, send, undone
from tests.api.world import REQUESTS, World

DESCRIBES_ITSELF = {"schema.retrieve", "docs.retrieve"}


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    generated: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return generated


def operation_of(schema: dict[str, Any], method: str, path: str) -> dict[str, Any]:
    path = path.partition("?")[0].rstrip("/")
    for template, operations in schema["paths"].items():
        pattern = re.sub(r"\{[^}]+\}", "[^/]+", template.rstrip("/"))
        if re.fullmatch(pattern, f"/api/v1{path}") and method in operations:
            if "{" in template and f"/api/v1{path}" in schema["paths"]:
                continue
            return dict(operations[method])
    raise AssertionError(f"{method} {path} is not in the schema")


def check(schema: dict[str, Any], part: dict[str, Any], value: Any) -> None:
    """Validate a value against a part of the schema, whose references point into the whole."""
    resource: Resource[Any] = DRAFT202012.create_resource(schema)
    registry: Registry[Any] = Registry().with_resource("urn:api", resource)
    absolute = json.loads(json.dumps(part).replace('"#/', '"urn:api#/'))
    Draft202012Validator(absolute, registry=registry).validate(value)


def test_the_schema_is_valid_openapi(schema: dict[str, Any]) -> None:
    validate_schema(schema)
    assert schema["openapi"].startswith("3.1")


def test_it_is_generated_without_a_warning(capsys: pytest.CaptureFixture[str]) -> None:
    SchemaGenerator().get_schema(request=None, public=True)
    printed = capsys.readouterr().err
    assert "Warning" not in printed, printed
    assert "Error" not in printed, printed


def test_answers_keep_the_schema(
    world: World, schema: dict[str, Any], subtests: pytest.Subtests
) -> None:
    for action in sorted(set(ACTIONS) - DESCRIBES_ITSELF):
        with subtests.test(action=action), undone():
            method, path, _ = REQUESTS[action](world)
            described = operation_of(schema, method, path)["responses"]
            response = send(world.client("owner"), world, action)
            assert response.status_code < 300, response.content
            check_answer(schema, described[str(response.status_code)], response)


def check_answer(schema: dict[str, Any], described: dict[str, Any], response: Any) -> None:
    if response.status_code == 204:
        assert "content" not in described
        return
    kind = response["Content-Type"].partition(";")[0]
    assert kind in described["content"], f"{kind} not in {list(described['content'])}"
    if kind == "application/json":
        check(schema, described["content"][kind]["schema"], response.json())


def test_refusals_keep_the_schema(world: World, schema: dict[str, Any]) -> None:
    for action in sorted(set(ACTIONS) - DESCRIBES_ITSELF):
        method, path, _ = REQUESTS[action](world)
        response = send(world.client("anonymous"), world, action)
        if response.status_code >= 400:
            described = operation_of(schema, method, path)["responses"]["default"]
            check(schema, described["content"]["application/json"]["schema"], response.json())


def test_every_endpoint_is_described(schema: dict[str, Any]) -> None:
    described = sum(len(operations) for operations in schema["paths"].values())
    wanted = {
        (endpoint.method, endpoint.route)
        for endpoint in endpoints()
        if endpoint.action not in DESCRIBES_ITSELF
    }
    assert described == len(wanted)
    assert set(ACTIONS) <= set(PERMISSIONS)


def test_pages(client: Client, db: None) -> None:
    text = client.get("/api/v1/schema").content.decode()
    assert text.startswith("openapi: 3.1")
    page = client.get("/api/v1/docs")
    assert page.status_code == 200
    html = page.content.decode()
    assert "<style" not in html
    assert all("src=" in tag for tag in re.findall(r"<script[^>]*>", html))
    assert not re.search(r'(src|href)="(https?:)?//', html)
    script = client.get(re.findall(r'src="(/api/v1/docs[^"]+)"', html)[0].replace("&amp;", "&"))
    assert script["Content-Type"].startswith("application/javascript")
