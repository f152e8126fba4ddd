"""Hands that come out as wanted: rigged deals, and moves chosen by somebody who sees everything.

For the golden records (``make_records``). A plan says what is wanted; a seeded search over deals
and moves finds a hand that comes out so.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.actions import Action
from engine.cards import BIRDS, FAMILY, KINGS, PACK, TAROKS, codes_of, index_of
from engine.phases.talk import DOUBLING_VERBS
from engine.phases.tricks import trick_winner
from engine.record import Entry, HandRecord
from engine.result import ResultLine
from engine.rules import RuleSet, rule_set
from engine.scoring import Score
from engine.state import HandState

Wanted = Callable[[HandState, ResultLine, Score], bool]
TRIES = 6000


@dataclass(frozen=True)
class Plan:
    """What a hand is to be.

    ``cards``: what the declarer is dealt (strong, weak, low, birds, valat, any); ``effort``: which
    side wants tricks (declarer, defence, nobody, any). ``announce`` maps a side to the items it
    announces if it can, ``kontra`` a target to the number of steps. ``king``: where the called
    card is to be (talon, hand or any).
    """

    rules: str
    code: str
    wanted: Wanted
    cards: str = "any"
    effort: str = "any"
    king: str = "any"
    announce: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    claims: bool = False
    kontra: Mapping[str, int] = field(default_factory=dict)
    concede: bool = False
    unnamed: bool = False
    take_state: int = -1
    options: Mapping[str, Any] = field(default_factory=dict)


def found(plan: Plan, seed: str) -> HandRecord:
    """The first hand of the search that comes out as planned. Raises LookupError without one."""
    rules = rule_set(plan.rules, **plan.options)
    for number in range(TRIES):
        rng = random.Random(f"{seed} {number}")
        played = _played(rules, plan, rng)
        if played is None:
            continue
        state, record = played
        line = ResultLine.of(state)
        if plan.wanted(state, line, state.score()):
            return record
    raise LookupError(seed)


def _played(rules: RuleSet, plan: Plan, rng: random.Random) -> tuple[HandState, HandRecord] | None:
    dealer = rng.randrange(rules.hand_seats)
    declarer = rng.randrange(rules.hand_seats)
    if _speaks_first(rules, plan.code):
        declarer = (dealer + 1) % rules.hand_seats
    cards = deal_of(rules, dealer, declarer, *_rigged(rules, plan, rng), rng)
    start = HandState.deal(rules, cards, dealer)
    calls = _auction(start, plan, declarer, rng)
    if calls is None:
        return None
    entries: list[Entry] = []
    state = start
    for action in calls:
        state = _said(state, action, entries)
    while state.turn is not None:
        state = _said(state, _move(state, plan, rng), entries)
    record = HandRecord(
        rules_key=rules.key,
        rules_hash=rules.hash,
        options=dict(rules.options),
        series="",
        number=0,
        attempt=0,
        dealer=dealer,
        seating=state.seating,
        cards=cards,
        entries=tuple(entries),
        result=state.score().points,
    )
    return state, record


def _said(state: HandState, action: Action, entries: list[Entry]) -> HandState:
    assert state.turn is not None
    entries.append(Entry(state.turn, action, "rule" if state.forced_action() else "bot"))
    return state.apply(state.turn, action)


def _speaks_first(rules: RuleSet, code: str) -> bool:
    return code != "" and rules.contract(code).bid_right in ("fh_first", "fh_after")


# --- deals ---------------------------------------------------------------------------------------


def deal_of(
    rules: RuleSet,
    dealer: int,
    declarer: int,
    own: list[str],
    talon: list[str],
    rng: random.Random,
) -> tuple[str, ...]:
    """A deal order that gives the declarer ``own`` and puts ``talon`` into the talon."""
    rest = [card for card in PACK if card not in own and card not in talon]
    rng.shuffle(rest)
    mine = [*own, *(rest.pop() for _ in range(rules.hand_size - len(own)))]
    under = [*talon, *(rest.pop() for _ in range(6 - len(talon)))]
    rng.shuffle(under)
    order: list[str] = []
    for packet in rules.deal.pattern:
        size = int(packet.removeprefix("t"))
        if packet.startswith("t"):
            order += [under.pop() for _ in range(size)]
            continue
        for turn in range(rules.hand_seats):
            pile = mine if (dealer + 1 + turn) % rules.hand_seats == declarer else rest
            order += [pile.pop() for _ in range(size)]
    return tuple(order)


def _rigged(rules: RuleSet, plan: Plan, rng: random.Random) -> tuple[list[str], list[str]]:
    """The declarer's cards, and what lies in the talon."""
    kings = list(codes_of(KINGS))
    rng.shuffle(kings)
    size = rules.hand_size
    compulsory = rules.contract(plan.code).compulsory if plan.code else ()
    birds = [codes_of(BIRDS[bird])[0] for bird in compulsory]
    own = [rng.choice(birds)] if birds else []
    high = [f"{n:02d}" for n in range(22, 4, -1)]
    if plan.cards in ("strong", "birds", "valat"):
        taroks = high[: size - 4 - rng.randrange(2)]
        if plan.cards == "strong":
            taroks = high[: size - 6 + rng.randrange(3)]
        own += taroks[: size - len(own) - 3]
        if plan.cards == "birds":
            items = [item for side in plan.announce.values() for item in side if item in BIRDS]
            named = [codes_of(BIRDS[item])[0] for item in items]
            own += named or [rng.choice(["01", "02", "03", "04"])]
        own += kings[:3]
    elif plan.cards == "weak":
        own += [*kings[: rng.randrange(2)], "D4", "C7", "05", "06"]
    elif plan.cards == "low":
        low = [s + r for s in "HD" for r in "4321"] + [s + r for s in "SC" for r in "789T"]
        rng.shuffle(low)
        own += [*low[: size - 1 - rng.randrange(2)]]
    elif plan.cards == "kings":
        own += kings
    elif plan.cards in ("no-trull", "no-kings"):
        without = ("01", "21", "22") if plan.cards == "no-trull" else ()
        own += [c for c in high if c not in without][: size - 5]
        own += kings[:4] if plan.cards == "no-trull" else []
    elif plan.cards == "no-tarok":
        own += [c for c in PACK if c[0] in "HDSC"][::2][:size]
    elif plan.cards == "suit":
        suit = rng.choice("HDSC")
        own += [c for c in PACK if c[0] == suit] + [k for k in kings if k[0] != suit][:2]
    if plan.unnamed:
        own += [k for k in kings[:3] if k not in own]
    own = list(dict.fromkeys(own))[:size]
    if plan.king == "talon":
        free = [k for k in kings if k not in own]
        return own, free[:1] if free else []
    return own, []


