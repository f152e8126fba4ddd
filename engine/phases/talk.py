"""What has been announced, claimed and doubled in a hand, and whose turn to talk it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from ..actions import Action
from ..cards import BIRDS

if TYPE_CHECKING:
    from ..state import HandState

GOOD: Final = Action("good")
GAME: Final = "game"
DOUBLING_VERBS: Final = ("kontra", "rekontra", "subkontra")


class Announced(NamedTuple):
    """An announced item: by whom, before (``pre``) or after the talon (``post``), in which turn."""

    item: str
    seat: int
    stage: str
    turn: int


class Doubling(NamedTuple):
    """One step of a kontra: level 1 kontra, 2 rekontra, 3 subkontra.

    ``target`` is ``game``, an announced item, or ``game@seat`` where every opponent has his own.
    """

    target: str
    level: int
    seat: int
    stage: str
    turn: int


class Claim(NamedTuple):
    """A hand bonus claimed before the first lead."""

    item: str
    seat: int


class Talk(NamedTuple):
    """All of it, with the place in the phase: number of the present turn, how many empty turns
    came before it, and whether anything was said in it.
    """

    items: tuple[Announced, ...] = ()
    doublings: tuple[Doubling, ...] = ()
    claims: tuple[Claim, ...] = ()
    turn: int = 0
    quiet: int = 0
    has_spoken: bool = False

    def announced(self, item: str) -> Announced | None:
        """The announcement of an item, if there is one."""
        return next((a for a in self.items if a.item == item), None)

    def last_doubling(self, target: str) -> Doubling | None:
        """The newest step on a target."""
        return next((d for d in reversed(self.doublings) if d.target == target), None)


def said(state: HandState, action: Action, stage: str) -> Talk:
    """The talk after the seat to move said this (not ``good``)."""
    talk, seat = state.talk, state.turn
    assert seat is not None
    if action.verb == "announce":
        item = Announced(action.arg, seat, stage, talk.turn)
        return talk._replace(items=(*talk.items, item), has_spoken=True)
    if action.verb == "claim":
        claim = Claim(action.arg, seat)
        return talk._replace(claims=(*talk.claims, claim), has_spoken=True)
    level = DOUBLING_VERBS.index(action.verb) + 1
    step = Doubling(action.arg, level, seat, stage, talk.turn)
    return talk._replace(doublings=(*talk.doublings, step), has_spoken=True)


def reserved_cards(state: HandState, seat: int) -> dict[int, int]:
    """Cards this seat bound by an announcement, with the trick in which each is due (§10.6)."""
    last = state.rules.trick_count
    found: dict[int, int] = {}
    for item in state.talk.items:
        if item.seat == seat and item.item in BIRDS:
            index = BIRDS[item.item].bit_length() - 1
            found[index] = last - index
        elif item.seat == seat and item.item == "king_ultimo":
            found[state.called] = last
    return found
