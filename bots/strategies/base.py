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
    COURTS,
    FAMILY,
    KINGS,
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
    "BITS",
    "CARD_POINTS",
    "COURTS",
    "FAMILY",
    "HIGHER",
    "INDEX",
    "KINGS",
    "MOND",
    "NEGATIVE",
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
    "highest",
    "indexes_of",
    "lowest",
    "mask",
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
NEGATIVE: Final = frozenset(("BE", "PI", "ZW", "BO", "PO", "ZO"))  # koenigrufen.md §5.1


class Strategy(Protocol):
    """A way to play: one action of ``legal`` for the seat to move in ``view``.

    It knows nothing but its arguments: equal views with equal random numbers give equal
    actions. ``legal`` are the actions of ``view["legal"]`` in the same order.
    """

    def __call__(self, view: View, legal: tuple[Action, ...], rng: Random) -> Action:
        """The chosen action."""


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
