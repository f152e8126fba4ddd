"""Why the club makes a call of the auction, or chooses a contract."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from . import blatt
from .base import BIRDS, QUEENS, Action, View, mask, must_overtake
from .bidding import NEEDS, Need, seat_shift, standing, wishes
from .facts import HandFacts, hand_facts, high_cards, losing_risks

_STRENGTH: Final = ("taroks", "high", "kings")
CODES: Final[Mapping[str, tuple[str, ...]]] = {
    "wait_first_word": (),
    "bid_caller": ("contract", *_STRENGTH),
    "bid_solo_caller": ("contract", *_STRENGTH),
    "bid_alone": ("contract", *_STRENGTH),
    "bid_solo": ("contract", *_STRENGTH),
    "bid_six": ("contract", *_STRENGTH),
    "bid_bird": ("contract", "item", "taroks"),
    "bid_no_tricks": ("contract", "taroks", "risks"),
    "bid_few_tricks": ("contract", "tricks"),
    "bid_suits": ("contract", "kings", "queens"),
    "choose_everybody": ("contract", *_STRENGTH),
    "choose_cheapest": ("contract",),
    "hold_bid": ("standing", *_STRENGTH),
    "pass_weak": _STRENGTH,
    "pass_overbid": ("contract", "standing"),
    "pass_not_biddable": ("contract",),
    "bid_expected": ("contract", "points"),
    "takeover_expected": ("standing", "points"),
    "keep_expected": ("standing", "points"),
    "pass_expected": ("contract", "points"),
    "accept_bid": ("standing", "points"),
}
_BY_NEED: Final = {"SD": "bid_solo", "DR": "bid_alone", "SR": "bid_solo_caller"}
_BY_CONTRACT: Final = {
    **dict.fromkeys(("BE", "BO"), "bid_no_tricks"),
    **dict.fromkeys(("PI", "ZW"), "bid_few_tricks"),
    **dict.fromkeys(("FD", "FS"), "bid_suits"),
    "TK": "choose_everybody",
    "SX": "bid_six",
}
_ANSWERS: Final = {
    "takeover": "takeover_expected",
    "hold": "keep_expected",
    "retake": "keep_expected",
    "good": "accept_bid",
}


def call(view: View, legal: tuple[Action, ...], action: Action) -> tuple[str, Mapping[str, Any]]:
    """The reason for a call of either game."""
    hand = mask(view["cards"][str(view["seat"])])
    facts = hand_facts(hand)
    codes = {option.arg for option in legal} | {standing(view)}
    if codes & blatt.LINES.keys():
        return _blatt(view, legal, action, hand, facts)
    if action.verb == "reserve":
        return "wait_first_word", {}
    if action.verb == "hold":
        return "hold_bid", {"standing": standing(view), **_strength(facts)}
    if action.verb == "pass":
        return _pass(view, hand, facts)
    return _contract(view, action, hand, facts)


def _strength(facts: HandFacts) -> dict[str, int]:
    return {"taroks": facts.taroks, "high": facts.stecher, "kings": facts.kings}


def _wanted(view: View, hand: int) -> list[str]:
    shift = seat_shift(view) if view["phase"] == "auction" else 0
    return wishes(hand, shift, overtake=must_overtake(view))


def _pass(view: View, hand: int, facts: HandFacts) -> tuple[str, Mapping[str, Any]]:
    wanted = [code for code in _wanted(view, hand) if code != "TK"]
    if not wanted:
        return "pass_weak", _strength(facts)
    if standing(view):
        return "pass_overbid", {"contract": wanted[0], "standing": standing(view)}
    return "pass_not_biddable", {"contract": wanted[0]}


def _contract(
    view: View, action: Action, hand: int, facts: HandFacts
) -> tuple[str, Mapping[str, Any]]:
    """The line of the club's table that the hand met."""
    named: dict[str, Any] = {"contract": action.arg}
    code = _BY_CONTRACT.get(action.arg, "")
    if action.arg != "SX" and action.arg not in _wanted(view, hand):
        return "choose_cheapest", named
    if code == "bid_no_tricks":
        return code, named | {"taroks": facts.taroks, "risks": losing_risks(hand)}
    if code == "bid_few_tricks":
        return code, named | {"tricks": high_cards(hand)}
    if code == "bid_suits":
        return code, named | {"kings": facts.kings, "queens": (hand & QUEENS).bit_count()}
    if code:
        return code, named | _strength(facts)
    birds = [bird for need in NEEDS if _is_met(need, action.arg, hand) for bird in need.birds]
    if birds:
        return "bid_bird", named | {"item": birds[0], "taroks": facts.taroks}
    return _BY_NEED.get(action.arg, "bid_caller"), named | _strength(facts)


def _is_met(need: Need, contract: str, hand: int) -> bool:
    return need.contract == contract and any(hand & BIRDS[bird] for bird in need.birds)


def _blatt(
    view: View, legal: tuple[Action, ...], action: Action, hand: int, facts: HandFacts
) -> tuple[str, Mapping[str, Any]]:
    """Card points to expect of the contract in question."""
    stands = standing(view)
    if action.verb in _ANSWERS:
        return _ANSWERS[action.verb], {"standing": stands, "points": _points(stands, hand, facts)}
    if action.verb == "bid":
        points = _points(action.arg, hand, facts)
        return "bid_expected", {"contract": action.arg, "points": points}
    lowest = next(option.arg for option in legal if option.arg in blatt.LINES)
    return "pass_expected", {"contract": lowest, "points": _points(lowest, hand, facts)}


def _points(code: str, hand: int, facts: HandFacts) -> int:
    return max(0, round(blatt.expected_points(code, hand, facts)))
