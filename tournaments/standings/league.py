"""Ranking over the events of a league: the sum of the totals of all its events.

Where everybody writes his own points totals are compared at equally many hands only, else what
was made per hand is.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True, slots=True)
class LeaguePlacing(Generic[Key]):
    """One line of a league; ``events`` has None where the participant did not enter.

    ``per_hand`` is total / ``hands`` where that is compared, else None.
    """

    rank: int
    key: Key
    total: int
    events: tuple[int | None, ...]
    hands: int = 0
    per_hand: Fraction | None = None


def league_standings(
    events: Sequence[Mapping[Key, int]],
    hands: Sequence[Mapping[Key, int]] = (),
    *,
    sum_rule: str = "zero",
) -> list[LeaguePlacing[Key]]:
    """Rank everybody who entered any of ``events`` by the sum of totals.

    ``hands`` are those played in each event; ``sum_rule`` is ``written`` if that of any event is.
    Ties are broken by the best event, the second best, ...; an event not entered counts 0.
    What is still equal shares its rank, 1-2-2-4. Participants of equal rank stand in the order
    in which they first appear.
    """
    keys = list(dict.fromkeys(key for totals in events for key in totals))
    scores = {key: tuple(totals.get(key) for totals in events) for key in keys}
    played = {key: tuple(counts.get(key, 0) for counts in hands) for key in keys}
    sums = {key: sum(counts) for key, counts in played.items()}
    is_per_hand = sum_rule == "written" and len({count for count in sums.values() if count}) > 1
    merit = {key: _merit(scores[key], played[key] if is_per_hand else ()) for key in keys}
    keys.sort(key=merit.__getitem__, reverse=True)
    placings: list[LeaguePlacing[Key]] = []
    for place, key in enumerate(keys, start=1):
        same = bool(placings) and merit[placings[-1].key] == merit[key]
        rank = placings[-1].rank if same else place
        total = sum(points or 0 for points in scores[key])
        per_hand = merit[key][1] if is_per_hand else None
        placings.append(LeaguePlacing(rank, key, total, scores[key], sums[key], per_hand))
    return placings


def _merit(
    score: Sequence[int | None], hands: Sequence[int]
) -> tuple[bool, Fraction, tuple[Fraction, ...]]:
    """Larger is better; with ``hands`` everything is divided by them, and who has none is last."""
    counts = hands or (1,) * len(score)
    counted = [
        Fraction(points or 0, count or 1) for points, count in zip(score, counts, strict=True)
    ]
    total = Fraction(sum(points or 0 for points in score), (sum(hands) or 1) if hands else 1)
    return not hands or sum(hands) > 0, total, tuple(sorted(counted, reverse=True))
