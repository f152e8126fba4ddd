"""Why something cannot be announced or doubled in rounds (koenigrufen.md §9)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..actions import Action
from ..cards import BIRDS, KINGS, PACK
from ..phases.announce import has_doubled_suit, is_either_or, owed_in_hand
from ..phases.talk import DOUBLING_VERBS, GAME, Doubling
from ..sides import relation
from .reason import Reason

if TYPE_CHECKING:
    from ..state import HandState

_WITH_VALAT: Final = ("trull", "four_kings")


def why_said(state: HandState, action: Action) -> Reason:
    """Why the seat to move may not say this."""
    if action.verb == "good":
        return Reason("owes_bird", {"items": owed_in_hand(state)})
    if action.verb == "claim":
        return Reason("claims_are_automatic", {"item": action.arg})
    if action.verb == "announce":
        return _why_announce(state, action.arg)
    return _why_doubled(state, action)


def _why_announce(state: HandState, item: str) -> Reason:
    talk, seat, contract = state.talk, state.turn, state.contract
    assert contract is not None
    assert seat is not None
    named = {"item": item}
    if item not in contract.bonuses:
        return Reason("item_off", named)
    done = talk.announced(item)
    if done is not None:
        return Reason("announced_already", named | {"seat": done.seat})
    if talk.turn >= len(state.hands):
        return Reason("announce_first_turn")
    if item in BIRDS:
        return Reason("needs_card", named | {"card": PACK[BIRDS[item].bit_length() - 1]})
    if item == "king_ultimo":
        is_king = state.called >= 0 and KINGS >> state.called & 1
        return Reason("ultimo_is_holders" if is_king else "ultimo_needs_king")
    mine = {said.item for said in talk.items if said.seat == seat}
    if item == "valat" and has_doubled_suit(state, seat):
        return Reason("kontra_or_valat")
    other = "valat" if item != "valat" else next(i for i in _WITH_VALAT if i in mine)
    return Reason("not_with", {"item": item, "items": [other]})


def _why_doubled(state: HandState, action: Action) -> Reason:
    levels = state.rules.kontra.max_factor.bit_length() - 1
    if not levels:
        return Reason("no_kontra")
    target, talk, seat = action.arg, state.talk, state.turn
    assert state.contract is not None
    assert seat is not None
    missing = _why_no_target(state, target)
    if missing is not None:
        return missing
    last = talk.last_doubling(target)
    broken = step_reason(action.verb, last, levels)
    if broken is not None:
        return broken
    if last is not None and last.seat == seat:
        return Reason("not_your_own_step")
    level = last.level + 1 if last else 1
    return _why_side(state, seat, target, level) or Reason("kontra_too_late")


def _why_no_target(state: HandState, target: str) -> Reason | None:
    """Whether there is no such thing to double."""
    assert state.contract is not None
    item, at, seat = target.partition("@")
    if state.contract.kind == "negative":
        if not at and item == GAME:
            return Reason("kontra_each_for_himself")
        if item != GAME or not at:
            return Reason("not_announced", {"item": item})
        if int(seat) == state.declarer or int(seat) >= len(state.hands):
            return Reason("kontra_own_share")
        return None
    if at:
        return Reason("kontra_for_all")
    if item != GAME and state.talk.announced(item) is None:
        return Reason("not_announced", {"item": item})
    return None


def step_reason(verb: str, last: Doubling | None, levels: int) -> Reason | None:
    """Whether this step does not come after the ``last`` one."""
    level, next_level = DOUBLING_VERBS.index(verb) + 1, last.level + 1 if last else 1
    if level < next_level:
        return Reason("doubled_already", {"verb": verb})
    if level > levels:
        return Reason("doubled_enough", {"verb": verb})
    if level > next_level:
        return Reason("doubled_step_first", {"verb": DOUBLING_VERBS[next_level - 1]})
    return None


def _why_side(state: HandState, seat: int, target: str, level: int) -> Reason | None:
    """Whether the step belongs to somebody else, as far as the seat knows."""
    item, _, share = target.partition("@")
    if share:
        if level == 2:
            return None if seat == state.declarer else Reason("rekontra_is_owners")
        return None if seat == int(share) else Reason("kontra_own_share")
    done = state.talk.announced(item)
    owner = done.seat if done is not None else state.declarer
    side = relation(state, seat, owner)
    if level == 2:
        return Reason("rekontra_is_owners") if side == "against" else None
    if side == "same":
        return Reason("kontra_own_side")
    valat = state.talk.announced("valat") if is_either_or(state, seat) else None
    is_his = item == GAME and valat is not None and valat.seat == seat
    return Reason("kontra_or_valat") if is_his else None
