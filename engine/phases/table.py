"""The phases of a hand: a table from phase name to functions.

A phase is three functions over a state. ``enter`` gives the state in which its first seat is to
move, or None when this hand has no such phase; ``legal`` lists the actions of the seat to move,
the default action first; ``apply`` takes one of them. A phase that has ended leaves ``turn`` at
None, and the state enters the next phase of ``RuleSet.flow`` that applies. New phases are new
rows here and in the flow of the rule sets that play them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from ..actions import Action
from . import announce, auction, calling, replies, talon, tricks

if TYPE_CHECKING:
    from ..state import HandState


class Phase(NamedTuple):
    """The three functions of a phase."""

    enter: Callable[[HandState], HandState | None]
    legal: Callable[[HandState], tuple[Action, ...]]
    apply: Callable[[HandState, Action], HandState]


PHASES: Final[Mapping[str, Phase]] = {
    "auction": Phase(auction.enter, auction.legal, auction.apply),
    "choose": Phase(auction.enter_choice, auction.legal_choices, auction.apply_choice),
    "call": Phase(calling.enter, calling.legal, calling.apply),
    "concede": Phase(talon.enter_concede, talon.legal_concessions, talon.apply_concession),
    "announce_before": Phase(replies.enter_before, replies.legal, replies.apply),
    "take": Phase(talon.enter_take, talon.legal_takes, talon.apply_take),
    "discard": Phase(talon.enter_discard, talon.legal_discards, talon.apply_discard),
    "announce": Phase(announce.enter, announce.legal, announce.apply),
    "announce_after": Phase(replies.enter_after, replies.legal, replies.apply),
    "play": Phase(tricks.enter, tricks.legal, tricks.apply),
}
