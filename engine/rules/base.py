"""Rule sets as frozen data. What a hand does follows from these values, never from an id."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")

SHORTEST = 2
"""Hands of the shortest unrated series, in every game."""


@dataclass(frozen=True, slots=True)
class Contract:
    """One line of the contract catalogue (koenigrufen.md §5.1, illustrated-tarock.md §3.1).

    ``kind``: tarock, suit, negative or everyone; ``partner``: called, alone or none;
    ``talon``: what happens to it; ``bid_right``: any, fh_first, fh_after or all_pass;
    ``leader`` of the first trick: forehand or declarer; ``goal_tricks`` only where tricks are
    counted. ``multiplier`` is applied to the game, ``bonus_multiplier`` to the bonuses.
    """

    code: str
    rank: int
    value: int
    loss_value: int
    kind: str
    partner: str
    talon: str
    bid_right: str
    leader: str
    goal_tricks: int | None = None
    ouvert: bool = False
    multiplier: int = 1
    bonus_multiplier: int = 1
    bonuses: tuple[str, ...] = ()
    compulsory: tuple[str, ...] = ()


class BonusValues(NamedTuple):
    """What a bonus is worth: made without a word, announced, announced before the talon.

    None: it cannot be scored that way.
    """

    silent: int | None = None
    post: int | None = None
    pre: int | None = None


@dataclass(frozen=True, slots=True)
class DealRules:
    """``pattern``: packet sizes in order, one packet for each seat from forehand on; ``t6``
    stands for so many cards to the talon. ``redeal_no_tarok``: a hand without any is shown.
    """

    pattern: tuple[str, ...]
    redeal_no_tarok: bool = False


@dataclass(frozen=True, slots=True)
class AuctionRules:
    """How the declarer is found. ``style``: forehand (koenigrufen.md §6), duel or rotation
    (illustrated-tarock.md §3); the rest is data of the style. ``all_pass``: forehand_chooses,
    redeal or everyone (the contract with the bid right ``all_pass`` is played).
    """

    style: str = "forehand"
    all_pass: str = "forehand_chooses"
    forehand_first_calls: tuple[str, ...] = ()
    forehand_may_hold: bool = False
    takeable: tuple[str, ...] = ()
    take_once: bool = False
    retake: bool = False
    overbid_after_take: bool = True
    take_values: tuple[int, ...] = ()
    ends_at_once: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CallingRules:
    """Calling a partner (koenigrufen.md §7)."""

    four_kings: str = "call_next_rank"
    anonymous_fourth: bool = False


@dataclass(frozen=True, slots=True)
class TalonRules:
    """What the talon shows and whose it is (koenigrufen.md §8.4, §8.5)."""

    concede_if_called_in_talon: bool = False
    solorufer_called_in_talon: str = "half_to_declarer"


@dataclass(frozen=True, slots=True)
class DiscardRules:
    """Conditions that concern the discard (koenigrufen.md §6.2)."""

    suit_game_min_suit_cards: int = 0


@dataclass(frozen=True, slots=True)
class PlayRules:
    """Following and winning (koenigrufen.md §10); ``trick_view`` is for front ends."""

    negative_overtake: bool = False
    negative_pagat_last: bool = False
    emperor_trick: str = "none"
    announced_card_lock: str = "none"
    trick_view: str = "all"


@dataclass(frozen=True, slots=True)
class AnnounceRules:
    """What may be announced where the contract's list of bonuses does not say it.

    illustrated-tarock.md §7: items before and after the talon, those of defenders, claims of
    hand bonuses (``claims``: items; ``claim``: before_play or automatic). ``chain``: whether the
    degrees 40, 50, Valat are free, ordered or required.
    """

    pre: tuple[str, ...] = ()
    post: tuple[str, ...] = ()
    defenders: tuple[str, ...] = ()
    claims: tuple[str, ...] = ()
    claim: str = "automatic"
    reply_order: str = "ccw"
    chain: str = "free"


@dataclass(frozen=True, slots=True)
class KontraRules:
    """Doubling. ``max_factor`` 1 is none. With ``factors`` (per stage and target, by number of
    steps; illustrated-tarock.md §7) every step has its own factor, else each one doubles.
    """

    max_factor: int = 1
    ledger: bool = False
    counts_in_score: bool = False
    suit_kontra_or_valat: bool = False
    factors: Mapping[str, tuple[int, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ValatRules:
    """All tricks: ``mode`` none, multiply (the game) or fixed (extra points); §15."""

    mode: str = "none"
    silent: int = 0
    announced: int = 0


@dataclass(frozen=True, slots=True)
class ScoringRules:
    """What decides and what counts (koenigrufen.md §13, illustrated-tarock.md §8)."""

    win_thirds: int = 107
    silent_failure_costs: bool = False
    mondfang: bool = False
    king_caught: int = 0
    overpoints_in_solo: bool = True
    loser_bonus_multiplied: bool = True
    silent_pagat_loss: bool = True
    silent_point_bonus: bool = False


@dataclass(frozen=True, slots=True)
class SeriesRules:
    """How long a series is. ``target`` 0: a fixed number of hands. ``max_redeals``: so many
    redeals in a row count as a hand without points (0: this game never deals again).
    """

    hands_allowed: tuple[int, ...]
    default_hands: int
    double_rounds: bool = False
    target: int = 0
    target_bonus: int = 0
    max_redeals: int = 0


class CustomLine(NamedTuple):
    """A line of a club's own on the score sheet (at the desk only)."""

    name: str
    value: int


