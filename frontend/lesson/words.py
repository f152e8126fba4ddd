"""Texts of the lesson's controls, sent to the page as JSON like those of ``frontend.strings``."""

from __future__ import annotations

from django.utils.translation import gettext as _

from frontend.strings import Text


def lesson_strings() -> dict[str, Text]:
    """Return the texts that the live table has not."""
    return {
        "lesson.step": _("{n} of {all}"),
        "lesson.watch": _("Look how it goes on."),
        "lesson.won": _(
            "39 points for you and player 4: 36 are enough, the Rufer is won. Each of you gets one "
            "point, each opponent loses one. That was your first hand."
        ),
    }
