"""What a view tells a player who counts: cards still out, voids, the trick, what is safe.

Read once per decision from the view alone; nothing is kept between decisions.
"""

from __future__ import annotations

from .base import (
    ALL_CARDS,
    BITS,
    FAMILY,
    INDEX,
    KINDS,
    KINGS,
    OVER,
    OVER_IN_SUITS,
    SUIT_CARDS,
    SUITS,
    TAROKS,
    THIRDS,
    TRULL,
    View,
    mask,
)


class Situation:
    """Cards and counts of the hand being played, as seen by the seat to move.

    Attributes
    ----------
    me, seats, declarer: hand seats and their number; declarer -1 when there is none.
    code, kind: the contract and its kind. over: per card, the cards that beat it later.
    hand: my cards (mask). held: number of cards per seat. left: tricks still to play,
        the current one included.
    trick: indexes played to the current trick. lead: seat that leads or led it.
    best, best_seat: winning card so far and whose it is; -1 in an empty trick.
    pot: thirds lying in the trick. behind: seats that play after me, in order.
    unseen: cards that may be in another hand (mask). sure: per seat, cards known to be there.
    void: per seat, the families of cards the seat cannot have.
    hidden: how many of the unseen cards lie in the talon or in a discard.
    """

    __slots__ = (
        "behind",
        "best",
        "best_seat",
        "called",
        "code",
        "declarer",
        "hand",
        "held",
        "hidden",
        "kind",
        "lead",
        "left",
        "me",
        "over",
        "pot",
        "seats",
        "sure",
        "trick",
        "unseen",
        "view",
        "void",
    )

    def __init__(self, view: View) -> None:
        self.view = view
        self.me = me = view["seat"]
        self.held = held = view["counts"]
        self.seats = len(held)
        contract = view["contract"]
        self.code = contract["code"]
        self.declarer = contract.get("declarer", -1)
        self.kind = KINDS.get(self.code, "tarock")
        self.over = OVER_IN_SUITS if self.kind == "suit" else OVER
        self.called = INDEX.get(view.get("called", ""), -1)
        self.hand = mask(view["cards"][str(me)])
        self.left = held[me]
        self.void = [0] * self.seats
        played = self._read_tricks(view)
        self._read_trick(view)
        self._read_talon(view, played | mask(view["trick"]["cards"]))
        if len(view["cards"]) > 1:
            self._read_open_hands(view)

    def _read_tricks(self, view: View) -> int:
        """Voids shown in complete tricks; returns the cards played in them.

        Who does not follow has no card of the family led, and without a tarok none of those
        either: so it is in every kind of contract. In suit games who leads a tarok has no suit.
        """
        void, seats = self.void, self.seats
        in_suits = self.kind == "suit"
        played = 0
        for trick in view["tricks"]:
            cards, seat = trick["cards"], trick["lead"]
            led = FAMILY[INDEX[cards[0]]]
            if in_suits and led == TAROKS:
                void[seat] |= SUIT_CARDS
            for code in cards:
                bit = BITS[code]
                played |= bit
                if not bit & led:
                    void[seat] |= led if bit & TAROKS else led | TAROKS
                seat = (seat + 1) % seats
        return played

    def _read_trick(self, view: View) -> None:
        """The current trick: who is winning, what lies in it, who is still to play."""
        current = view["trick"]
        seats, seat = self.seats, current["lead"]
        self.lead = seat
        self.trick = [INDEX[code] for code in current["cards"]]
        self.best, self.best_seat, self.pot = -1, -1, 0
        for card in self.trick:
            self.pot += THIRDS[card]
            bit, led = 1 << card, FAMILY[self.trick[0]]
            if not bit & led:
                self.void[seat] |= led if bit & TAROKS else led | TAROKS
            if self.best < 0 or self.over[self.best] & bit:
                self.best, self.best_seat = card, seat
            seat = (seat + 1) % seats
        rest = seats - len(self.trick) - 1
        self.behind = [(self.me + k) % seats for k in range(1, rest + 1)]

    def _read_talon(self, view: View, played: int) -> None:
        """Cards that are in no hand, and those the declarer must have."""
        self.sure = [0] * self.seats
        talon = view.get("talon", {})
        taken = talon.get("taken")
        away = mask(code for code in view.get("discards", ()) if code != "?")
        for k, packet in enumerate(talon.get("packets", ())):
            if k != taken:
                away |= mask(packet)
            else:
                kept = mask(packet) & ~(played | away | self.hand)
                # what may be laid down unseen may be gone again
                stays = SUIT_CARDS | TRULL if self.kind == "suit" else TAROKS | KINGS
                self.sure[self.declarer] = kept & stays
        self.unseen = ALL_CARDS & ~(played | away | self.hand)
        others = sum(self.held) - self.left
        self.hidden = self.unseen.bit_count() - others

    def _read_open_hands(self, view: View) -> None:
        """All hands lie open: nothing is left to guess."""
        self.unseen = 0
        for text, codes in view["cards"].items():
            seat = int(text)
            if seat != self.me:
                cards = mask(codes)
                self.unseen |= cards
                self.sure[seat] = cards
                for family in (TAROKS, *SUITS):
                    if not cards & family:
                        self.void[seat] |= family
        self.hidden = 0

    def beats(self, card: int, best: int) -> bool:
        """Whether ``card``, played later, beats ``best`` in this contract."""
        return bool(self.over[best] >> card & 1)

    def tricks_of(self, seat: int) -> int:
        """Tricks a seat has taken."""
        return sum(trick["winner"] == seat for trick in self.view["tricks"])


def beats(card: int, best: int) -> bool:
    """Whether ``card``, played later, beats ``best`` where taroks are trumps.

    >>> beats(INDEX["02"], INDEX["HK"]), beats(INDEX["HK"], INDEX["DQ"])
    (True, False)
    """
    return bool(OVER[best] >> card & 1)
