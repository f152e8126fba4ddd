"""Playing events of bots in the test's own process, through the services."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.db import connection

from games.models import Series
from games.services import Outcome, series_play_slice
from tests.tournaments import recompute, recompute_beck
from tournaments import services
from tournaments.models import Event, Round

CLUB_CSV = Path(__file__).parent.parent / "data" / "entrants_club.csv"
PRESET = "koenigrufen/cardgames-zone"


def bots_csv(count: int, bot: str = "random") -> bytes:
    """An entrant list of ``count`` bots."""
    return ("name,bot\n" + "".join(f"P{n:02},{bot}\n" for n in range(1, count + 1))).encode()


def event_of(
    count: int, *, rounds: int | None = 3, hands: int = 4, rules: str = PRESET, **values: Any
) -> Event:
    """A draft event of ``count`` random bots with repeatable seats and deals."""
    settings: dict[str, Any] = {"name": "Evening", "seed": "s", "deal_seed": "d", **values}
    event = services.event_create(rules_id=rules, hands=hands, rounds_total=rounds, **settings)
    assert services.entrants_import(event=event, data=bots_csv(count)).imported == count
    return event


def start(event: Event) -> Outcome:
    """Start a draft event and open its first round, as the task would."""
    services.event_start(event=event)
    return services.event_advance(event=event)


def play_tables(event: Event, slices: int = 1) -> Round:
    """Play every table of the open round to its end; the round stays open. A paced table needs
    two ``slices`` a hand, one to play and one to show it."""
    round_ = event.rounds.get(status=Round.Status.OPEN)
    for series in Series.objects.filter(table__round_table__round=round_):
        for _ in range(slices):
            if series_play_slice(series_id=series.pk, budget_s=60).repeated:
                break
    return round_


def play_round(event: Event) -> None:
    """Play the open round, close it and go on."""
    assert services.round_close(round_=play_tables(event))
    services.event_advance(event=event)


def play_event(event: Event) -> None:
    """Start a draft event and play all its rounds."""
    start(event)
    while event.rounds.filter(status=Round.Status.OPEN).exists():
        play_round(event)
    event.refresh_from_db()


def beck_tables_of(event: Event) -> list[recompute.PlayedTable]:
    """What an event of Beck's rules paid, read from the database and scored a second time."""
    with connection.cursor() as cursor:
        cursor.execute(recompute.SEATS_SQL.format(event=event.public_id))
        seats = cursor.fetchall()
        cursor.execute(recompute.HANDS_SQL.format(event=event.public_id))
        hands = cursor.fetchall()
    return recompute.played_tables(seats, hands, recompute_beck.hand_points, sums_to_zero=False)
