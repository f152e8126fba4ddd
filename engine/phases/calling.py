"""Calling a partner before the talon is turned up (koenigrufen.md §7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..actions import Action
from ..cards import COURTS, KINGS, code_of, index_of, indexes_of

if TYPE_CHECKING:
    from ..state import HandState

FOURTH: Final = Action("call", "4th")


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
    """Cards the declarer may call, by canonical index; perhaps the fourth king unnamed."""
    hand = state.hands[state.declarer]
    found = [Action("call", code_of(i)) for i in indexes_of(callable_cards(hand))]
    if state.rules.calling.anonymous_fourth and (hand & KINGS).bit_count() == 3:
        found.append(FOURTH)
    return tuple(found)


def apply(state: HandState, action: Action) -> HandState:
    """The holder of the called card is the partner; nobody, if it lies in the talon."""
    is_unnamed = action == FOURTH
    mask = callable_cards(state.hands[state.declarer])
    card = mask.bit_length() - 1 if is_unnamed else index_of(action.arg)
    holders = [seat for seat, hand in enumerate(state.hands) if hand >> card & 1]
    partner = holders[0] if holders else -1
    return state.moved(turn=None, called=card, partner=partner, is_call_unnamed=is_unnamed)
