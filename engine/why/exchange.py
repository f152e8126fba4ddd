"""Why a card cannot be called or laid away, and why a packet or a way to give up is refused.

koenigrufen.md §7, §8; illustrated-tarock.md §1.6, §1.7.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..actions import Action
from ..cards import KINGS, TAROKS, TRULL, codes_of, index_of
from ..phases.calling import FOURTH, callable_cards
from ..phases.talon import kept_cards, owed_birds
from .reason import Reason

if TYPE_CHECKING:
    from ..state import HandState


def why_call(state: HandState, action: Action) -> Reason:
    """Why the declarer may not call this card."""
    hand = state.hands[state.declarer]
    if action == FOURTH:
        if not state.rules.calling.anonymous_fourth:
            return Reason("fourth_is_named")
        return Reason("fourth_needs_three", {"held": (hand & KINGS).bit_count()})
    if hand >> index_of(action.arg) & 1:
        return Reason("call_not_own", {"card": action.arg})
    return Reason("call_only", {"cards": list(codes_of(callable_cards(hand)))})


def why_concession(state: HandState, action: Action) -> Reason:
    """Why the declarer may not give up like that."""
    birds = owed_birds(state)
    if birds:
        return Reason("concede_names_bird", {"items": list(birds)})
    return Reason("concede_without_bird")


def why_take(state: HandState, action: Action) -> Reason:
    """There is no such packet: every other one may be taken."""
    return Reason("no_such_packet")


def why_discard(state: HandState, action: Action) -> Reason:
    """Why the declarer may not lay this card away now."""
    assert state.contract is not None
    hand = state.hands[state.declarer]
    bit = 0 if action.arg == "?" else 1 << index_of(action.arg)
    if not hand & bit:
        return Reason("not_your_card")
    card = {"card": action.arg}
    if bit & KINGS:
        return Reason("keep_king", card)
    if bit & TRULL:
        return Reason("keep_trull", card)
    if bit & kept_cards(state, hand):
        is_called = state.called >= 0 and bit >> state.called & 1
        return Reason("keep_called" if is_called else "keep_bird", card)
    return Reason("taroks_last" if bit & TAROKS else "suits_last", card)
