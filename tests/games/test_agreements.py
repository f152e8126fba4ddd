"""Agreements that reach over a hand: double rounds, matches to a target."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from engine.errors import BadSeries
from games import selectors
from games.models import Hand, Series, Table
from games.services import advance, quick_game_create, series_play_slice, slices
from tests.games.conftest import version
from tests.games.test_series import play_as

pytestmark = [pytest.mark.pg, pytest.mark.django_db(transaction=True)]

TOURNAMENT, BECK = "koenigrufen/tournament", "illustrated/beck"
DOUBLED = {"double_rounds": True}
TO_TWENTY = {"match": {"target": 20, "bonus": 10}}


@pytest.fixture
def trischaken(monkeypatch):
    """Bots that pass until forehand has to choose; a bot then chooses Trischaken in the first
    hand of a series, or with ``always``."""

    def chooser(view, legal, rng):
        wanted = [action for action in legal if str(action) == "choose:TK"]
        is_time = "always" in first or view["hand"] in first
        return wanted[0] if wanted and is_time else legal[0]

    first: set[str] = set()
    real = slices.hand_prepare

    def hand_prepare(*, series, place):
        hand = real(series=series, place=place)
        if place.number == 0:
            first.add(hand.public_id)
        return hand

    monkeypatch.setattr(slices, "hand_prepare", hand_prepare)
    for module in (slices, advance):
        monkeypatch.setattr(module, "chooser_for", lambda bot_version: chooser)
    return first


def assert_doubled(series: Series) -> None:
    """After a Trischaken or a caught Mond four hands count double, after two of them eight;
    records say what was played."""
    left = 0
    factors = []
    for hand in series.hand_rows.select_related("series__table").order_by("number"):
        factors.append(2 if left else 1)
        record = selectors.hand_record(hand)
        score = record.verify().score()
        assert hand.result["points"] == [factors[-1] * points for points in score.points]
        assert hand.result["ledger"] == [factors[-1] * points for points in score.ledger]
        assert record.result == score.points
        selectors.hand_verify(hand)
        left = max(0, left - 1)
        if hand.result["contract"] == "TK" or "mond_caught" in hand.result:
            left += 4
    assert [row.get("factor", 1) for row in selectors.sheet_rows(series)] == factors
    assert factors[:5] == [1, 2, 2, 2, 2][: len(factors)]
    assert sum(selectors.series_totals(series)) == 0


def test_a_trischaken_doubles_the_next_four_hands(series_of, trischaken):
    series = series_of(rules_id=TOURNAMENT, rules_options=DOUBLED, hands=8)
    outcome = series_play_slice(series_id=series.pk, budget_s=1e-9)
    while outcome.enqueue:  # a hand at a time: the factor comes from what is stored
        outcome = series_play_slice(series_id=series.pk, budget_s=1e-9)
    assert_doubled(series)
    other = series_of(rules_id=TOURNAMENT, rules_options=DOUBLED, hands=8)
    series_play_slice(series_id=other.pk)  # the same in one go
    assert_doubled(other)
    frames = [
        selectors.table_frames_of(hand, [0], timezone.now())[0]["open"]["table_state"]
        for hand in other.hand_rows.select_related("series__table").order_by("number")
    ]
    assert frames[-1]["factor"] == selectors.sheet_rows(other)[-1].get("factor", 1)
    plain = series_of(rules_id=TOURNAMENT, hands=8)
    series_play_slice(series_id=plain.pk)
    assert not any("factor" in row for row in selectors.sheet_rows(plain))
    Hand.objects.filter(series=series, number=0).update(result={"points": [0] * 4})
    with pytest.raises(CommandError):
        call_command("hand", "verify", "--all")


def test_double_rounds_at_a_paced_table(series_of, trischaken, settings):
    settings.PLY_MS = 0
    series = series_of(rules_id=TOURNAMENT, rules_options=DOUBLED, hands=8, paced=True)
    for _ in range(40):
        outcome = series_play_slice(series_id=series.pk)
        for job in outcome.enqueue:
            series_play_slice(series_id=series.pk, due=datetime.fromisoformat(job.kwargs["due"]))
    assert_doubled(series)


def test_double_rounds_at_a_table_with_a_person(alice, trischaken):
    """She sits before the dealer, so a bot is forehand in the first hand."""
    version("random")
    trischaken.add("always")
    while Series.objects.first() is None:
        table, _ = quick_game_create(
            user=alice, preset=TOURNAMENT, options=DOUBLED, hands=4, level="random"
        )
        if table.series.get().first_dealer == 3:  # she is forehand and would call a king
            table.delete()
    play_as(alice, table)
    assert_doubled(Series.objects.get())


def test_a_match_ends_when_somebody_has_reached_the_target(series_of):
    series = series_of(size=3, rules_id=BECK, rules_options=TO_TWENTY, hands=24)
    series_play_slice(series_id=series.pk)
    series.refresh_from_db()
    assert series.status == Series.Status.FINISHED
    assert Table.objects.get().status == Table.Status.FINISHED
    check_match(series)


def check_match(series: Series) -> None:
    rows = selectors.sheet_rows(series)
    before = [sum(row["points"][seat] for row in rows[:-1]) for seat in range(3)]
    after = [total + rows[-1]["points"][seat] for seat, total in enumerate(before)]
    assert max(before) < 20 <= max(after)
    final = [total + 10 if total >= 20 else total for total in after]
    assert selectors.series_totals(series) == tuple(final)
    call_command("hand", "verify", "--all")


def test_a_match_with_a_person(alice):
    version("random")
    table, _ = quick_game_create(user=alice, preset=BECK, options=TO_TWENTY, level="random")
    assert table.hands == 24
    play_as(alice, table)
    series = Series.objects.get()
    assert (series.status, series.next_due) == (Series.Status.FINISHED, None)
    check_match(series)


@pytest.mark.parametrize(
    ("rules_id", "size", "hands"),
    [
        (BECK, 2, 3),
        (BECK, 5, 3),
        (BECK, 4, 4),
        (BECK, 3, 7),
        (TOURNAMENT, 3, 4),
        (TOURNAMENT, 6, 4),
    ],
)
def test_tables_that_a_game_does_not_have(table_of, rules_id, size, hands):
    with pytest.raises(BadSeries):
        table_of(size=size, rules_id=rules_id, hands=hands)
    assert not Table.objects.exists()
