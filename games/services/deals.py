"""The cards of a hand and what proves them: made together, by bots alone, or given."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from engine.shuffle import (
    BOT,
    Part,
    deal_cards,
    deal_commitment,
    deal_secret,
    given_commitment,
    parts_to_text,
    shuffled,
)
from games.models import Series, Shuffle
from games.selectors import Place, contributions_of, deal_name_of, shuffle_parts


class Dealt(NamedTuple):
    """The cards in deal order, and the three lines of the record that prove them."""

    cards: tuple[str, ...]
    nonce: str
    commitment: str
    parts: tuple[Part, ...] = ()

    @property
    def contributions(self) -> str:
        """The contributions as a record has them."""
        return parts_to_text(self.parts)


def is_joint(series: Series, place: Place) -> bool:
    """Whether the cards at ``place`` are still to be made, and not given or repeatable."""
    return not series.deal_seed and place.number >= len(series.given_deals or ())


def deal_make(*, series: Series, place: Place, shuffle: Shuffle | None = None) -> Dealt:
    """The deal at ``place``; reads ``series.table``. The same again for the same closed shuffle.

    Without a shuffle nobody but bots contributes.
    """
    name = deal_name_of(series, place)
    if not is_joint(series, place):
        return _standing(_given(series, place) or shuffled(_rng(series, place)), name)
    size = series.table.size
    if shuffle is None:
        secret, parts = deal_secret(), tuple(Part(seat, BOT) for seat in range(size))
        return _joint(secret, name, parts, deal_commitment(secret, name, parts))
    parts = shuffle_parts(contributions_of(shuffle), size, name)
    return _joint(shuffle.secret, name, parts, shuffle.commitment)


def _joint(secret: str, name: str, parts: tuple[Part, ...], commitment: str) -> Dealt:
    return Dealt(deal_cards(secret, name, parts), secret, commitment, parts)


def _standing(cards: Sequence[str], name: str) -> Dealt:
    """A deal that nobody contributes to, since it stands already."""
    nonce = deal_secret()
    return Dealt(tuple(cards), nonce, given_commitment(nonce, name, cards))


def _given(series: Series, place: Place) -> tuple[str, ...] | None:
    """The deal that stands already for this number, also when it is dealt once more."""
    deals = series.given_deals or []
    if place.number >= len(deals):
        return None
    return tuple(deals[place.number][i : i + 2] for i in range(0, 108, 2))


def _rng(series: Series, place: Place) -> random.Random:
    """A repeatable deal; a seed exists in tests only."""
    again = f"/{place.attempt}" if place.attempt else ""
    return random.Random(f"{series.deal_seed}/{series.number}/{place.number}{again}")
