"""Why something cannot be announced, claimed or doubled in stages.

illustrated-tarock.md §4 and §7.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..actions import Action
from ..cards import BIRDS, KINGS, PACK, TRULL, codes_of
from ..phases.replies import CHAIN, items_of_stage, levels_of, stage_of
from ..phases.talk import DOUBLING_VERBS, GAME
from ..phases.talon import EXPOSURES
from .reason import Reason
from .talk import step_reason

if TYPE_CHECKING:
    from ..state import HandState


def why_said(state: HandState, action: Action) -> Reason:
    """Why the seat to move may not say this; ``good`` it always may."""
    if action.verb == "announce":
        return _why_announce(state, action.arg)
    if action.verb == "claim":
        return _why_claim(state, action.arg)
    return _why_doubled(state, action)


def _why_announce(state: HandState, item: str) -> Reason:
    talk, named = state.talk, {"item": item}
    rules, stage = state.rules.announce, stage_of(state)
    if item not in (*rules.pre, *rules.post, *rules.defenders):
        return Reason("item_off", named)
    done = talk.announced(item)
    if done is not None:
        return Reason("announced_already", named | {"seat": done.seat})
    placed = _why_not_here(state, item)
    if placed is not None:
        return placed
    if talk.turn > 2:
        return Reason("announce_first_turn")
    return _why_not_with(state, item, stage)


def _why_not_here(state: HandState, item: str) -> Reason | None:
    """Whether the item belongs to the other stage or to the declarer alone."""
    assert state.contract is not None
    rules, stage, named = state.rules.announce, stage_of(state), {"item": item}
    if state.turn != state.declarer:
        if item not in rules.defenders:
            return Reason("declarer_only", named)
        return Reason("after_talon_only", named) if stage == "pre" else None
    is_shown = state.contract.talon in EXPOSURES
    if item in items_of_stage(rules, stage, is_shown=is_shown):
        return None
    if stage == "post":
        return Reason("before_talon_only", named)
    return Reason("after_talon_only", named)


def _why_not_with(state: HandState, item: str, stage: str) -> Reason:
    """What the own cards, or the order of 40, 50 and Valat, have against the item."""
    assert state.turn is not None
    hand, named = state.hands[state.turn], {"item": item}
    if item in BIRDS:
        return Reason("needs_card", named | {"card": PACK[BIRDS[item].bit_length() - 1]})
    if item in ("notrull", "nokings"):
        held = hand & (TRULL if item == "notrull" else KINGS)
        return Reason("holds_cards", named | {"cards": list(codes_of(held))})
    place, talk = CHAIN.index(item), state.talk
    lower = CHAIN[place - 1] if place else ""
    if state.rules.announce.chain == "required" and lower and talk.announced(lower) is None:
        return Reason("lower_first", named | {"items": [lower]})
    higher = [
        done.item
        for done in map(talk.announced, CHAIN[place + 1 :])
        if done is not None and done.stage != stage
    ]
    return Reason("higher_said_before", named | {"items": higher})


def _why_claim(state: HandState, item: str) -> Reason:
    rules, named = state.rules.announce, {"item": item}
    if item not in rules.claims:
        return Reason("item_off", named)
    if rules.claim != "before_play":
        return Reason("claims_are_automatic", named)
    if stage_of(state) != "post":
        return Reason("claim_after_talon")
    if any(claim.item == item for claim in state.talk.claims):
        return Reason("claimed_already", named)
    return Reason("announce_first_turn") if state.talk.turn > 2 else Reason("claim_needs", named)


def _why_doubled(state: HandState, action: Action) -> Reason:
    target, talk, stage = action.arg, state.talk, stage_of(state)
    if "@" in target:
        return Reason("kontra_for_all")
    done = talk.announced(target)
    if target != GAME and done is None:
        return Reason("not_announced", {"item": target})
    doubled = [step for step in talk.doublings if step.target == target and step.stage != stage]
    if doubled or (done is not None and done.stage != stage):
        return Reason("kontra_stage_over")
    levels = levels_of(state, target)
    if not levels:
        is_never = stage == "post" or not _is_doubled_later(state, target)
        return Reason("no_kontra" if is_never else "kontra_after_talon")
    last = talk.last_doubling(target)
    broken = step_reason(action.verb, last, levels)
    if broken is not None:
        return broken
    owner = done.seat if done is not None else state.declarer
    is_kontra = DOUBLING_VERBS.index(action.verb) % 2 == 0
    is_declarers = is_kontra != (owner == state.declarer)
    if is_declarers != (state.turn == state.declarer):
        return Reason("kontra_own_side" if is_kontra else "rekontra_is_owners")
    return Reason("kontra_too_late")


def _is_doubled_later(state: HandState, target: str) -> bool:
    kind = "game" if target == GAME else "bonus"
    return len(state.rules.kontra.factors.get(f"{kind}_post", (1,))) > 1
