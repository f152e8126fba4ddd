"""How many random hands the bare engine plays per CPU second.

``python tests/load/engine_bench.py [hands]`` prints one JSON line: hands per CPU second through
``legal_actions`` and ``apply`` alone, and with a view and seeded random numbers per decision.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from engine.actions import Action
from engine.play import play_hand
from engine.rules import rule_set
from engine.shuffle import shuffled
from engine.state import HandState
from engine.view import View

RULES = rule_set("koenigrufen/cardgames-zone")


def bare(deal: tuple[str, ...], dealer: int, rng: random.Random) -> None:
    """One hand of random legal actions."""
    state = HandState.deal(RULES, deal, dealer)
    while state.turn is not None:
        state = state.apply(state.turn, rng.choice(state.legal_actions()))


def _chooser(view: View, legal: tuple[Action, ...], rng: random.Random) -> Action:
    return rng.choice(legal)


def with_views(deal: tuple[str, ...], dealer: int, rng: random.Random) -> None:
    """The same through views, as bots play."""
    play_hand(RULES, deal, dealer, [_chooser] * 4)


def rate(play: Callable[[tuple[str, ...], int, random.Random], None], hands: int) -> float:
    """Hands per CPU second."""
    rng = random.Random("bench")
    deals = [shuffled(rng) for _ in range(hands)]
    start = time.process_time()
    for number, deal in enumerate(deals):
        play(deal, number % 4, rng)
    return round(hands / (time.process_time() - start), 1)


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    result = {
        "hands": count,
        "bare_per_s": rate(bare, count),
        "views_per_s": rate(with_views, count),
    }
    print(json.dumps(result))
