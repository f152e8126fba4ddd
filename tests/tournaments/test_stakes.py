"""What is at stake in the last round."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from frontend.stakes import stake_sentence
from games.models import Table
from games.services import series_play_slice
from tournaments.models import Event
from tournaments.selectors import TableStake, event_page, event_stakes, table_stake
from tournaments.services import (
    entrants_import,
    event_advance,
    event_create,
    event_start,
    round_close,
)
from tournaments.standings import Stake, nearest, stakes


def test_who_leads_and_what_the_others_need():
    race = stakes({1: 30, 2: 24, 3: -10}, {2: 4, 3: 1})
    assert race == {1: Stake(1, 2, 0), 2: Stake(2, None, 3), 3: Stake(3, None, 40)}


def test_whoever_is_level_shares_the_lead():
    race = stakes({1: 5, 2: 3}, {2: 2})
    assert race == {1: Stake(1, 0, 0), 2: Stake(2, 0, 0)}


def test_what_one_needs_puts_one_alone_in_front():
    totals = {1: 12, 2: 12, 3: 7, 4: -31}
    for entrant, stake in stakes(totals, {}).items():
        after = totals | {entrant: totals[entrant] + stake.needs}
        others = [points for other, points in after.items() if other != entrant]
        assert stake.lead == 0 or after[entrant] > max(others)


def test_alone_there_is_no_race():
    assert stakes({}, {}) == stakes({1: 5}, {}) == {}


def test_the_nearest_of_a_table():
    race = stakes({1: 30, 2: 24, 3: 20, 4: 20}, {})
    assert nearest(race, [3, 4]) == race[3]
    assert nearest(race, [2, 1]) == race[1]
    assert nearest(race, [9]) is None


@pytest.mark.parametrize(
    ("stake", "english", "german"),
    [
        (
            Stake(1, None, 7),
            "Ferdl needs +7 to win, as it stands.",
            "Ferdl fehlen +7 zum Sieg, wie es jetzt steht.",
        ),
        (Stake(1, 0, 0), "Ferdl shares the lead.", "Ferdl liegt gleichauf vorne."),
        (Stake(1, 12, 0), "Ferdl leads by 12.", "Ferdl führt mit 12."),
    ],
)
def test_in_words(stake, english, german):
    for language, text in (("en", english), ("de", german)):
        with translation.override(language):
            assert stake_sentence(TableStake("Ferdl", stake)) == text
    assert stake_sentence(None) == ""


@pytest.fixture
def event(db) -> Event:
    """Eight bots in two rounds; the first is over, the second open."""
    made = event_create(name="Cup", rules_id="koenigrufen/cardgames-zone", hands=2, rounds_total=2)
    lines = "\n".join(["name,bot", *(f"P{number},random" for number in range(8))])
    entrants_import(event=made, data=lines.encode())
    event_start(event=made)
    event_advance(event=made)
    return made


def play_round() -> None:
    for table in Table.objects.filter(status="running"):
        series_play_slice(series_id=table.series.get().pk)


def go_on(event: Event) -> None:
    """Close the round and open the next one, or end the event."""
    round_close(round_=event.rounds.get(status="open"))
    event_advance(event=event)


def stakes_now(event: Event) -> dict[int, TableStake]:
    event.refresh_from_db()
    opened = [row for row in event_page(event).rounds if row.status != "draft"]
    return event_stakes(event, opened[0])


def test_only_the_last_round_is_a_race(client: Client, event: Event):
    assert stakes_now(event) == {}
    first = Table.objects.first()
    assert table_stake(first) is None
    play_round()
    go_on(event)
    found = stakes_now(event)
    assert set(found) == {1, 2}
    totals = {row.entrant.name: row.total for row in event_page(event).standings}
    best = max(totals.values())
    assert any(totals[stake.name] == best for stake in found.values())
    page = client.get(reverse("event", args=[event.public_id])).content.decode()
    assert all(stake_sentence(stake) in page for stake in found.values())
    table = Table.objects.filter(status="running").first()
    line = client.get(reverse("table-stakes", args=[table.public_id])).content.decode()
    assert stake_sentence(table_stake(table)) in line
    assert (
        stake_sentence(table_stake(table)) in client.get(f"/t/{table.public_id}").content.decode()
    )
    play_round()
    go_on(event)
    assert stakes_now(event) == {}
