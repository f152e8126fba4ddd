"""The auction: which contract a hand is worth, and what to say now (bots.md §2.2).

The thresholds are data, read off 8,000 hands in which one seat aimed at each contract in turn
while the others kept to this strategy, under koenigrufen/cardgames-zone (RU 1, SR 2, DR 4,
BE 4, SD 8). A Rufer is worth 0.1 more than passing from 6 bid points on, a Dreier 3 from 11 but
less than nothing at 10 (with eight taroks: 2.7), a Solodreier breaks even at 15, a Solorufer is
never better than the best of the others by more than 0.1. Of 650 Bettel hands with at most three
taroks those with no risk were all won, with one 62 %, with two 41 %, with three 25 %.
bots.md §1.2 has the first table of this kind, for values 1-2-3-4-6.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from .base import Action, View, mask
from .facts import HandFacts, bettel_risks, hand_facts


class Need(NamedTuple):
    """What a hand must hold for a contract; ``points`` are bid points (see HandFacts)."""

    contract: str
    points: int
    taroks: int
    stecher: int
    kings: int = 0
    top: bool = False
    short_suits: int = 0


# strongest first; the first line that fits is the contract the hand is worth
NEEDS: Final[tuple[Need, ...]] = (
    Need("SD", points=15, taroks=9, stecher=4),
    Need("DR", points=11, taroks=6, stecher=2),
    Need("DR", points=10, taroks=8, stecher=2),
    Need("SR", points=10, taroks=5, stecher=2, kings=1, top=True, short_suits=2),
    Need("RU", points=6, taroks=3, stecher=0),
)
BETTEL_TAROKS: Final = 3
BETTEL_RISKS: Final = 1
RANKS: Final[dict[str, int]] = {"RU": 1, "SR": 2, "DR": 3, "BE": 4, "SD": 5}
FORCED: Final = ("RU", "SR", "DR", "BE", "SD")  # the cheapest way out when all passed


def is_bettel(hand: int, facts: HandFacts) -> bool:
    """Whether the hand takes no trick more often than not."""
    return facts.taroks <= BETTEL_TAROKS and bettel_risks(hand) <= BETTEL_RISKS


def best_contract(hand: int, shift: int = 0) -> str:
    """The contract a hand is worth, ``""`` for none.

    ``shift`` are bid points asked for on top of the table for the lowest contract.
    """
    facts = hand_facts(hand)
    if is_bettel(hand, facts):
        return "BE"
    for need in NEEDS:
        if (
            facts.points >= need.points + (shift if need is NEEDS[-1] else 0)
            and facts.taroks >= need.taroks
            and facts.stecher >= need.stecher
            and facts.kings >= need.kings
            and (facts.has_top or not need.top)
            and facts.short_suits >= need.short_suits
        ):
            return need.contract
    return ""


def seat_shift(view: View) -> int:
    """Bid points asked for on top of the table, by place in the auction (bots.md §2.2).

    The player behind forehand knows nothing of two others: one more. The dealer speaks
    last: one less.
    """
    place = (view["seat"] - view["dealer"]) % len(view["counts"])  # forehand 1, dealer 0
    return {2: 1, 0: -1}.get(place, 0)


def bid(view: View, legal: tuple[Action, ...]) -> Action:
    """One call. Forehand always reserves first: he may still outbid or hold later."""
    if legal[0].verb == "reserve" or len(legal) == 1:
        return legal[0]
    hand = mask(view["cards"][str(view["seat"])])
    wanted = best_contract(hand, seat_shift(view))
    for action in legal:
        if action.verb == "bid" and action.arg == wanted:
            return action
    if any(action.verb == "hold" for action in legal) and may_hold(view, wanted):
        return Action("hold")
    return next(action for action in legal if action.verb == "pass")


def may_hold(view: View, wanted: str) -> bool:
    """Whether the standing bid is what forehand's hand is worth, or less."""
    standing = next(text[4:] for _seat, text in reversed(view["auction"]) if text[:4] == "bid:")
    return RANKS.get(wanted, 0) >= RANKS.get(standing, 9)


def choose(view: View, legal: tuple[Action, ...]) -> Action:
    """Forehand's contract after all others have passed: the hand's worth, else a Rufer."""
    offered = {action.arg: action for action in legal}
    wanted = best_contract(mask(view["cards"][str(view["seat"])]))
    for contract in (wanted, *FORCED):
        if contract in offered:
            return offered[contract]
    return legal[0]
