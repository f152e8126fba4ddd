"""Both strategies in every preset: legal, finite, nothing but the view, every phase reached."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from bots.strategies.situation import Situation
from engine.actions import Action
from engine.play import rng_for
from engine.rules import rule_set
from engine.rules.base import RuleSet
from tests.bots.tables import CLUB, PRESETS, RANDOM, deal, decisions, final

MIXES = {"club": [CLUB] * 4, "random": [RANDOM] * 4, "mixed": [CLUB, RANDOM, CLUB, RANDOM]}
# 16 cards for three, announcements in two stages and kontras: no hand needs more
MOST_PLIES = 160
HOUSE_RULES: list[tuple[str, dict[str, Any]]] = [
    ("illustrated/beck", {"all_pass": "trischaken"}),
    ("illustrated/beck", {"overbid_after_take": False, "contra_levels": 3}),
    ("illustrated/beck", {"defenders_announce": True, "chain_required": True}),
    ("illustrated/loew-1954", {"uhu_enabled": True}),
    ("koenigrufen/tournament", {"contracts": ["TK", "PI", "BO"]}),
    ("koenigrufen/tournament-vienna", {"contracts": ["FS", "SX", "TK", "PO"]}),
    ("koenigrufen/cardgames-zone", {"contracts": ["SD", "BE"]}),
]


def check(rules: RuleSet, mix: str, hands: int, first_seed: int = 0) -> Counter[str]:
    """Plays hands, checks every decision; counts the phases."""
    phases: Counter[str] = Counter()
    for seed in range(first_seed, first_seed + hands):
        plies = 0
        for view, action in decisions(deal(seed, rules=rules), MIXES[mix]):
            assert str(action) in view["legal"]
            phases[view["phase"]] += 1
            plies += 1
        assert plies <= MOST_PLIES
    return phases


@pytest.mark.parametrize("mix", sorted(MIXES))
@pytest.mark.parametrize("preset", PRESETS)
def test_actions_are_legal(preset: str, mix: str) -> None:
    assert check(rule_set(preset), mix, 12)["play"]


@pytest.mark.ci
@pytest.mark.parametrize("mix", sorted(MIXES))
@pytest.mark.parametrize("preset", PRESETS)
def test_actions_are_legal_in_many_hands(preset: str, mix: str) -> None:
    assert check(rule_set(preset), mix, 250, first_seed=1_000)["play"]


@pytest.mark.parametrize("mix", sorted(MIXES))
@pytest.mark.parametrize("house", range(len(HOUSE_RULES)))
def test_actions_are_legal_under_house_rules(house: int, mix: str) -> None:
    preset, options = HOUSE_RULES[house]
    assert check(rule_set(preset, **options), mix, 8)["play"]


@pytest.mark.parametrize("preset", PRESETS)
def test_club_reaches_every_phase(preset: str) -> None:
    """Against itself; in the seed presets a Rufer is bid so often that nobody has to choose."""
    rules = rule_set(preset)
    missing = set(rules.flow)
    for seed in range(80):
        state = deal(seed, rules=rules)
        players = [CLUB if seed % 2 or seat == state.forehand else RANDOM for seat in range(4)]
        for view, _ in decisions(state, players):
            if players[view["seat"]] is CLUB:
                missing.discard(view["phase"])
        if not missing:
            return
    raise AssertionError(f"never in {sorted(missing)}")


@pytest.mark.parametrize("name", ["club", "random"])
@pytest.mark.parametrize("preset", PRESETS)
def test_equal_views_give_equal_actions(preset: str, name: str) -> None:
    """A view that went through JSON gives the same action, and is left as it was."""
    strategy = CLUB if name == "club" else RANDOM
    for seed in range(5):
        for view, action in decisions(deal(seed, rules=rule_set(preset)), [strategy] * 4):
            twin = json.loads(json.dumps(view))
            legal = tuple(Action.parse(text) for text in twin["legal"])
            assert strategy(twin, legal, rng_for(twin)) == action
            assert twin == view


@pytest.mark.parametrize("preset", PRESETS)
def test_what_is_taken_for_certain_is_true(preset: str) -> None:
    """Voids, cards known to be somewhere, cards still out: in every kind of contract.

    Half of the tables bid at random, who play the rarer contracts.
    """
    rules = rule_set(preset)
    for seed in range(16):
        state = deal(seed, rules=rules)
        for view, action in decisions(state, [CLUB if seed % 2 else RANDOM] * 4):
            if view["phase"] == "play":
                situation, others = Situation(view), 0
                for seat, hand in enumerate(state.hands):
                    if seat != view["seat"]:
                        others |= hand
                        assert not hand & situation.void[seat]
                        assert not situation.sure[seat] & ~hand
                assert not others & ~situation.unseen
                assert situation.hidden == (situation.unseen & ~others).bit_count()
            state = state.apply(view["turn"], action)


@pytest.mark.parametrize("preset", [name for name in PRESETS if name.startswith("illustrated")])
def test_hands_are_seldom_dealt_again(preset: str) -> None:
    """Clubs pass out less than one hand in eight, randoms less than one in two."""
    rules = rule_set(preset)
    for name, most in (("club", 20), ("random", 80)):
        redeals = 0
        for seed in range(160):
            state = deal(seed, rules=rules)
            while state.phase == "auction":
                for _view, action in decisions(state, MIXES[name]):
                    state = state.apply(state.turn if state.turn is not None else -1, action)
                    break
            redeals += state.contract is None
        assert redeals < most, name


@pytest.mark.ci
@pytest.mark.parametrize("preset", ["koenigrufen/tournament", "koenigrufen/tournament-vienna"])
def test_club_plays_many_contracts_of_the_cups(preset: str) -> None:
    """No contract swallows the auction, and the rarer kinds occur."""
    found: Counter[str] = Counter()
    for seed in range(400):
        contract = final(deal(seed, rules=rule_set(preset)), MIXES["club"]).contract
        assert contract is not None
        found[contract.code] += 1
        found[contract.kind] += 1
    assert {"RU", "DR", "SX", "SR", "TK", "PI", "FD"} <= set(found)
    assert max(found[code] for code in ("RU", "DR", "SX", "TK")) < 200
    assert min(found[kind] for kind in ("suit", "negative", "everyone")) > 0