# --- moves ---------------------------------------------------------------------------------------


def _auction(
    start: HandState, plan: Plan, declarer: int, rng: random.Random
) -> list[Action] | None:
    """Calls after which the declarer plays the contract, found by trying."""
    for _ in range(400):
        state, calls = start, []
        while state.turn is not None and state.phase in ("auction", "choose"):
            action = _call(state, plan, declarer, rng)
            calls.append(action)
            state = state.apply(state.turn, action)
        if _is_planned(state, plan, declarer):
            return calls
    return None


def _call(state: HandState, plan: Plan, declarer: int, rng: random.Random) -> Action:
    legal = state.legal_actions()
    quiet = [a for a in legal if a.verb in ("pass", "reserve", "good")]
    planned = [a for a in legal if a.arg == plan.code]
    if state.turn == declarer and planned and rng.random() < 0.8:
        return planned[0]
    if quiet and rng.random() < 0.7:
        return quiet[0]
    return rng.choice(legal)


def _is_planned(state: HandState, plan: Plan, declarer: int) -> bool:
    if state.contract is None:
        return plan.code == ""
    if state.contract.code != plan.code:
        return False
    if plan.take_state >= 0 and state.bidding.take_state != plan.take_state:
        return False
    return state.declarer in (declarer, -1)


def _move(state: HandState, plan: Plan, rng: random.Random) -> Action:
    legal = state.legal_actions()
    if state.phase == "play":
        return _card(state, plan, legal, rng)
    if state.phase == "call":
        return _called(state, plan, legal, rng)
    if state.phase == "concede":
        return rng.choice(legal[1:]) if plan.concede else legal[0]
    if state.phase.startswith("announce"):
        return _talk(state, plan, legal, rng)
    return rng.choice(legal)


def _called(state: HandState, plan: Plan, legal: tuple[Action, ...], rng: random.Random) -> Action:
    if plan.unnamed and legal[-1].arg == "4th":
        return legal[-1]
    in_talon = [a for a in legal if a.arg != "4th" and index_of(a.arg) in state.talon]
    others = [a for a in legal if a not in in_talon and a.arg != "4th"]
    wanted = in_talon if plan.king == "talon" else others if plan.king == "hand" else []
    return rng.choice(wanted or legal)


def _side(state: HandState, seat: int) -> str:
    return "declarer" if seat in (state.declarer, state.partner) else "defence"


def _talk(state: HandState, plan: Plan, legal: tuple[Action, ...], rng: random.Random) -> Action:
    assert state.turn is not None
    stage = {"announce_before": "pre:", "announce_after": "post:"}.get(state.phase, "")
    wished = plan.announce.get(_side(state, state.turn), ())
    for action in legal:
        if action.verb == "announce" and (action.arg in wished or stage + action.arg in wished):
            return action
        if action.verb == "claim" and plan.claims:
            return action
        if action.verb in DOUBLING_VERBS:
            steps = max(
                plan.kontra.get(stage + action.arg, 0),
                plan.kontra.get(stage + action.arg.partition("@")[0], 0),
            )
            if DOUBLING_VERBS.index(action.verb) < steps:
                return action
    if legal[0].verb == "announce":
        return rng.choice([a for a in legal if a.verb == "announce"])
    return legal[0]


def _card(state: HandState, plan: Plan, legal: tuple[Action, ...], rng: random.Random) -> Action:
    """A winning or a losing card, as the side of the seat wants; birds are kept back."""
    assert state.turn is not None
    assert state.contract is not None
    if plan.effort == "any" or rng.random() < 0.08:
        return rng.choice(legal)
    cards = [index_of(a.arg) for a in legal]
    kept = {b.bit_length() - 1 for b in BIRDS.values()} | {state.called}
    free = [c for c in cards if c not in kept] or cards
    wants = plan.effort == _side(state, state.turn)
    trick = state.play.cards
    kind = state.contract.kind
    winning = [c for c in free if trick_winner((*trick, c), kind=kind) == len(trick)]
    if not trick:
        taroks = [c for c in free if TAROKS >> c & 1]
        best = max(taroks or free, key=_strength)
        return _play(best if wants else min(free, key=_strength))
    losing = [c for c in free if c not in winning]
    if wants:
        return _play(max(winning, key=_strength) if winning else min(free, key=_strength))
    return _play(max(losing, key=_strength) if losing else min(free, key=_strength))


def _strength(card: int) -> int:
    """Higher cards win more often: taroks before suit cards, then by rank."""
    if TAROKS >> card & 1:
        return 100 + card
    return card - (FAMILY[card] & -FAMILY[card]).bit_length()


def _play(card: int) -> Action:
    return Action("play", PACK[card])
