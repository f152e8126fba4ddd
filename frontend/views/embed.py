"""Widgets for other sites: one public table, or one evening, read only.

The only pages that may stand in a frame of another site. They know no visitor (no cookie is read
or set, nobody is signed in) and have no form; what they show everybody may see.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone, translation
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from frontend.table_config import teaser_config
from frontend.views.support import refusals, table_title
from games import policy, selectors
from tournaments.selectors import event_by_public_id, event_page

THEMES = ("light", "dark")
PLACES = 10
"""Lines of the standings in the widget of an evening."""

View = Callable[..., HttpResponse]


def framed(view: View) -> View:
    """Let other sites frame a page, in the language of ``?lang=`` and the light of ``?theme=``."""

    @wraps(view)
    @xframe_options_exempt
    @require_safe
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        wanted = request.GET.get("lang", "")
        language = wanted if wanted in dict(settings.LANGUAGES) else translation.get_language()
        with translation.override(language):
            response = view(request, *args, **kwargs)
        response.headers["Content-Security-Policy"] = frame_policy()
        return response

    return wrapped


def frame_policy() -> str:
    """Return the policy of every page, but that anybody may frame this one and nothing is sent."""
    policy_of = settings.CONTENT_SECURITY_POLICY | {
        "frame-ancestors": "*",
        "form-action": "'none'",
    }
    return "; ".join(f"{name} {value}" for name, value in policy_of.items())


@framed
@refusals
def table(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a table as everybody sees it."""
    found = selectors.table_get(public_id)
    now = timezone.now()
    viewer = policy.viewer_of(None, found, now)
    if viewer.role == "none":
        raise Http404("This table is not public.")
    frame = selectors.table_frame(found, viewer, now)
    config = teaser_config()
    config["socket"] = f"/ws/table/{found.public_id}"
    context = {"table": found, "title": table_title(found), "frame": frame, "config": config}
    return render(request, "frontend/embed_table.html", _with_theme(request, context))


@framed
@refusals
def event(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the tables of the round and the first places of an evening."""
    found = event_by_public_id(public_id)
    page = event_page(found)
    opened = [row for row in page.rounds if row.status != "draft"]
    context = {
        "event": found,
        "current": opened[0] if opened else None,
        "standings": page.standings[:PLACES],
        "config": {"socket": f"/ws/event/{found.public_id}"},
    }
    return render(request, "frontend/embed_event.html", _with_theme(request, context))


def _with_theme(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    theme = request.GET.get("theme", "")
    return {**context, "theme": theme if theme in THEMES else ""}
