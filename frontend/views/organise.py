"""The way to an evening of one's own: a club, then an event."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext_lazy as _

from accounts.models import Club, Role, User
from accounts.pages import counted
from accounts.permissions import may, permission_require
from accounts.selectors import clubs_of
from accounts.services import club_create
from engine.errors import TarockError
from frontend import rule_names
from frontend.rule_choice import choices_for
from frontend.views.support import message_of, refusals
from tournaments.services import event_create


class ClubForm(forms.Form):
    """The name of a new club."""

    name = forms.CharField(label=_("Name of the club"), max_length=60)


class EventForm(forms.Form):
    """An evening in two fields; its rules are a form of their own."""

    name = forms.CharField(label=_("Name of the evening"), max_length=60)
    rounds = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=100, initial=3)


class RulesForm(forms.Form):
    """What ``frontend/rule_choice.html`` sends; whether they fit the engine says."""

    rules = forms.ChoiceField(choices=[(key, key) for key in rule_names.RULE_SETS])
    hands = forms.IntegerField(min_value=1, max_value=1000)


@login_required
@counted("create")
@refusals
def organise(request: HttpRequest) -> HttpResponse:
    """Lead to the own club's new evening; who organises no club yet founds one here."""
    assert isinstance(request.user, User)
    roles = (Role.ORGANISER, Role.OWNER)
    clubs = [m.club for m in clubs_of(request.user) if m.role in roles]
    if len(clubs) == 1 and request.method == "GET":
        return redirect("event-new", clubs[0].slug)
    form = ClubForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        permission_require(request.user, "club.create")
        try:
            made = club_create(name=form.cleaned_data["name"], owner=request.user)
        except TarockError as error:
            form.add_error("name", message_of(error))
        else:
            return redirect("event-new", made.slug)
    context = {"clubs": clubs, "form": form, "may_found": may(request.user, "club.create")}
    return render(request, "frontend/organise.html", context)


@login_required
@counted("create")
@refusals
def event_new(request: HttpRequest, slug: str) -> HttpResponse:
    """Make an evening of a club; its page then asks for the entrants."""
    assert isinstance(request.user, User)
    club = get_object_or_404(Club, slug=slug)
    permission_require(request.user, "event.create", club=club)
    form, chosen = EventForm(request.POST or None), RulesForm(request.POST or None)
    if request.method == "POST" and form.is_valid() and chosen.is_valid():
        data = form.cleaned_data | chosen.cleaned_data
        try:
            made = event_create(
                name=data["name"],
                rules_id=data["rules"],
                hands=data["hands"],
                rounds_total=data["rounds"],
                club=club,
                user=request.user,
            )
        except TarockError as error:
            form.add_error(None, message_of(error))
        else:
            messages.success(request, _("The evening is ready for its entrants."))
            return redirect("event", made.public_id)
    known = chosen.cleaned_data if chosen.is_bound and chosen.is_valid() else {}
    context = {
        "club": club,
        "form": form,
        "choices": choices_for(**known),
        "choice_errors": [text for texts in chosen.errors.values() for text in texts],
    }
    return render(request, "frontend/event_new.html", context)
