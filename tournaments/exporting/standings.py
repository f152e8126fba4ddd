"""Standings as files."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from tournaments.exporting.cells import csv_bytes
from tournaments.standings import Placing


def placing_json(placing: Placing, name: str) -> dict[str, Any]:
    """One line; ``wins`` is text because a shared table win is a fraction such as 5/2."""
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
    }


def standings_json(placings: Sequence[Placing], names: Mapping[int, str]) -> bytes:
    """JSON list of the lines (one line of text, final newline)."""
    content = [placing_json(placing, names[placing.entrant]) for placing in placings]
    return (json.dumps(content, ensure_ascii=False) + "\n").encode()


def standings_csv(placings: Sequence[Placing], names: Mapping[int, str]) -> bytes:
    """One line per entrant: rank, number, name, total, then the rounds; empty = not played."""
    rounds = max((len(placing.rounds) for placing in placings), default=0)
    header = ("rank", "number", "name", "total", *(f"round {n}" for n in range(1, rounds + 1)))
    lines: list[Sequence[str | int | None]] = [header]
    for placing in placings:
        names_cell = names[placing.entrant]
        lines.append((placing.rank, placing.entrant, names_cell, placing.total, *placing.rounds))
    return csv_bytes(lines)
