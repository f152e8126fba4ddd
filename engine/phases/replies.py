"""Announcing in stages: the declarer, the replies of the defenders, his answer.

illustrated-tarock.md §4 and §7. The stage before the talon exists when the contract shows the
talon; without one everything is said in the stage after it. Turns go round, beginning with the
declarer; after the first round a seat has one only if there is something for it to answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..actions import Action
from ..cards import BIRDS, KINGS, TRULL
from ..rules.base import AnnounceRules
from .talk import DOUBLING_VERBS, GAME, GOOD, said
from .talon import EXPOSURES

if TYPE_CHECKING:
    from ..state import HandState

_PHASES = {"announce_before": "pre", "announce_after": "post"}
# the declarer's three degrees of the same boast, lowest first (§7, chain rule)
CHAIN = ("p40", "p50", "valat")


def enter_before(state: HandState) -> HandState | None:
    """Only when a talon will be turned up and the rule set has early announcements."""
    if state.contract is None or state.contract.talon not in EXPOSURES:
        return None
    if not state.rules.announce.pre:
        return None
    return _opened(state, "announce_before")


def enter_after(state: HandState) -> HandState | None:
    """In every contract that has a declarer."""
    if state.contract is None or state.contract.kind == "everyone":
        return None
    return _opened(state, "announce_after")


def _opened(state: HandState, phase: str) -> HandState:
    talk = state.talk._replace(turn=0, has_spoken=False)
    return state.step(phase=phase, turn=state.declarer, talk=talk)


def stage_of(state: HandState) -> str:
    """``pre`` or ``post``."""
    return _PHASES[state.phase]


def defenders(state: HandState) -> tuple[int, int]:
    """The defenders in the order in which they reply (§4)."""
    right, left = (state.declarer + 1) % 3, (state.declarer + 2) % 3
    return (left, right) if state.rules.announce.reply_order == "cw" else (right, left)


def legal(state: HandState) -> tuple[Action, ...]:
    """``good`` first, then announcements, claims and kontras."""
    found = [GOOD]
    found += [Action("announce", item) for item in _announceable(state)]
    found += [Action("claim", item) for item in _claimable(state)]
    found += _kontras(state)
    return tuple(found)


def apply(state: HandState, action: Action) -> HandState:
    """``good`` ends a turn."""
    if action != GOOD:
        return state.moved(talk=said(state, action, stage_of(state)))
    return _next_turn(state.moved(turn=None))


def _next_turn(state: HandState) -> HandState:
    """The state in which the next seat of this stage talks; without ``turn`` at its end.

    Before the talon the defenders are asked only if something was announced.
    """
    order = (state.declarer, *defenders(state))
    first = state.talk.turn + 1
    if first == 1 and stage_of(state) == "pre" and not _was_announced(state, "pre"):
        return state
    for turn in range(first, first + len(order)):
        talk = state.talk._replace(turn=turn, has_spoken=False)
        asked = state.step(turn=order[turn % len(order)], talk=talk)
        if turn < len(order) or _kontras(asked):
            return asked
    return state


def _was_announced(state: HandState, stage: str) -> bool:
    return any(item.stage == stage for item in state.talk.items)


def _announceable(state: HandState) -> Iterator[str]:
    """Items of this stage that the seat to move may announce, each once per hand.

    Pagat and Uhu belong to the seat that holds the card; a defender's are his own, so that both
    could never announce the same.
    """
    talk, seat, rules = state.talk, state.turn, state.rules.announce
    assert seat is not None
    if talk.turn > 2:
        return
    assert state.contract is not None
    if seat == state.declarer:
        items = items_of_stage(rules, stage_of(state), is_shown=state.contract.talon in EXPOSURES)
    else:
        items = rules.defenders if stage_of(state) == "post" else ()
    hand = state.hands[seat]
    for item in items:
        if talk.announced(item) is None and _may_announce(state, hand, item):
            yield item


def items_of_stage(rules: AnnounceRules, stage: str, *, is_shown: bool) -> tuple[str, ...]:
    """What the declarer may announce in a stage; where no talon is shown, all in the late one."""
    if stage == "pre":
        return rules.pre if is_shown else ()
    return rules.post if is_shown else tuple(dict.fromkeys((*rules.pre, *rules.post)))


def _may_announce(state: HandState, hand: int, item: str) -> bool:
    if item in BIRDS:
        return bool(hand & BIRDS[item])
    if item == "notrull":
        return not hand & TRULL
    if item == "nokings":
        return not hand & KINGS
    if item in CHAIN:
        return _fits_chain(state, item)
    return True


def _fits_chain(state: HandState, item: str) -> bool:
    """``ordered``: a lower degree not in a later stage than a higher one; ``required``: every
    lower degree first; ``free``: neither (§7).
    """
    place, talk, chain = CHAIN.index(item), state.talk, state.rules.announce.chain
    if chain == "free":
        return True
    if chain == "required" and place and talk.announced(CHAIN[place - 1]) is None:
        return False
    higher = [talk.announced(degree) for degree in CHAIN[place + 1 :]]
    return all(other is None or other.stage == stage_of(state) for other in higher)


def _claimable(state: HandState) -> Iterator[str]:
    """Hand bonuses that have to be claimed before the first lead (Löw, §7)."""
    rules, seat = state.rules.announce, state.turn
    assert seat is not None
    if rules.claim != "before_play" or stage_of(state) != "post" or state.talk.turn > 2:
        return
    hand = state.hands[seat]
    held = {"trull": hand & TRULL == TRULL, "kings": hand & KINGS == KINGS}
    claimed = {claim.item for claim in state.talk.claims}
    for item in rules.claims:
        if held.get(item) and item not in claimed:
            yield item


def levels_of(state: HandState, target: str) -> int:
    """How many steps this stage allows on a target (§7)."""
    kind = "game" if target == GAME else "bonus"
    factors = state.rules.kontra.factors.get(f"{kind}_{stage_of(state)}", (1,))
    return len(factors) - 1


def _kontras(state: HandState) -> list[Action]:
    """Steps the seat to move may take, each as the first answer to the one before.

    A defender's kontra is his side's; rekontra and the kontra of a defender's own announcement
    are the declarer's.
    """
    seat, talk = state.turn, state.talk
    found = []
    for target, owner, appeared in _open_targets(state):
        last = talk.last_doubling(target)
        level = last.level + 1 if last else 1
        is_new = (last.turn if last else appeared) > talk.turn - len(state.hands)
        is_declarers = (level % 2 == 0) == (owner == state.declarer)
        if (
            level <= levels_of(state, target)
            and is_new
            and is_declarers == (seat == state.declarer)
        ):
            found.append(Action(DOUBLING_VERBS[level - 1], target))
    return found


def _open_targets(state: HandState) -> Iterator[tuple[str, int, int]]:
    """The game, and the items announced in this stage: name, owner, turn of appearance.

    What was doubled in an earlier stage is closed; the game left alone there is still open.
    """
    talk, stage = state.talk, stage_of(state)
    if not any(d.target == GAME and d.stage != stage for d in talk.doublings):
        yield GAME, state.declarer, 0
    for item in talk.items:
        if item.stage == stage:
            yield item.item, item.seat, item.turn
