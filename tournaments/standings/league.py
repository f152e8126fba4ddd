"""Ranking over the events of a league: the sum of the totals of all its events."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True, slots=True)
class LeaguePlacing(Generic[Key]):
    """One line of a league; ``events`` has None where the participant did not enter."""

    rank: int
    key: Key
    total: int
    events: tuple[int | None, ...]


def league_standings(events: Sequence[Mapping[Key, int]]) -> list[LeaguePlacing[Key]]:
    """Rank everybody who entered any of ``events`` by the sum of totals.

    Ties are broken by the best event, the second best, ...; an event not entered counts 0.
    What is still equal shares its rank, 1-2-2-4. Participants of equal rank stand in the order
    in which they first appear.
    """
    keys = list(dict.fromkeys(key for totals in events for key in totals))
    scores = {key: tuple(totals.get(key) for totals in events) for key in keys}
    merit = {key: _merit(score) for key, score in scores.items()}
    keys.sort(key=merit.__getitem__, reverse=True)
    placings: list[LeaguePlacing[Key]] = []
    for place, key in enumerate(keys, start=1):
        same = bool(placings) and merit[placings[-1].key] == merit[key]
        rank = placings[-1].rank if same else place
        placings.append(LeaguePlacing(rank, key, merit[key][0], scores[key]))
    return placings


def _merit(score: Sequence[int | None]) -> tuple[int, tuple[int, ...]]:
    counted = sorted((points or 0 for points in score), reverse=True)
    return sum(counted), tuple(counted)
