"""The auction: who declares what. Its style is data of the rule set.

Here are the phase, the style with forehand's reserve and hold (koenigrufen.md §6) and forehand's
choice when all passed; ``duel`` and ``rotation`` are in their own module. Everything is computed
from the calls made and the cards of the seat that speaks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from ..actions import Action
from ..cards import BIRDS, KINGS, SUIT_CARDS
from ..rules.base import Contract, RuleSet
from . import duel
from .bidding import PASS, Bidding, next_in

if TYPE_CHECKING:
    from ..state import HandState

RESERVE: Final = Action("reserve")
HOLD: Final = Action("hold")


class Style(NamedTuple):
    """An auction as two functions.

    ``options(rules, bidding, forehand, hand)`` lists what the seat to speak may call, the
    default first; ``call(rules, bidding, forehand, action)`` takes one of them.
    """

    options: Callable[[RuleSet, Bidding, int, int], tuple[Action, ...]]
    call: Callable[[RuleSet, Bidding, int, Action], Bidding]


def may_declare(rules: RuleSet, contract: Contract, hand: int) -> bool:
    """Whether a hand meets the condition of a contract (koenigrufen.md §6.2)."""
    no_call = contract.partner == "called" and rules.calling.four_kings == "no_call_contracts"
    if no_call and hand & KINGS == KINGS:
        return False
    if contract.compulsory and not any(hand & BIRDS[bird] for bird in contract.compulsory):
        return False
    if contract.kind == "suit":
        return (hand & SUIT_CARDS).bit_count() >= rules.discard.suit_game_min_suit_cards
    return True


def options_forehand(
    rules: RuleSet, bidding: Bidding, forehand: int, hand: int
) -> tuple[Action, ...]:
    """What the seat to speak may call: reserve or pass, hold, then bids by rank."""
    if not bidding.calls:
        return _first_calls(rules, hand)
    rank = bidding.high.rank if bidding.high else 0
    found = [PASS]
    high, may_hold = bidding.high, bidding.turn == forehand and rules.auction.forehand_may_hold
    if high and may_hold and may_declare(rules, high, hand):
        found.append(HOLD)
    found += [
        Action("bid", c.code)
        for c in rules.contracts
        if c.rank > rank and c.bid_right == "any" and may_declare(rules, c, hand)
    ]
    return tuple(found)


def _first_calls(rules: RuleSet, hand: int) -> tuple[Action, ...]:
    """Forehand's first word: never a final pass (koenigrufen.md §6.1 rule 3)."""
    any_bid = "bid" in rules.auction.forehand_first_calls
    found = [RESERVE] if "reserve" in rules.auction.forehand_first_calls else []
    for c in rules.contracts:
        named = f"bid:{c.code}" in rules.auction.forehand_first_calls
        open_to_him = c.bid_right == "fh_first" or (c.bid_right == "any" and any_bid)
        if (named or (open_to_him and any_bid)) and may_declare(rules, c, hand):
            found.append(Action("bid", c.code))
    return tuple(found)


def call_forehand(rules: RuleSet, bidding: Bidding, forehand: int, action: Action) -> Bidding:
    """The auction after the seat to speak made this (legal) call."""
    seat = bidding.turn
    assert seat is not None
    active, high, high_seat = bidding.active, bidding.high, bidding.high_seat
    if action.verb == "pass":
        active &= ~(1 << seat)
    elif action.verb == "hold":
        high_seat = seat
    elif action.verb == "bid":
        high, high_seat = rules.contract(action.arg), seat
    rest = active if high is None else active & ~(1 << high_seat)
    over = not rest or (high is None and rest == 1 << forehand)
    turn = None if over else next_in(rest, seat, rules.hand_seats)
    return Bidding(active, turn, high, high_seat, (*bidding.calls, (seat, action)))


def choices(rules: RuleSet, hand: int) -> tuple[Action, ...]:
    """What forehand may choose after all passed, lowest first (koenigrufen.md §6.1 rule 7)."""
    return tuple(
        Action("choose", c.code)
        for c in rules.contracts
        if c.bid_right != "fh_first" and may_declare(rules, c, hand)
    )


STYLES: Final[Mapping[str, Style]] = {
    "forehand": Style(options_forehand, call_forehand),
    "duel": Style(duel.options, duel.call_duel),
    "rotation": Style(duel.options, duel.call_rotation),
}


def options(rules: RuleSet, bidding: Bidding, forehand: int, hand: int) -> tuple[Action, ...]:
    """What the seat to speak may call, the default first."""
    return STYLES[rules.auction.style].options(rules, bidding, forehand, hand)


def call(rules: RuleSet, bidding: Bidding, forehand: int, action: Action) -> Bidding:
    """The auction after the seat to speak made this (legal) call."""
    return STYLES[rules.auction.style].call(rules, bidding, forehand, action)


def enter(state: HandState) -> HandState:
    """Every hand has an auction; forehand speaks first."""
    return state.step(phase="auction", turn=state.forehand)


def legal(state: HandState) -> tuple[Action, ...]:
    """Calls of the seat to speak."""
    assert state.turn is not None
    return options(state.rules, state.bidding, state.forehand, state.hands[state.turn])


def apply(state: HandState, action: Action) -> HandState:
    """The state after a call; the auction's winner is the declarer.

    When all passed, everybody may be left to play for himself; otherwise there is no contract
    yet, and without a phase that makes one the hand is dealt again.
    """
    bidding = call(state.rules, state.bidding, state.forehand, action)
    if bidding.turn is not None:
        return state.moved(bidding=bidding, turn=bidding.turn)
    contract, declarer = bidding.high, bidding.high_seat
    if contract is None and state.rules.auction.all_pass == "everyone":
        contract = next(c for c in state.rules.contracts if c.bid_right == "all_pass")
    return state.moved(bidding=bidding, turn=None, contract=contract, declarer=declarer)


def enter_choice(state: HandState) -> HandState | None:
    """Only when nobody made a bid."""
    if state.contract is not None:
        return None
    return state.step(phase="choose", turn=state.forehand)


def legal_choices(state: HandState) -> tuple[Action, ...]:
    """Contracts forehand may choose."""
    return choices(state.rules, state.hands[state.forehand])


def apply_choice(state: HandState, action: Action) -> HandState:
    """Forehand is the declarer of the contract he chose."""
    seat = state.forehand
    calls = (*state.bidding.calls, (seat, action))
    return state.moved(
        bidding=state.bidding._replace(calls=calls),
        turn=None,
        contract=state.rules.contract(action.arg),
        declarer=seat,
    )
