"""What is at stake in the last round: who leads as it stands, and what the others need.

Pure arithmetic on totals; how likely any of it is nobody says. Points that one wins at a table
somebody else there loses, so a number is what is missing now, not what will have to be made.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Stake:
    """An entrant's place in the race: ``lead`` points ahead of everybody else (0: level with the
    best), or else ``needs`` more to be alone in front.
    """

    entrant: int
    lead: int | None
    needs: int


def stakes(totals: Mapping[int, int], running: Mapping[int, int]) -> dict[int, Stake]:
    """The race by entrant. ``totals`` are the points that stand, ``running`` those made so far at
    tables that still play (an entrant without any has 0 there). Nothing below two entrants.
    """
    now = {entrant: total + running.get(entrant, 0) for entrant, total in totals.items()}
    if len(now) < 2:
        return {}
    return {entrant: _stake(entrant, now) for entrant in now}


def _stake(entrant: int, now: Mapping[int, int]) -> Stake:
    best = max(points for other, points in now.items() if other != entrant)
    ahead = now[entrant] - best
    return Stake(entrant, ahead, 0) if ahead >= 0 else Stake(entrant, None, 1 - ahead)


def nearest(race: Mapping[int, Stake], seated: Iterable[int]) -> Stake | None:
    """Who of a table is nearest to winning; of equals the one with the smallest number."""
    found = [race[entrant] for entrant in seated if entrant in race]
    return min(found, key=lambda s: (s.needs, -(s.lead or 0), s.entrant), default=None)
