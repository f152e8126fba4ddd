"""No leak: states that differ only in hidden cards give equal views and equal legal lists.

For a position and a viewer some of the cards the viewer has never seen change places, in hands,
talon and hidden discards alike. Where the others could still have acted as they did, the viewer
must not be able to tell the difference (koenigrufen.md §18, illustrated-tarock.md §12).
"""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import replace

import pytest

from engine.actions import Action
from engine.cards import PACK, TAROKS, codes_of
from engine.errors import BadRecord
from engine.record import Entry, HandRecord
from engine.rules import RuleSet, rule_set
from engine.state import HandState
from engine.view import PUBLIC, Seat, Viewer
from tests.engine import hands

OPEN_TALONS = ("half", "threes", "pairs", "singles")
# hands of which every phase is looked at, and comparisons there must be at least in each phase
IN_CI = hands.COUNT >= hands.FULL
HANDS = 60 if IN_CI else 8
LEAST = 20 if IN_CI else 1
TRIES = 6
# phases few hands have: of these all hands of the sample are looked at
RARE = ("choose", "concede")


def seen_cards(states: list[HandState], ply: int, viewer: Viewer) -> set[int]:
    """What the viewer has seen of the pack, told from the course of the hand and not by views."""
    state = states[ply]
    seen = {c for trick in state.play.tricks for c in trick.cards} | set(state.play.cards)
    contract, mine = state.contract, isinstance(viewer, Seat) and viewer.index
    is_declarer = isinstance(viewer, Seat) and viewer.index == state.declarer
    if isinstance(viewer, Seat):
        seen |= {c for c in range(len(PACK)) if state.dealt[mine] >> c & 1}
    if contract is None:
        return seen
    later = ("concede", "take", "discard", "announce", "announce_after", "play")
    if contract.talon in OPEN_TALONS and state.phase in later:
        seen |= set(state.talon)
    if contract.talon == "six" and is_declarer and state.phase in later:
        seen |= set(state.talon)
    if contract.talon == "perTrick" and state.phase == "play":
        seen |= set(state.talon[: len(state.play.tricks) + 1])
    if contract.ouvert and state.play.tricks:
        seen |= set(range(len(PACK))) - set(state.talon)
    seen |= {c for c in state.discards if is_declarer or is_shown(state, c)}
    return seen


def is_shown(state: HandState, card: int) -> bool:
    """Whether a discard is laid open: taroks, in suit games suit cards (§8.3)."""
    assert state.contract is not None
    return bool(TAROKS >> card & 1) != (state.contract.kind == "suit")


def open_discards(state: HandState) -> list[int]:
    """The discards as the table saw them, -1 for a hidden card."""
    return [card if is_shown(state, card) else -1 for card in state.discards]


def changed(record: HandRecord, ply: int, places: dict[str, str]) -> HandRecord:
    """The same hand up to ``ply`` with cards in each other's places."""
    entries = [
        Entry(e.seat, Action("discard", places.get(e.action.arg, e.action.arg)), e.actor)
        if e.action.verb == "discard"
        else e
        for e in record.entries[:ply]
    ]
    cards = tuple(places.get(card, card) for card in record.cards)
    return replace(record, cards=cards, entries=tuple(entries), result=None)


def twin(
    record: HandRecord, states: list[HandState], ply: int, viewer: Viewer, rng: random.Random
) -> HandState | None:
    """A state the viewer cannot tell from this one, with two or three cards elsewhere."""
    state = states[ply]
    hidden = sorted(set(range(len(PACK))) - seen_cards(states, ply, viewer))
    for count in (2, 3, *[2] * (TRIES - 2)):
        if len(hidden) < count:
            return None
        found = rng.sample(hidden, count)
        if state.called in hidden and rng.random() < 0.5:
            found = [state.called, *(card for card in found if card != state.called)]
        chosen = [PACK[card] for card in found]
        places = dict(zip(chosen, [*chosen[1:], chosen[0]], strict=True))
        try:
            other = changed(record, ply, places).replay()
        except BadRecord:
            continue  # the players could not have acted like that
        if other.is_redeal:
            continue  # a hand without tarok would have been shown
        if open_discards(other) == open_discards(state) and other != state:
            return other
    return None


def traits(state: HandState, viewer: Viewer) -> list[str]:
    """What is special about a position, to be counted."""
    contract = state.contract
    if contract is None:
        return []
    is_seat = isinstance(viewer, Seat)
    found = {
        "announced": bool(state.talk.items),
        "kontra": bool(state.talk.doublings),
        "claimed": bool(state.talk.claims),
        "six": contract.talon == "six" and bool(state.discards),
        "fourth": state.is_call_unnamed and viewer != Seat(state.declarer),
        "prizes": contract.talon == "perTrick" and state.phase == "play",
        "open": contract.ouvert and bool(state.play.tricks),
        "solo": contract.talon == "solo" and contract.partner == "called",
        "turned up": contract.talon in OPEN_TALONS and state.phase == "discard",
        "spectator": not is_seat,
    }
    return [name for name, holds in found.items() if holds]


