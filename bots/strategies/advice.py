"""What the club would do, and why: its action with a reason in a code and parameters.

The reasons retrace the branches of the strategy after it has chosen, so that choosing stays as
quick as it is. Like the action they follow from the view alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from . import because_bid, because_exchange, because_lose, because_play, because_talk, club
from .base import Action, Random, View

Explain = Callable[[View, tuple[Action, ...], Action], tuple[str, Mapping[str, Any]]]

# every code with the names of its parameters (docs/protocol.md, "Reasons")
CODES: Final[Mapping[str, tuple[str, ...]]] = {
    "only_one": (),
    **because_bid.CODES,
    **because_exchange.CODES,
    **because_talk.CODES,
    **because_play.CODES,
    **because_lose.CODES,
}


class Advice(NamedTuple):
    """An action with the code of the reason for it and what that is about."""

    action: Action
    code: str
    params: Mapping[str, Any]

    def reason(self) -> dict[str, Any]:
        """The code and its parameters in one object."""
        return {"code": self.code, **self.params}


def advise(view: View, legal: tuple[Action, ...], rng: Random) -> Advice:
    """The action the club chooses for the seat to move in ``view``, with its reason."""
    if len(legal) == 1:
        return Advice(legal[0], "only_one", {})
    action = club.choose(view, legal, rng)
    code, params = EXPLAIN[view["phase"]](view, legal, action)
    return Advice(action, code, params)


def _play(view: View, legal: tuple[Action, ...], action: Action) -> tuple[str, Mapping[str, Any]]:
    if club.is_losing(view):
        return because_lose.card(view, legal, action)
    return because_play.card(view, legal, action)


EXPLAIN: Final[Mapping[str, Explain]] = {
    "auction": because_bid.call,
    "choose": because_bid.call,
    "call": because_exchange.call,
    "concede": because_exchange.concede,
    "take": because_exchange.take,
    "discard": because_exchange.discard,
    "announce": because_talk.said,
    "announce_before": because_talk.said,
    "announce_after": because_talk.said,
    "play": _play,
}
