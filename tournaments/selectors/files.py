"""Seating and standings of an event as files."""

from __future__ import annotations

from typing import Literal

from tournaments.exporting import (
    SeatedEntrant,
    SeatedRound,
    seating_csv,
    seating_json,
    standings_csv,
    standings_json,
)
from tournaments.models import Event
from tournaments.selectors.plans import event_certificate, event_plan, window_start
from tournaments.selectors.standings import event_placings

Format = Literal["csv", "json"]


def seating_file(event: Event, file_format: Format = "json") -> bytes:
    """All drawn rounds; equal entrants, settings and seed give equal bytes."""
    first = window_start(event)
    names = _names(event)
    rounds = [
        SeatedRound(number, [[SeatedEntrant(n, names[n]) for n in table] for table in tables])
        for number, tables in enumerate(event_plan(event, first=first), start=first)
    ]
    if file_format == "csv":
        return seating_csv(rounds)
    certificate = event_certificate(event).to_json()
    return seating_json(rounds, seed=event.seed, certificate=certificate)


def standings_file(event: Event, file_format: Format = "csv") -> bytes:
    """The standings as they are now."""
    placings, _ = event_placings(event, window_start(event))
    names = _names(event)
    if file_format == "csv":
        return standings_csv(placings, names)
    return standings_json(placings, names)


def _names(event: Event) -> dict[int, str]:
    return dict(event.entrants.values_list("number", "name"))
