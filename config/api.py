"""The REST API under ``/api/v1/``: the endpoints of every app, its schema and its page.

How an app adds endpoints
-------------------------
Everything an endpoint needs is importable from ``accounts`` (below every other app):

* ``accounts.rest``: ``Pagination``, ``TablePermission``, ``RuleThrottle`` (all three are defaults,
  no view names them), ``permission_check``, ``user_of``. Its docstring shows a view.
* ``accounts.permissions``: the permission table. **A new endpoint needs a row there**
  (roles, token scope, rate), else it answers 403 and the walking test fails.
* ``accounts.auth.scopes_of(request)``: scopes of the token, None with a session.
* refusals: raise a ``TarockError`` subclass; ``config.errors`` makes the response.

The app then exposes ``<app>/api.py`` with ``urlpatterns`` (``accounts.rest.Router`` for viewsets,
or plain paths), and this module includes it. Every response of success needs a serializer in the
schema (``extend_schema``): the contract test validates each answer against it. Errors are added
to every operation by ``schema_add_errors`` below.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

from django.urls import URLPattern, URLResolver, include, path, re_path
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from config.errors import api_not_found

APPS = ("accounts", "bots", "games", "tournaments")


class SchemaView(SpectacularAPIView):
    """The OpenAPI 3.1 schema."""

    resource = "schema"
    actions = {"get": "retrieve"}


class DocsView(SpectacularSwaggerSplitView):
    """A page to read and try the API; its script is a file of its own, as the CSP demands."""

    template_name = "config/api_docs.html"
    resource = "docs"
    actions = {"get": "retrieve"}


class TokenScheme(OpenApiAuthenticationExtension):
    """Describes the tokens in the OpenAPI schema."""

    target_class = "accounts.auth.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        """Return the security scheme."""
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "An API token: `Authorization: Bearer tk_…`.",
        }


def schema_add_errors(
    result: dict[str, Any], generator: Any, request: Any, public: bool
) -> dict[str, Any]:
    """Describe the one error shape as the default response of every operation."""
    schemas = result.setdefault("components", {}).setdefault("schemas", {})
    schemas["Error"] = {
        "type": "object",
        "required": ["code", "message", "details"],
        "properties": {
            "code": {"type": "string", "description": "Stable; see the translations for people."},
            "message": {"type": "string"},
            "details": {"type": "object", "additionalProperties": True},
        },
        "additionalProperties": False,
    }
    answer = {
        "description": "Refused or failed.",
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}},
    }
    for operations in result["paths"].values():
        for operation in operations.values():
            if isinstance(operation, dict) and "responses" in operation:
                operation["responses"].setdefault("default", answer)
    return result


def _included(app: str) -> URLResolver:
    return path("", include(f"{app}.api"))


urlpatterns: list[URLPattern | URLResolver] = [
    *(_included(app) for app in APPS if find_spec(f"{app}.api") is not None),
    path("schema", SchemaView.as_view(), name="api-schema"),
    path("docs", DocsView.as_view(url_name="api-schema"), name="api-docs"),
    re_path(r"^(?P<path>.*)$", api_not_found, name="api-not-found"),
]
