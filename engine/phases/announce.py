"""Announcing in rounds: the declarer begins, until three say nothing in a row.

koenigrufen.md §9. What a seat is offered follows from its own cards, what was said and what it
knows of the sides; ``engine.sides`` says what that is.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..actions import Action
from ..cards import BIRDS, KINGS
from ..sides import relation
from .talk import DOUBLING_VERBS, GAME, GOOD, said
from .talon import owed_birds

if TYPE_CHECKING:
    from ..state import HandState

_LATE = "post"
_NOT_WITH_VALAT = ("trull", "four_kings")


def enter(state: HandState) -> HandState | None:
    """Where something can be announced or doubled; everybody for himself says nothing."""
    contract = state.contract
    if contract is None or contract.kind == "everyone":
        return None
    if not contract.bonuses and state.rules.kontra.max_factor == 1:
        return None
    return state.step(phase="announce", turn=state.declarer)


def legal(state: HandState) -> tuple[Action, ...]:
    """``good``, announcements and kontras; a compulsory bird comes before ``good``."""
    announcements = [Action("announce", item) for item in _announceable(state)]
    kontras = list(_kontras(state))
    if _owes_a_bird(state):
        owed = [Action("announce", bird) for bird in owed_in_hand(state)]
        return (*owed, *(a for a in announcements if a not in owed), *kontras)
    return (GOOD, *announcements, *kontras)


def apply(state: HandState, action: Action) -> HandState:
    """``good`` ends a turn; after three turns in which nothing else was said the play begins."""
    if action != GOOD:
        return state.moved(talk=said(state, action, _LATE))
    talk, seats = state.talk, len(state.hands)
    assert state.turn is not None
    is_empty = not talk.has_spoken and talk.turn > 0
    quiet = talk.quiet + 1 if is_empty else 0
    after = talk._replace(turn=talk.turn + 1, quiet=quiet, has_spoken=False)
    turn = None if quiet == seats - 1 else (state.turn + 1) % seats
    return state.moved(turn=turn, talk=after)


def _owes_a_bird(state: HandState) -> bool:
    """Whether the seat to move is the declarer and has not announced his compulsory bird."""
    owed = owed_birds(state)
    return (
        bool(owed)
        and state.turn == state.declarer
        and not any(item.item in owed and item.seat == state.turn for item in state.talk.items)
    )


def owed_in_hand(state: HandState) -> list[str]:
    hand = state.hands[state.declarer]
    return [bird for bird in owed_birds(state) if hand & BIRDS[bird]]


def _announceable(state: HandState) -> Iterator[str]:
    """Bonuses the seat to move may announce: in its first turn, each at most once per hand."""
    talk, seat, contract = state.talk, state.turn, state.contract
    assert contract is not None
    assert seat is not None
    if talk.turn >= len(state.hands):
        return
    for item in contract.bonuses:
        if talk.announced(item) is None and _may_announce(state, seat, item):
            yield item


def _may_announce(state: HandState, seat: int, item: str) -> bool:
    hand = state.hands[seat]
    if item in BIRDS:
        return bool(hand & BIRDS[item])
    if item == "king_ultimo":
        return bool(state.called >= 0 and KINGS >> state.called & 1 and hand >> state.called & 1)
    mine = {done.item for done in state.talk.items if done.seat == seat}
    is_fixed = state.rules.valat.mode == "fixed"
    if item == "valat":
        is_taken = is_fixed and bool(mine.intersection(_NOT_WITH_VALAT))
        return not is_taken and not has_doubled_suit(state, seat)
    return not (is_fixed and item in _NOT_WITH_VALAT and "valat" in mine)


def has_doubled_suit(state: HandState, seat: int) -> bool:
    """In suit games an opponent may double the game or announce Valat, not both (§9)."""
    return is_either_or(state, seat) and any(
        step.seat == seat and step.target == GAME for step in state.talk.doublings
    )


def is_either_or(state: HandState, seat: int) -> bool:
    assert state.contract is not None
    is_suit = state.contract.kind == "suit"
    return is_suit and state.rules.kontra.suit_kontra_or_valat and seat != state.declarer


def _kontras(state: HandState) -> Iterator[Action]:
    """Steps the seat to move may take: at its first turn after the item appeared or was raised."""
    seat, talk = state.turn, state.talk
    assert seat is not None
    levels = state.rules.kontra.max_factor.bit_length() - 1
    for target, owner, appeared in _targets(state):
        last = talk.last_doubling(target)
        level = last.level + 1 if last else 1
        raised = last.turn if last else appeared
        is_new = raised > talk.turn - len(state.hands)
        if level > levels or not is_new or (last is not None and last.seat == seat):
            continue
        if _may_double(state, seat, target, owner, level):
            yield Action(DOUBLING_VERBS[level - 1], target)


def _targets(state: HandState) -> Iterator[tuple[str, int, int]]:
    """What can be doubled: its name, its owner, the turn in which it appeared."""
    assert state.contract is not None
    if state.contract.kind == "negative":
        for seat in range(len(state.hands)):
            if seat != state.declarer:
                yield f"{GAME}@{seat}", state.declarer, 0
        return
    yield GAME, state.declarer, 0
    for item in state.talk.items:
        yield item.item, item.seat, item.turn


def _may_double(state: HandState, seat: int, target: str, owner: int, level: int) -> bool:
    """Kontra and subkontra by the other side, rekontra by the owner's, as far as known (§9)."""
    if "@" in target:
        opponent = int(target[-1])
        return seat == (state.declarer if level == 2 else opponent)
    if level == 2:
        return relation(state, seat, owner) != "against"
    if target == GAME and is_either_or(state, seat):
        valat = state.talk.announced("valat")
        if valat is not None and valat.seat == seat:
            return False
    return relation(state, seat, owner) != "same"
