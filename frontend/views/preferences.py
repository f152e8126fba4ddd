"""What a visitor chooses for the whole site: light, text size, suit colours. Kept in cookies."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from accounts.pages import counted
from frontend.templatetags.frontend_tags import DISPLAY_COOKIES

YEAR_SECONDS = 365 * 24 * 3600


@require_POST
@counted("write")
def display(request: HttpRequest) -> HttpResponse:
    """Store the posted choices and go back; an empty value returns to the default."""
    target = request.POST.get("next", "/")
    if not url_has_allowed_host_and_scheme(target, allowed_hosts={request.get_host()}):
        target = "/"
    response = HttpResponseRedirect(target)
    for name, values in DISPLAY_COOKIES.items():
        value = request.POST.get(name)
        if value in values:
            response.set_cookie(name, value, max_age=YEAR_SECONDS, samesite="Lax")
        elif value == "":
            response.delete_cookie(name, samesite="Lax")
    return response
