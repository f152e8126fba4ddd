"""What a view tells a player who counts: cards still out, voids, the trick, what is safe.

Read once per decision from the view alone; nothing is kept between decisions.
"""

from __future__ import annotations

from .base import ALL_CARDS, BITS, FAMILY, INDEX, NEGATIVE, TAROKS, THIRDS, View, mask


class Situation:
    """Cards and counts of the hand being played, as seen by the seat to move.

    Attributes
    ----------
    me, seats, declarer: hand seats and their number.
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
        "is_negative",
        "lead",
        "left",
        "me",
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
        self.declarer = contract["declarer"]
        self.is_negative = self.code in NEGATIVE
        self.called = INDEX.get(view.get("called", ""), -1)
        self.hand = mask(view["cards"][str(me)])
        self.left = held[me]
        self.void = [0] * self.seats
        played = self._read_tricks(view)
        self._read_trick(view)
        self._read_talon(view, played | mask(view["trick"]["cards"]))

    def _read_tricks(self, view: View) -> int:
        """Voids shown in complete tricks; returns the cards played in them."""
        void, seats = self.void, self.seats
        played = 0
        for trick in view["tricks"]:
            cards, seat = trick["cards"], trick["lead"]
            led = FAMILY[INDEX[cards[0]]]
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
            if self.best < 0 or beats(card, self.best):
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
        if taken is not None:
            for k, packet in enumerate(talon["packets"]):
                if k == taken:
                    kept = mask(packet) & ~(played | away | self.hand)
                    # a suit card below the king may have been laid down again
                    self.sure[self.declarer] = kept & (TAROKS | _KINGS)
                else:
                    away |= mask(packet)
        self.unseen = ALL_CARDS & ~(played | away | self.hand)
        others = sum(self.held) - self.left
        self.hidden = self.unseen.bit_count() - others


_KINGS = mask(("HK", "DK", "SK", "CK"))


def beats(card: int, best: int) -> bool:
    """Whether ``card``, played later, beats ``best`` (koenigrufen.md §10.3).

    >>> beats(INDEX["02"], INDEX["HK"]), beats(INDEX["HK"], INDEX["DQ"])
    (True, False)
    """
    if card < 22:
        return best >= 22 or card > best
    return card > best and bool(FAMILY[best] & (1 << card))
