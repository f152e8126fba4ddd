"""A deal made together, its record, and what can be done to it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from engine import shuffle
from engine.play import play_hand
from engine.record import HandRecord
from engine.shuffle import BOT, PERSON, REPLACED, Part
from tests.engine import hands

SECRET = bytes(range(32)).hex()
SERIES, NUMBER, ATTEMPT, DEALER, SEATING = "7b2cq8mdw4kx/0", 3, 0, 3, (0, 1, 2, 3)
NAME = shuffle.deal_name(SERIES, NUMBER, ATTEMPT, DEALER, SEATING)
VALUES = {0: "a1" * 32, 2: "c3" * 32}
WITHHELD = shuffle.person_commitment(NAME, 1, "b2" * 32)
PARTS = (
    Part(0, PERSON, shuffle.person_commitment(NAME, 0, VALUES[0]), VALUES[0]),
    Part(1, REPLACED, WITHHELD),
    Part(2, PERSON, shuffle.person_commitment(NAME, 2, VALUES[2]), VALUES[2]),
    Part(3, BOT),
)


def record() -> HandRecord:
    """A whole hand: persons at 0 and 2, one at 1 who did not reveal, a bot at 3."""
    cards = shuffle.deal_cards(SECRET, NAME, PARTS)
    played = play_hand(
        hands.ZONE,
        cards,
        DEALER,
        [hands.chooser] * 4,
        series=SERIES,
        number=NUMBER,
        attempt=ATTEMPT,
        seating=SEATING,
    )
    return replace(
        played,
        nonce=SECRET,
        commitment=shuffle.deal_commitment(SECRET, NAME, PARTS),
        contributions=shuffle.parts_to_text(PARTS),
    )


Change = Callable[[str], str]


def _swap(old: str, new: str) -> Change:
    def change(text: str) -> str:
        assert text.count(old) == 1, old
        return text.replace(old, new)

    return change


def _cards(text: str) -> str:
    """The last two cards of the deal in each other's places."""
    return re.sub(r"(?m)^(cards .*)(..)(..)$", r"\1\3\2", text)


def _seat(text: str) -> str:
    """What the persons at 0 and 2 brought, each at the other's seat."""
    zero, two = str(PARTS[0]), str(PARTS[2])
    return text.replace(zero, "X").replace(two, f"2{zero[1:]}").replace("X", f"0{two[1:]}")


def _action(text: str) -> str:
    """The first two cards of the first trick in each other's hands."""
    first, second = re.findall(r"(?m)^\d (play:..) ", text)[:2]
    return text.replace(first, "X").replace(second, first).replace("X", second)


_NOT_REPLACED = f"1:p:{WITHHELD}:{'b2' * 32}"
TAMPERED: dict[str, tuple[Change, str]] = {
    "secret": (_swap(f"nonce {SECRET}", f"nonce {'11' * 32}"), "commitment"),
    "commitment": (
        lambda text: re.sub(r"commitment v1:..", "commitment v1:00", text),
        "commitment",
    ),
    "number": (_swap("\nnumber 3\n", "\nnumber 4\n"), "commitment"),
    "attempt": (_swap("\nattempt 0\n", "\nattempt 1\n"), "commitment"),
    "dealer": (_swap("\ndealer 3\n", "\ndealer 2\n"), "commitment"),
    "bot for a person": (_swap(f"1:r:{WITHHELD}", "1:b"), "commitment"),
    "seat": (_seat, "persons"),
    "contribution": (_swap(VALUES[2], "c4" * 32), "persons"),
    "person's commitment": (_swap(PARTS[0].commitment, "00" * 32), "persons"),
    "order of cards": (_cards, "cards"),
    "replaced flag taken away": (_swap(f"1:r:{WITHHELD}", _NOT_REPLACED), "cards"),
    "replaced flag set": (_swap(str(PARTS[2]), f"2:r:{PARTS[2].commitment}"), "cards"),
    "action": (_action, "actions"),
}
"""What was changed, how, and the first step that is broken by it."""
