"""The state of one hand: what has happened, what may happen next, what it pays.

A state is immutable and knows everything, also the hidden cards. People, bots and pages get
``view_for``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from .actions import Action
from .cards import PACK, PACK_SIZE, TAROKS, index_of
from .errors import HandOver, IllegalAction, NotYourTurn
from .phases.bidding import PASS, Bidding, opening
from .phases.table import PHASES
from .phases.talk import Talk
from .phases.tricks import Play
from .rules.base import Contract, RuleSet
from .scoring import Score, score_of
from .view import View, Viewer, view_of

_NO_PLAY = Play(-1, (), (), ())
_NO_TALK = Talk()
_WHOLE_PACK = set(PACK)


@dataclass(frozen=True)  # no slots: copying one dict is what makes the next state cheap
class HandState:
    """One hand after ``ply`` actions. Sets of cards are masks, single cards indexes.

    ``turn`` is the hand seat to move, None when over. ``called``, ``partner``, ``taken`` and
    ``declarer`` are -1 while there is none; ``partner`` is the truth, known to few.
    ``conceded`` is ``game`` or the bird that is paid, once the declarer gave up. A hand that is
    over without a contract is dealt again.
    """

    rules: RuleSet
    dealer: int
    hand: str
    seating: tuple[int, ...]
    dealt: tuple[int, ...]
    talon: tuple[int, ...]
    phase: str
    turn: int | None
    ply: int
    hands: tuple[int, ...]
    bidding: Bidding
    contract: Contract | None = None
    declarer: int = -1
    called: int = -1
    partner: int = -1
    taken: int = -1
    discards: tuple[int, ...] = ()
    talk: Talk = _NO_TALK
    is_call_unnamed: bool = False
    conceded: str = ""
    play: Play = _NO_PLAY
    # memo of legal_actions; no part of the value
    _legal: tuple[Action, ...] | None = field(default=None, compare=False, repr=False)

    @classmethod
    def deal(
        cls,
        rules: RuleSet,
        cards: Sequence[str],
        dealer: int,
        *,
        hand: str = "",
        seating: Sequence[int] | None = None,
    ) -> HandState:
        """The state before the first action; ``cards`` are the 54 codes in deal order.

        Packets go round from forehand; their sizes are the rule set's (koenigrufen.md §4,
        illustrated-tarock.md §2).
        ``hand`` is the public id shown in views, ``seating`` the table seat of each hand seat.
        Raises ValueError when the cards are no complete pack or a seat does not exist.
        """
        if not rules.is_dealt:
            raise ValueError(f"{rules.id} is written down, not dealt")
        seats = rules.hand_seats
        places = tuple(seating) if seating is not None else tuple(range(seats))
        if len(cards) != PACK_SIZE or set(cards) != _WHOLE_PACK:
            raise ValueError("a deal needs each of the 54 cards once")
        if not 0 <= dealer < seats or not len(places) == len(set(places)) == seats:
            raise ValueError("a deal needs a dealer's seat and one table seat per hand seat")
        order = [index_of(code) for code in cards]
        hands, talon = _dealt(rules, order, (dealer + 1) % seats)
        state = cls(
            rules=rules,
            dealer=dealer,
            hand=hand,
            seating=places,
            dealt=hands,
            talon=talon,
            phase="",
            turn=None,
            ply=0,
            hands=hands,
            bidding=opening(rules, (dealer + 1) % seats),
        )
        if rules.deal.redeal_no_tarok and not all(held & TAROKS for held in hands):
            return state.step(phase="over")
        return state._entered(rules.flow)

    @property
    def forehand(self) -> int:
        """The seat after the dealer."""
        return (self.dealer + 1) % self.rules.hand_seats

    @property
    def is_over(self) -> bool:
        """Whether the hand has ended."""
        return self.turn is None

    @property
    def is_redeal(self) -> bool:
        """Whether the hand ended without a contract, so that it is dealt again."""
        return self.turn is None and self.contract is None

    def legal_actions(self) -> tuple[Action, ...]:
        """Actions of the seat to move in a stable order, the default first; () when over.

        Computed only from what that seat may see, so a refusal tells nothing.
        """
        if self._legal is None:
            found = () if self.turn is None else PHASES[self.phase].legal(self)
            object.__setattr__(self, "_legal", found)
            return found
        return self._legal

    def apply(self, seat: int, action: Action) -> HandState:
        """The state after ``seat`` did ``action``; this one stays as it is.

        Raises HandOver, NotYourTurn, IllegalAction.
        """
        if self.turn is None:
            raise HandOver("the hand is over")
        if seat != self.turn:
            raise NotYourTurn(f"seat {self.turn} is to move", turn=self.turn)
        if action not in self.legal_actions():
            raise IllegalAction(f"{action} is not allowed now", action=str(action))
        after = PHASES[self.phase].apply(self, action)
        if after.turn is not None or after.phase == "over":
            return after
        flow = self.rules.flow
        return after._entered(flow[flow.index(self.phase) + 1 :])

    def default_action(self) -> Action:
        """What is played for a seat whose clock ran out or whose bot is broken (§5).

        Raises HandOver.
        """
        if self.turn is None:
            raise HandOver("the hand is over")
        return self.legal_actions()[0]

    def forced_action(self) -> Action | None:
        """The pass of a seat that has no other option; the platform plays it at once (§6.1)."""
        return PASS if self.legal_actions() == (PASS,) else None

    def view_for(self, viewer: Viewer) -> View:
        """What this viewer may see now; the only serialiser."""
        return view_of(self, viewer)

    def score(self) -> Score:
        """What the finished hand pays. Raises ValueError before its end."""
        return score_of(self)

    def step(self, **changes: Any) -> HandState:
        """This state with other values in some fields (for the phases)."""
        after = object.__new__(HandState)
        values = after.__dict__
        values.update(self.__dict__)
        values.update(changes)
        values["_legal"] = None
        return after

    def moved(self, **changes: Any) -> HandState:
        """``step`` for one action: the ply count rises."""
        changes["ply"] = self.ply + 1
        return self.step(**changes)

    def hands_with(self, seat: int, cards: int) -> tuple[int, ...]:
        """The hands with other cards at one seat."""
        return (*self.hands[:seat], cards, *self.hands[seat + 1 :])

    def _entered(self, names: Sequence[str]) -> HandState:
        """The first of these phases that applies; without one the hand is over."""
        for name in names:
            entered = PHASES[name].enter(self)
            if entered is not None:
                return entered
        return self.step(phase="over", turn=None)


def _dealt(
    rules: RuleSet, order: list[int], forehand: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Hands as masks and the talon in deal order, packet by packet."""
    seats = rules.hand_seats
    hands, talon, at = [0] * seats, tuple[int, ...](), 0
    for packet in rules.deal.pattern:
        size = int(packet.removeprefix("t"))
        if packet.startswith("t"):
            talon += tuple(order[at : at + size])
            at += size
            continue
        for turn in range(seats):
            for card in order[at : at + size]:
                hands[(forehand + turn) % seats] |= 1 << card
            at += size
    return tuple(hands), talon
