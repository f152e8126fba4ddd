"""The first lesson: one hand, played by the reader, without any state on the server."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from frontend.lesson import lesson_config, lesson_record


def lesson(request: HttpRequest) -> HttpResponse:
    """Show the lesson; whoever is here for the first time needs no name for it."""
    record, _states = lesson_record()
    context = {
        "config": lesson_config(),
        "rules_id": record.rules_key.partition("@")[0],
        "pace": settings.TABLE_PACE,
    }
    return render(request, "frontend/lesson.html", context)
