"""What a hand pays, with a line that explains every number."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One item of a settlement.

    ``item``: game, valat, a bonus, trischaken or forfeit. ``value`` is what it is worth before
    ``multiplier`` (of the contract) and ``factor`` (kontra); ``base`` and ``over`` are the game
    value and the points above or below 35 it is made of, where that counts. ``won`` is seen from
    ``seat``, the owner of a bonus, else from the declarer's side; ``alone``: the declarer had no
    partner. ``stage`` of a bonus: silent, post (announced) or pre (before the talon).
    ``points`` are per hand seat; ``ledger`` is given where the side account differs. ``thirds``
    counts the declarer's side, made up of ``tricks_thirds``, ``discards_thirds`` and
    ``talon_thirds``; ``tricks_won`` is given where tricks decide.
    """

    item: str
    contract: str
    value: int
    won: bool
    points: tuple[int, ...]
    factor: int = 1
    multiplier: int = 1
    alone: bool = False
    base: int | None = None
    over: int | None = None
    stage: str | None = None
    seat: int | None = None
    ledger: tuple[int, ...] | None = None
    thirds: int | None = None
    tricks_thirds: int | None = None
    discards_thirds: int | None = None
    talon_thirds: int | None = None
    tricks_won: int | None = None

    def to_json(self) -> dict[str, Any]:
        """Plain values; what does not apply is absent."""
        line: dict[str, Any] = {"item": self.item, "value": self.value, "won": self.won}
        line["points"] = list(self.points)
        if self.stage is None:
            line |= {"contract": self.contract, "alone": self.alone}
        for name in ("factor", "multiplier"):
            if getattr(self, name) != 1:
                line[name] = getattr(self, name)
        if self.ledger is not None and self.ledger != self.points:
            line["ledger"] = list(self.ledger)
        names = ("base", "over", "stage", "seat", "thirds", "tricks_thirds", "discards_thirds")
        for name in (*names, "talon_thirds", "tricks_won"):
            value = getattr(self, name)
            if value is not None:
                line[name] = value
        return line


@dataclass(frozen=True, slots=True)
class Score:
    """What a finished hand pays, per hand seat.

    ``ledger`` is the account that kontra multiplies; equal to ``points`` without kontra.
    ``declarer_thirds`` counts the declarer's side with discards and talon, None in contracts
    about tricks; ``seat_thirds`` counts the tricks of each seat alone (with talon cards won by
    them). ``mond_caught`` matters for double rounds only.
    """

    points: tuple[int, ...]
    ledger: tuple[int, ...]
    declarer_thirds: int | None
    seat_thirds: tuple[int, ...]
    lines: tuple[ScoreLine, ...]
    mond_caught: bool = False

    def to_json(self) -> dict[str, Any]:
        """The ``score`` of a view."""
        score: dict[str, Any] = {"points": list(self.points), "ledger": list(self.ledger)}
        if self.declarer_thirds is not None:
            score["declarer_thirds"] = self.declarer_thirds
        if self.mond_caught:
            score["mond_caught"] = True
        score["seat_thirds"] = list(self.seat_thirds)
        score["lines"] = [line.to_json() for line in self.lines]
        return score


def added(rows: list[tuple[int, ...]], seats: int) -> tuple[int, ...]:
    """The sum per seat of some rows of points."""
    return tuple(sum(row[seat] for row in rows) for seat in range(seats))
