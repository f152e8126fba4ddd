"""Contracts in which tricks are avoided: negative ones and Trischaken.

The legal cards already obey the duty to go over where there is one; a lead that others have to
go over is then only the better.
"""

from __future__ import annotations

from .base import CARD_POINTS, FAMILY, GOAL_TRICKS, HIGHER, INDEX, TAROKS, Action, View
from .open_hands import giving
from .situation import Situation


def play(view: View, legal: tuple[Action, ...]) -> Action:
    """A card of the declarer or of a defender in a negative contract, or of anybody's own."""
    if len(legal) == 1:
        return legal[0]
    situation = Situation(view)
    options = [INDEX[action.arg] for action in legal]
    is_declarer = situation.me == situation.declarer
    missing = missing_tricks(situation)
    if len(view["cards"]) > 1:
        options = giving(situation, options, to_declarer=not is_declarer or missing > 0)
    if situation.kind == "everyone":
        card = _avoiding_card(situation, options)
    elif not is_declarer:
        card = _defender_card(situation, options)
    elif missing > 0:
        card = _taking_card(situation, options, missing)
    else:
        card = _avoiding_card(situation, options)
    return next(action for action in legal if INDEX[action.arg] == card)


def missing_tricks(situation: Situation) -> int:
    """Tricks the declarer still has to take."""
    goal = GOAL_TRICKS.get(situation.code, 0)
    return goal - situation.tricks_of(situation.declarer) if goal else 0


def danger(situation: Situation, card: int) -> tuple[int, int]:
    """How likely a card is to take a trick: more cards under it and fewer over it.

    (unseen cards it beats less those that beat it, index); greater is worse.
    """
    family = situation.unseen & FAMILY[card]
    higher = (family & HIGHER[card]).bit_count()
    return family.bit_count() - 2 * higher, card


def _avoiding_card(situation: Situation, options: list[int]) -> int:
    """The worst card that can still be got rid of safely."""
    if situation.best < 0:
        return _avoiding_lead(situation, options)
    under = [card for card in options if not situation.beats(card, situation.best)]
    if under:
        return max(under, key=lambda card: _burden(situation, card))
    if not situation.behind:
        return max(options)  # the trick is mine anyway
    return min(options)  # going over: the smaller, the likelier somebody goes over it too


def _burden(situation: Situation, card: int) -> tuple[int, int]:
    """How much better it is to be rid of a card; in Trischaken its points weigh, too."""
    worse, index = danger(situation, card)
    return (worse + 2 * CARD_POINTS[card] if situation.kind == "everyone" else worse), index


def _avoiding_lead(situation: Situation, options: list[int]) -> int:
    """The most dangerous card somebody can still beat; if none, the least dangerous."""
    beatable = [card for card in options if situation.unseen & HIGHER[card]]
    small = [card for card in beatable if danger(situation, card)[0] < 0]
    if small:
        return max(small, key=lambda card: danger(situation, card))
    return min(options, key=lambda card: danger(situation, card))


def _taking_card(situation: Situation, options: list[int], missing: int) -> int:
    """While tricks are missing: take one with the worst card, and keep so many bad ones."""
    by_danger = sorted(options, key=lambda card: danger(situation, card))
    if situation.best < 0:
        return by_danger[-1]
    over = [card for card in by_danger if situation.beats(card, situation.best)]
    if over:
        return over[-1]
    return by_danger[max(0, len(by_danger) - 1 - missing)]


def _defender_card(situation: Situation, options: list[int]) -> int:
    """Low while the declarer may still have to go over, high once he is safe."""
    if situation.best < 0:
        return _defender_lead(situation, options)
    under = [card for card in options if not situation.beats(card, situation.best)]
    if situation.best_seat == situation.declarer:
        return _unload(under) if under else max(options)
    if situation.declarer in situation.behind:
        # he has to stay under the winning card, so the trick is kept low
        return _unload(under) if under else min(options)
    return _unload(options)


def _unload(options: list[int]) -> int:
    """The card that stands highest in its family; a tarok before suit cards."""
    return max(options, key=lambda card: (card < 22, card if card < 22 else (card - 22) & 7))


def _defender_lead(situation: Situation, options: list[int]) -> int:
    """A low card of a family the declarer still has, best one he has shown."""
    void = situation.void[situation.declarer]
    open_to_him = [card for card in options if not FAMILY[card] & void] or options
    shown = _shown_by_declarer(situation)

    def value(card: int) -> tuple[int, int, int]:
        family = FAMILY[card]
        higher = (situation.unseen & HIGHER[card]).bit_count()
        return (higher, int(bool(family & shown)), -card if family & TAROKS else 0)

    return max(open_to_him, key=value)


def _shown_by_declarer(situation: Situation) -> int:
    """Families the declarer has followed to."""
    found = 0
    for trick in situation.view["tricks"]:
        place = (situation.declarer - trick["lead"]) % situation.seats
        led, card = trick["cards"][0], trick["cards"][place]
        family = FAMILY[INDEX[led]]
        if family >> INDEX[card] & 1:
            found |= family
    return found
