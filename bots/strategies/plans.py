"""What cards are worth beyond this trick: bonuses announced or hoped for.

Everything here is in thirds to be added to a card's value when it is played now: negative for a
card that is to be kept, positive for one that is due.
"""

from __future__ import annotations

from typing import Final

from .base import BIRDS, PAGAT, TAROKS, has_silent_pagat, lowest
from .situation import Situation

KEPT: Final = -200.0  # my announced card before its trick
DUE: Final = 200.0  # and in its trick
STOPPER: Final = -25.0  # the taroks that can still beat somebody's announced bird
SILENT: Final = -10.0  # a Pagat that may win the last trick without a word
SILENT_SURPLUS: Final = 1  # for that: taroks I hold above the share of each other player
GO_BEFORE_LAST: Final = 20.0  # where a Pagat caught in the last trick pays the others


def bonds(situation: Situation, mates: tuple[float, ...]) -> dict[int, float]:
    """Extra value of playing single cards now, by index; most hands have none."""
    found: dict[int, float] = {}
    for item in situation.view.get("announced", ()):
        name, seat = item["item"], item["seat"]
        if name in BIRDS:
            number = BIRDS[name].bit_length() - 1
            if seat == situation.me:
                _bind(found, situation, number, number + 1)
            elif mates[seat] < 0.5 and situation.left > number + 1:
                _stop(found, situation, number)
        elif name == "king_ultimo" and seat == situation.me:
            _bind(found, situation, situation.called, 1)
    if 0 not in found and situation.hand & PAGAT and has_silent_pagat(situation.view):
        found[0] = _unannounced_pagat(situation)
    return found


def _bind(found: dict[int, float], situation: Situation, card: int, due: int) -> None:
    """A card of mine is due when so many tricks are left."""
    if situation.left >= due:
        found[card] = DUE if situation.left == due else KEPT


def _stop(found: dict[int, float], situation: Situation, number: int) -> None:
    """My last taroks stay for the trick in which a foe's bird is due."""
    higher = situation.hand & TAROKS & ~((2 << number) - 1)
    if higher.bit_count() <= number + 1:
        while higher:
            found[lowest(higher)] = STOPPER
            higher &= higher - 1


def _unannounced_pagat(situation: Situation) -> float:
    """It stays while my taroks outlast an even share of the others'.

    Against two, where it pays them when it is caught (illustrated-tarock.md §7), it leaves before
    the last trick as long as taroks are out.
    """
    mine = (situation.hand & TAROKS).bit_count()
    others = (situation.unseen & TAROKS).bit_count()
    if situation.seats == 3:
        return GO_BEFORE_LAST if others and situation.left <= 3 else 0.0
    outlasts = mine > others / (situation.seats - 1) + SILENT_SURPLUS
    return SILENT if outlasts and situation.left > 2 else 0.0
