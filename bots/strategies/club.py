"""The club player: rules of thumb, a good memory for cards, no search.

A pure function of the view. Every phase has its own module; this one only sends the question
to the right one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from . import bidding, blatt, exchange, losing, talk, trickplay
from .base import KINDS, Action, Random, View


def choose(view: View, legal: tuple[Action, ...], rng: Random) -> Action:
    """The club's action. Uses no random numbers; unknown phases get the view's fallback."""
    rule = RULES.get(view["phase"])
    return rule(view, legal) if rule else _fallback(view, legal)


def is_losing(view: View) -> bool:
    """Whether the contract that is played is one in which tricks are avoided."""
    return KINDS.get(view["contract"]["code"]) in ("negative", "everyone")


def _play(view: View, legal: tuple[Action, ...]) -> Action:
    return losing.play(view, legal) if is_losing(view) else trickplay.play(view, legal)


def _fallback(view: View, legal: tuple[Action, ...]) -> Action:
    """The action the engine would play for an absent seat."""
    wanted = view["fallback"]
    return next((action for action in legal if str(action) == wanted), legal[0])


def _bid(view: View, legal: tuple[Action, ...]) -> Action:
    """The contracts of Illustrated Tarock are counted another way than those with a partner."""
    codes = {action.arg for action in legal} | {call[4:] for _seat, call in view["auction"]}
    return blatt.bid(view, legal) if codes & blatt.LINES.keys() else bidding.bid(view, legal)


RULES: Final[dict[str, Callable[[View, tuple[Action, ...]], Action]]] = {
    "auction": _bid,
    "choose": bidding.choose,
    "call": exchange.call,
    "concede": exchange.concede,
    "take": exchange.take,
    "discard": exchange.discard,
    "announce": talk.speak,
    "announce_before": talk.speak,
    "announce_after": talk.speak,
    "play": _play,
}
