"""Rule sets as frozen data. What a hand does follows from these values, never from an id."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any


@dataclass(frozen=True, slots=True)
class Contract:
    """One line of the contract catalogue (koenigrufen.md §5.1, §19.1).

    ``kind``: tarock, suit, negative or everyone; ``partner``: called, alone or none;
    ``talon``: what happens to it; ``bid_right``: any, fh_first or fh_after; ``leader`` of the
    first trick: forehand or declarer; ``goal_tricks`` only where tricks are counted.
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
    bonus_multiplier: int = 1
    bonuses: tuple[str, ...] = ()
    compulsory: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RuleSet:
    """A game as it is played at one table: a published preset plus agreed house rules.

    ``data`` is the preset after the options were applied; the named fields are the parts the
    phases read in every hand. ``hash`` identifies key and options and stands in every record:
    finished hands keep the rules they were played under.
    """

    id: str
    version: int
    options: Mapping[str, Any]
    data: Mapping[str, Any] = field(compare=False, repr=False)
    hand_seats: int
    hand_size: int
    packet: int
    sum_rule: str
    flow: tuple[str, ...]
    contracts: tuple[Contract, ...]
    first_calls: tuple[str, ...]
    forehand_may_hold: bool
    four_kings: str
    solorufer_called_in_talon: str
    suit_game_min_suit_cards: int
    negative_overtake: bool
    negative_pagat_last: bool
    emperor_trick: str
    win_thirds: int
    hands_allowed: tuple[int, ...]
    default_hands: int
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


def rules_from_data(data: Mapping[str, Any], options: Mapping[str, Any]) -> RuleSet:
    """Reads a preset written as the JSON of koenigrufen.md §19.1 (options already applied)."""
    auction, play, series = data["auction"], data["play"], data["series"]
    return RuleSet(
        id=f"{data['family']}/{data['id']}",
        version=data["version"],
        options=MappingProxyType(dict(options)),
        data=data,
        hand_seats=data["hand_seats"],
        hand_size=data["hand_size"],
        packet=data["packet"],
        sum_rule=data["sum_rule"],
        flow=tuple(data["flow"]),
        contracts=tuple(sorted(map(_contract, data["contracts"]), key=lambda c: c.rank)),
        first_calls=tuple(auction["forehand_first_calls"]),
        forehand_may_hold=auction["forehand_may_hold"],
        four_kings=data["calling"]["four_kings"],
        solorufer_called_in_talon=data["talon"]["solorufer_called_in_talon"],
        suit_game_min_suit_cards=data["discard"]["suit_game_min_suit_cards"],
        negative_overtake=play["negative_overtake"],
        negative_pagat_last=play["negative_pagat_last"],
        emperor_trick=play["emperor_trick"],
        win_thirds=data["scoring"]["win_thirds"],
        hands_allowed=tuple(series["hands_allowed"]),
        default_hands=series["default_hands"],
    )


def _contract(line: Mapping[str, Any]) -> Contract:
    values: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in line.items()}
    return Contract(**values)
