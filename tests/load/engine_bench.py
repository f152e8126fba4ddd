"""How many hands the bare engine plays per CPU second.

``python -m tests.load.engine_bench [hands]`` prints one JSON line: random hands per CPU second
through ``legal_actions`` and ``apply`` alone, with a view and seeded random numbers per decision,
and hands of four club bots. Each is measured five times, in turns.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable
from typing import Any

from bots.strategies import STRATEGIES
from engine.actions import Action
from engine.play import play_hand
from engine.rules import rule_set
from engine.shuffle import shuffled
from engine.state import HandState
from engine.view import View
from tests.load.cpu import spread

REPEATS = 5
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


def clubs(deal: tuple[str, ...], dealer: int, rng: random.Random) -> None:
    """Four club bots."""
    play_hand(RULES, deal, dealer, [STRATEGIES["club"]] * 4)


def rate(play: Callable[[tuple[str, ...], int, random.Random], None], hands: int) -> float:
    """Hands per CPU second."""
    rng = random.Random("bench")
    deals = [shuffled(rng) for _ in range(hands)]
    start = time.process_time()
    for number, deal in enumerate(deals):
        play(deal, number % 4, rng)
    return hands / (time.process_time() - start)


def run(hands: int = 400) -> dict[str, Any]:
    """Measure in turns; what is printed."""
    found: dict[str, list[float]] = {"bare": [], "with_views": [], "club": []}
    for _ in range(REPEATS):
        for name, play in (("bare", bare), ("with_views", with_views), ("club", clubs)):
            found[name].append(rate(play, hands))
    rates = {f"{name}_hands_per_cpu_s": spread(values, 1) for name, values in found.items()}
    return {"measured": "engine", "hands": hands, **rates}


if __name__ == "__main__":
    print(json.dumps(run(*[int(value) for value in sys.argv[1:2]])))
