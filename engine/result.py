"""The result of a hand as a score sheet names it: the one input of the scorer.

``ResultLine.of`` reads it off a finished hand, ``from_json`` off a paper line; ``engine.scoring``
turns either into the same ``Score``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from .cards import MOND, SKUES, shown, thirds
from .errors import BadResult
from .phases.talon import packets
from .phases.tricks import prizes, tricks_of
from .sides import is_declarers

if TYPE_CHECKING:
    from .rules.base import RuleSet
    from .state import HandState

MAX_POINTS: Final = 100_000
STAGES: Final = ("silent", "post", "pre")


class Bonus(NamedTuple):
    """A bonus as it came out.

    ``seat`` is who announced, made or holds it; ``stage`` silent, post (announced) or pre
    (announced before the talon); ``kontra`` the number of doublings that hold.
    """

    item: str
    stage: str
    seat: int
    won: bool
    kontra: int = 0


def is_custom(bonus: Bonus) -> bool:
    """Whether this is a line of the club's own: ``custom:`` and its number."""
    return bonus.item.startswith("custom:")


@dataclass(frozen=True, slots=True)
class ResultLine:
    """What decides the points of one hand. Seats are hand seats, -1 is nobody.

    ``thirds`` counts the declarer's side exactly, ``points`` in whole points as on paper; one of
    them, or ``won``, decides a contract about card points, ``tricks`` (of the declarer) or
    ``won`` one about tricks. ``seat_thirds`` are the cards of each seat where everybody plays for
    himself. ``kontra`` maps ``game`` or ``game@seat`` to the number of doublings that hold,
    ``game_stage`` says when the game was doubled. ``conceded`` is ``game`` or the bird that is
    paid, ``forfeit`` the seat against which an arbiter ruled. No contract: a redeal, or a
    game of plain numbers, whose points per seat are ``seat_points``; with a contract these are what
    somebody wrote down, and have to be what the scorer finds.
    """

    contract: str
    dealer: int
    declarer: int = -1
    partner: int = -1
    take_state: int = 0
    thirds: int | None = None
    points: int | None = None
    won: bool | None = None
    tricks: int | None = None
    seat_thirds: tuple[int, ...] = ()
    parts: tuple[int, int, int] | None = field(default=None, compare=False)
    bonuses: tuple[Bonus, ...] = ()
    kontra: Mapping[str, int] = field(default_factory=dict)
    game_stage: str = "post"
    conceded: str = ""
    forfeit: int = -1
    mond_caught: bool = False
    seat_points: tuple[int, ...] = ()

    @property
    def whole_points(self) -> int | None:
        """Points of the declarer's side as they are written down."""
        return self.points if self.thirds is None else shown(self.thirds)

    def is_on_side(self, seat: int) -> bool:
        """Whether a seat is the declarer's or his partner's."""
        return seat == self.declarer or (seat >= 0 and seat == self.partner)

    def to_json(self) -> dict[str, Any]:
        """Plain values; what has its default is absent. ``from_json`` gives an equal line."""
        line: dict[str, Any] = {"contract": self.contract, "dealer": self.dealer}
        for name in ("declarer", "partner", "take_state", "thirds", "points", "won", "tricks"):
            if getattr(self, name) != _DEFAULTS[name]:
                line[name] = getattr(self, name)
        for name in ("game_stage", "conceded", "forfeit", "mond_caught"):
            if getattr(self, name) != _DEFAULTS[name]:
                line[name] = getattr(self, name)
        for name in ("seat_thirds", "seat_points"):
            if getattr(self, name):
                line[name] = list(getattr(self, name))
        if self.bonuses:
            line["bonuses"] = [bonus._asdict() for bonus in self.bonuses]
        if self.kontra:
            line["kontra"] = dict(self.kontra)
        return line

    @classmethod
    def from_json(cls, line: Mapping[str, Any]) -> ResultLine:
        """The line written as JSON. Only its form is checked here. Raises BadResult."""
        if not isinstance(line, Mapping):
            raise BadResult("a result line is a JSON object")
        unknown = line.keys() - _TYPES.keys()
        if unknown:
            raise BadResult(f"a result line has no {sorted(unknown)[0]!r}")
        values = {name: _typed(name, value) for name, value in line.items()}
        for name in ("contract", "dealer"):
            if name not in values:
                raise BadResult(f"a result line needs {name}", field=name)
        return cls(**values)

    def check(self, rules: RuleSet) -> None:
        """Raises BadResult with ``field`` and reason when this cannot be a result of ``rules``."""
        # the scorer reads result lines, so it is imported when one is checked
        from .scoring import check_line, settle

        check_line(rules, self)
        if self.seat_points and self.contract:
            points = settle(rules, self).points
            if self.seat_points != points:
                raise BadResult(
                    "the points written down are not what this result pays",
                    field="seat_points",
                    points=list(points),
                )

    @classmethod
    def of(cls, state: HandState) -> ResultLine:
        """The result of a hand that was played to its end. Raises ValueError before it."""
        return _line_of(state)


