"""Shuffling, and the commitments published before the first action of a hand.

``v1`` is a deal made together: the server commits to a secret and to all contributions of bots,
persons commit and reveal, and the cards follow from secret and contributions. ``given`` is a deal
that stood already (a deal played again, the deal of the day): its commitment shows that nothing
was exchanged, not that it was random. ``v0`` is the same without the name of the deal; older hands
have it. docs/protocol.md says all of it to the byte, with test vectors.
"""

from __future__ import annotations

import hashlib
import hmac
import random
import re
import secrets
from collections.abc import Iterator, Sequence
from math import factorial
from typing import Final, NamedTuple

from .cards import PACK, PACK_SIZE
from .errors import BadRecord

_ORDERS: Final = factorial(PACK_SIZE)
SECRET_BYTES: Final = 32
BOT, PERSON, REPLACED = "b", "p", "r"
_PART: Final = re.compile(
    r"(?P<seat>[0-5]):(?:(?P<bot>b)|p:(?P<commitment>[0-9a-f]{64}):(?P<value>[0-9a-f]{64})"
    r"|r(?::(?P<kept>[0-9a-f]{64}))?)",
    re.ASCII,
)


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


# --- deals made together (v1) --------------------------------------------------------------------


class Part(NamedTuple):
    """What table seat ``seat`` adds to a deal.

    ``kind`` is ``b`` (a bot: its value follows from the secret), ``p`` (a person: ``commitment``
    and ``value``, 64 hexadecimal digits each) or ``r`` (a person whose value came too late or not
    at all and follows from the secret; ``commitment`` is what he had committed to, if anything).
    """

    seat: int
    kind: str
    commitment: str = ""
    value: str = ""

    def __str__(self) -> str:
        return ":".join(str(word) for word in self if word != "")

    @property
    def is_person(self) -> bool:
        """Whether a person was asked, in time or not."""
        return self.kind != BOT


def parts_to_text(parts: Sequence[Part]) -> str:
    """Contributions as a record has them."""
    return "/".join(map(str, parts))


def parts_from_text(text: str) -> tuple[Part, ...]:
    """The contributions of such a text. Raises BadRecord: a wrong form, or seats out of order."""
    parts = tuple(map(_part, text.split("/"))) if text else ()
    seats = [part.seat for part in parts]
    if seats != sorted(set(seats)):
        raise BadRecord("the seats of the contributions are not in order")
    return parts


def _part(text: str) -> Part:
    found = _PART.fullmatch(text)
    if found is None:
        raise BadRecord(f"not a contribution: {text[:20]!r}")
    seat = int(found["seat"])
    if found["bot"]:
        return Part(seat, BOT)
    if found["value"]:
        return Part(seat, PERSON, found["commitment"], found["value"])
    return Part(seat, REPLACED, found["kept"] or "")


def deal_name(series: str, number: int, attempt: int, dealer: int, seating: Sequence[int]) -> str:
    """The name of a deal, part of every hash: which hand it is, and who gets which packet."""
    return f"{series or '-'}/{number}/{attempt}/{dealer}/{''.join(map(str, seating))}"


def _text(domain: str, *lines: str) -> bytes:
    """Lines under a heading of their own, so that no two hashes are ever about equal bytes."""
    return "".join(f"{line}\n" for line in (f"tarock-deal 1 {domain}", *lines)).encode("ascii")


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _hmac(key: str, data: bytes) -> bytes:
    return hmac.digest(bytes.fromhex(key), data, "sha256")


def deal_secret() -> str:
    """32 secret random bytes as 64 hexadecimal digits."""
    return secrets.token_hex(SECRET_BYTES)


def bot_value(secret: str, name: str, seat: int) -> str:
    """What the bot at table seat ``seat`` contributes."""
    return _hmac(secret, _text("bot", name, str(seat))).hex()


def replacement_value(secret: str, name: str, seat: int) -> str:
    """What stands for the missing contribution of table seat ``seat``."""
    return _hmac(secret, _text("replacement", name, str(seat))).hex()


def value_of(secret: str, name: str, part: Part) -> str:
    """The value a contribution brings in, whatever its kind."""
    if part.kind == BOT:
        return bot_value(secret, name, part.seat)
    return part.value if part.kind == PERSON else replacement_value(secret, name, part.seat)


def person_commitment(name: str, seat: int, value: str) -> str:
    """What the person at table seat ``seat`` publishes of ``value`` before he reveals it."""
    return _sha256(_text("person", name, str(seat), value))


def deal_commitment(secret: str, name: str, parts: Sequence[Part]) -> str:
    """``v1:`` + SHA-256 over the name, the secret, which seats are persons, and what bots bring.

    It does not depend on what the persons do afterwards.
    """
    lines = [
        f"{part.seat}:p" if part.is_person else f"{part.seat}:b:{value_of(secret, name, part)}"
        for part in parts
    ]
    return "v1:" + _sha256(_text("commitment", name, secret, *lines))


def deal_cards(secret: str, name: str, parts: Sequence[Part]) -> tuple[str, ...]:
    """The 54 codes in deal order that follow from secret and contributions."""
    lines = [f"{part.seat}:{part.kind}:{value_of(secret, name, part)}" for part in parts]
    return ordered(_blocks(_hmac(secret, _text("seed", name, *lines)).hex()))


def _blocks(seed: str) -> Iterator[int]:
    """Bytes without end: HMAC of a counter under the seed."""
    at = 0
    while True:
        yield from _hmac(seed, _text("cards", str(at)))
        at += 1


def ordered(stream: Iterator[int]) -> tuple[str, ...]:
    """The pack shuffled by a stream of bytes (Fisher and Yates, from the last place down).

    A byte from the largest multiple of the number of places on is left out: every place is then
    equally likely.
    """
    cards = list(PACK)
    for last in range(PACK_SIZE - 1, 0, -1):
        limit = 256 - 256 % (last + 1)
        byte = next(stream)
        while byte >= limit:
            byte = next(stream)
        at = byte % (last + 1)
        cards[last], cards[at] = cards[at], cards[last]
    return tuple(cards)


def given_commitment(nonce: str, name: str, cards: Sequence[str]) -> str:
    """``given:`` + SHA-256 over the name, ``nonce`` (64 digits) and the deal."""
    return "given:" + _sha256(_text("given", name, nonce, "".join(cards)))
