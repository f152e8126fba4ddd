"""Standings as files."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from tournaments.exporting.cells import csv_bytes
from tournaments.standings import Placing


def placing_json(placing: Placing, name: str) -> dict[str, Any]:
    """One line; ``wins`` is text because a shared table win is a fraction such as 5/2, and so is
    ``per_hand``, null where totals are compared."""
    return {
        "rank": placing.rank,
        "number": placing.entrant,
        "name": name,
        "total": placing.total,
        "rounds": list(placing.rounds),
        "wins": str(placing.wins),
        "penalties": placing.penalties,
        "decided": str(placing.decided),
        "decided_by": placing.decided_by,
        "hands": placing.hands,
        "per_hand": None if placing.per_hand is None else str(placing.per_hand),
    }


def standings_json(placings: Sequence[Placing], names: Mapping[int, str]) -> bytes:
    """JSON list of the lines (one line of text, final newline)."""
    content = [placing_json(placing, names[placing.entrant]) for placing in placings]
    return (json.dumps(content, ensure_ascii=False) + "\n").encode()


def standings_csv(placings: Sequence[Placing], names: Mapping[int, str]) -> bytes:
    """One line per entrant: rank, number, name, total, then the rounds; empty = not played.

    Where points per hand are compared, they and the number of hands stand after the total.
    """
    rounds = max((len(placing.rounds) for placing in placings), default=0)
    is_per_hand = any(placing.per_hand is not None for placing in placings)
    more = ("hands", "per hand") if is_per_hand else ()
    played = (f"round {n}" for n in range(1, rounds + 1))
    lines: list[Sequence[str | int | None]] = [("rank", "number", "name", "total", *more, *played)]
    for placing in placings:
        line = (placing.rank, placing.entrant, names[placing.entrant], placing.total)
        lines.append((*line, *(_per_hand(placing) if is_per_hand else ()), *placing.rounds))
    return csv_bytes(lines)


def _per_hand(placing: Placing) -> tuple[int, str]:
    return placing.hands, f"{float(placing.per_hand or 0):.2f}"