_DEFAULTS: Final = {name: found.default for name, found in ResultLine.__dataclass_fields__.items()}
_TYPES: Final[Mapping[str, type]] = {
    **dict.fromkeys(("contract", "game_stage", "conceded"), str),
    **dict.fromkeys(("dealer", "declarer", "partner", "take_state", "forfeit"), int),
    **dict.fromkeys(("thirds", "points", "tricks"), int),
    **dict.fromkeys(("won", "mond_caught"), bool),
    **dict.fromkeys(("seat_thirds", "seat_points", "bonuses"), list),
    "kontra": dict,
}
_BONUS_TYPES: Final = {"item": str, "stage": str, "seat": int, "won": bool, "kontra": int}


def _typed(name: str, value: Any) -> Any:
    """A value of the right type in the form the line keeps it. Raises BadResult."""
    kind: Any = _TYPES[name]
    if type(value) is not kind:
        raise BadResult(f"{name} is not a {kind.__name__}", field=name)
    if name in ("seat_thirds", "seat_points"):
        if not all(type(count) is int and abs(count) <= MAX_POINTS for count in value):
            raise BadResult(f"{name} are whole numbers", field=name)
        return tuple(value)
    if name == "bonuses":
        return tuple(map(_bonus, value))
    if name == "kontra":
        if not all(isinstance(k, str) and type(v) is int for k, v in value.items()):
            raise BadResult("kontra maps what was doubled to a number", field=name)
        return MappingProxyType(dict(value))
    return value


def _bonus(value: Any) -> Bonus:
    needed = _BONUS_TYPES.keys() - {"kontra"}
    if not isinstance(value, dict) or not needed <= value.keys() <= _BONUS_TYPES.keys():
        raise BadResult("a bonus has item, stage, seat, won and perhaps kontra", field="bonuses")
    for name, kind in _BONUS_TYPES.items():
        if name in value and type(value[name]) is not kind:
            raise BadResult(f"{name} of a bonus is not a {kind.__name__}", field="bonuses")
    return Bonus(**value)


def _line_of(state: HandState) -> ResultLine:
    # scoring reads result lines, so it is imported when a hand ends
    from .scoring import DETECTORS

    if not state.is_over:
        raise ValueError("only a finished hand has a result")
    contract = state.contract
    if contract is None:
        return ResultLine("", state.dealer)
    common: dict[str, Any] = {
        "contract": contract.code,
        "dealer": state.dealer,
        "declarer": state.declarer,
        "mond_caught": mond_is_caught(state),
    }
    if contract.kind == "everyone":
        return ResultLine(**common, seat_thirds=seat_thirds(state))
    common |= {"partner": state.partner, "take_state": state.bidding.take_state}
    if state.conceded:
        return ResultLine(**common, conceded=state.conceded)
    bonuses, kontra, stage = DETECTORS[state.rules.sum_rule](state)
    common |= {"bonuses": bonuses, "kontra": kontra, "game_stage": stage}
    if contract.kind == "negative":
        return ResultLine(**common, tricks=tricks_of(state.play, state.declarer))
    parts = declarer_parts(state)
    return ResultLine(**common, thirds=sum(parts), parts=parts)


def seat_thirds(state: HandState) -> tuple[int, ...]:
    """Thirds of the tricks of each seat, with the talon cards that went with them."""
    extra = prizes(state)
    won = state.play.won or (0,) * len(state.hands)
    return tuple(thirds(pile | extra[seat]) for seat, pile in enumerate(won))


def declarer_parts(state: HandState) -> tuple[int, int, int]:
    """Thirds of the declarer's side: tricks, discards, talon cards he did not pick up."""
    won = state.play.won
    tricks = sum(thirds(pile) for seat, pile in enumerate(won) if is_declarers(state, seat))
    discards = thirds(sum(1 << card for card in state.discards))
    return tricks, discards, thirds(talon_of_declarer(state))


def talon_of_declarer(state: HandState) -> int:
    """Talon cards that count for the declarer although he did not pick them up.

    In a Solorufer with the called card in the talon it is the half with that card
    (koenigrufen.md §8.5).
    """
    contract = state.contract
    if contract is None or contract.talon != "solo" or state.called not in state.talon:
        return 0
    if state.rules.talon.solorufer_called_in_talon != "half_to_declarer":
        return 0
    half = next(packet for packet in packets(state) if state.called in packet)
    return sum(1 << card for card in half)


def mond_is_caught(state: HandState) -> bool:
    """Whether Sküs and Mond fell in one trick from different sides and the Sküs won it (§19.2)."""
    contract = state.contract
    assert contract is not None
    if contract.kind in ("negative", "everyone"):
        return False
    mond, skues = MOND.bit_length() - 1, SKUES.bit_length() - 1
    seats = len(state.hands)
    for trick in state.play.tricks:
        if mond in trick.cards and skues in trick.cards:
            holder = (trick.lead + trick.cards.index(mond)) % seats
            winner = (trick.lead + trick.cards.index(skues)) % seats
            differ = is_declarers(state, holder) != is_declarers(state, winner)
            return differ and trick.winner == winner
    return False
