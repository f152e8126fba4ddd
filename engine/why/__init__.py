"""Why an action is not legal for the seat to move, in codes that front ends put into words.

A reason is a code with parameters (docs/protocol.md, "Reasons"). It is computed from what the seat
may see and nothing else: states that are equal in the view of a seat give it equal reasons.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from ..actions import Action
from . import auction, exchange, play, replies, talk
from .reason import CODES, Reason

if TYPE_CHECKING:
    from ..state import HandState

__all__ = ["CODES", "Reason", "why_not"]

_TALK: Final = ("announce", "claim", "kontra", "rekontra", "subkontra", "good")
# phase -> the verbs that belong to it; any other is refused because of the phase alone
_VERBS: Final[Mapping[str, tuple[str, ...]]] = {
    "auction": ("pass", "reserve", "hold", "takeover", "retake", "good", "bid"),
    "choose": ("choose", "pass"),
    "call": ("call",),
    "concede": ("continue", "concede"),
    "take": ("take",),
    "discard": ("discard",),
    "announce": _TALK,
    "announce_before": _TALK,
    "announce_after": _TALK,
    "play": ("play",),
}
_PHASES: Final[Mapping[str, Callable[[HandState, Action], Reason]]] = {
    "auction": auction.why_call,
    "choose": auction.why_choice,
    "call": exchange.why_call,
    "concede": exchange.why_concession,
    "take": exchange.why_take,
    "discard": exchange.why_discard,
    "announce": talk.why_said,
    "announce_before": replies.why_said,
    "announce_after": replies.why_said,
    "play": play.why_card,
}


def why_not(state: HandState, seat: int, action: Action) -> Reason | None:
    """Why ``seat`` may not do ``action`` now; None when it may.

    A seat that is not to move learns that and no more.
    """
    if state.turn is None:
        return Reason("hand_over")
    if seat != state.turn:
        return Reason("not_your_turn", {"seat": state.turn})
    if action in state.legal_actions():
        return None
    if action.verb not in _VERBS[state.phase]:
        return Reason("wrong_phase", {"phase": state.phase})
    return _PHASES[state.phase](state, action)
