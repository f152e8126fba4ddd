"""Settlement of a hand, with a line that explains every number (koenigrufen.md §13)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .cards import thirds
from .phases.talon import packets
from .phases.tricks import tricks_of

if TYPE_CHECKING:
    from .rules.base import Contract
    from .state import HandState


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One item of a settlement.

    ``value`` is what each opponent pays or receives before ``factor``; ``alone`` says that the
    declarer had no partner and so takes or pays three times that. ``thirds`` counts the
    declarer's side (None where only tricks matter), made up of ``tricks``, ``discards`` and
    ``talon`` thirds; ``tricks_won`` is given where tricks decide.
    """

    item: str
    contract: str
    value: int
    factor: int
    won: bool
    alone: bool
    points: tuple[int, ...]
    thirds: int | None = None
    tricks_thirds: int | None = None
    discards_thirds: int | None = None
    talon_thirds: int | None = None
    tricks_won: int | None = None

    def to_json(self) -> dict[str, Any]:
        """Plain values; what does not apply is absent."""
        line: dict[str, Any] = {"item": self.item, "contract": self.contract}
        line |= {"value": self.value, "factor": self.factor, "won": self.won}
        line |= {"alone": self.alone, "points": list(self.points)}
        counts = {
            "thirds": self.thirds,
            "tricks_thirds": self.tricks_thirds,
            "discards_thirds": self.discards_thirds,
            "talon_thirds": self.talon_thirds,
            "tricks_won": self.tricks_won,
        }
        return line | {key: count for key, count in counts.items() if count is not None}


@dataclass(frozen=True, slots=True)
class Score:
    """What a finished hand pays, per hand seat.

    ``ledger`` is the account that kontra multiplies; equal to ``points`` without kontra.
    ``declarer_thirds`` counts the declarer's side with discards and talon, None in contracts
    about tricks; ``seat_thirds`` counts the tricks of each seat alone.
    """

    points: tuple[int, ...]
    ledger: tuple[int, ...]
    declarer_thirds: int | None
    seat_thirds: tuple[int, ...]
    lines: tuple[ScoreLine, ...]

    def to_json(self) -> dict[str, Any]:
        """The ``score`` of a view."""
        score: dict[str, Any] = {"points": list(self.points), "ledger": list(self.ledger)}
        if self.declarer_thirds is not None:
            score["declarer_thirds"] = self.declarer_thirds
        score["seat_thirds"] = list(self.seat_thirds)
        score["lines"] = [line.to_json() for line in self.lines]
        return score


def payment(
    value: int, *, won: bool, declarer: int, partner: int | None, seats: int = 4
) -> tuple[int, ...]:
    """Who gets what for one item: ±v each for two, ±3v for a lone declarer (§13.1)."""
    v = value if won else -value
    side = {declarer} if partner is None else {declarer, partner}
    gain = v * (seats - len(side)) // len(side)
    return tuple(gain if seat in side else -v for seat in range(seats))


def game_value(contract: Contract, *, won: bool) -> int:
    """Value of the game item; a lost one may cost another value (§13.2)."""
    return contract.value if won else contract.loss_value


def score_of(state: HandState) -> Score:
    """The settlement of a finished hand. Raises ValueError before its end."""
    if not state.is_over or state.contract is None:
        raise ValueError("only a finished hand has a score")
    line = _tricks_line(state) if state.contract.kind == "negative" else _points_line(state)
    return Score(
        points=line.points,
        ledger=line.points,
        declarer_thirds=line.thirds,
        seat_thirds=tuple(thirds(pile) for pile in state.play.won),
        lines=(line,),
    )


def _tricks_line(state: HandState) -> ScoreLine:
    """A contract about the number of tricks: exactly the goal wins it (§11)."""
    assert state.contract is not None
    taken = tricks_of(state.play, state.declarer)
    return _game_line(state, won=taken == state.contract.goal_tricks, tricks_won=taken)


def _points_line(state: HandState) -> ScoreLine:
    """A contract about card points: exact thirds, never rounded (§3.3)."""
    tricks = thirds(state.play.won[state.declarer])
    if state.partner >= 0:
        tricks += thirds(state.play.won[state.partner])
    discards = thirds(sum(1 << card for card in state.discards))
    talon = thirds(talon_of_declarer(state))
    total = tricks + discards + talon
    return _game_line(
        state,
        won=total >= state.rules.win_thirds,
        thirds=total,
        tricks_thirds=tricks,
        discards_thirds=discards,
        talon_thirds=talon,
    )


def _game_line(state: HandState, *, won: bool, **counts: int) -> ScoreLine:
    contract = state.contract
    assert contract is not None
    partner = state.partner if state.partner >= 0 else None
    value = game_value(contract, won=won)
    points = payment(
        value, won=won, declarer=state.declarer, partner=partner, seats=len(state.hands)
    )
    return ScoreLine(
        item="game",
        contract=contract.code,
        value=value,
        factor=1,
        won=won,
        alone=partner is None,
        points=points,
        **counts,
    )


def forfeit_points(
    contract: Contract, *, declarer: int, partner: int | None, offender: int, seats: int = 4
) -> tuple[int, ...]:
    """What an arbiter's forfeit pays: the offender's side loses the game, no bonuses (§16)."""
    won = offender not in (declarer, partner)
    value = game_value(contract, won=won)
    return payment(value, won=won, declarer=declarer, partner=partner, seats=seats)


def talon_of_declarer(state: HandState) -> int:
    """Talon cards that count for the declarer although he did not pick them up.

    In a Solorufer with the called card in the talon it is the half with that card (§8.5).
    """
    contract = state.contract
    if contract is None or contract.talon != "solo" or state.called not in state.talon:
        return 0
    if state.rules.solorufer_called_in_talon != "half_to_declarer":
        return 0
    half = next(packet for packet in packets(state) if state.called in packet)
    return sum(1 << card for card in half)
