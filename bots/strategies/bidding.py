"""The auction: which contracts a hand is worth, and what to say now.

The thresholds are data. Those of the five contracts of the seed were read off 8,000 hands in which
one seat aimed at each contract in turn while the others kept to this strategy, under
koenigrufen/cardgames-zone (RU 1, SR 2, DR 4, BE 4, SD 8). A Rufer is worth 0.1 more than passing
from 6 bid points on, a Dreier 3 from 11 but less than nothing at 10 (with eight taroks: 2.7), a
Solodreier breaks even at 15, a Solorufer is never better than the best of the others by more than
0.1. Of 650 Bettel hands with at most three taroks those with no risk were all won, with one 62 %,
with two 41 %, with three 25 %.

The other contracts were forced on forehand under the cups' rules, 1,500 to 25,000 deals each. With
at most 6 bid points Trischaken brings forehand 0.8 and more, a Rufer nothing; from 7 on it is the
other way round. A Sechserdreier brings 4 with 10 bid points, 7 with 11. A bird caller needs taroks
more than points. Where one has to go over, a Bettel is won by 66 % of the hands with two risks
and two taroks but only by 30 % of those with four. With at most five risks a Piccolo is won by
62 % of the hands with two high cards and up to three taroks, a Zwiccolo by 54 % of those with
three high cards and three or four taroks.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from .base import BIRDS, Action, View, mask, must_overtake
from .facts import HandFacts, hand_facts, high_cards, losing_risks, suit_game_points


class Need(NamedTuple):
    """What a hand must hold for a contract; ``points`` are bid points (see HandFacts)."""

    contract: str
    points: int
    taroks: int
    stecher: int = 0
    kings: int = 0
    top: bool = False
    short_suits: int = 0
    birds: tuple[str, ...] = ()  # one of these


# what a hand is worth, best first; the auction takes the first that can be bid
NEEDS: Final[tuple[Need, ...]] = (
    Need("SD", points=15, taroks=9, stecher=4),
    Need("DR", points=11, taroks=6, stecher=2),
    Need("DR", points=10, taroks=8, stecher=2),
    Need("SR", points=10, taroks=5, stecher=2, kings=1, top=True, short_suits=2),
    Need("RU", points=6, taroks=3),
    Need("B1", points=9, taroks=7, birds=("pagat",)),
    Need("BR", points=9, taroks=7, birds=("pagat",)),
    Need("B2", points=11, taroks=8, birds=("uhu",)),
    Need("BR", points=11, taroks=8, birds=("uhu",)),
    Need("B3", points=11, taroks=9, birds=("kakadu",)),
    Need("B4", points=12, taroks=10, birds=("quapil",)),
    Need("SR", points=11, taroks=4, stecher=2),
)
SIX_POINTS: Final = 10  # bid points for a Sechserdreier, forehand's first word
SUIT_GAMES: Final = (("FS", 37), ("FD", 30))  # and the suit game points they need
TRISCHAKEN_POINTS: Final = 6  # bid points up to which forehand rather avoids tricks
BETTEL_TAROKS: Final = 3
BETTEL_RISKS: Final = 1
OVERTAKE_TAROKS: Final = 2  # where one has to go over
OVERTAKE_RISKS: Final = 2
OPEN_TAROKS: Final = 0  # with open cards three opponents find the lead against any tarok
# contract, high cards held, fewest and most taroks; with at most so many risks
FEW_TRICKS: Final = (("PI", 2, 0, 3), ("ZW", 3, 3, 4))
FEW_TRICKS_RISKS: Final = 5
FORCED: Final = ("RU", "TK", "DR")  # the cheapest way out when all passed


def losing_wishes(hand: int, facts: HandFacts, *, overtake: bool) -> list[str]:
    """Contracts in which tricks are avoided that the hand makes more often than not."""
    risks = losing_risks(hand)
    if risks > FEW_TRICKS_RISKS:
        return []
    if not overtake:
        return ["BE"] if facts.taroks <= BETTEL_TAROKS and risks <= BETTEL_RISKS else []
    found = []
    is_low = facts.taroks <= OVERTAKE_TAROKS and risks <= OVERTAKE_RISKS
    if is_low or (facts.taroks <= BETTEL_TAROKS and not risks):
        found += ["BO", "BE"] if facts.taroks <= OPEN_TAROKS else ["BE"]
    found += [
        code
        for code, high, fewest, most in FEW_TRICKS
        if high_cards(hand) == high and fewest <= facts.taroks <= most
    ]
    return found


def wishes(hand: int, shift: int = 0, *, overtake: bool = False) -> list[str]:
    """The contracts a hand is worth, best first.

    ``shift`` are bid points asked for on top of the table for a Rufer; ``overtake`` says
    whether one has to go over in negative contracts.
    """
    facts = hand_facts(hand)
    found = losing_wishes(hand, facts, overtake=overtake)
    strength = suit_game_points(hand, facts)
    found += [code for code, need in SUIT_GAMES if strength >= need]
    if facts.points <= TRISCHAKEN_POINTS:
        found.append("TK")
    found += [
        need.contract
        for need in NEEDS
        if facts.points >= need.points + (shift if need.contract == "RU" else 0)
        and facts.taroks >= need.taroks
        and facts.stecher >= need.stecher
        and facts.kings >= need.kings
        and (facts.has_top or not need.top)
        and facts.short_suits >= need.short_suits
        and (not need.birds or any(hand & BIRDS[bird] for bird in need.birds))
    ]
    return found


def seat_shift(view: View) -> int:
    """Bid points asked for on top of the table, by place in the auction.

    The player behind forehand knows nothing of two others: one more. The dealer speaks
    last: one less.
    """
    place = (view["seat"] - view["dealer"]) % len(view["counts"])  # forehand 1, dealer 0
    return {2: 1, 0: -1}.get(place, 0)


def bid(view: View, legal: tuple[Action, ...]) -> Action:
    """One call. Forehand reserves first, except for a Sechserdreier: he may still bid later."""
    hand = mask(view["cards"][str(view["seat"])])
    if legal[0].verb == "reserve":
        return _first_word(hand, legal)
    if len(legal) == 1:
        return legal[0]
    wanted = wishes(hand, seat_shift(view), overtake=must_overtake(view))
    bids = {action.arg: action for action in legal if action.verb == "bid"}
    for contract in wanted:
        if contract in bids:
            return bids[contract]
    hold = next((action for action in legal if action.verb == "hold"), None)
    if hold and wanted and standing(view) in wanted:
        return hold
    return next(action for action in legal if action.verb == "pass")


def _first_word(hand: int, legal: tuple[Action, ...]) -> Action:
    facts = hand_facts(hand)
    six = next((action for action in legal if action.arg == "SX"), None)
    return six if six and facts.points >= SIX_POINTS else legal[0]


def standing(view: View) -> str:
    """The contract that was bid last."""
    return next((text[4:] for _seat, text in reversed(view["auction"]) if text[:4] == "bid:"), "")


def choose(view: View, legal: tuple[Action, ...]) -> Action:
    """Forehand's contract after all others have passed: the hand's worth, else a Rufer."""
    offered = {action.arg: action for action in legal}
    hand = mask(view["cards"][str(view["seat"])])
    for contract in (*wishes(hand, overtake=must_overtake(view)), *FORCED):
        if contract in offered:
            return offered[contract]
    return legal[0]
