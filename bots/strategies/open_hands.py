"""Contracts with open cards: plays the trick on in the head, since all hands are known.

koenigrufen.md §11. The others are taken to play simply: the declarer keeps under if he can, his
opponents stay low in front of him and high behind him.
"""

from __future__ import annotations

from .base import FAMILY, HIGHER, PAGAT, TAROKS, highest, lowest
from .situation import Situation


def taker(situation: Situation, card: int) -> int:
    """Who takes the present trick, if I play ``card`` to it and all hands lie open."""
    led = situation.trick[0] if situation.trick else card
    best, winner = situation.best, situation.best_seat
    if best < 0 or situation.beats(card, best):
        best, winner = card, situation.me
    for place, seat in enumerate(situation.behind):
        legal = legal_cards(situation.sure[seat], led, best)
        over = legal & situation.over[best]
        under = legal & ~over
        is_before = situation.declarer in situation.behind[place + 1 :]
        if seat == situation.declarer or winner == situation.declarer or is_before:
            played = highest(under) if under else lowest(over)
        else:
            played = highest(over or under)
        if over >> played & 1:
            best, winner = played, seat
    return winner


def legal_cards(hand: int, led: int, best: int) -> int:
    """What a hand may play where one has to go over (koenigrufen.md §10.7)."""
    follows = hand & FAMILY[led] or hand & TAROKS
    if not follows:
        return hand
    if (hand & TAROKS).bit_count() > 1:
        follows &= ~PAGAT
    return follows & HIGHER[best] or follows


def giving(situation: Situation, options: list[int], *, to_declarer: bool) -> list[int]:
    """The options with which the declarer takes the trick, or does not; all if there is none."""
    found = [
        card for card in options if (taker(situation, card) == situation.declarer) == to_declarer
    ]
    return found or options
