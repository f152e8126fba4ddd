"""Standings of a played event equal those that an independent scorer works out."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from django.db import connection

from bots.selectors import bot_version_builtin
from tests.tournaments import recompute
from tests.tournaments.playing import event_of, play_event
from tournaments import selectors
from tournaments.models import Event


def tables_of(event: Event) -> list[recompute.PlayedTable]:
    with connection.cursor() as cursor:
        cursor.execute(recompute.SEATS_SQL.format(event=event.public_id))
        seats = cursor.fetchall()
        cursor.execute(recompute.HANDS_SQL.format(event=event.public_id))
        return recompute.played_tables(seats, cursor.fetchall())


@pytest.mark.django_db
@pytest.mark.pg
@pytest.mark.parametrize(("bot", "hands"), [("random", 4), ("club", 4), ("random", 8)])
def test_standings_are_recomputed(bot: str, hands: int) -> None:
    event = event_of(13, rounds=2, hands=hands, deal_seed=None)
    event.entrants.update(bot_version=bot_version_builtin(bot))
    play_event(event)
    tables = tables_of(event)
    assert sum(table.hands for table in tables) == 2 * (13 * hands // 4)
    for table in tables:
        assert table.sat_out == [0 if len(table.entrants) == 4 else hands // 4] * len(
            table.entrants
        )
    ours = [(row.rank, row.entrant.number, row.total) for row in selectors.event_standings(event)]
    assert ours == recompute.standings(tables)
    assert selectors.event_audit(event).is_ok


def test_the_scorer_is_independent() -> None:
    tree = ast.parse(Path(recompute.__file__).read_text(encoding="utf-8"))
    imported = {
        (node.module if isinstance(node, ast.ImportFrom) else alias.name) or ""
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    ours = {"accounts", "bots", "config", "engine", "frontend", "games", "tournaments", "tests"}
    assert not {name.split(".")[0] for name in imported} & ours


@pytest.mark.django_db
def test_the_audit_finds_what_is_wrong() -> None:
    event = event_of(5, rounds=1)
    play_event(event)
    assert selectors.event_audit(event).hands_verified == 5
    hand = selectors.hands_of_event(event)[1]
    assert hand.result is not None
    hand.result["points"] = [1, 1, 1, 1]
    hand.save()
    audit = selectors.event_audit(event)
    assert (audit.hands_verified, audit.is_ok) == (4, False)
    assert audit.mismatches[0].startswith(hand.public_id)
    assert audit.mismatches[-1] == "the standings add up to 4"
    hand.delete()
    audit = selectors.event_audit(event)
    assert (audit.hands_expected, audit.hands_stored) == (5, 4)
    assert any("4 of 5 hands" in text for text in audit.mismatches)
    assert any("not every seat sat out 1 times" in text for text in audit.mismatches)
