"""How announced bonuses stand while a hand is being played: still open, made or lost.

For whoever may see the whole hand (a replay): sides are the true ones. What is not decided by
tricks that are over is open until the end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from .cards import BIRDS, KINGS, TRULL
from .result import ResultLine
from .sides import is_declarers

if TYPE_CHECKING:
    from .state import HandState

Standing = Literal["open", "made", "lost"]

_KEPT: Final = {"trull": TRULL, "four_kings": KINGS}
"""Items about winning all of these cards."""


def standings(state: HandState) -> tuple[Standing, ...]:
    """The standing of each announced item, in the order of ``state.talk.items``."""
    if state.is_over:
        return tuple(_at_the_end(state))
    return tuple(_so_far(state, done.item, done.seat) for done in state.talk.items)


def _at_the_end(state: HandState) -> list[Standing]:
    if state.conceded:
        return ["lost" for _ in state.talk.items]
    outcome = {(b.item, b.seat): b.won for b in ResultLine.of(state).bonuses if b.stage != "silent"}
    return ["made" if outcome.get((done.item, done.seat)) else "lost" for done in state.talk.items]


def _so_far(state: HandState, item: str, seat: int) -> Standing:
    if item in BIRDS:
        card = BIRDS[item].bit_length() - 1
        return _in_its_trick(state, card, state.rules.trick_count - card)
    if item == "king_ultimo":
        return _king(state, seat)
    if item == "valat":
        return "lost" if _piles(state, seat, of_side=False) else "open"
    return _kept(state, _KEPT[item], seat) if item in _KEPT else "open"


def _in_its_trick(state: HandState, card: int, due: int) -> Standing:
    """A bird has to win trick ``due`` (from 1) itself (koenigrufen.md §14.2)."""
    for number, trick in enumerate(state.play.tricks, start=1):
        if card in trick.cards:
            player = (trick.lead + trick.cards.index(card)) % len(state.hands)
            return "made" if number == due and trick.winner == player else "lost"
        if number == due:
            return "lost"
    return "open"


def _king(state: HandState, seat: int) -> Standing:
    """The called king has to fall in the last trick, which the side wins."""
    for number, trick in enumerate(state.play.tricks, start=1):
        if state.called in trick.cards:
            is_last = number == state.rules.trick_count
            return "made" if is_last and _is_side(state, trick.winner, seat) else "lost"
    return "open"


def _kept(state: HandState, cards: int, seat: int) -> Standing:
    if cards & _piles(state, seat, of_side=False):
        return "lost"
    mine = _piles(state, seat, of_side=True)
    return "made" if cards & mine == cards else "open"


def _piles(state: HandState, seat: int, *, of_side: bool) -> int:
    """All cards in the tricks of the side of ``seat``, or of the other one."""
    found = 0
    for winner, pile in enumerate(state.play.won):
        if _is_side(state, winner, seat) == of_side:
            found |= pile
    return found


def _is_side(state: HandState, seat: int, other: int) -> bool:
    return is_declarers(state, seat) == is_declarers(state, other)
