"""Our engine beside OpenSpiel's `tarok`, both driven from Python, in the same run.

``python -m tests.load.spiel_bench`` prints one JSON line (needs the lock ``bench``). OpenSpiel
plays its contract Three from after the auction, ours a Dreier; then king call, talon, discards and
48 cards, every action drawn from the legal ones. ``whole`` begins ours with the deal and plays the
auction, too; ``replay`` checks a record action by action. Ratios are to OpenSpiel's hands per CPU
second; each is measured seven times, in turns.
"""

from __future__ import annotations

import json
import random
import statistics
import time
from collections.abc import Callable
from typing import Any

import pyspiel  # type: ignore[import-not-found,unused-ignore]

from engine.actions import Action
from engine.play import play_hand
from engine.record import HandRecord
from engine.rules import rule_set
from engine.shuffle import shuffled
from engine.state import HandState
from engine.view import View
from tests.load.cpu import spread

REPEATS, HANDS = 7, 200
RULES = rule_set("koenigrufen/cardgames-zone")
THREE, PASS = 2, 0


def openspiel_after_the_auction() -> Any:
    """Seat 0 plays contract Three."""
    state = pyspiel.load_game("tarok(players=4,rng_seed=5)").new_initial_state()
    state.apply_action(state.chance_outcomes()[0][0])
    for action in (PASS, PASS, PASS, THREE):
        state.apply_action(action)
    return state


def openspiel(start: Any, rng: random.Random) -> None:
    """One hand at random."""
    state = start.clone()
    while not state.is_terminal():
        legal = state.legal_actions()
        state.apply_action(legal[int(rng.random() * len(legal))])
    state.returns()


def ours_after_the_auction(deal: tuple[str, ...]) -> HandState:
    """Seat 0 plays a Dreier."""
    state = HandState.deal(RULES, deal, 3)
    for token in ("bid:DR", "pass", "pass", "pass"):
        assert state.turn is not None
        state = state.apply(state.turn, Action.parse(token))
    return state


def ours(state: HandState, rng: random.Random) -> None:
    """One hand at random, settled."""
    while state.turn is not None:
        legal = state.legal_actions()
        state = state.apply(state.turn, legal[int(rng.random() * len(legal))])
    state.score()


def _chooser(view: View, legal: tuple[Action, ...], rng: random.Random) -> Action:
    return rng.choice(legal)


def a_record(deal: tuple[str, ...]) -> HandRecord:
    """A whole hand to replay."""
    return play_hand(RULES, deal, 3, [_chooser] * 4)


def rate(play: Callable[[], object], hands: int) -> float:
    """Hands per CPU second."""
    start = time.process_time()
    for _ in range(hands):
        play()
    return hands / (time.process_time() - start)


def run() -> dict[str, Any]:
    """Measure in turns; what is printed."""
    rng, deal = random.Random("bench"), shuffled(random.Random(5))
    spiel, mine, record = (
        openspiel_after_the_auction(),
        ours_after_the_auction(deal),
        a_record(deal),
    )
    players: dict[str, Callable[[], object]] = {
        "play": lambda: ours(mine, rng),
        "whole": lambda: ours(HandState.deal(RULES, deal, 3), rng),
        "replay": record.replay,
    }
    bar: list[float] = []
    found: dict[str, list[float]] = {name: [] for name in players}
    for _ in range(REPEATS):
        bar.append(rate(lambda: openspiel(spiel, rng), HANDS * 10))
        for name, play in players.items():
            found[name].append(rate(play, HANDS) / bar[-1])
    return {
        "measured": "openspiel",
        "openspiel_hands_per_cpu_s": round(statistics.median(bar)),
        "ratios": {name: spread(values, 3) for name, values in found.items()},
    }


if __name__ == "__main__":
    print(json.dumps(run()))
