"""The page of the lesson for the browser tests, without a server."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils import translation


def lesson_html(*, language: str = "de", pace: float = 0) -> str:
    """The lesson in a language."""
    from frontend.lesson import lesson_config

    request = RequestFactory().get("/lesson/")
    request.user = AnonymousUser()
    with translation.override(language):
        context = {
            "config": lesson_config(),
            "rules_id": "koenigrufen/cardgames-zone",
            "pace": pace,
        }
        return render_to_string("frontend/lesson.html", context, request=request)
