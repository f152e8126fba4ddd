"""What every style of auction keeps: who is in, which bid stands, what was called."""

from __future__ import annotations

from typing import Final, NamedTuple

from ..actions import Action
from ..rules.base import Contract, RuleSet

PASS: Final = Action("pass")
GOOD: Final = Action("good")


class Bidding(NamedTuple):
    """How far an auction has come; ``turn`` is None when it is over.

    ``active`` has a bit for every seat that is still in; ``high`` is the bid that stands and
    ``high_seat`` its owner (-1 without a bid). The rest belongs to the duel
    (illustrated-tarock.md §3.2): ``take_state`` of the bid that stands, ``is_fresh`` while
    nobody has answered it, ``pending`` (``taken`` or ``held``) while that has to be answered,
    and whether anybody ``has_taken`` over a bid in this auction.
    """

    active: int
    turn: int | None
    high: Contract | None
    high_seat: int
    calls: tuple[tuple[int, Action], ...]
    take_state: int = 0
    is_fresh: bool = False
    pending: str = ""
    has_taken: bool = False


def opening(rules: RuleSet, forehand: int) -> Bidding:
    """The auction before its first call."""
    return Bidding((1 << rules.hand_seats) - 1, forehand, None, -1, ())


def next_in(seats: int, after: int, count: int) -> int:
    """The next seat of a set of seats in playing order."""
    seat = (after + 1) % count
    while not seats >> seat & 1:
        seat = (seat + 1) % count
    return seat
