"""Calling a partner, giving up, taking a part of the talon, discarding."""

from __future__ import annotations

from typing import Final, NamedTuple

from .base import (
    BIRDS,
    BITS,
    CARD_POINTS,
    FAMILY,
    INDEX,
    KINDS,
    KINGS,
    QUEENS,
    STECHER,
    SUIT_OF,
    SUITS,
    TAROKS,
    TRULL,
    Action,
    View,
    indexes_of,
    lowest,
    mask,
)
from .facts import hand_facts, has_guarded_queen, is_guarded

# Weights against each other within one choice, most of them those of harbour-tarock, a public
# program for this game.
CALL_GUARDED_QUEEN: Final = 45
CALL_BARE_QUEEN: Final = 25
CALL_KNIGHT: Final = 22
CALL_LENGTH: Final = (-60, 4, 14, 9, 0, 0, 0, 0, 0)  # by length of the suit
HALF_HONOUR: Final = 40
HALF_STECHER: Final = 26
HALF_TAROK: Final = 13
HALF_KING: Final = 24
HALF_CALLED: Final = 30
HALF_CALLED_SUIT: Final = 8
DISCARD_LENGTH: Final = (0, 42, 28, 14)  # 14 x (4 - length) for lengths 1 to 3
DISCARD_GUARD: Final = -45
DISCARD_CALLED_SUIT: Final = -55
VOID: Final = 20
SUIT_GAME_LENGTH: Final = 8  # per card of the suit already held
HOPELESS: Final = (
    10  # bid points below which a Rufer against three is given up (won by 14 % with 9)
)
BROKEN_PROMISE: Final = 500
BIRD_CARDS: Final = sum(BIRDS.values())
PACKETS: Final = {"L": 0, "R": 1}


def call(view: View, legal: tuple[Action, ...]) -> Action:
    """The fourth king without a name where that is possible: who holds it learns enough.

    Otherwise the card whose suit helps most; of equals the first in the list.
    """
    hand = mask(view["cards"][str(view["seat"])])
    if legal[-1].arg == "4th":
        return legal[-1]
    cards = [action for action in legal if action.arg in INDEX]
    return max(cards, key=lambda action: _call_value(hand, INDEX[action.arg]), default=legal[0])


def _call_value(hand: int, card: int) -> int:
    suit = SUITS[SUIT_OF[card]]
    value = CALL_LENGTH[(hand & suit).bit_count()]
    if has_guarded_queen(hand, suit):
        value += CALL_GUARDED_QUEEN
    elif hand & suit & QUEENS:
        value += CALL_BARE_QUEEN
    if hand & suit & (QUEENS >> 1):
        value += CALL_KNIGHT
    return value


def concede(view: View, legal: tuple[Action, ...]) -> Action:
    """Gives up only what cannot be won with the better packet either (koenigrufen.md §8.4)."""
    hand = mask(view["cards"][str(view["seat"])])
    best = max(hand_facts(hand | mask(packet)).points for packet in view["talon"]["packets"])
    return legal[1] if best < HOPELESS else legal[0]


class Offer(NamedTuple):
    """What a packet is worth: for itself, by the discard it allows, by the points it keeps from
    the others; ``broken`` says that it breaks an announcement.
    """

    packet: int
    worth: int
    saved: int
    gained: int
    broken: bool

    @property
    def value(self) -> int:
        """All of it in one number."""
        return self.worth + self.saved + self.gained - BROKEN_PROMISE * self.broken


def take(view: View, legal: tuple[Action, ...]) -> Action:
    """The packet with the best sum of its cards, the best discard after it, and what is left."""
    found = offers(view, legal)
    return max(legal, key=lambda action: found[action].value)


def offers(view: View, legal: tuple[Action, ...]) -> dict[Action, Offer]:
    """Every packet that can be taken, valued."""
    hand = mask(view["cards"][str(view["seat"])])
    packets = [mask(packet) for packet in view["talon"]["packets"]]
    called = BITS.get(view.get("called", ""), 0)
    kind = KINDS.get(view["contract"]["code"], "tarock")
    unwanted = _promised_without(view)

    def valued(action: Action) -> Offer:
        packet = packets[PACKETS[action.arg] if action.arg in PACKETS else int(action.arg)]
        gained = sum(CARD_POINTS[i] for i in indexes_of(packet))  # the others get the rest
        _chosen, saved = best_discard(hand | packet, packet.bit_count(), called, kind)
        worth = (
            _suit_packet_value(packet, hand) if kind == "suit" else _packet_value(packet, called)
        )
        return Offer(packet, worth, saved, gained, bool(packet & unwanted))

    return {action: valued(action) for action in legal}


def _promised_without(view: View) -> int:
    """Cards the declarer has announced to do without (illustrated-tarock.md §5)."""
    said = {done["item"] for done in view.get("announced", ())}
    return (TRULL if "notrull" in said else 0) | (KINGS if "nokings" in said else 0)


