"""Following people: the button on a person's page, and where they play just now."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts.gate import page_rate_check
from accounts.models import Person, User
from engine.errors import TarockError
from frontend.views.support import message_of
from games.services import follow_set


@require_POST
@login_required
def follow(request: HttpRequest, public_id: str) -> HttpResponse:
    """Follow a person, or with ``stop`` no longer; then back to the person's page."""
    assert isinstance(request.user, User)
    person = get_object_or_404(Person, public_id=public_id)
    try:
        page_rate_check(request, "follow.create")
        follow_set(user=request.user, person=person, is_followed="stop" not in request.POST)
    except TarockError as error:
        messages.error(request, message_of(error))
    return redirect("person", person.public_id)


@never_cache
def followed(request: HttpRequest) -> HttpResponse:
    """Return the list of the people one follows, which pages fetch again and again."""
    return render(request, "frontend/followed.html")
