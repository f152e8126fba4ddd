"""Deals made by hand."""

from __future__ import annotations

import random
from collections.abc import Callable

from engine.cards import PACK
from games.services import hands


def without_tarok() -> tuple[str, ...]:
    """A deal by packets of four after the talon in which forehand holds no tarok (Löw)."""
    suits = [card for card in PACK if not card.isdigit()]
    others = suits[16:] + [card for card in PACK if card.isdigit()]
    random.Random(1).shuffle(others)
    deal, rest = others[:6], others[6:]
    for at in range(4):
        deal += suits[4 * at : 4 * at + 4] + rest[8 * at : 8 * at + 8]
    return tuple(deal)


def deal_first(monkeypatch, *deals: tuple[str, ...], then: Callable | None = None) -> None:
    """Have the next hands dealt these cards, those after them by chance."""
    waiting = list(deals)
    real = then or hands.shuffled

    def shuffled(rng=None):
        return waiting.pop(0) if waiting else real(rng)

    monkeypatch.setattr(hands, "shuffled", shuffled)
