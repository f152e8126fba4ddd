"""Taking a part of the talon and laying cards away (koenigrufen.md §8)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from ..actions import Action
from ..cards import KINGS, SUIT_CARDS, TAROKS, TRULL, code_of, index_of, indexes_of

if TYPE_CHECKING:
    from ..state import HandState


class Exposure(NamedTuple):
    """A talon turned up for everybody: cards per packet and the names of the packets."""

    packet_size: int
    names: tuple[str, ...]


# talon code of a contract -> how it is turned up; the other codes leave it face down
EXPOSURES: Final[Mapping[str, Exposure]] = {"half": Exposure(3, ("L", "R"))}


def packets(state: HandState) -> tuple[tuple[int, ...], ...]:
    """The talon in packets, in deal order; halves when the contract does not say otherwise."""
    exposure = EXPOSURES.get(state.contract.talon) if state.contract else None
    size = exposure.packet_size if exposure else 3
    cards = state.talon
    return tuple(cards[i : i + size] for i in range(0, len(cards), size))


def is_turned_up(state: HandState) -> bool:
    """Whether all players have seen the talon: from the phase in which it is taken on."""
    if state.contract is None or state.contract.talon not in EXPOSURES:
        return False
    flow = state.rules.flow
    return state.is_over or flow.index(state.phase) >= flow.index("take")


def discardable(hand: int, *, kind: str, keep: int = 0) -> int:
    """Cards of which the next discard may be one (koenigrufen.md §8.3).

    While a preferred card is left only those are offered: suit cards in tarok contracts, taroks
    in suit games. Kings, Trull cards and ``keep`` (called card, compulsory bird) stay.
    """
    free = hand & ~(KINGS | TRULL | keep)
    preferred = free & (TAROKS if kind == "suit" else SUIT_CARDS)
    return preferred or free


def shown_discards(kind: str) -> int:
    """The cards that are shown to everybody when they are laid away."""
    return SUIT_CARDS if kind == "suit" else TAROKS


def enter_take(state: HandState) -> HandState | None:
    """Only when the contract turns the talon up (after the call: koenigrufen.md §5)."""
    if state.contract is None or state.contract.talon not in EXPOSURES:
        return None
    return state.step(phase="take", turn=state.declarer)


def legal_takes(state: HandState) -> tuple[Action, ...]:
    """One action per packet."""
    assert state.contract is not None
    return tuple([Action("take", name) for name in EXPOSURES[state.contract.talon].names])


def apply_take(state: HandState, action: Action) -> HandState:
    """The declarer holds the packet; the others belong to his opponents."""
    assert state.contract is not None
    taken = EXPOSURES[state.contract.talon].names.index(action.arg)
    hand = state.hands[state.declarer]
    for card in packets(state)[taken]:
        hand |= 1 << card
    return state.moved(turn=None, taken=taken, hands=state.hands_with(state.declarer, hand))


def enter_discard(state: HandState) -> HandState | None:
    """Only when the declarer took cards."""
    if state.taken < 0:
        return None
    return state.step(phase="discard", turn=state.declarer)


def legal_discards(state: HandState) -> tuple[Action, ...]:
    """Cards that may be laid away next, by canonical index."""
    assert state.contract is not None
    keep = 1 << state.called if state.called >= 0 else 0
    hand = state.hands[state.declarer]
    found = discardable(hand, kind=state.contract.kind, keep=keep)
    return tuple([Action("discard", code_of(i)) for i in indexes_of(found)])


def apply_discard(state: HandState, action: Action) -> HandState:
    """One card less; the phase ends when as many are laid away as were taken."""
    card = index_of(action.arg)
    discards = (*state.discards, card)
    left = state.hands[state.declarer] & ~(1 << card)
    more = len(discards) < len(packets(state)[state.taken])
    return state.moved(
        turn=state.declarer if more else None,
        discards=discards,
        hands=state.hands_with(state.declarer, left),
    )
