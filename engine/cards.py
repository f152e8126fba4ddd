"""The 54 cards: two-character codes, canonical indexes, sets of cards as integer masks.

Index 0-21 are the taroks I to Sküs, then hearts, diamonds, spades, clubs with eight cards
each, weakest first (docs/rules/koenigrufen.md §2). Bit ``i`` of a mask is the card of index
``i``, so within a suit a greater index is a stronger card. Card points are integers of thirds
(§3 there): the whole pack counts 210.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

_RANKS: Final = {"H": "4321JNQK", "D": "4321JNQK", "S": "789TJNQK", "C": "789TJNQK"}

PACK: Final[tuple[str, ...]] = tuple(f"{n:02d}" for n in range(1, 23)) + tuple(
    suit + rank for suit, ranks in _RANKS.items() for rank in ranks
)
PACK_SIZE: Final = 54
_INDEX: Final = {code: i for i, code in enumerate(PACK)}

TAROKS: Final = (1 << 22) - 1
ALL_CARDS: Final = (1 << PACK_SIZE) - 1
SUIT_CARDS: Final = ALL_CARDS & ~TAROKS
SUITS: Final[tuple[int, ...]] = tuple(0xFF << (22 + 8 * s) for s in range(4))
# the cards that follow a card: all taroks, or the eight cards of its suit
FAMILY: Final[tuple[int, ...]] = (TAROKS,) * 22 + tuple(s for s in SUITS for _ in range(8))


def index_of(code: str) -> int:
    """Canonical index 0-53 of a code. Raises KeyError for anything that is no card."""
    return _INDEX[code]


def code_of(index: int) -> str:
    """Two-character code of an index."""
    return PACK[index]


def mask_of(codes: Iterable[str]) -> int:
    """The set of these cards."""
    mask = 0
    for code in codes:
        mask |= 1 << _INDEX[code]
    return mask


def indexes_of(mask: int) -> list[int]:
    """Indexes of the cards of a set, ascending."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def codes_of(mask: int) -> tuple[str, ...]:
    """Codes of the cards of a set in canonical order."""
    return tuple([PACK[i] for i in indexes_of(mask)])


# by rank: kings, queens, knights, jacks -- the order in which a partner is called
COURTS: Final[tuple[int, ...]] = tuple(mask_of(s + rank for s in "HDSC") for rank in "KQNJ")
KINGS, QUEENS, KNIGHTS, JACKS = COURTS
PAGAT: Final = 1
MOND: Final = 1 << 20
SKUES: Final = 1 << 21
TRULL: Final = PAGAT | MOND | SKUES
# the low taroks that are bonus cards, by the name of the bonus (koenigrufen.md §14.1)
BIRDS: Final = {"pagat": 1, "uhu": 2, "kakadu": 4, "quapil": 8}
_FIVES: Final = KINGS | TRULL


def thirds(mask: int) -> int:
    """Card points of a pile in thirds: 3 × values − 2 × cards (koenigrufen.md §3.2)."""
    return (
        mask.bit_count()
        + 12 * (mask & _FIVES).bit_count()
        + 9 * (mask & QUEENS).bit_count()
        + 6 * (mask & KNIGHTS).bit_count()
        + 3 * (mask & JACKS).bit_count()
    )


def shown(count_thirds: int) -> int:
    """Nearest whole point, as on the score sheet; two sides always add up to 70."""
    return (count_thirds + 1) // 3
