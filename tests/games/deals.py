"""Deals made by hand."""

from __future__ import annotations

import random
from collections.abc import Callable

from engine.cards import PACK
from games.services import deals as dealing


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
    """Have the next hands dealt these cards, those after them by chance.

    Only a hand of a series with a seed proves such a deal: nobody contributed to it.
    """
    waiting = list(deals)
    real, real_cards = then or dealing.shuffled, dealing.deal_cards

    def shuffled(rng=None):
        return waiting.pop(0) if waiting else real(rng)

    def deal_cards(*args):
        return waiting.pop(0) if waiting else real_cards(*args)

    monkeypatch.setattr(dealing, "shuffled", shuffled)
    monkeypatch.setattr(dealing, "deal_cards", deal_cards)
