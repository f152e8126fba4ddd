"""Every complete auction of every preset: as many, and as long, as the rules files state."""

from collections import Counter

import pytest

from engine.actions import Action
from engine.cards import mask_of
from engine.phases import auction
from engine.phases.bidding import Bidding, opening
from engine.rules import RULE_SETS, RuleSet, rule_set

FOREHAND = 0
# every bird, no king and eight suit cards: a hand that may bid whatever there is (§6.2)
EVERYTHING_GOES = mask_of(["01", "02", "03", "04", "H4", "H3", "H2", "H1", "D4", "D3", "D2", "D1"])
# id -> complete auctions, calls of the longest; koenigrufen.md §24.5, illustrated-tarock.md §3
STATED = {
    "koenigrufen/cardgames-zone": (1495, 14),
    "koenigrufen/seed-bonuses": (1495, 14),
    "koenigrufen/tournament": (333_579, 24),
    "koenigrufen/tournament-vienna": (682_512, 17),
    "illustrated/loew-1954": (979, 14),
    "illustrated/beck": (108, 7),
    "illustrated/mayr-sedlaczek-2016": (52, 5),
}
LARGE = ("koenigrufen/tournament", "koenigrufen/tournament-vienna")


def options_after(rules: RuleSet, state: Bidding) -> tuple[Action, ...]:
    """What may be called, or chosen once all have passed; nothing when the auction is over."""
    if state.turn is not None:
        return auction.options(rules, state, FOREHAND, EVERYTHING_GOES)
    if state.high is None and rules.auction.all_pass == "forehand_chooses":
        return auction.choices(rules, EVERYTHING_GOES)
    return ()


def walked(rules: RuleSet) -> Counter[int]:
    """Complete auctions by their length, each one called from its beginning to its end."""
    lengths: Counter[int] = Counter()

    def walk(state: Bidding) -> None:
        options = options_after(rules, state)
        if state.turn is None:
            if options:
                lengths[len(state.calls) + 1] += len(options)
            else:
                lengths[len(state.calls)] += 1
            return
        for action in options:
            walk(auction.call(rules, state, FOREHAND, action))

    walk(opening(rules, FOREHAND))
    return lengths


@pytest.mark.parametrize("id", [id for id in STATED if id not in LARGE])
def test_complete_auctions(id: str) -> None:
    lengths = walked(rule_set(id))
    assert (lengths.total(), max(lengths)) == STATED[id]


@pytest.mark.soak
@pytest.mark.parametrize("id", LARGE)
def test_complete_auctions_of_the_cups(id: str) -> None:
    lengths = walked(rule_set(id))
    assert (lengths.total(), max(lengths)) == STATED[id]


@pytest.mark.parametrize("id", STATED)
def test_complete_auctions_counted_by_what_can_follow(id: str) -> None:
    """The same numbers without walking: auctions that have come to the same point go on alike."""
    rules = rule_set(id)
    known: dict[Bidding, Counter[int]] = {}

    def follow(state: Bidding) -> Counter[int]:
        """How many ways to go on from here there are, by the number of calls they take."""
        point = state._replace(calls=state.calls[-1:])
        if point not in known:
            options = options_after(rules, point)
            found = Counter({1: len(options)}) if options else Counter({0: 1})
            if point.turn is not None:
                found = Counter()
                for action in options:
                    for calls, ways in follow(auction.call(rules, point, FOREHAND, action)).items():
                        found[calls + 1] += ways
            known[point] = found
        return known[point]

    lengths = follow(opening(rules, FOREHAND))
    assert (lengths.total(), max(lengths)) == STATED[id]


def test_every_preset_is_counted() -> None:
    assert set(STATED) == set(RULE_SETS)
