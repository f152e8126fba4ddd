"""What one viewer may know of a hand: the only form in which a hand leaves the engine.

Browsers, bots and REST get the same JSON shape; docs/protocol.md describes every key. A key that
does not apply is absent.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypedDict

from .cards import ALL_CARDS, KINGS, PACK, codes_of
from .duties import duties
from .phases.talon import UNSEEN, is_turned_up, packets, shown_discards
from .result import seat_thirds
from .sides import are_known_to, is_called_card_seen

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


class Contract(TypedDict, total=False):
    """``contract`` of a view; ``declarer`` is absent when all passed and everybody plays."""

    code: str
    declarer: int
    take_state: int
    conceded: str


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
    """An announced item, the seat that announced it, and when: pre or post (the talon)."""

    item: str
    seat: int
    stage: str


class Claim(TypedDict):
    """A hand bonus a seat has claimed."""

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
    duties: list[str]
    contract: Contract
    called: str
    talon: Talon
    discards: list[str]
    announced: list[Announced]
    claims: list[Claim]
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
        if s == seat or viewer is OPEN or _hands_lie_open(state)
    }
    view["counts"] = [hand.bit_count() for hand in state.hands]
    view["auction"] = [[s, str(call)] for s, call in state.bidding.calls]
    if not state.is_over and (bound := duties(state.rules, state.contract)):
        view["duties"] = bound
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


def _hands_lie_open(state: HandState) -> bool:
    """At the end, and in open contracts from the second trick on (koenigrufen.md §11)."""
    contract = state.contract
    return state.is_over or bool(contract and contract.ouvert and state.play.tricks)


def _add_game(view: View, state: HandState, viewer: Viewer) -> None:
    """What follows the auction: contract, call, talon, discards, talk, tricks and roles."""
    view["contract"] = _contract(state)
    if state.called >= 0:
        view["called"] = PACK[state.called] if _knows_called(state, viewer) else "4th"
    if (shown := _talon(state, viewer)) is not None:
        view["talon"] = shown
    if state.discards:
        view["discards"] = _discards(state, viewer)
    _add_talk(view, state)
    play = state.play
    if play.lead >= 0:
        view["tricks"] = [
            {"lead": t.lead, "cards": [PACK[c] for c in t.cards], "winner": t.winner}
            for t in play.tricks
        ]
        if not state.is_over:
            view["trick"] = {"lead": play.lead, "cards": [PACK[c] for c in play.cards]}
        view["points"] = list(seat_thirds(state))
    view["roles"] = roles(state, viewer)


def _contract(state: HandState) -> Contract:
    assert state.contract is not None
    found: Contract = {"code": state.contract.code}
    if state.declarer >= 0:
        found["declarer"] = state.declarer
    if state.bidding.take_state:
        found["take_state"] = state.bidding.take_state
    if state.conceded:
        found["conceded"] = state.conceded
    return found


def _knows_called(state: HandState, viewer: Viewer) -> bool:
    """Whether the viewer knows which king was called as the fourth (§7).

    The declarer does, and whoever holds it: it is the only king that is not the declarer's. An
    announced König ultimo tells who the partner is, not which king.
    """
    if not state.is_call_unnamed or viewer is OPEN or is_called_card_seen(state):
        return True
    if not isinstance(viewer, Seat):
        return False
    return viewer.index == state.declarer or bool(state.dealt[viewer.index] & KINGS)


def _talon(state: HandState, viewer: Viewer) -> Talon | None:
    """The packets this viewer has seen, and which the declarer took."""
    assert state.contract is not None
    found = [[PACK[card] for card in packet] for packet in packets(state)]
    kind = state.contract.talon
    if kind == "perTrick" and not state.is_over:
        if state.play.lead < 0:
            return None
        return {"packets": [[PACK[card]] for card in state.talon[: len(state.play.tricks) + 1]]}
    is_seen = is_turned_up(state) or state.is_over
    if kind == UNSEEN and viewer == Seat(state.declarer):
        is_seen = is_seen or state.taken >= 0
    if not is_seen:
        return None
    return {"packets": found, "taken": state.taken} if state.taken >= 0 else {"packets": found}


def _discards(state: HandState, viewer: Viewer) -> list[str]:
    """The declarer knows all his discards, the others those that were shown (§8.3)."""
    assert state.contract is not None
    knows = viewer is OPEN or state.is_over or viewer == Seat(state.declarer)
    seen = ALL_CARDS if knows else shown_discards(state.contract.kind)
    return [PACK[card] if seen >> card & 1 else "?" for card in state.discards]


def _add_talk(view: View, state: HandState) -> None:
    """Announcements, claims, and the factor each doubled item has reached as spoken."""
    talk = state.talk
    if talk.items:
        view["announced"] = [
            {"item": done.item, "seat": done.seat, "stage": done.stage} for done in talk.items
        ]
    if talk.claims:
        view["claims"] = [{"item": claim.item, "seat": claim.seat} for claim in talk.claims]
    if talk.doublings:
        view["factors"] = {
            step.target: spoken_factor(state, step.target, step.level, step.stage)
            for step in talk.doublings
        }


def spoken_factor(state: HandState, target: str, level: int, stage: str) -> int:
    """The factor of so many doublings: from the rule set's table, else each one doubles."""
    kind = "game" if target.startswith("game") else "bonus"
    table = state.rules.kontra.factors.get(f"{kind}_{stage}")
    return table[level] if table else 2**level


def roles(state: HandState, viewer: Viewer) -> list[str]:
    """Declarer, partner, defender, alone or unknown per seat, as far as this viewer knows.

    koenigrufen.md §7, §18; in a contract of everybody for himself all are alone.
    """
    assert state.contract is not None
    if state.contract.kind == "everyone":
        return ["alone"] * len(state.hands)
    seat = viewer.index if isinstance(viewer, Seat) else -1
    if viewer is OPEN or are_known_to(state, seat):
        found = ["defender"] * len(state.hands)
        if state.partner >= 0:
            found[state.partner] = "partner"
    else:
        found = ["unknown"] * len(state.hands)
        if seat >= 0 and state.called >= 0 and seat != state.declarer:
            found[seat] = "defender"
    found[state.declarer] = "declarer"
    return found
