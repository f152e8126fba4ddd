"""Who is on whose side, and who knows it (koenigrufen.md §7, §9, §18).

The truth is in ``HandState.partner``; everything here asks what a seat or the public may know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from .phases.talon import is_turned_up

if TYPE_CHECKING:
    from .state import HandState

Relation = Literal["same", "against", "unknown"]


def are_public(state: HandState) -> bool:
    """Whether everybody knows every seat's side.

    So it is without a called card, and from when the called card was played, lay in a talon that
    was turned up, or its holder announced König ultimo.
    """
    contract = state.contract
    assert contract is not None
    if contract.partner != "called" or state.is_over:
        return True
    return is_called_card_seen(state) or state.talk.announced("king_ultimo") is not None


def is_called_card_seen(state: HandState) -> bool:
    """Whether the called card was played or lay in a talon that was turned up."""
    if state.called < 0:
        return False
    if state.is_over or (state.called in state.talon and is_turned_up(state)):
        return True
    bit = 1 << state.called
    return any(pile & bit for pile in state.play.won) or state.called in state.play.cards


def are_known_to(state: HandState, seat: int) -> bool:
    """Whether this seat knows every side; the partner does from the call on."""
    return are_public(state) or (seat >= 0 and seat == state.partner)


def is_declarers(state: HandState, seat: int) -> bool:
    """Whether the seat is the declarer or his partner (the truth)."""
    return seat == state.declarer or (seat >= 0 and seat == state.partner)


def relation(state: HandState, seat: int, other: int) -> Relation:
    """What ``seat`` knows of the side of ``other``; nothing is inferred from the play.

    Every seat knows its own side, and that the declarer is on the declarer's.
    """
    if seat == other:
        return "same"
    if are_known_to(state, seat) or (other == state.declarer and seat != state.declarer):
        is_same = is_declarers(state, seat) == is_declarers(state, other)
        return "same" if is_same else "against"
    return "unknown"