@dataclass(frozen=True, slots=True)
class RuleSet:
    """A game as it is played at one table: a published preset plus agreed house rules.

    ``data`` is the preset after the options were applied; the parts are that data, typed.
    ``hash`` identifies key and options and stands in every record: finished hands keep the
    rules they were played under. ``sum_rule``: ``zero`` (the points of a hand add up to zero)
    or ``written`` (everybody writes his own).
    """

    id: str
    version: int
    options: Mapping[str, Any]
    data: Mapping[str, Any] = field(compare=False, repr=False)
    hand_seats: int
    hand_size: int
    sum_rule: str
    flow: tuple[str, ...]
    contracts: tuple[Contract, ...]
    bonuses: Mapping[str, BonusValues]
    deal: DealRules
    auction: AuctionRules
    calling: CallingRules
    talon: TalonRules
    discard: DiscardRules
    play: PlayRules
    announce: AnnounceRules
    kontra: KontraRules
    valat: ValatRules
    scoring: ScoringRules
    series: SeriesRules
    trischaken: Mapping[str, Any] | None
    revoke: str
    custom_lines: tuple[CustomLine, ...]
    key: str = field(init=False)
    hash: str = field(init=False)
    trick_count: int = field(init=False)
    _by_code: Mapping[str, Contract] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        put = object.__setattr__
        put(self, "key", f"{self.id}@{self.version}")
        put(self, "trick_count", self.hand_size)
        put(self, "_by_code", MappingProxyType({c.code: c for c in self.contracts}))
        text = json.dumps([self.key, dict(self.options)], sort_keys=True, separators=(",", ":"))
        put(self, "hash", hashlib.sha256(text.encode("utf-8")).hexdigest()[:16])

    def __hash__(self) -> int:
        return hash(self.hash)

    def contract(self, code: str) -> Contract:
        """The contract with this code. Raises KeyError."""
        return self._by_code[code]

    @property
    def is_dealt(self) -> bool:
        """Whether hands of this game are played here; otherwise it is written down only."""
        return bool(self.flow)

    @property
    def hands_allowed(self) -> tuple[int, ...]:
        """Lengths of a series, in hands per player."""
        return self.series.hands_allowed

    @property
    def hands_unrated(self) -> tuple[int, ...]:
        """The same where nothing is at stake: two hands are always possible."""
        return tuple(sorted({SHORTEST, *self.hands_allowed}))

    @property
    def default_hands(self) -> int:
        """The usual length of a series."""
        return self.series.default_hands


def rules_from_data(data: Mapping[str, Any], options: Mapping[str, Any]) -> RuleSet:
    """Reads a preset written as the JSON of koenigrufen.md §19.1 (options already applied).

    A part the data does not have keeps its defaults. Raises KeyError and TypeError for data
    that is no preset.
    """
    return RuleSet(
        id=f"{data['family']}/{data['id']}",
        version=data["version"],
        options=MappingProxyType(dict(options)),
        data=data,
        hand_seats=data["hand_seats"],
        hand_size=data["hand_size"],
        sum_rule=data["sum_rule"],
        flow=tuple(data["flow"]),
        contracts=tuple(sorted((_part(Contract, c) for c in data["contracts"]), key=_rank)),
        bonuses=MappingProxyType({i: BonusValues(*v) for i, v in data["bonuses"].items()}),
        deal=_part(DealRules, data["deal"]),
        auction=_part(AuctionRules, data.get("auction", {})),
        calling=_part(CallingRules, data.get("calling", {})),
        talon=_part(TalonRules, data.get("talon", {})),
        discard=_part(DiscardRules, data.get("discard", {})),
        play=_part(PlayRules, data.get("play", {})),
        announce=_part(AnnounceRules, data.get("announce", {})),
        kontra=_part(KontraRules, data.get("kontra", {})),
        valat=_part(ValatRules, data.get("valat", {})),
        scoring=_part(ScoringRules, data.get("scoring", {})),
        series=_part(SeriesRules, data["series"]),
        trischaken=data.get("trischaken"),
        revoke=data.get("revoke", "none"),
        custom_lines=tuple(CustomLine(**line) for line in data.get("custom_lines", ())),
    )


def _rank(contract: Contract) -> int:
    return contract.rank


def _part(kind: type[T], values: Mapping[str, Any]) -> T:
    return kind(**{name: _frozen(value) for name, value in values.items()})


def _frozen(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(value)
    if isinstance(value, Mapping):
        return MappingProxyType({key: _frozen(item) for key, item in value.items()})
    return value
