"""The weakest strategy: legal, but without a thought. A floor for measuring others."""

from __future__ import annotations

from .base import Action, Random, View

PASS_SHARE = 0.7  # of the calls; else the lowest bid
QUIET_SHARE = 0.9  # say nothing in announcements, go on rather than concede
QUIET = ("pass", "reserve", "good", "continue")


def choose(view: View, legal: tuple[Action, ...], rng: Random) -> Action:
    """Pass or make the lowest bid in the auction, mostly silence after it, else anything legal."""
    if view["phase"] == "auction":
        return _bid(view, legal, rng)
    if legal[0].verb in QUIET:
        return legal[0] if rng.random() < QUIET_SHARE else rng.choice(legal)
    return rng.choice(legal)


def _bid(view: View, legal: tuple[Action, ...], rng: Random) -> Action:
    """Quiet (pass, reserve, good), or the lowest bid or a takeover and what answers it.

    Forehand's ``hold``, which is no answer to a takeover, is never used.
    """
    last = view["auction"][-1][1] if view["auction"] else ""
    found = [action for action in legal if action.verb == "bid"][:1]
    found += [
        action
        for action in legal
        if action.verb in ("takeover", "retake") or (action.verb == "hold" and last == "takeover")
    ]
    quiet = next((action for action in legal if action.verb in QUIET), legal[0])
    if not found or rng.random() < PASS_SHARE:
        return quiet
    return rng.choice(found) if len(found) > 1 else found[0]