def _packet_value(packet: int, called: int) -> int:
    total = 0
    called_suit = SUITS[SUIT_OF[lowest(called)]] if called else 0
    for card in indexes_of(packet):
        bit = 1 << card
        if bit & TRULL:
            total += HALF_HONOUR
        elif bit & STECHER:
            total += HALF_STECHER
        elif bit & TAROKS:
            total += HALF_TAROK
        elif bit & KINGS:
            total += HALF_KING + (HALF_CALLED if bit & called else 0)
        else:
            total += 3 * CARD_POINTS[card] + (HALF_CALLED_SUIT if bit & called_suit else 0)
    return total


def _suit_packet_value(packet: int, hand: int) -> int:
    """In a suit game: figures, and cards of suits that are long already."""
    return sum(
        5 * CARD_POINTS[card] + SUIT_GAME_LENGTH * (hand & SUITS[SUIT_OF[card]]).bit_count()
        for card in indexes_of(packet & ~TAROKS)
    )


def discard(view: View, legal: tuple[Action, ...]) -> Action:
    """The next card of the set chosen for the whole discard.

    The set is chosen again at every card from all cards the declarer held before the first
    one, so that equal views give the same set; cards laid down by somebody else before are
    taken as given.
    """
    chosen = chosen_discard(view)
    by_bit = {BITS[action.arg]: action for action in legal}
    for bit, action in by_bit.items():
        if bit & chosen:
            return action
    return min(legal, key=lambda action: CARD_POINTS[INDEX[action.arg]])


def chosen_discard(view: View) -> int:
    """The set of which the next card is laid away; cards of it may lie there already."""
    hand = mask(view["cards"][str(view["seat"])])
    laid = mask(view.get("discards", ()))
    called = BITS.get(view.get("called", ""), 0)
    kind = KINDS.get(view["contract"]["code"], "tarock")
    open_count = hand.bit_count() - min(view["counts"])
    chosen, _value = best_discard(hand | laid, open_count + laid.bit_count(), called, kind)
    if laid & ~chosen:
        chosen, _value = best_discard(hand, open_count, called, kind)
    return chosen


def best_discard(hand: int, count: int, called: int, kind: str = "tarock") -> tuple[int, int]:
    """The best set of ``count`` cards to lay down and its value.

    Kings, Trull and the called card stay (koenigrufen.md §8.3). Taroks go only when the suits
    do not have ``count`` cards; then all of those go, and the lowest taroks that are no birds.
    In suit games it is the other way round.
    """
    free = hand & ~(KINGS | TRULL | called)
    taroks = free & TAROKS
    if kind == "suit":
        short = count - taroks.bit_count()
        if short <= 0:
            return _lowest_cards(taroks, count), 0
        cards, value = _from_suits(hand, free, short, called)
        return taroks | cards, value
    suit_cards = free & ~TAROKS
    short = count - suit_cards.bit_count()
    if short >= 0:
        others = taroks & ~BIRD_CARDS
        plain = min(short, others.bit_count())
        laid = _lowest_cards(others, plain) | _lowest_cards(taroks & BIRD_CARDS, short - plain)
        return suit_cards | laid, 0
    return _from_suits(hand, free, count, called)


def _from_suits(hand: int, free: int, count: int, called: int) -> tuple[int, int]:
    """The best ``count`` suit cards and their value.

    Suits are valued one by one (each suit: the best way to give 0, 1, 2 ... of its cards) and
    then combined, which finds the best set of all without trying each.
    """
    best = {0: (0, 0)}  # cards given so far -> (value, set)
    for suit in SUITS:
        options = _suit_options(hand, free, suit, count, called)
        merged: dict[int, tuple[int, int]] = {}
        for given, (value, cards) in best.items():
            for more, (extra, chosen) in enumerate(options):
                if given + more > count:
                    break
                total = (value + extra, cards | chosen)
                if given + more not in merged or total[0] > merged[given + more][0]:
                    merged[given + more] = total
        best = merged
    value, cards = best[count]
    return cards, value


def _suit_options(
    hand: int, free: int, suit: int, count: int, called: int
) -> list[tuple[int, int]]:
    """Best (value, set) for giving 0, 1, 2 ... cards of one suit."""
    held = hand & suit
    # rich cards first: what is laid down counts for the declarer
    ranked = sorted(indexes_of(free & suit), key=lambda card: (-CARD_POINTS[card], card))
    options = [(0, 0)]
    for more in range(1, min(count, len(ranked)) + 1):
        gone = 0
        for card in ranked[:more]:
            gone |= 1 << card
        options.append((_suit_value(held, gone, called), gone))
    return options


def _suit_value(held: int, gone: int, called: int) -> int:
    """Value of laying down ``gone`` from the cards ``held`` of one suit."""
    length = held.bit_count()
    bonus = DISCARD_LENGTH[length] if length < len(DISCARD_LENGTH) else 0
    value = sum(5 * CARD_POINTS[card] + bonus for card in indexes_of(gone))
    kept = held & ~gone
    king = held & KINGS
    if king and not is_guarded(kept, king.bit_length() - 1):
        value += DISCARD_GUARD
    if called and not kept and called & FAMILY[lowest(held)]:
        value += DISCARD_CALLED_SUIT
    if not kept:
        value += VOID
    return value


def _lowest_cards(cards: int, count: int) -> int:
    """The ``count`` lowest cards of a set."""
    chosen = 0
    for _ in range(count):
        bit = cards & -cards
        chosen |= bit
        cards ^= bit
    return chosen
