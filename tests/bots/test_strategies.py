"""What holds for every strategy: legal actions, and nothing but the view decides."""

from __future__ import annotations

import ast
import copy
import hashlib
import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from bots import strategies
from bots.strategies import STRATEGIES
from engine.play import rng_for
from engine.rules import rule_set
from tests.bots.tables import CLUB, PRESETS, RANDOM, ask, base_view, deal, decisions, final

MIXES = [[CLUB] * 4, [RANDOM] * 4, [CLUB, RANDOM, CLUB, RANDOM]]
FOLDER = Path(strategies.__file__).parent


@pytest.mark.parametrize("mix", range(len(MIXES)))
def test_actions_are_legal_in_every_phase(mix: int) -> None:
    phases: Counter[str] = Counter()
    for seed in range(40):
        for view, action in decisions(deal(seed), MIXES[mix]):
            assert str(action) in view["legal"]
            phases[view["phase"]] += 1
    assert {"auction", "play"} <= set(phases)


def test_club_meets_every_phase() -> None:
    """Against randoms too, who let forehand choose more often."""
    phases: set[str] = set()
    for seed in range(60):
        state = deal(seed)
        players = [CLUB if seat == state.forehand else RANDOM for seat in range(4)]
        for view, _ in decisions(state, players):
            if view["seat"] == state.forehand:
                phases.add(view["phase"])
    assert phases == {"auction", "choose", "call", "take", "discard", "play"}


@pytest.mark.parametrize("name", sorted(STRATEGIES))
def test_equal_views_give_equal_actions(name: str) -> None:
    """A copy of the view, also one that went through JSON, gives the same action."""
    strategy = STRATEGIES[name]
    for seed in range(25):
        for view, action in decisions(deal(seed), [strategy] * 4):
            twin = json.loads(json.dumps(view))
            legal = tuple(copy.deepcopy([type(action).parse(t) for t in twin["legal"]]))
            assert strategy(twin, legal, rng_for(twin)) == action
            assert twin == view, "a strategy must leave the view as it is"


def digest(hands: int) -> str:
    """A hash of everything both strategies do in some hands of every preset."""
    found = hashlib.sha256()
    for seed in range(hands):
        for preset in PRESETS:
            for mix in MIXES:
                for _, action in decisions(deal(seed, rules=rule_set(preset)), mix):
                    found.update(str(action).encode() + b" ")
    return found.hexdigest()


@pytest.mark.parametrize("hash_seed", ["0", "1", "4242"])
def test_same_actions_in_other_processes(hash_seed: str) -> None:
    code = "from tests.bots.test_strategies import digest; print(digest(2))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        cwd=FOLDER.parents[1],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
    )
    assert done.stdout.strip() == digest(2)


def test_unknown_phase_plays_the_fallback() -> None:
    view = base_view(["01"], phase="siesta", legal=["good", "announce:pagat"])
    assert ask(view) == "good"


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.py")), ids=lambda path: path.stem)
def test_strategies_import_nothing_from_outside_but_base(path: Path) -> None:
    """Inside the package imports are relative; only base.py reaches the engine."""
    allowed = {"__future__", "collections", "math", "random", "typing"}
    if path.stem == "base":
        allowed |= {"engine"}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            assert {alias.name.split(".")[0] for alias in node.names} <= allowed
        elif isinstance(node, ast.ImportFrom) and not node.level:
            assert (node.module or "").split(".")[0] in allowed


def test_random_passes_seven_times_in_ten() -> None:
    calls: Counter[str] = Counter()
    for seed in range(300):
        for view, action in decisions(deal(seed), [RANDOM] * 4):
            if view["phase"] != "auction":
                break
            if len(view["legal"]) > 1:
                calls[action.verb] += 1
                assert action.verb != "bid" or str(action) == next(
                    text for text in view["legal"] if text.startswith("bid")
                )
    share = calls["bid"] / sum(calls.values())
    assert 0.24 < share < 0.36
    assert calls["hold"] == 0


def test_club_ends_with_every_usual_contract() -> None:
    """Sanity of the auction: mostly Rufers, some Dreiers, now and then something else."""
    found: Counter[str] = Counter()
    for seed in range(160):
        contract = final(deal(seed), [CLUB] * 4).contract
        assert contract is not None
        found[contract.code] += 1
    assert 0.5 < found["RU"] / 160 < 0.95
    assert found["DR"] > 0
