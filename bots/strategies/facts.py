"""What a player counts when he picks up his cards."""

from __future__ import annotations

from typing import NamedTuple

from .base import (
    FAMILY,
    KINGS,
    KNIGHTS,
    MOND,
    QUEENS,
    SKUES,
    STECHER,
    SUITS,
    TAROKS,
    TRULL,
    indexes_of,
)


class HandFacts(NamedTuple):
    """Counts of a hand; ``lengths`` are the cards per suit H, D, S, C.

    ``points`` are bid points: every tarok 1, XVI and higher one more, every king 1.
    """

    taroks: int
    stecher: int
    kings: int
    points: int
    lengths: tuple[int, int, int, int]
    has_top: bool

    @property
    def short_suits(self) -> int:
        """Suits with at most one card: where taroks will win tricks."""
        return sum(length <= 1 for length in self.lengths)


def hand_facts(hand: int) -> HandFacts:
    """Facts of a set of cards."""
    taroks = (hand & TAROKS).bit_count()
    stecher = (hand & STECHER).bit_count()
    kings = (hand & KINGS).bit_count()
    h, d, s, c = SUITS
    lengths = (
        (hand & h).bit_count(),
        (hand & d).bit_count(),
        (hand & s).bit_count(),
        (hand & c).bit_count(),
    )
    return HandFacts(
        taroks=taroks,
        stecher=stecher,
        kings=kings,
        points=taroks + stecher + kings,
        lengths=lengths,
        has_top=bool(hand & (SKUES | MOND)),
    )


def is_guarded(hand: int, card: int) -> bool:
    """Whether a lower card of its suit lies beside the card ``card`` (an index)."""
    return bool(hand & FAMILY[card] & ((1 << card) - 1))


def losing_risks(hand: int) -> int:
    """How many cards may have to take a trick where tricks are avoided; 0 = as good as safe.

    With the cards of a suit sorted upwards, the card at place ``i`` counts as safe when its
    rank (0 = lowest of the suit) is at most ``2 * i + 1``: then enough small cards lie under it
    to let the others go over. A tarok at place ``i`` may be as high as index ``3 * i + 3``.
    """
    risks = 0
    for suit in SUITS:
        base = (suit & -suit).bit_length() - 1
        for i, card in enumerate(indexes_of(hand & suit)):
            risks += card - base > 2 * i + 1
    for i, card in enumerate(indexes_of(hand & TAROKS)):
        risks += card > 3 * i + 3
    return risks


def high_cards(hand: int) -> int:
    """Cards that take a trick even when tricks are avoided: kings and taroks from XVI on."""
    return (hand & (KINGS | STECHER)).bit_count()


def suit_game_points(hand: int, facts: HandFacts) -> int:
    """Card points to expect of a suit game, less about seven that a talon half adds.

    Fitted to 1,400 hands with at least two kings under koenigrufen/tournament.
    """
    figures = 7 * facts.kings + 4 * (hand & QUEENS).bit_count() + 2 * (hand & KNIGHTS).bit_count()
    long = sum(
        max(0, length - 4)
        for suit, length in zip(SUITS, facts.lengths, strict=True)
        if hand & suit & KINGS
    )
    return figures + 2 * (hand & TRULL).bit_count() + 2 * long


def has_guarded_queen(hand: int, suit: int) -> bool:
    """Whether the queen of a suit mask is held together with a lower card."""
    queen = hand & suit & QUEENS
    return bool(queen) and is_guarded(hand, queen.bit_length() - 1)
