"""The seating of an event: the artefact that equal seeds reproduce byte for byte.

No row numbers, public ids or times: they differ between two runs of the same evening.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.exporting.cells import csv_bytes


@dataclass(frozen=True, slots=True)
class SeatedEntrant:
    """Number and name on the seat card."""

    number: int
    name: str


@dataclass(frozen=True, slots=True)
class SeatedRound:
    """One round: tables in order, each a list of entrants in seat order."""

    number: int
    tables: Sequence[Sequence[SeatedEntrant]]


def seating_json(
    rounds: Sequence[SeatedRound], *, seed: str, certificate: Mapping[str, Any]
) -> bytes:
    """Seed, certificate and every seat as JSON (one line, sorted keys, final newline)."""
    content = {
        "version": 1,
        "seed": seed,
        "certificate": certificate,
        "rounds": [
            {
                "round": played.number,
                "tables": [
                    [{"number": entrant.number, "name": entrant.name} for entrant in table]
                    for table in played.tables
                ],
            }
            for played in rounds
        ],
    }
    return (json.dumps(content, ensure_ascii=False, sort_keys=True) + "\n").encode()


def seating_csv(rounds: Sequence[SeatedRound]) -> bytes:
    """One line per seat: round, table, seat (all counted from 1), number, name."""
    lines: list[Sequence[str | int | None]] = [("round", "table", "seat", "number", "name")]
    for played in rounds:
        for table_number, table in enumerate(played.tables, start=1):
            for seat, entrant in enumerate(table, start=1):
                lines.append((played.number, table_number, seat, entrant.number, entrant.name))
    return csv_bytes(lines)
