"""Taking a part of the talon, giving up before it, laying cards away.

koenigrufen.md §8, illustrated-tarock.md §1.6 and §1.7.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from ..actions import Action
from ..cards import BIRDS, KINGS, SUIT_CARDS, TAROKS, TRULL, code_of, index_of, indexes_of

if TYPE_CHECKING:
    from ..state import HandState


class Exposure(NamedTuple):
    """A talon turned up for everybody: cards per packet and the names of the packets."""

    packet_size: int
    names: tuple[str, ...]


# talon code of a contract -> how it is turned up; the other codes leave it face down
EXPOSURES: Final[Mapping[str, Exposure]] = {
    "half": Exposure(3, ("L", "R")),
    "threes": Exposure(3, ("0", "1")),
    "pairs": Exposure(2, ("0", "1", "2")),
    "singles": Exposure(1, ("0", "1", "2", "3", "4", "5")),
}
# all six go to the declarer, unseen by the others (koenigrufen.md §8.2)
UNSEEN: Final = "six"
CONTINUE: Final = Action("continue")


def packets(state: HandState) -> tuple[tuple[int, ...], ...]:
    """The talon in packets, in deal order; halves when the contract does not say otherwise."""
    talon = state.contract.talon if state.contract else ""
    exposure = EXPOSURES.get(talon)
    size = exposure.packet_size if exposure else 6 if talon == UNSEEN else 3
    cards = state.talon
    return tuple(cards[i : i + size] for i in range(0, len(cards), size))


def is_turned_up(state: HandState) -> bool:
    """Whether all players have seen the talon: from the phase in which it can be taken on."""
    if state.contract is None or state.contract.talon not in EXPOSURES:
        return False
    flow = state.rules.flow
    first = min(flow.index(name) for name in ("concede", "take") if name in flow)
    return state.is_over or flow.index(state.phase) >= first


def enter_concede(state: HandState) -> HandState | None:
    """Only when the turned-up talon shows the called card (koenigrufen.md §8.4)."""
    may = state.rules.talon.concede_if_called_in_talon and state.contract is not None
    if not may or state.called not in state.talon or not _is_exposed(state):
        return None
    return state.step(phase="concede", turn=state.declarer)


def _is_exposed(state: HandState) -> bool:
    return state.contract is not None and state.contract.talon in EXPOSURES


def legal_concessions(state: HandState) -> tuple[Action, ...]:
    """Go on, or give up; with a compulsory bird he names the one that is paid."""
    birds = owed_birds(state)
    if not birds:
        return (CONTINUE, Action("concede"))
    return (CONTINUE, *(Action("concede", bird) for bird in birds))


def apply_concession(state: HandState, action: Action) -> HandState:
    """Giving up ends the hand."""
    if action == CONTINUE:
        return state.moved(turn=None)
    return state.moved(turn=None, phase="over", conceded=action.arg or "game")


def owed_birds(state: HandState) -> tuple[str, ...]:
    """Birds of the contract the declarer held before the talon; he has to announce one (§9)."""
    if state.contract is None:
        return ()
    held = state.dealt[state.declarer]
    return tuple(bird for bird in state.contract.compulsory if held & BIRDS[bird])


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
    """Only when the declarer took cards; he may just have got all six."""
    if state.contract is not None and state.contract.talon == UNSEEN:
        hand = state.hands[state.declarer] | sum(1 << card for card in state.talon)
        hands = state.hands_with(state.declarer, hand)
        return state.step(phase="discard", turn=state.declarer, taken=0, hands=hands)
    if state.taken < 0:
        return None
    return state.step(phase="discard", turn=state.declarer)


def legal_discards(state: HandState) -> tuple[Action, ...]:
    """Cards that may be laid away next, by canonical index."""
    assert state.contract is not None
    hand = state.hands[state.declarer]
    found = discardable(hand, kind=state.contract.kind, keep=kept_cards(state, hand))
    return tuple([Action("discard", code_of(i)) for i in indexes_of(found)])


def kept_cards(state: HandState, hand: int) -> int:
    """The called card, and the last bird he could announce (§8.3)."""
    keep = 1 << state.called if state.called >= 0 else 0
    birds = hand & sum(BIRDS[bird] for bird in owed_birds(state))
    return keep | birds if birds.bit_count() == 1 else keep


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
