"""Situations of a hand set up by hand: who holds what, and what was said until now."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from engine.actions import Action
from engine.cards import PACK
from engine.rules import RuleSet
from engine.state import HandState


def dealt(
    rules: RuleSet,
    hands: Mapping[int, Sequence[str]],
    talon: Sequence[str] = (),
    *,
    dealer: int = -1,
) -> HandState:
    """A deal in which these seats hold (at least) these cards, and the talon begins with these.

    Forehand is seat 0 unless a dealer is named; other cards lie anywhere, but always the same.
    """
    named = [card for cards in (*hands.values(), talon) for card in cards]
    rest = [card for card in PACK if card not in named]
    random.Random("rest").shuffle(rest)
    dealer = dealer % rules.hand_seats
    piles = {seat: list(hands.get(seat, ())) for seat in range(rules.hand_seats)}
    for cards in piles.values():
        cards += [rest.pop() for _ in range(rules.hand_size - len(cards))]
    under, order = [*talon, *rest], []
    for packet in rules.deal.pattern:
        size = int(packet.removeprefix("t"))
        if packet.startswith("t"):
            order += under
            continue
        for turn in range(1, rules.hand_seats + 1):
            pile = piles[(dealer + turn) % rules.hand_seats]
            order += [pile.pop() for _ in range(size)]
    return HandState.deal(rules, order, dealer)


def said(state: HandState, *tokens: str) -> HandState:
    """The state after these actions, each by the seat whose turn it is."""
    for token in " ".join(tokens).split():
        assert state.turn is not None, token
        state = state.apply(state.turn, Action.parse(token))
    return state


def offered(state: HandState, *verbs: str) -> list[str]:
    """The legal actions, or those with one of these verbs."""
    legal = state.legal_actions()
    return [str(action) for action in legal if not verbs or action.verb in verbs]


def to_the_end(state: HandState, seed: str = "end") -> HandState:
    """The hand played on at random, after the default actions of the phases before."""
    rng = random.Random(seed)
    while state.turn is not None:
        legal = state.legal_actions()
        state = state.apply(state.turn, rng.choice(legal) if state.phase == "play" else legal[0])
    return state
