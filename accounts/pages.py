"""Rates of pages that have no action over REST to share one with."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.errors import TooManyRequests
from accounts.gate import rate_check

View = Callable[..., HttpResponse]


def too_many(request: HttpRequest, error: TooManyRequests) -> HttpResponse:
    """The page of a request that came too soon; it says when the next one is welcome."""
    answer = render(request, "429.html", status=429)
    answer["Retry-After"] = str(error.details["seconds"])
    return answer


def counted(rate: str, *methods: str) -> Callable[[View], View]:
    """Count the requests of a page with one of ``methods`` (none: POST) under a rate of
    ``accounts.permissions.RATES``, and answer 429 above it."""

    def decorate(view: View) -> View:
        @wraps(view)
        def wrapped(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
            method = "GET" if request.method == "HEAD" else request.method
            if method in (methods or ("POST",)):
                try:
                    rate_check(request, rate)
                except TooManyRequests as error:
                    return too_many(request, error)
            return view(request, *args, **kwargs)

        return wrapped

    return decorate
