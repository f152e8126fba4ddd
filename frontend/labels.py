"""Names people read for cards and bots, and how numbers are written.

Only here, in ``rule_names`` and in ``locale/``: the engine knows codes, never names.
"""

from __future__ import annotations

from functools import lru_cache

from django.utils.translation import get_language, gettext_lazy, pgettext, pgettext_lazy
from django.utils.translation import gettext as _

ROMAN = [
    "I",
    "II",
    "III",
    "IIII",
    "V",
    "VI",
    "VII",
    "VIII",
    "IX",
    "X",
    "XI",
    "XII",
    "XIII",
    "XIV",
    "XV",
    "XVI",
    "XVII",
    "XVIII",
    "XIX",
    "XX",
    "XXI",
]
"""Roman numerals of taroks 1 to 21; four is IIII as on Austrian cards."""

SUITS = {
    "H": gettext_lazy("hearts"),
    "D": gettext_lazy("diamonds"),
    "S": gettext_lazy("spades"),
    "C": pgettext_lazy("suit", "clubs"),
}
RANKS = {
    "K": gettext_lazy("king"),
    "Q": gettext_lazy("queen"),
    "N": gettext_lazy("knight"),
    "J": gettext_lazy("jack"),
    "T": "10",
}
NAMED_TAROKS = {1: "Pagat", 2: "Uhu", 3: "Kakadu", 4: "Quapil", 21: "Mond", 22: "Sküs"}
"""Proper names, the same in every language."""

FOURTH = "4th"
"""Stands for the called king where its suit is not said (koenigrufen.md §7)."""

BOTS = {"club": gettext_lazy("Club"), "random": gettext_lazy("Random")}
"""Slug of a built-in bot -> name of its level."""


def suit_name(suit: str) -> str:
    """Return the name of a suit letter of the card codes."""
    return str(SUITS[suit])


def card_name(code: str) -> str:
    """Return the full name of a card code, ``back`` included, in the active language."""
    return _card_name(code, get_language() or "en")


@lru_cache(maxsize=512)
def _card_name(code: str, language: str) -> str:
    if code == "back":
        return _("back of a card")
    if code == FOURTH:
        return _("the fourth king")
    if code[0].isdigit():
        number = int(code)
        name = NAMED_TAROKS.get(number)
        if number == 22:
            return NAMED_TAROKS[22]
        tarok = _("tarok %(roman)s") % {"roman": ROMAN[number - 1]}
        return f"{tarok}, {name}" if name else tarok
    values = {"suit": suit_name(code[0]), "rank": str(RANKS.get(code[1], code[1]))}
    return pgettext("card", "%(rank)s of %(suit)s") % values


def card_short(code: str) -> str:
    """Return what stands beside a suit glyph (the rank), or the short name of a tarok."""
    if code == FOURTH:
        return card_name(code)
    if not code[0].isdigit():
        return str(RANKS.get(code[1], code[1]))
    number = int(code)
    return NAMED_TAROKS.get(number) or ROMAN[number - 1]


def bot_name(slug: str) -> str:
    """Return the name of a bot's level; an unknown slug stands for itself."""
    return str(BOTS.get(slug, slug))


def seat_name(name: str, kind: str) -> str:
    """Return what a seat's occupant is called: of a built-in bot the level is translated.

    Bots are stored as "Random 2" (``BotVersion.seat_name``). ``kind`` is ``person`` or ``bot``.
    """
    level, space, number = name.partition(" ")
    if kind != "bot" or (space and not number.isdigit()):
        return name
    return f"{bot_name(level.lower()) if level.lower() in BOTS else level}{space}{number}"


def signed(number: int | str | None) -> str:
    """Return a number of points with its sign; a real minus, not a hyphen; "" for nothing."""
    if number is None or isinstance(number, str):
        return ""
    if number < 0:
        return f"\u2212{-number}"
    return f"+{number}" if number else "0"
