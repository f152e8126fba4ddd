"""The weakest strategy: legal, but without a thought. A floor for measuring others."""

from __future__ import annotations

from .base import Action, Random, View

PASS_SHARE = 0.7  # bots.md §2: pass in 70 % of the bids, else the lowest legal one


def choose(view: View, legal: tuple[Action, ...], rng: Random) -> Action:
    """Pass or make the lowest bid in the auction, anything legal elsewhere."""
    if view["phase"] == "auction":
        return _bid(legal, rng)
    return rng.choice(legal)


def _bid(legal: tuple[Action, ...], rng: Random) -> Action:
    """``pass`` (forehand's first call: ``reserve``) or the lowest bid; never ``hold``."""
    bids = [action for action in legal if action.verb == "bid"]
    quiet = next((action for action in legal if action.verb in ("pass", "reserve")), legal[0])
    if not bids or rng.random() < PASS_SHARE:
        return quiet
    return bids[0]
