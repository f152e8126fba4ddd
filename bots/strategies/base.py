"""What every strategy builds on: the engine types it may use and tables of the cards.

The only module of the package that imports from outside it; the kit for bot authors
replaces this one import line and takes the rest as it is. Cards are canonical indexes or
masks of them (``engine.cards``), card points are thirds.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Final, Protocol

from engine.actions import Action
from engine.cards import (
    ALL_CARDS,
    BIRDS,
    COURTS,
    FAMILY,
    KINGS,
    KNIGHTS,
    MOND,
    PACK,
    PAGAT,
    QUEENS,
    SKUES,
    SUIT_CARDS,
    SUITS,
    TAROKS,
    TRULL,
    indexes_of,
    thirds,
)
from engine.view import View

__all__ = [
    "ALL_CARDS",
    "BIRDS",
    "BITS",
    "CARD_POINTS",
    "COURTS",
    "FAMILY",
    "GOAL_TRICKS",
    "HIGHER",
    "INDEX",
    "KINDS",
    "KINGS",
    "KNIGHTS",
    "MOND",
    "OVER",
    "OVER_IN_SUITS",
    "PACK",
    "PAGAT",
    "QUEENS",
    "SKUES",
    "STECHER",
    "SUITS",
    "SUIT_CARDS",
    "SUIT_OF",
    "TAROK",
    "TAROKS",
    "THIRDS",
    "TRULL",
    "Action",
    "Random",
    "Strategy",
    "View",
    "has_silent_pagat",
    "highest",
    "indexes_of",
    "lowest",
    "mask",
    "must_overtake",
    "thirds",
]

INDEX: Final[dict[str, int]] = {code: i for i, code in enumerate(PACK)}
BITS: Final[dict[str, int]] = {code: 1 << i for i, code in enumerate(PACK)}
TAROK: Final = 4
# per card: suit 0-3 or TAROK, thirds, card points, and the cards of its suit that beat it
SUIT_OF: Final[tuple[int, ...]] = tuple(TAROK if i < 22 else (i - 22) // 8 for i in range(54))
THIRDS: Final[tuple[int, ...]] = tuple(thirds(1 << i) for i in range(54))
CARD_POINTS: Final[tuple[int, ...]] = tuple((t + 2) // 3 for t in THIRDS)
HIGHER: Final[tuple[int, ...]] = tuple(
    FAMILY[i] & (ALL_CARDS ^ ((1 << (i + 1)) - 1)) for i in range(54)
)
STECHER: Final = TAROKS & ~((1 << 15) - 1)  # XVI and higher
# per card, the cards that beat it when they are played later: in suit games no tarok beats a suit
OVER_IN_SUITS: Final = HIGHER
OVER: Final[tuple[int, ...]] = tuple(
    higher if i < 22 else higher | TAROKS for i, higher in enumerate(HIGHER)
)
# What a view does not carry. Contracts that are not simply won with taroks and 36 points, and the
# tricks a negative one aims at: koenigrufen.md §5.1.
KINDS: Final[dict[str, str]] = {
    **dict.fromkeys(("BE", "PI", "ZW", "BO", "PO", "ZO"), "negative"),
    **dict.fromkeys(("FD", "FS"), "suit"),
    "TK": "everyone",
}
GOAL_TRICKS: Final[dict[str, int]] = {"BE": 0, "BO": 0, "PI": 1, "PO": 1, "ZW": 2, "ZO": 2}


class Strategy(Protocol):
    """A way to play: one action of ``legal`` for the seat to move in ``view``.

    It knows nothing but its arguments: equal views with equal random numbers give equal
    actions. ``legal`` are the actions of ``view["legal"]`` in the same order.
    """

    def __call__(self, view: View, legal: tuple[Action, ...], rng: Random) -> Action:
        """The chosen action."""


def must_overtake(view: View) -> bool:
    """Whether one has to go over in negative contracts (koenigrufen.md §11)."""
    return "overtake" in view.get("duties", ())


def has_silent_pagat(view: View) -> bool:
    """Whether a Pagat that wins the last trick pays something (koenigrufen.md §14.1)."""
    return "silent_pagat" in view.get("duties", ())


def mask(codes: Iterable[str]) -> int:
    """The set of these cards."""
    found = 0
    for code in codes:
        found |= BITS[code]
    return found


def lowest(cards: int) -> int:
    """Index of the lowest card of a set; -1 for the empty set."""
    return (cards & -cards).bit_length() - 1


def highest(cards: int) -> int:
    """Index of the highest card of a set; -1 for the empty set."""
    return cards.bit_length() - 1
