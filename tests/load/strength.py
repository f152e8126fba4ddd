"""How strong are the built-in bots, and what do they play? One JSON object on stdout.

    .venv/bin/python -m tests.load.strength --deals 400

``club_against_random``: points per hand of one club against three randoms, each deal once with
the club on every seat (blocks, bots.statistics). ``club_table``: contracts of four clubs, how
often each was won, and hands per CPU second.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections import Counter
from collections.abc import Sequence
from typing import Any

from bots.statistics import block_estimate
from bots.strategies import STRATEGIES, Strategy
from engine.play import play_hand
from engine.rules import rule_set
from engine.shuffle import shuffled
from engine.state import HandState

RULES = rule_set("koenigrufen/cardgames-zone")


def played(seed: int, players: Sequence[Strategy]) -> HandState:
    """The end of the hand dealt with ``seed``."""
    cards = shuffled(random.Random(seed))
    return play_hand(RULES, cards, seed % RULES.hand_seats, players).replay()


def duel(ours: Strategy, theirs: Strategy, seeds: range) -> dict[str, Any]:
    """Points per hand of one of ours against three of theirs."""
    seats = range(RULES.hand_seats)
    blocks = [
        [
            played(seed, [ours if s == seat else theirs for s in seats]).score().points[seat]
            for seat in seats
        ]
        for seed in seeds
    ]
    found = block_estimate(blocks)
    return {
        "deals": len(blocks),
        "hands": len(blocks) * len(seats),
        "points_per_hand": round(found.mean, 4),
        "standard_error": round(found.error, 4),
        "errors_above_zero": round(found.errors_above_zero, 1),
    }


def contract_shares(player: Strategy, seeds: range) -> dict[str, Any]:
    """Contracts of a table where everybody plays alike."""
    count: Counter[str] = Counter()
    won: Counter[str] = Counter()
    for seed in seeds:
        state = played(seed, [player] * RULES.hand_seats)
        assert state.contract is not None
        count[state.contract.code] += 1
        won[state.contract.code] += state.score().points[state.declarer] > 0
    return {
        code: {"share": round(number / len(seeds), 4), "won": round(won[code] / number, 3)}
        for code, number in count.most_common()
    }


def pace(player: Strategy, seeds: range) -> float:
    """Hands per CPU second, from the deal to the record."""
    deals = [shuffled(random.Random(seed)) for seed in seeds]
    started = time.process_time()
    for cards in deals:
        play_hand(RULES, cards, 0, [player] * RULES.hand_seats)
    return len(deals) / (time.process_time() - started)


def report(seeds: range) -> dict[str, Any]:
    """Everything; what is printed."""
    club, weak = STRATEGIES["club"], STRATEGIES["random"]
    return {
        "rules": RULES.key,
        "seeds": [seeds.start, seeds.stop],
        "club_against_random": duel(club, weak, seeds),
        "club_table": contract_shares(club, seeds),
        "random_table": contract_shares(weak, seeds),
        "hands_per_cpu_second": {"club": round(pace(club, seeds), 1)},
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=400, help="deals per measurement")
    parser.add_argument("--seed", type=int, default=1_000_000, help="first seed")
    options = parser.parse_args()
    seeds = range(options.seed, options.seed + options.deals)
    print(json.dumps(report(seeds), indent=2))


if __name__ == "__main__":
    main()
