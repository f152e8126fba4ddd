"""Shuffling, and the commitment published before the first action of a hand.

Commitment ``v0``: SHA-256 over a secret 16-byte nonce and the deal. Whoever knows the deal
afterwards can check that it stood before the first action; that it was random is not proved.
"""

from __future__ import annotations

import hashlib
import random
import secrets
from collections.abc import Sequence
from math import factorial
from typing import Final

from .cards import PACK, PACK_SIZE

_ORDERS: Final = factorial(PACK_SIZE)


def shuffled(rng: random.Random | None = None) -> tuple[str, ...]:
    """The pack in random deal order; without ``rng`` from the system's secret source."""
    cards = list(PACK)
    if rng is not None:
        rng.shuffle(cards)
        return tuple(cards)
    # One secret number names one of the 54! orders: each is as likely as any other, and the
    # system is asked once instead of once per card.
    order = secrets.randbelow(_ORDERS)
    for last in range(PACK_SIZE - 1, 0, -1):
        order, at = divmod(order, last + 1)
        cards[last], cards[at] = cards[at], cards[last]
    return tuple(cards)


def nonce() -> str:
    """16 secret random bytes as 32 hexadecimal digits."""
    return secrets.token_hex(16)


def commitment(nonce: str, cards: Sequence[str]) -> str:
    """``v0:`` + SHA-256 of ``<nonce>:<54 codes without separator>`` (ASCII)."""
    text = f"{nonce}:{''.join(cards)}"
    return "v0:" + hashlib.sha256(text.encode("ascii")).hexdigest()
