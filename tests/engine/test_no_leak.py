"""No leak: states that differ only in hidden cards give equal views and equal legal lists."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest

from engine.actions import Action
from engine.cards import PACK, TAROKS, codes_of
from engine.errors import BadRecord
from engine.phases.talon import is_turned_up
from engine.record import Entry, HandRecord
from engine.state import HandState
from engine.view import PUBLIC, Seat, Viewer
from tests.engine import hands

VIEWERS: tuple[Viewer, ...] = (*(Seat(seat) for seat in range(4)), PUBLIC)
# positions looked at per hand
PLIES = 3 if hands.COUNT <= 300 else 1


def seen_cards(state: HandState, viewer: Viewer) -> set[str]:
    """What the viewer has seen of the pack, told without the engine's views (§18)."""
    seen = {c for trick in state.play.tricks for c in trick.cards} | set(state.play.cards)
    seen |= {c for c in state.discards if TAROKS >> c & 1}
    if is_turned_up(state):
        seen |= set(state.talon)
    codes = {PACK[c] for c in seen}
    if isinstance(viewer, Seat):
        codes |= set(codes_of(state.dealt[viewer.index]))
        if viewer.index == state.declarer and state.taken >= 0:
            codes |= {PACK[c] for c in state.discards}
    return codes


def shown_discards(state: HandState) -> list[int]:
    """The discards as the table saw them: taroks, and -1 for a hidden card (§8.3)."""
    return [card if TAROKS >> card & 1 else -1 for card in state.discards]


def swapped(record: HandRecord, ply: int, one: str, other: str) -> HandRecord:
    """The same hand up to ``ply``, with two unplayed cards in each other's place."""
    change = {one: other, other: one}
    entries = [
        Entry(e.seat, Action("discard", change.get(e.action.arg, e.action.arg)), e.actor)
        if e.action.verb == "discard"
        else e
        for e in record.entries[:ply]
    ]
    cards = tuple(change.get(card, card) for card in record.cards)
    return replace(record, cards=cards, entries=tuple(entries), result=None)


def test_equal_knowledge_gives_equal_views_and_options() -> None:
    rng = random.Random("no leak")
    compared = moves = 0
    partner_moved = False
    for record in hands.sample():
        states = list(record.states())
        for ply in rng.sample(range(len(states) - 1), PLIES):
            state = states[ply]
            for viewer in VIEWERS:
                hidden = sorted(set(PACK) - seen_cards(state, viewer))
                if len(hidden) < 2:
                    continue
                for _ in range(3):
                    one, other = rng.sample(hidden, 2)
                    try:
                        twin = swapped(record, ply, one, other).replay()
                    except BadRecord:
                        continue  # the players could not have acted like that
                    if shown_discards(twin) != shown_discards(state):
                        continue  # everybody would have seen the other card
                    if (twin.phase, twin.turn) != (state.phase, state.turn):
                        pytest.fail("public course of the hand changed")
                    assert json.dumps(twin.view_for(viewer)) == json.dumps(state.view_for(viewer))
                    compared += 1
                    partner_moved |= twin.partner != state.partner
                    if isinstance(viewer, Seat) and viewer.index == state.turn:
                        assert twin.legal_actions() == state.legal_actions()
                        moves += 1
    looked_at = PLIES * len(hands.sample())
    assert compared > 3 * looked_at
    assert moves > looked_at // 3
    assert partner_moved
