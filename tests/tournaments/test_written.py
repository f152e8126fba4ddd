"""Evenings of Illustrated Tarock: tables of three and four, everybody writes his own points."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from engine import proof
from engine.shuffle import given_commitment
from games import selectors as games
from games.models import Hand, Table
from games.services import series_play_slice, table_close
from tests.tournaments import recompute, recompute_beck
from tests.tournaments.playing import beck_tables_of, event_of, play_event, play_tables, start
from tournaments import selectors, services
from tournaments.standings import Decided

BECK, LOEW = "illustrated/beck", "illustrated/loew-1954"
pytestmark = pytest.mark.django_db


@pytest.mark.pg
def test_a_beck_evening_is_recomputed() -> None:
    """Ten entrants at tables of 3, 3 and 4; at the larger one the dealer sits out."""
    event = event_of(10, rounds=2, hands=3, rules=BECK, deal_seed=None)
    play_event(event)
    tables = beck_tables_of(event)
    assert sorted(len(table.entrants) for table in tables) == [3, 3, 3, 3, 4, 4]
    for table in tables:
        size = len(table.entrants)
        assert table.hands == size
        assert table.sat_out == [size - 3] * size
    rows = selectors.event_standings(event)
    ours = [(row.rank, row.entrant.number, row.total) for row in rows]
    assert ours == recompute.standings(tables)
    assert {(row.hands, row.per_hand) for row in rows} == {(6, None)}
    assert sum(row.total for row in rows) > 0
    assert selectors.event_audit(event).is_ok


def test_the_scorer_is_independent() -> None:
    tree = ast.parse(Path(recompute_beck.__file__).read_text(encoding="utf-8"))
    ours = {
        node.module
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module.split(".")[0] not in
        {"__future__", "collections", "dataclasses"}
    }  # fmt: skip
    assert ours == {"tests.tournaments.recompute"}


def test_points_per_hand_count_while_some_have_played_more() -> None:
    """A table that was closed after one hand, and one that is still being played."""
    event = event_of(9, rounds=1, hands=3, rules=BECK)
    start(event)
    first, second, _ = Table.objects.order_by("pk")
    series_play_slice(series_id=first.series.get().pk, budget_s=60)
    series_play_slice(series_id=second.series.get().pk, budget_s=1e-9)
    while Hand.objects.filter(series__table=second, status="over").count() < 1:
        series_play_slice(series_id=second.series.get().pk, budget_s=1e-9)
    table_close(table_id=second.pk)
    rows = selectors.event_standings(event)
    assert sorted(row.hands for row in rows) == [0, 0, 0, 1, 1, 1, 3, 3, 3]
    assert [row.hands for row in rows[-3:]] == [0, 0, 0]
    means = [row.total / row.hands for row in rows[:6]]
    assert means == sorted(means, reverse=True)
    assert [float(row.per_hand) for row in rows[:6]] == pytest.approx(means)
    assert {row.decided for row in rows[1:6]} & {Decided.PER_HAND, Decided.SHARED}
    content = selectors.standings_file(event).decode().splitlines()
    assert content[0] == "rank,number,name,total,hands,per hand,round 1"
    assert content[1].split(",")[4] == str(rows[0].hands)


def test_sitting_out_costs_nobody_a_hand() -> None:
    """At the table of four the dealer sits out, yet all of the round have played three hands."""
    event = event_of(7, rounds=1, hands=3, rules=BECK)
    start(event)
    play_tables(event)
    assert {row.hands for row in selectors.event_standings(event)} == {3}


def _as_attempt(hand: Hand, attempt: int) -> None:
    """Store ``hand`` as another attempt, committed to as such."""
    hand.attempt = attempt
    name = proof.name_of(games.hand_record(hand))
    hand.commitment = given_commitment(hand.nonce, name, games.cards_of(hand))
    hand.save()


def test_the_audit_misses_a_redeal() -> None:
    # so many that the hand looked at is never the last one allowed
    event = event_of(3, rounds=1, hands=2, rules=BECK, rules_options={"max_redeals": 30})
    start(event)
    play_tables(event)
    services.round_close(round_=event.rounds.get())
    assert selectors.event_audit(event).is_ok
    hand = selectors.hands_of_event(event)[1]
    # as if the hand had been dealt again, and nobody had kept the deal before
    _as_attempt(hand, hand.attempt + 1)
    audit = selectors.event_audit(event)
    assert audit.mismatches == (f"{hand.public_id}: a hand or a redeal before it is missing",)
    _as_attempt(hand, 30)
    assert "dealt again too often" in selectors.event_audit(event).mismatches[0]


def test_the_sheet_of_a_table_of_four() -> None:
    event = event_of(4, rounds=1, hands=3, rules=LOEW)
    start(event)
    play_tables(event)
    series = Table.objects.get().series.select_related("table").get()
    rows = games.sheet_rows(series)
    assert [row["dealer"] for row in rows] == [0, 1, 2, 3]
    assert all(row["points"][row["dealer"]] == 0 for row in rows)
    totals = [sum(row["points"][seat] for row in rows) for seat in range(4)]
    assert games.series_totals(series) == tuple(totals)
