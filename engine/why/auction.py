"""Why a call of the auction, or forehand's choice, is refused.

koenigrufen.md §6, illustrated-tarock.md §3.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..actions import Action
from ..cards import BIRDS, KINGS, SUIT_CARDS
from ..phases.auction import may_declare
from ..rules.base import Contract, RuleSet
from .reason import Reason

if TYPE_CHECKING:
    from ..state import HandState


def why_call(state: HandState, action: Action) -> Reason:
    """Why the seat to speak may not call this."""
    is_round = state.rules.auction.style == "forehand"
    if action.verb == "bid":
        return _why_bid(state, action.arg, is_round=is_round)
    return _why_word(state, action.verb) if is_round else _why_answer(state, action.verb)


def why_choice(state: HandState, action: Action) -> Reason:
    """Why forehand may not choose this contract after all passed."""
    if action.verb == "pass":
        return Reason("must_choose")
    contract = _contract(state.rules, action.arg)
    if contract is None:
        return Reason("contract_off", {"contract": action.arg})
    if contract.bid_right == "fh_first":
        return Reason("bid_first_word", {"contract": contract.code})
    return condition(state.rules, contract, state.hands[state.forehand])


def condition(rules: RuleSet, contract: Contract, hand: int) -> Reason:
    """The condition on the hand that a contract does not meet (koenigrufen.md §6.2)."""
    code: dict[str, object] = {"contract": contract.code}
    no_call = contract.partner == "called" and rules.calling.four_kings == "no_call_contracts"
    if no_call and hand & KINGS == KINGS:
        return Reason("needs_missing_king", code)
    if contract.compulsory and not any(hand & BIRDS[bird] for bird in contract.compulsory):
        return Reason("needs_bird", code | {"items": list(contract.compulsory)})
    least = rules.discard.suit_game_min_suit_cards
    return Reason(
        "needs_suit_cards", code | {"least": least, "held": (hand & SUIT_CARDS).bit_count()}
    )


def _contract(rules: RuleSet, code: str) -> Contract | None:
    return next((c for c in rules.contracts if c.code == code), None)


def _why_bid(state: HandState, code: str, *, is_round: bool) -> Reason:
    rules, bidding = state.rules, state.bidding
    assert state.turn is not None
    contract = _contract(rules, code)
    if contract is None:
        return Reason("contract_off", {"contract": code})
    named = {"contract": code}
    rights = {"fh_after": "bid_after_passes", "all_pass": "bid_all_pass"}
    if contract.bid_right in rights:
        return Reason(rights[contract.bid_right], named)
    if contract.bid_right == "fh_first" and bidding.calls:
        return Reason("bid_first_word", named)
    hand = state.hands[state.turn]
    if not may_declare(rules, contract, hand):
        return condition(rules, contract, hand)
    if bidding.high is not None and contract.rank <= bidding.high.rank:
        return Reason("bid_too_low", named | {"standing": bidding.high.code})
    # left over: forehand's first word is limited, or a takeover has to be answered first
    return Reason("first_word_limited" if is_round else "answer_takeover", named)


def _why_word(state: HandState, verb: str) -> Reason:
    """Where forehand reserves and holds."""
    bidding, auction = state.bidding, state.rules.auction
    if verb == "pass":
        return Reason("forehand_never_passes_first")
    if verb == "reserve":
        return Reason("reserve_first_word")
    if verb != "hold" or not auction.forehand_may_hold:
        return Reason("no_such_call", {"verb": verb})
    if state.turn != state.forehand:
        return Reason("hold_is_forehands")
    if bidding.high is None:
        return Reason("no_bid_yet")
    return condition(state.rules, bidding.high, state.hands[state.forehand])


def _why_answer(state: HandState, verb: str) -> Reason:
    """Where bids are accepted, and perhaps taken over."""
    bidding, auction = state.bidding, state.rules.auction
    known = {"pass": True, "good": True, "retake": auction.retake}
    if not known.get(verb, verb in ("takeover", "hold") and bool(auction.takeable)):
        return Reason("no_such_call", {"verb": verb})
    if verb == "pass":
        return Reason("good_after_bid")
    if bidding.high is None:
        return Reason("no_bid_yet")
    if verb == "hold":
        return Reason("hold_after_takeover")
    if verb == "retake":
        return Reason("retake_after_hold")
    if bidding.high.code not in auction.takeable:
        return Reason("not_taken_over", {"standing": bidding.high.code})
    return Reason("takeover_first_answer")
