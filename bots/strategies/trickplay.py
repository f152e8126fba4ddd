"""Which card to play in a positive contract.

Every legal card is valued in thirds: what this trick can be expected to bring my side when
the card is played now, less what the card would be worth if it were kept. The rules of play
follow from that: the richest card on a mate's safe trick, the lowest winning tarok on a
foe's, the Sküs only for a rich trick, a king while its suit still goes round. Leads add the
plans of the two sides: attackers draw taroks, defenders lead suits.
"""

from __future__ import annotations

from typing import Final

from .base import (
    BIRDS,
    FAMILY,
    HIGHER,
    INDEX,
    PAGAT,
    STECHER,
    SUIT_OF,
    TAROKS,
    THIRDS,
    Action,
    View,
    indexes_of,
    mask,
    thirds,
)
from .odds import Odds
from .plans import bonds
from .relations import mate_chances
from .situation import Situation

# Weights in thirds unless said otherwise: the rules above put into numbers, then each
# changed alone for one of four clubs on 700-800 paired deals. Nearly all are flat there (less
# than 0.3 thirds per hand either way; random cards instead of these rules cost 7). Drawing taroks
# from five on, as the rule has it, was 0.2 worse than from seven on.
# what players behind add to a trick that my side takes
GIFT_MATE: Final = 3.0
GIFT_FOE: Final = 1.5
CAPTURE: Final = 11.0  # what a winning card takes from the others in a later trick
# chance that a tarok wins later, by the number of unseen higher ones
TAROK_WINS: Final = (1.0, 0.72, 0.58, 0.48, 0.42, 0.37, 0.33, 0.30, 0.28, 0.26, 0.24)
# chance that the best card of a suit wins later, by the unseen cards of the suit
SUIT_WINS: Final = (0.08, 0.1, 0.12, 0.2, 0.33, 0.45, 0.55, 0.62, 0.65)
LOSER_HOME: Final = 0.4  # chance that a card that wins nothing still falls to my side
VOID_SOON: Final = 5.0  # last card of a suit, with taroks to ruff
DRAW_TAROKS: Final = 20.0
DRAW_FROM: Final = {"declarer": 7, "partner": 6}  # taroks held of twelve cards
DRAW_FROM_LONG: Final = {"declarer": 9, "partner": 8}  # of sixteen
DRAW_FOR_BIRD: Final = 3  # so many less when a bird was announced on this side
DRAW_BEST: Final = 14  # index of XV: draw with cards near it
DRAW_SMALL: Final = -6.0  # but not with cards under X
DEFENCE_TAROK: Final = -4.0
LONG_SUIT: Final = 1.0  # per card, for a strong defender
SHORT_SUIT: Final = 1.5  # per card under four, for a weak one
STRONG: Final = (6, 2)  # taroks, of these XVI and higher
PAGAT_LEAD: Final = -30.0
# suit games: chance that a card wins later, by the unseen higher ones of its suit
SUIT_GAME_WINS: Final = (0.9, 0.45, 0.2, 0.1, 0.05)
SUIT_GAME_LEAD: Final = 5.0  # per card of the suit, for the declarer
CALLED_LED: Final = 0.75  # chance that the called king's side takes the trick led in its suit
NEED: Final = 15  # thirds: from here on any sure trick that ends the matter is taken
SURE: Final = 0.97
ENDS_IT: Final = 100.0
WIN_THIRDS: Final = 107


def play(view: View, legal: tuple[Action, ...]) -> Action:
    """The card with the greatest value; of equals the first in the list (the lowest)."""
    if len(legal) == 1:
        return legal[0]
    situation = Situation(view)
    options = [INDEX[action.arg] for action in legal]
    mates = mate_chances(situation)
    values = (
        _lead_values(situation, mates, options)
        if situation.best < 0
        else _follow_values(situation, mates, options)
    )
    for card, extra in bonds(situation, mates).items():
        if card in options:
            values[options.index(card)] += extra
    best = max(range(len(options)), key=values.__getitem__)
    return legal[best]


def _follow_values(
    situation: Situation, mates: tuple[float, ...], options: list[int]
) -> list[float]:
    odds = Odds(situation, mates, FAMILY[situation.trick[0]])
    best = situation.best
    if_beaten = odds.win_chance(best, mates[situation.best_seat])
    pot = situation.pot + _gifts(situation, mates)
    need = thirds_needed(situation, mates)
    values = []
    for card in options:
        chance = odds.win_chance(card, 1.0) if situation.beats(card, best) else if_beaten
        stake = pot + THIRDS[card]
        value = 2.0 * (chance * stake - worth_kept(situation, card))
        if chance >= SURE and need <= NEED and situation.pot + THIRDS[card] >= need:
            value += ENDS_IT
        values.append(value)
    return values


def _lead_values(situation: Situation, mates: tuple[float, ...], options: list[int]) -> list[float]:
    by_family: dict[int, Odds] = {}
    values = []
    for card in options:
        family = FAMILY[card]
        odds = by_family.get(family)
        if odds is None:
            odds = by_family[family] = Odds(situation, mates, family)
        chance = _lead_chance(situation, odds, card)
        stake = THIRDS[card] + _lead_gifts(situation, mates, family)
        value = 2.0 * (chance * stake - worth_kept(situation, card))
        values.append(value + _plan(situation, card))
    return values


