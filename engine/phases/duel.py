"""Auctions in which two contend and the third waits, and those that simply go round.

illustrated-tarock.md §3.2 (duel) and §3.3 (rotation). A call made before any bid is ``pass``, one
that accepts a bid ``good``; both are final.
"""

from __future__ import annotations

from typing import Final

from ..actions import Action
from ..rules.base import RuleSet
from .bidding import GOOD, PASS, Bidding, next_in

TAKEOVER: Final = Action("takeover")
HOLD: Final = Action("hold")
RETAKE: Final = Action("retake")


def options(rules: RuleSet, bidding: Bidding, forehand: int, hand: int) -> tuple[Action, ...]:
    """What the seat to speak may call, the default first; the cards do not matter."""
    high = bidding.high
    found = [PASS if high is None else GOOD]
    if high is not None and _may_take(rules, bidding):
        found.append(TAKEOVER)
    if bidding.pending == "taken":
        found.append(HOLD)
    if bidding.pending == "held" and rules.auction.retake:
        found.append(RETAKE)
    if not rules.auction.overbid_after_take and _answers_a_take(bidding):
        return tuple(found)
    rank = high.rank if high else 0
    found += [
        Action("bid", c.code) for c in rules.contracts if c.rank > rank and c.bid_right == "any"
    ]
    return tuple(found)


def _answers_a_take(bidding: Bidding) -> bool:
    """Whether the contender to speak answers a takeover, hold or retake."""
    return bool(bidding.calls) and bidding.calls[-1][1] in (TAKEOVER, HOLD, RETAKE)


def _may_take(rules: RuleSet, bidding: Bidding) -> bool:
    """Only the first answer to a new bid can take it over."""
    auction = rules.auction
    assert bidding.high is not None
    if bidding.high.code not in auction.takeable or not bidding.is_fresh:
        return False
    return not (auction.take_once and bidding.has_taken)


def call_duel(rules: RuleSet, bidding: Bidding, forehand: int, action: Action) -> Bidding:
    """After a call: an outbid holder answers first, the third waits until one gives in."""
    seat = bidding.turn
    assert seat is not None
    holder, verb = bidding.high_seat, action.verb
    after = bidding._replace(calls=(*bidding.calls, (seat, action)))
    if verb == "bid":
        return _bid(rules, after, seat, action.arg, answers=holder)
    if verb in ("pass", "good"):
        return _out(rules, after, seat)
    states = {"takeover": (1, "taken"), "hold": (2, "held"), "retake": (3, "")}
    take_state, pending = states[verb]
    return after._replace(
        high_seat=seat,
        turn=holder,
        take_state=take_state,
        pending=pending,
        is_fresh=False,
        has_taken=True,
    )


def call_rotation(rules: RuleSet, bidding: Bidding, forehand: int, action: Action) -> Bidding:
    """After a call: the next seat that is still in speaks."""
    seat = bidding.turn
    assert seat is not None
    after = bidding._replace(calls=(*bidding.calls, (seat, action)))
    if action.verb == "bid":
        return _bid(rules, after, seat, action.arg, answers=-1)
    return _out(rules, after, seat)


def _bid(rules: RuleSet, bidding: Bidding, seat: int, code: str, *, answers: int) -> Bidding:
    """A new bid stands; ``answers`` is who answers it, -1 the next seat still in."""
    others = bidding.active & ~(1 << seat)
    is_last = not others or code in rules.auction.ends_at_once
    turn = answers if answers >= 0 else next_in(others, seat, rules.hand_seats) if others else None
    return bidding._replace(
        turn=None if is_last else turn,
        high=rules.contract(code),
        high_seat=seat,
        take_state=0,
        pending="",
        is_fresh=True,
    )


def _out(rules: RuleSet, bidding: Bidding, seat: int) -> Bidding:
    """A seat is out for good; the next one still in speaks, the holder of a bid never."""
    active = bidding.active & ~(1 << seat)
    waiting = active & ~(1 << bidding.high_seat) if bidding.high else active
    turn = next_in(waiting, seat, rules.hand_seats) if waiting else None
    return bidding._replace(active=active, turn=turn, pending="", is_fresh=False)
