"""Calling a partner before the talon is turned up (koenigrufen.md §7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..actions import Action
from ..cards import COURTS, code_of, index_of, indexes_of

if TYPE_CHECKING:
    from ..state import HandState


def callable_cards(hand: int) -> int:
    """Kings the declarer does not hold; with all four of them queens, then knights, jacks."""
    for court in COURTS:
        if court & ~hand:
            return court & ~hand
    raise ValueError("a hand cannot hold all sixteen court cards")


def enter(state: HandState) -> HandState | None:
    """Only in contracts with a called partner."""
    if state.contract is None or state.contract.partner != "called":
        return None
    return state.step(phase="call", turn=state.declarer)


def legal(state: HandState) -> tuple[Action, ...]:
    """Cards the declarer may call, by canonical index."""
    found = callable_cards(state.hands[state.declarer])
    return tuple([Action("call", code_of(i)) for i in indexes_of(found)])


def apply(state: HandState, action: Action) -> HandState:
    """The holder of the called card is the partner; nobody, if it lies in the talon."""
    card = index_of(action.arg)
    holders = [seat for seat, hand in enumerate(state.hands) if hand >> card & 1]
    return state.moved(turn=None, called=card, partner=holders[0] if holders else -1)
