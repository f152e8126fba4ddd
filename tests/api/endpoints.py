"""Every endpoint of the API, found by walking the URL patterns of ``config.api``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.urls import URLPattern, URLResolver
from rest_framework.views import APIView

from config.api import urlpatterns

UNKNOWN_ADDRESS = "api-not-found"


@dataclass(frozen=True)
class Endpoint:
    """One method of one address; ``action`` is None when the view names none."""

    method: str
    route: str
    view: type[APIView]
    action: str | None

    def __str__(self) -> str:
        return f"{self.method.upper()} {self.route}"


def endpoints() -> list[Endpoint]:
    """Return all endpoints, in the order of the URL patterns."""
    return [
        endpoint
        for pattern in _patterns(urlpatterns, "/api/v1/")
        if pattern[1].name != UNKNOWN_ADDRESS
        for endpoint in _methods(*pattern)
    ]


def _patterns(entries: list[Any], prefix: str) -> Iterator[tuple[str, URLPattern]]:
    for entry in entries:
        route = prefix + str(entry.pattern)
        if isinstance(entry, URLResolver):
            yield from _patterns(entry.url_patterns, route)
        else:
            yield route, entry


def _methods(route: str, pattern: URLPattern) -> Iterator[Endpoint]:
    callback: Any = pattern.callback
    view = getattr(callback, "cls", None) or callback.view_class
    resource = getattr(view, "resource", None)
    actions: dict[str, str] = getattr(callback, "actions", None) or getattr(view, "actions", {})
    handlers = [method for method in view.http_method_names if hasattr(view, method)]
    for method in actions or handlers:
        if method in {"head", "options"}:
            continue
        action = actions.get(method)
        known = f"{resource}.{action}" if resource and action else None
        yield Endpoint(method, route, view, known)
