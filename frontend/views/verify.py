"""Does a hand prove its deal? Step by step in words, and once more in the reader's browser."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.pages import counted
from engine.proof import kind_of
from engine.rules import RULE_SETS, rule_set
from engine.shuffle import BOT, PERSON, Part, parts_from_text
from frontend import labels
from frontend.views.support import of_open_hand, table_title
from games import selectors
from games.models import Hand
from games.selectors.replay import seat_names


@dataclass(frozen=True, slots=True)
class StepLine:
    """A step in words, and what came of it (``state`` is that of ``engine.proof.Step``)."""

    name: str
    text: str
    state: str
    result: str


@dataclass(frozen=True, slots=True)
class ShareLine:
    """What one table seat added to the deal, and the values to compare."""

    name: str
    text: str
    commitment: str
    value: str


@counted("heavy", "GET")
@of_open_hand
def verify(request: HttpRequest, found: Hand) -> HttpResponse:
    """Show the steps of a finished hand; nothing of it before its record is open."""
    words, states = step_words(), state_words()
    steps = [
        StepLine(step.name, words[step.name], step.state, states[step.state])
        for step in selectors.hand_steps(found)
    ]
    context = {
        "hand": found,
        "title": table_title(selectors.table_get(found.series.table.public_id)),
        "claim": _claim(found),
        "steps": steps,
        "is_true": all(step.state != "broken" for step in steps),
        "shares": _shares(found),
        "config": config_of(found.public_id),
    }
    return render(request, "frontend/verify.html", context)


def step_words() -> dict[str, str]:
    """Return what each step says when it holds."""
    return {
        "form": _("The record is well formed."),
        "commitment": _("The fingerprint belongs to this deal."),
        "persons": _("Every number is the one its person had committed to."),
        "cards": _("The 54 cards follow from the secret and the numbers."),
        "rules": _("The rules are known and were not changed."),
        "actions": _("Every action was legal."),
        "result": _("The points are those of the hand that was played."),
        "published": _("It is the fingerprint that people at the table saw."),
        "stored": _("Everything else that is stored follows from the record."),
        "seen": _("It is the deal that this browser took part in."),
    }


def state_words() -> dict[str, str]:
    """Return what may come of a step."""
    return {
        "holds": pgettext("step of a check", "holds"),
        "broken": pgettext("step of a check", "broken"),
        "unclaimed": pgettext("step of a check", "not claimed"),
        "unseen": pgettext("step of a check", "not checked"),
    }


def _claim(hand: Hand) -> str:
    """Return what a hand of this kind claims about its deal, and no more."""
    kind = kind_of(selectors.hand_record(hand))
    if kind == "v1" and any(part.is_person for part in parts_from_text(hand.contributions)):
        return _(
            "Before anybody contributed, the server published the fingerprint of its secret. Then"
            " everybody at the table added a number. The cards follow from all of it, so nobody"
            " has chosen them alone."
        )
    if kind == "v1":
        return _(
            "At a table of bots nobody else adds to the deal. The fingerprint shows that the deal"
            " was not changed once it was published, not that it was left to chance."
        )
    if kind:
        return _(
            "This deal stood already when the hand began. The fingerprint shows that nothing was"
            " exchanged afterwards, not that the deal was left to chance."
        )
    return _("No fingerprint of this deal was published.")


def _shares(hand: Hand) -> list[ShareLine]:
    names = seat_names(hand)
    texts = {
        BOT: _("a bot: its number follows from the secret"),
        PERSON: _("added a number"),
    }
    replaced = _("no number in time: replaced from the secret")
    return [_share(part, names, texts.get(part.kind, replaced)) for part in _parts(hand)]


def _parts(hand: Hand) -> tuple[Part, ...]:
    return parts_from_text(hand.contributions)


def _share(part: Part, names: dict[int, tuple[str, str]], text: str) -> ShareLine:
    name = labels.seat_name(*names[part.seat])
    said = _("Seat %(seat)s, %(name)s") % {"seat": part.seat + 1, "name": name}
    return ShareLine(said, text, part.commitment, part.value)


def config_of(public_id: str) -> dict[str, Any]:
    """Return what the script of a hand's page needs: where its record is, how packets are dealt
    under every rule set, and words."""
    rules = [rule_set(f"{data['family']}/{data['id']}") for data in RULE_SETS.values()]
    return {
        "record": reverse("hand-record", args=[public_id]),
        "patterns": {found.key: list(found.deal.pattern) for found in rules},
        "words": {
            **{f"step.{name}": text for name, text in step_words().items()},
            "step.actions": _("Everybody played what he held, each card once and in turn."),
            **{f"state.{name}": text for name, text in state_words().items()},
            "seat": _("seat"),
            "unreachable": _("The record could not be fetched. Choose a downloaded one."),
        },
    }
