"""Asks the built-in strategies, in the process that plays the hand.

An exception inside a built-in strategy, or an action that is not legal, is a bug of ours. It
must not stop a table: it is logged with hand and ply (never with the cards of a running hand),
counted in ``FAULTS``, and the view's fallback is played, so that the hand counts. Tests of
strategies call them directly and see the exception.
"""

from __future__ import annotations

import logging
from functools import cache
from random import Random

from prometheus_client import Counter

from bots.errors import UnknownRunner, UnknownStrategy
from bots.models import BotVersion
from bots.strategies import STRATEGIES, Strategy
from engine.actions import Action
from engine.play import Chooser, rng_for
from engine.view import View

logger = logging.getLogger(__name__)

FAULTS = Counter("tarockania_bot_faults", "Fallbacks played for built-in bots", ["strategy"])


def choose(bot_version: BotVersion, view: View) -> Action:
    """The action of a built-in version for the seat to move in ``view``.

    Equal views give equal actions. Raises UnknownRunner, UnknownStrategy; never an exception
    of the strategy itself, see above.
    """
    legal = tuple([Action.parse(text) for text in view["legal"]])
    return chooser_for(bot_version)(view, legal, rng_for(view))


def chooser_for(bot_version: BotVersion) -> Chooser:
    """The version as a chooser for ``engine.play.play_hand``; raises as ``choose`` does."""
    if bot_version.runner != BotVersion.Runner.INPROCESS:
        raise UnknownRunner(
            f"{bot_version} does not run in process.", runner=str(bot_version.runner)
        )
    return _guarded(bot_version.strategy)


@cache
def _guarded(name: str) -> Chooser:
    """The strategy ``name``, which never fails."""
    if name not in STRATEGIES:
        raise UnknownStrategy(f"There is no strategy {name!r} in this release.", strategy=name)
    strategy: Strategy = STRATEGIES[name]

    def chooser(view: View, legal: tuple[Action, ...], rng: Random) -> Action:
        try:
            action = strategy(view, legal, rng)
        except Exception:  # whatever a strategy raises is a bug of ours
            logger.exception("strategy %s failed at %s", name, _place(view))
        else:
            if action in legal:
                return action
            logger.error("strategy %s: no legal answer at %s", name, _place(view))
        FAULTS.labels(strategy=name).inc()
        return Action.parse(view["fallback"])

    return chooser


def _place(view: View) -> str:
    """Where the record will show what the strategy saw."""
    return f"hand {view['hand'] or '?'}, ply {view['ply']}"
