"""Why a card may not be played to this trick (koenigrufen.md §10, §11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..actions import Action
from ..cards import FAMILY, PACK, PAGAT, SUIT_CARDS, TAROKS, index_of
from ..phases.talk import reserved_cards
from ..phases.tricks import LOSING_KINDS, trick_winner
from .reason import Reason

if TYPE_CHECKING:
    from ..state import HandState


def why_card(state: HandState, action: Action) -> Reason:
    """The first rule the card breaks: following, then losing games, then announcements."""
    assert state.contract is not None
    assert state.turn is not None
    card, hand, trick = index_of(action.arg), state.hands[state.turn], state.play.cards
    if not hand >> card & 1:
        return Reason("not_your_card")
    kind = state.contract.kind
    broken = _following(hand, trick, card) if trick else _leading(hand, card, kind)
    if broken is None and kind in LOSING_KINDS:
        broken = _losing(state, card)
    return broken or _announced(state, card)


def _leading(hand: int, card: int, kind: str) -> Reason | None:
    if kind == "suit" and hand & SUIT_CARDS and TAROKS >> card & 1:
        return Reason("lead_a_suit")
    return None


def _following(hand: int, trick: tuple[int, ...], card: int) -> Reason | None:
    led = trick[0]
    is_tarok = TAROKS >> card & 1
    if hand & FAMILY[led]:
        if FAMILY[led] >> card & 1:
            return None
        if led < 22:
            return Reason("follow_tarok")
        return Reason("follow_suit", {"suit": PACK[led][0]})
    if hand & TAROKS and not is_tarok:
        return Reason("must_tarok", {"suit": PACK[led][0]})
    return None


def _losing(state: HandState, card: int) -> Reason | None:
    """Where tricks are avoided: the Pagat comes last, and one goes over if one can."""
    trick = state.play.cards
    if state.rules.play.negative_pagat_last and 1 << card == PAGAT:
        return Reason("pagat_last")
    if not trick:
        return None
    return Reason("overtake", {"card": PACK[trick[trick_winner(trick)]]})


def _announced(state: HandState, card: int) -> Reason:
    """What an announcement of the own keeps from being played, or asks for now (§10.6)."""
    assert state.turn is not None
    rules, number, trick = state.rules.play, len(state.play.tricks) + 1, state.play.cards
    reserved = reserved_cards(state, state.turn)
    for due_card, due in reserved.items():
        if due == number and card != due_card:
            return Reason("due_now", {"card": PACK[due_card]})
    named = {"card": PACK[card], "trick": reserved[card]}
    if rules.announced_card_lock == "hard":
        return Reason("announced_card_waits", named)
    if trick_winner((*trick, card), emperor=rules.emperor_trick) == len(trick):
        return Reason("announced_card_would_win", named)
    return Reason("higher_bird_first", named)
