"""Pages of ``accounts``: allauth's, adapted to guests and to life without mail, and our own."""

from __future__ import annotations

from typing import Any

from allauth.account import views as allauth_views
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render, resolve_url
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from accounts import selectors, services
from accounts.edge import error_payload
from accounts.errors import AlreadyMember, BadInvitation, NameTaken, TooManyTokens
from accounts.forms import ProfileForm, TokenForm
from accounts.models import ApiToken, User
from accounts.pages import counted
from accounts.sessions import signed_in_user


def is_full_user(request: HttpRequest) -> bool:
    """True for a signed-in user that is no guest."""
    return isinstance(request.user, User) and not request.user.is_guest


class SignupView(allauth_views.SignupView):
    """Sign-up, for guests too: their account is upgraded."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Send away whoever has an account already."""
        if is_full_user(request):
            return redirect(settings.LOGIN_REDIRECT_URL)
        response: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        return response

    def get_form(self, form_class: Any = None) -> Any:
        """Return allauth's form with our word for the name one signs in with."""
        form = super().get_form(form_class)
        form.fields["username"].label = _("Login name")
        form.fields["username"].widget.attrs.pop("placeholder", None)
        return form

    def form_valid(self, form: Any) -> HttpResponseBase:
        """Finish; say so beside the field when the name was taken a moment ago."""
        try:
            response: HttpResponseBase = super().form_valid(form)
        except NameTaken as error:
            form.add_error("username", error_payload(error)["message"])
            response = self.form_invalid(form)
        return response


class LoginView(allauth_views.LoginView):
    """Login; a guest may change over to an account."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Send away whoever is signed in with a full account."""
        if is_full_user(request):
            return redirect(self.get_success_url() or settings.LOGIN_REDIRECT_URL)
        response: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        return response

    def get_form(self, form_class: Any = None) -> Any:
        """Return allauth's form with a label that says what to type."""
        form = super().get_form(form_class)
        form.fields["login"].label = _("Login name or e-mail address")
        form.fields["login"].widget.attrs.pop("placeholder", None)
        return form


@never_cache
def password_reset(request: HttpRequest) -> HttpResponseBase:
    """Send a reset mail where mail works, else say who can hand out a link."""
    if selectors.mail_is_configured():
        response: HttpResponseBase = allauth_views.password_reset(request)
        return response
    return render(request, "account/password_reset_by_hand.html")


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
@counted("write")
def profile(request: HttpRequest) -> HttpResponse:
    """Show and change name and address."""
    user = request.user
    assert isinstance(user, User)
    person = services.person_for(user)
    form = ProfileForm(
        request.POST or None,
        initial={"display_name": person.display_name, "email": user.email or ""},
    )
    if request.method == "POST" and form.is_valid():
        try:
            services.profile_change(
                user,
                display_name=form.cleaned_data["display_name"],
                email=form.cleaned_data["email"] or None,
            )
        except NameTaken as error:
            form.add_error("email", error_payload(error)["message"])
        else:
            messages.success(request, _("Saved."))
            return redirect("profile")
    context = {"form": form, "person": person, "memberships": selectors.clubs_of(user)}
    return render(request, "accounts/profile.html", context)


@never_cache
@login_required
@sensitive_post_parameters()
@require_http_methods(["GET", "POST"])
@counted("token")
def tokens(request: HttpRequest) -> HttpResponse:
    """List and create API tokens; the answer to a creation shows the secret, once."""
    user = request.user
    assert isinstance(user, User)
    if user.is_guest:
        return redirect("account_signup")
    form = TokenForm(request.POST or None)
    plaintext = None
    if request.method == "POST" and form.is_valid():
        try:
            _token, plaintext = services.token_create(
                user, form.cleaned_data["name"], form.cleaned_data["scopes"], form.expires_at()
            )
            form = TokenForm()
        except TooManyTokens as error:
            form.add_error(None, error_payload(error)["message"])
    context = {"form": form, "plaintext": plaintext, "tokens": selectors.tokens_of(user)}
    return render(request, "accounts/tokens.html", context)


@login_required
@require_POST
@counted("token")
def token_revoke(request: HttpRequest, public_id: str) -> HttpResponse:
    """Revoke one of one's own tokens."""
    token = get_object_or_404(ApiToken, public_id=public_id, user=request.user)
    services.token_revoke(token)
    messages.success(request, _("The token “%(name)s” is revoked.") % {"name": token.name})
    return redirect("tokens")


@never_cache
@require_http_methods(["GET", "POST"])
@counted("create")
def invitation(request: HttpRequest, secret: str) -> HttpResponse:
    """GET shows what the link is for, POST joins; nobody joins by just opening a link.

    Whoever is not signed in joins as a guest and can make an account of it any time later.
    """
    try:
        found = selectors.invitation_find(secret)
        if request.method == "POST":
            services.invitation_accept(secret, user=signed_in_user(request))
            messages.success(request, _("Welcome to %(club)s.") % {"club": found.club.name})
            return redirect(resolve_url("profile"))
    except BadInvitation as error:
        context = {"message": error_payload(error)["message"]}
        return render(request, "accounts/invitation_invalid.html", context, status=404)
    except AlreadyMember:
        messages.info(request, _("You are a member of %(club)s already.") % {"club": found.club})
        return redirect(resolve_url("profile"))
    return render(request, "accounts/invitation.html", {"invitation": found})
