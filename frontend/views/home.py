"""The home page."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def home(request: HttpRequest) -> HttpResponse:
    """Show who is playing now, what was and what comes, and the way to a table."""
    return render(request, "frontend/home.html")
