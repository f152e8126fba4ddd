"""Texts of the replay, sent to the page as JSON like those of ``frontend.strings``.

One sentence per ply, the terms in it, and what everybody could count.
"""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from frontend.strings import Text


def replay_strings() -> dict[str, Text]:
    """Return all texts of the replay that the live table has not."""
    return {**_control_strings(), **_ply_strings(), **_explain_strings()}


def _control_strings() -> dict[str, Text]:
    return {
        "replay.start": pgettext("the beginning of a replay", "Deal"),
        "replay.result": _("Result"),
        "replay.trick": _("Trick {n}"),
        "replay.copied": _("The link to this place is copied."),
        "replay.copy": _("This is the link to this place:"),
        "replay.failed": _("The hand could not be loaded. Try again."),
    }


def _ply_strings() -> dict[str, Text]:
    """Return the sentences of the log; the others are those of the course of the hand."""
    return {
        "ply.deal": _("{dealer} deals, {forehand} is forehand."),
        "ply.passes": _("{name} passes."),
        "ply.bids": _("{name} bids {contract}."),
        "ply.chooses": _("{name} has to choose a game."),
        "ply.calls": _("{name} plays {contract} and calls {card}."),
        "ply.lays": _("{name} lays {card} away."),
        "ply.lays.hidden": _("{name} lays a card away."),
        "ply.leads": _("{name} leads {card}."),
        "ply.plays": _("{name} plays {card}."),
        "ply.clock": _("The time for this move was over."),
    }


def _explain_strings() -> dict[str, Text]:
    return {
        "explain.deal": _(
            "Forehand sits to the right of the dealer and speaks first. Play goes anticlockwise."
        ),
        "explain.term": _("{term}: {meaning}."),
        "explain.call": _(
            "Whoever holds the called card is the declarer's partner, and at first nobody else "
            "knows who that is."
        ),
        "explain.take": _("The declarer changes cards with a part of the talon."),
        "explain.discard": _(
            "Cards laid away count for the declarer's side. Kings and the Trull must stay."
        ),
        "explain.double": _("What is doubled pays or costs a multiple, whoever makes it."),
        "explain.lead": _(
            "All follow suit. Who has none of the suit must play a tarok, and only without taroks "
            "any card."
        ),
        "explain.tarok": _("A tarok beats every suit card. {name} has none of the suit led."),
        "explain.thrown": _("Neither the suit led nor a tarok: this card cannot win the trick."),
        "explain.known": _("From now on everybody knows who plays with whom."),
        "explain.points": _("What everybody can count in the tricks"),
        "explain.side": _("{names}: {n} of {need} points"),
        "explain.rest": [
            ngettext("{names}: {n} point", "{names}: {n} points", 1),
            ngettext("{names}: {n} point", "{names}: {n} points", 2),
        ],
        "explain.goal": [
            ngettext(
                "{names}: {n} trick, wanted: {goal}", "{names}: {n} tricks, wanted: {goal}", 1
            ),
            ngettext(
                "{names}: {n} trick, wanted: {goal}", "{names}: {n} tricks, wanted: {goal}", 2
            ),
        ],
        "explain.open": _("{item} ({name}): still possible"),
        "explain.made": _("{item} ({name}): made"),
        "explain.lost": _("{item} ({name}): lost"),
    }
