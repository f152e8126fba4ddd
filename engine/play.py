"""Playing a whole hand with choosers: functions that see a view and pick an action."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable, Sequence

from .actions import Action
from .record import Entry, HandRecord
from .rules.base import RuleSet
from .shuffle import commitment
from .state import HandState
from .view import Seat, View

# sees what its seat sees; equal views (and so equal random numbers) give equal actions
Chooser = Callable[[View, tuple[Action, ...], random.Random], Action]

_canonical = json.JSONEncoder(sort_keys=True, separators=(",", ":")).encode


def rng_for(view: View) -> random.Random:
    """Random numbers that depend on nothing but the view (its canonical JSON)."""
    digest = hashlib.blake2b(_canonical(view).encode("utf-8"), digest_size=8).digest()
    return random.Random(int.from_bytes(digest, "big"))


def choose(state: HandState, chooser: Chooser) -> Action:
    """What this chooser does for the seat to move; a lone option is not asked for."""
    legal = state.legal_actions()
    if len(legal) == 1 or state.turn is None:
        return legal[0]
    view = state.view_for(Seat(state.turn))
    return chooser(view, legal, rng_for(view))


def play_hand(
    rules: RuleSet,
    cards: Sequence[str],
    dealer: int,
    choosers: Sequence[Chooser],
    *,
    hand: str = "",
    series: str = "",
    number: int = 0,
    attempt: int = 0,
    seating: Sequence[int] | None = None,
    nonce: str = "",
    actor: str = "bot",
) -> HandRecord:
    """Plays a hand to its end; ``choosers`` are given per hand seat.

    Forced passes are entries with the actor ``rule``. With a nonce the record carries the
    commitment to the deal. Raises IllegalAction when a chooser does not keep to the rules.
    """
    state = HandState.deal(rules, cards, dealer, hand=hand, seating=seating)
    seating, entries = state.seating, []
    while state.turn is not None:
        seat, forced = state.turn, state.forced_action()
        action = forced or choose(state, choosers[seat])
        entries.append(Entry(seat, action, "rule" if forced else actor))
        state = state.apply(seat, action)
    return HandRecord(
        rules_key=rules.key,
        rules_hash=rules.hash,
        options=dict(rules.options),
        series=series,
        number=number,
        attempt=attempt,
        dealer=dealer,
        seating=seating,
        cards=tuple(cards),
        nonce=nonce,
        commitment=commitment(nonce, cards) if nonce else "",
        entries=tuple(entries),
        result=state.score().points,
    )
