"""What one viewer may know of a hand: the only form in which a hand leaves the engine.

Browsers, bots and REST get the same JSON shape; docs/protocol.md describes every key. A key that
does not apply is absent.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple, TypedDict


class Seat(NamedTuple):
    """The viewer who holds the cards of one hand seat."""

    index: int


class _Public(NamedTuple):
    """Spectators, and people of the table who sit this hand out."""


class _Open(NamedTuple):
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