def _lead_chance(situation: Situation, odds: Odds, card: int) -> float:
    """Chance that my side takes a trick led with ``card``."""
    called = situation.called
    if called >= 0 and situation.unseen >> called & 1 and HIGHER[card] >> called & 1:
        # whoever holds the called king is on the declarer's side
        return CALLED_LED if situation.me == situation.declarer else 1.0 - CALLED_LED
    return odds.win_chance(card, 1.0)


def _gifts(situation: Situation, mates: tuple[float, ...]) -> float:
    """Thirds the players behind may be expected to add to a trick of my side."""
    return sum(
        mates[seat] * GIFT_MATE + (1.0 - mates[seat]) * GIFT_FOE for seat in situation.behind
    )


def _lead_gifts(situation: Situation, mates: tuple[float, ...], family: int) -> float:
    """The same for a trick led in ``family``: suits give what is out of them."""
    out = situation.unseen & family
    if family & TAROKS or not out:
        return _gifts(situation, mates)
    return thirds(out) / out.bit_count() * len(situation.behind)


def _plan(situation: Situation, card: int) -> float:
    """What a lead is worth for the plan of my side, beyond the trick itself."""
    role = situation.view["roles"][situation.me]
    if situation.kind == "suit":
        length = (situation.hand & FAMILY[card]).bit_count()
        return SUIT_GAME_LEAD * length if role == "declarer" else 0.0
    taroks = situation.hand & TAROKS
    outside = situation.unseen & TAROKS
    if card < 22:
        if not outside:
            return 0.0
        if 1 << card == PAGAT:
            return PAGAT_LEAD
        if role not in DRAW_FROM:
            return DEFENCE_TAROK
        if taroks.bit_count() < draw_from(situation, role):
            return 0.0
        if card < 9:
            return DRAW_TAROKS + DRAW_SMALL
        return DRAW_TAROKS - 0.4 * abs(card - DRAW_BEST)
    if role in DRAW_FROM:
        return 0.0
    length = (situation.hand & FAMILY[card]).bit_count()
    strong = taroks.bit_count() >= STRONG[0] and (taroks & STECHER).bit_count() >= STRONG[1]
    return LONG_SUIT * length if strong else SHORT_SUIT * max(0, 4 - length)


def draw_from(situation: Situation, role: str) -> int:
    """Taroks from which an attacker leads them; many cards played already ask for no fewer."""
    tricks = situation.left + len(situation.view["tricks"])
    need = (DRAW_FROM if tricks <= 12 else DRAW_FROM_LONG)[role]
    roles = situation.view["roles"]
    for item in situation.view.get("announced", ()):
        if item["item"] in BIRDS and roles[item["seat"]] in DRAW_FROM:
            return need - DRAW_FOR_BIRD
    return need


def worth_kept(situation: Situation, card: int) -> float:
    """Thirds a card may be expected to bring home, itself included, if it is kept."""
    if situation.left == 1:
        return 0.0
    win = later_win_chance(situation, card)
    home = win + (1.0 - win) * LOSER_HOME
    return home * THIRDS[card] + win * CAPTURE + _keeps_suit(situation, card)


def later_win_chance(situation: Situation, card: int) -> float:
    """Chance that a card kept now wins a later trick."""
    unseen = situation.unseen
    if situation.kind == "suit":
        if card < 22:
            return 0.0
        higher = (unseen & HIGHER[card]).bit_count()
        return SUIT_GAME_WINS[min(higher, 4)]
    if card < 22:
        if not unseen & TAROKS:
            return 1.0
        higher = (unseen & HIGHER[card]).bit_count()
        return TAROK_WINS[min(higher, len(TAROK_WINS) - 1)]
    out = (unseen & FAMILY[card]).bit_count()
    if situation.trick and SUIT_OF[situation.trick[0]] == SUIT_OF[card]:
        out = max(0, out - len(situation.behind))  # this trick takes some of them
    if not unseen & TAROKS:
        return 0.9 if not unseen & HIGHER[card] else 0.1
    higher = (unseen & HIGHER[card]).bit_count()
    return SUIT_WINS[min(out, 8)] * (1.0, 0.3, 0.12)[min(higher, 2)]


def _keeps_suit(situation: Situation, card: int) -> float:
    """What is lost by not getting void: holding on to the last small card of a suit."""
    if card < 22 or (situation.hand & FAMILY[card]).bit_count() > 1 or situation.kind == "suit":
        return 0.0
    return -VOID_SOON if situation.hand & TAROKS else 0.0


def thirds_needed(situation: Situation, mates: tuple[float, ...]) -> int:
    """Thirds my side still has to take to win the game, counting what is certain.

    Tricks of seats that may be foes count for nobody yet; a hidden discard counts as empty
    for the others. A large number when that leaves the matter open.
    """
    view = situation.view
    me, declarer = situation.me, situation.declarer
    attacks = mates[declarer] >= SURE
    ours = sum(p for seat, p in enumerate(view["points"]) if mates[seat] >= SURE)
    if attacks:
        if me == declarer:
            ours += _pile(view.get("discards", ()))
        return WIN_THIRDS - ours
    talon = view.get("talon", {})
    taken = talon.get("taken")
    if taken is not None:
        for k, packet in enumerate(talon["packets"]):
            ours += _pile(packet) if k != taken else 0
    return 210 - (WIN_THIRDS - 1) - ours


def _pile(codes: list[str] | tuple[str, ...]) -> int:
    return sum(THIRDS[card] for card in indexes_of(mask(c for c in codes if c != "?")))