def compare(preset: str) -> tuple[Counter[str], Counter[str], int]:
    """Comparisons per phase and per trait; how often the partner was another."""
    rng = random.Random(f"no leak {preset}")
    phases: Counter[str] = Counter()
    special: Counter[str] = Counter()
    moved = 0
    for number, record in enumerate(hands.sample(preset)):
        states = list(record.states())
        plies: dict[str, list[int]] = {}
        for ply, state in enumerate(states):
            if not state.is_over:
                plies.setdefault(state.phase, []).append(ply)
        for phase, found in plies.items():
            if number >= HANDS and phase not in RARE:
                continue
            ply = rng.choice(found)
            state = states[ply]
            viewers: list[Viewer] = [PUBLIC, *map(Seat, range(len(state.hands)))]
            for viewer in viewers:
                other = twin(record, states, ply, viewer, rng)
                if other is None:
                    continue
                assert (other.phase, other.turn) == (state.phase, state.turn)
                assert json.dumps(other.view_for(viewer)) == json.dumps(state.view_for(viewer))
                if viewer == Seat(state.turn if state.turn is not None else -1):
                    assert other.legal_actions() == state.legal_actions()
                    special["mover"] += 1
                phases[phase] += 1
                special.update(traits(state, viewer))
                moved += other.partner != state.partner
    return phases, special, moved


def expected_traits(rules: RuleSet) -> set[str]:
    """The traits the full sample of a preset must have."""
    contracts = rules.contracts
    found = {"mover", "spectator", "turned up"}
    found |= {"announced"} if rules.bonuses else set()
    found |= {"kontra"} if rules.kontra.factors or rules.kontra.max_factor > 1 else set()
    found |= {"six"} if any(c.talon == "six" for c in contracts) else set()
    found |= {"prizes"} if any(c.talon == "perTrick" for c in contracts) else set()
    found |= {"open"} if any(c.ouvert for c in contracts) else set()
    found |= {"fourth"} if rules.calling.anonymous_fourth else set()
    found |= {"claimed"} if rules.announce.claim == "before_play" else set()
    return found | ({"solo"} if any(c.code == "SR" for c in contracts) else set())


@pytest.mark.parametrize("preset", hands.PRESETS)
def test_equal_knowledge_gives_equal_views_and_options(preset: str) -> None:
    rules = rule_set(preset)
    phases, special, moved = compare(preset)
    expected = set(rules.flow)
    if not rules.bonuses:
        expected -= {"announce"}
    rare = set() if IN_CI else set(RARE)
    missing = {phase: phases[phase] for phase in expected - rare if phases[phase] < LEAST}
    if IN_CI:
        assert sum(phases.values()) >= 750
        assert expected_traits(rules) <= {name for name, n in special.items() if n >= 5}
        assert moved >= 10 or rules.sum_rule == "written"
    assert not missing


def test_only_the_declarer_sees_the_six_cards_he_took() -> None:
    rules = rule_set("koenigrufen/tournament")
    state = HandState.deal(rules, hands.deal(1), 3).apply(0, Action("bid", "SX"))
    for seat in (1, 2, 3):
        while state.turn == seat:
            state = state.apply(seat, Action("pass"))
    assert state.phase == "discard"
    six = [PACK[card] for card in state.talon]
    assert state.view_for(Seat(0))["talon"]["packets"] == [six]
    for viewer in (Seat(1), Seat(2), Seat(3), PUBLIC):
        assert "talon" not in state.view_for(viewer)
        assert not set(six) & set(json.dumps(state.view_for(viewer)).split('"'))


def test_the_unnamed_fourth_king_is_named_to_nobody_else() -> None:
    rules = rule_set("koenigrufen/tournament")
    rng = random.Random(4)
    cards = hands.arranged(rng, rules, {0: ["HK", "DK", "SK"], 2: ["CK"]})
    state = HandState.deal(rules, cards, 3)
    for seat, token in [(0, "reserve"), (1, "pass"), (2, "pass"), (3, "pass"), (0, "choose:RU")]:
        state = state.apply(seat, Action.parse(token))
    state = state.apply(0, Action("call", "4th"))
    assert [state.view_for(Seat(s))["called"] for s in range(4)] == ["CK", "4th", "CK", "4th"]
    assert state.view_for(PUBLIC)["called"] == "4th"
    assert "CK" not in codes_of(state.hands[1])
