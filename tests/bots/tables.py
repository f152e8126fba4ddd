"""Playing hands with strategies, and views written by hand."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

from bots.strategies import STRATEGIES, Strategy
from engine.actions import Action
from engine.cards import PACK
from engine.duties import duties
from engine.play import rng_for
from engine.rules import RULE_SETS, rule_set
from engine.rules.base import RuleSet
from engine.shuffle import shuffled
from engine.state import HandState
from engine.view import Seat, View

RULES = rule_set("koenigrufen/cardgames-zone")
PRESETS = tuple(sorted(RULE_SETS))
CLUB = STRATEGIES["club"]
RANDOM = STRATEGIES["random"]


def deal(seed: int, dealer: int | None = None, rules: RuleSet = RULES) -> HandState:
    """A dealt hand; the same seed gives the same cards."""
    cards = shuffled(random.Random(seed))
    return HandState.deal(rules, cards, seed % rules.hand_seats if dealer is None else dealer)


def decisions(state: HandState, seats: Sequence[Strategy]) -> Iterator[tuple[View, Action]]:
    """Plays the hand to its end; yields every view with what its seat did."""
    while state.turn is not None:
        seat = state.turn
        view = state.view_for(Seat(seat))
        action = seats[seat](view, state.legal_actions(), rng_for(view))
        yield view, action
        state = state.apply(seat, action)


def final(state: HandState, seats: Sequence[Strategy]) -> HandState:
    """The state after the hand was played by these strategies."""
    while state.turn is not None:
        seat = state.turn
        view = state.view_for(Seat(seat))
        state = state.apply(seat, seats[seat](view, state.legal_actions(), rng_for(view)))
    return state


def ask(view: View, strategy: Strategy = CLUB) -> str:
    """What the strategy does in a view, as text."""
    legal = tuple(Action.parse(text) for text in view["legal"])
    return str(strategy(view, legal, rng_for(view)))


def cards_of(text: str) -> list[str]:
    """Codes written with spaces between them; refuses one named twice."""
    cards = text.split()
    assert len(set(cards)) == len(cards)
    return cards


def base_view(cards: Sequence[str], *, seat: int = 0, dealer: int = 3, **more: Any) -> View:
    """A view of ``seat`` that holds ``cards``; ``more`` adds or replaces keys."""
    view: dict[str, Any] = {
        "v": 1,
        "rules": RULES.key,
        "hand": "",
        "ply": 0,
        "turn": seat,
        "seat": seat,
        "dealer": dealer,
        "seating": [0, 1, 2, 3],
        "cards": {str(seat): sorted(cards, key=PACK.index)},
        "counts": [len(cards)] * 4,
        "auction": [],
        **more,
    }
    rules, code = rule_set(view["rules"]), view.get("contract", {}).get("code")
    contract = next((c for c in rules.contracts if c.code == code), None)
    view.setdefault("duties", duties(rules, contract))
    if "legal" in view:
        view.setdefault("fallback", view["legal"][0])
    return view  # type: ignore[return-value]


def play_view(
    cards: Sequence[str],
    legal: Sequence[str],
    *,
    trick: Sequence[str] = (),
    seat: int = 0,
    lead: int | None = None,
    contract: str = "RU",
    declarer: int = 0,
    called: str = "HK",
    roles: Sequence[str] = ("declarer", "unknown", "unknown", "unknown"),
    tricks: Sequence[dict[str, Any]] = (),
    **more: Any,
) -> View:
    """A view in the play; who has played to the current trick holds one card less."""
    lead = (seat - len(trick)) % 4 if lead is None else lead
    played = {(lead + k) % 4 for k in range(len(trick))}
    if contract in ("RU", "SR"):
        more["called"] = called
    return base_view(
        cards,
        seat=seat,
        phase="play",
        contract={"code": contract, "declarer": declarer},
        counts=[len(cards) - (s in played) for s in range(4)],
        roles=list(roles),
        tricks=list(tricks),
        trick={"lead": lead, "cards": list(trick)},
        points=more.pop("points", [0, 0, 0, 0]),
        legal=[f"play:{card}" for card in sorted(legal, key=PACK.index)],
        **more,
    )
