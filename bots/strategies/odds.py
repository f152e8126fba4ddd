"""Chances, in a trick, that the players behind can beat a card, counted from what is unseen.

A card out of sight is taken to be equally likely at every place in which it may lie, in
proportion to the cards held there; voids already shown and cards known to be in a hand are
respected.
"""

from __future__ import annotations

from .base import HIGHER, TAROKS
from .situation import Situation


class Odds:
    """The seats behind me in one trick, for a given led family (mask)."""

    __slots__ = ("_family", "_players", "_situation")

    def __init__(self, situation: Situation, mates: tuple[float, ...], family: int) -> None:
        self._situation = situation
        self._family = family
        places = _places(situation, family)
        tarok_places = places if family == TAROKS else _places(situation, TAROKS)
        self._players = []
        for seat in situation.behind:
            share = _share(situation, seat, family, places)
            tarok_share = _share(situation, seat, TAROKS, tarok_places)
            void = _void_chance(situation, seat, family, share)
            self._players.append((mates[seat], share, tarok_share, void, situation.sure[seat]))

    def win_chance(self, card: int, mate: float) -> float:
        """Chance that my side takes the trick when ``card`` is winning it.

        ``mate`` is the chance that its player is on my side (1.0 for my own card). Whoever
        behind can beat the card is taken to do it; between mates that changes nothing.
        """
        unseen = self._situation.unseen
        higher = unseen & HIGHER[card]
        is_tarok = card < 22
        higher_count = higher.bit_count()
        ruffs = self._situation.over[card] & TAROKS  # none in suit games
        tarok_count = higher_count if is_tarok else (unseen & ruffs).bit_count()
        chance = mate
        for seat_mate, share, tarok_share, void, sure in self._players:
            if is_tarok:
                has = 1.0 if sure & higher else 1.0 - (1.0 - tarok_share) ** higher_count
                beat = has if self._family & TAROKS else void * has
            else:
                has = 1.0 if sure & ruffs else 1.0 - (1.0 - tarok_share) ** tarok_count
                over = 1.0 if sure & higher else 1.0 - (1.0 - share) ** higher_count
                beat = void * has + (1.0 - void) * over
            chance += beat * (seat_mate - chance)
        return chance


def _places(situation: Situation, family: int) -> int:
    """Places where an unseen card of ``family`` may lie: hands not void in it, and the talon."""
    places = situation.hidden
    for seat, count in enumerate(situation.held):
        if seat != situation.me and not situation.void[seat] & family:
            places += count
    return places


def _share(situation: Situation, seat: int, family: int, places: int) -> float:
    """Chance that a given unseen card of ``family`` is in the hand of ``seat``."""
    if situation.void[seat] & family or places <= 0:
        return 0.0
    return situation.held[seat] / places


def _void_chance(situation: Situation, seat: int, family: int, share: float) -> float:
    if situation.void[seat] & family:
        return 1.0
    if situation.sure[seat] & family:
        return 0.0
    count: int = (situation.unseen & family).bit_count()
    return float((1.0 - share) ** count)


def void_chance(situation: Situation, seat: int, family: int) -> float:
    """Chance that ``seat`` has no card of ``family``."""
    share = _share(situation, seat, family, _places(situation, family))
    return _void_chance(situation, seat, family, share)
