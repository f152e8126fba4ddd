"""What one viewer may know of a hand: the only form in which a hand leaves the engine.

Browsers, bots and REST get the same JSON shape; docs/protocol.md describes every key. A key that
does not apply is absent.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypedDict

from .cards import ALL_CARDS, PACK, codes_of, thirds
from .phases.talon import is_turned_up, packets, shown_discards

if TYPE_CHECKING:
    from .state import HandState


@dataclass(frozen=True, slots=True)
class Seat:
    """The viewer who holds the cards of one hand seat."""

    index: int


@dataclass(frozen=True, slots=True)
class _Public:
    """Spectators, and people of the table who sit this hand out."""


@dataclass(frozen=True, slots=True)
class _Open:
    """Everybody's cards at once, for tables whose policy says so."""


Viewer = Seat | _Public | _Open
PUBLIC: Final = _Public()
OPEN: Final = _Open()


class Contract(TypedDict):
    """``contract`` of a view."""

    code: str
    declarer: int


class Talon(TypedDict, total=False):
    """``talon`` of a view: the packets turned up, and the one the declarer took."""

    packets: list[list[str]]
    taken: int


class Trick(TypedDict, total=False):
    """A trick; ``winner`` is absent while it is being played."""

    lead: int
    cards: list[str]
    winner: int


class Announced(TypedDict):
    """An announced item and the seat that announced it."""

    item: str
    seat: int


class View(TypedDict, total=False):
    """A hand as one viewer may see it. Seats are hand seats; card points are thirds."""

    v: int
    rules: str
    hand: str
    ply: int
    phase: str
    turn: int
    seat: int
    dealer: int
    seating: list[int]
    cards: dict[str, list[str]]
    counts: list[int]
    auction: list[list[Any]]
    contract: Contract
    called: str
    talon: Talon
    discards: list[str]
    announced: list[Announced]
    factors: dict[str, int]
    tricks: list[Trick]
    trick: Trick
    roles: list[str]
    points: list[int]
    score: dict[str, Any]
    dealt: dict[str, list[str]]
    legal: list[str]
    fallback: str


def view_of(state: HandState, viewer: Viewer) -> View:
    """The view of ``state`` for ``viewer``; see ``HandState.view_for``."""
    seat = viewer.index if isinstance(viewer, Seat) else -1
    view: View = {
        "v": 1,
        "rules": state.rules.key,
        "hand": state.hand,
        "ply": state.ply,
        "phase": state.phase,
    }
    if state.turn is not None:
        view["turn"] = state.turn
    if seat >= 0:
        view["seat"] = seat
    view["dealer"] = state.dealer
    view["seating"] = list(state.seating)
    view["cards"] = {
        str(s): list(codes_of(hand))
        for s, hand in enumerate(state.hands)
        if s == seat or viewer is OPEN or state.is_over
    }
    view["counts"] = [hand.bit_count() for hand in state.hands]
    view["auction"] = [[s, str(call)] for s, call in state.bidding.calls]
    if state.contract is not None:
        _add_game(view, state, viewer)
    if state.is_over:
        view["score"] = state.score().to_json()
        view["dealt"] = {str(s): list(codes_of(hand)) for s, hand in enumerate(state.dealt)}
    elif seat == state.turn:
        legal = [str(action) for action in state.legal_actions()]
        view["legal"] = legal
        view["fallback"] = legal[0]
    return view


def _add_game(view: View, state: HandState, viewer: Viewer) -> None:
    """What follows the auction: contract, call, talon, discards, tricks and roles."""
    assert state.contract is not None
    view["contract"] = {"code": state.contract.code, "declarer": state.declarer}
    if state.called >= 0:
        view["called"] = PACK[state.called]
    if is_turned_up(state) or state.is_over:
        view["talon"] = {"packets": [[PACK[c] for c in packet] for packet in packets(state)]}
        if state.taken >= 0:
            view["talon"]["taken"] = state.taken
    if state.discards:
        view["discards"] = _discards(state, viewer)
    play = state.play
    if play.lead >= 0:
        view["tricks"] = [
            {"lead": t.lead, "cards": [PACK[c] for c in t.cards], "winner": t.winner}
            for t in play.tricks
        ]
        if not state.is_over:
            view["trick"] = {"lead": play.lead, "cards": [PACK[c] for c in play.cards]}
        view["points"] = [thirds(pile) for pile in play.won]
    view["roles"] = roles(state, viewer)


def _discards(state: HandState, viewer: Viewer) -> list[str]:
    """The declarer knows all his discards, the others those that were shown (§8.3)."""
    assert state.contract is not None
    knows = viewer is OPEN or state.is_over or viewer == Seat(state.declarer)
    seen = ALL_CARDS if knows else shown_discards(state.contract.kind)
    return [PACK[card] if seen >> card & 1 else "?" for card in state.discards]


def roles(state: HandState, viewer: Viewer) -> list[str]:
    """Declarer, partner, defender or unknown per seat, as far as this viewer knows (§7, §18)."""
    partner = state.partner
    if _sides_are_known(state, viewer):
        found = ["defender"] * len(state.hands)
        if partner >= 0:
            found[partner] = "partner"
    else:
        found = ["unknown"] * len(state.hands)
        if isinstance(viewer, Seat) and state.called >= 0 and viewer.index != state.declarer:
            found[viewer.index] = "defender"
    found[state.declarer] = "declarer"
    return found


def _sides_are_known(state: HandState, viewer: Viewer) -> bool:
    """Whether this viewer knows every seat's side.

    The partner does from the call on; everybody else does when the called card was played or
    lay in a talon that was turned up.
    """
    contract = state.contract
    assert contract is not None
    if contract.partner != "called" or state.is_over:
        return True
    if state.called < 0:
        return False
    if viewer is OPEN or viewer == Seat(state.partner):
        return True
    if state.called in state.talon:
        return is_turned_up(state)
    played = state.play.cards + tuple(c for trick in state.play.tricks for c in trick.cards)
    return state.called in played
