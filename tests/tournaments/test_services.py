"""Events through the services: states, refusals, repetition, late and withdrawn entrants."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from accounts.models import Person, Role
from accounts.services import club_create, member_add, person_create, user_guest_create
from bots.selectors import bot_version_builtin
from engine.errors import BadSeries, UnknownRuleSet
from games.models import Hand, Series, Table
from games.selectors import tables_live
from games.services import Outcome, quick_game_create, table_close, tables_store
from tests.tournaments.playing import (
    CLUB_CSV,
    PRESET,
    bots_csv,
    event_of,
    play_event,
    play_round,
    play_tables,
    start,
)
from tournaments import selectors, services
from tournaments.errors import (
    BadEvent,
    EntrantTaken,
    InfeasibleEntrants,
    UnevenHands,
    UnknownEvent,
    WrongEventState,
)
from tournaments.live import EVENTS
from tournaments.models import Entrant, Event, Round, RoundSeat, RoundTable
from tournaments.services import rounds

pytestmark = [pytest.mark.django_db, pytest.mark.pg]


# --- creating ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("values", "error"),
    [
        ({"rules_id": "nine/mens-morris"}, UnknownRuleSet),
        ({"hands": 3}, BadSeries),
        ({"rounds_total": 0}, BadEvent),
        ({"rounds_total": 101}, BadEvent),
        ({"clock_ms": 10}, BadEvent),
        ({"seed": "x" * 65}, BadEvent),
        ({"seed": ""}, BadEvent),
    ],
)
def test_refused_settings(values: dict, error: type[Exception]) -> None:
    usual = {"name": "E", "rules_id": PRESET, "hands": 4, "rounds_total": 3}
    with pytest.raises(error):
        services.event_create(**{**usual, **values})
    assert not Event.objects.exists()


def test_seeds_are_drawn_when_not_given() -> None:
    events = [
        services.event_create(name="E", rules_id=PRESET, hands=4, rounds_total=None)
        for _ in range(2)
    ]
    assert events[0].seed != events[1].seed
    assert events[0].is_endless
    assert events[0].rules_id == f"{PRESET}@1"
    assert events[0].deal_seed is None


def test_a_league_of_another_club_is_refused() -> None:
    club = club_create(name="Linde")
    league = services.league_create(name="Winter", club=club)
    with pytest.raises(BadEvent):
        services.event_create(name="E", rules_id=PRESET, hands=4, rounds_total=1, league=league)


# --- entrants ------------------------------------------------------------------------------------


def test_import_takes_all_or_nothing() -> None:
    event = event_of(4)
    bad = b"name,bot\nAnna,club\nP01,club\nBert,frog\n"
    report = services.entrants_import(event=event, data=bad)
    assert (report.rows, report.imported) == (3, 0)
    assert [(p.line, p.code) for p in report.problems] == [(3, "name_taken"), (4, "bot_unknown")]
    assert event.entrants.count() == 4


def test_dry_run_changes_nothing() -> None:
    event = services.event_create(name="E", rules_id=PRESET, hands=4, rounds_total=1)
    report = services.entrants_import(event=event, data=CLUB_CSV.read_bytes(), dry_run=True)
    assert report.is_ok
    assert (report.rows, report.imported, report.dry_run) == (26, 0, True)
    assert not event.entrants.exists()
    assert not Person.objects.exists()


def test_numbers_are_kept_or_filled_up() -> None:
    event = services.event_create(name="E", rules_id=PRESET, hands=4, rounds_total=1)
    services.entrants_import(event=event, data=b"name,number,bot\nA,2,club\nB,,club\nC,,club\n")
    services.entrants_import(event=event, data=b"name,bot\nD,club\n")
    assert list(event.entrants.values_list("name", "number")) == [
        ("B", 1), ("A", 2), ("C", 3), ("D", 4),
    ]  # fmt: skip


def test_persons_are_members_or_new() -> None:
    club = club_create(name="Linde")
    anna = person_create(display_name="Anna")
    twins = [person_create(display_name="Bert") for _ in range(2)]
    for person in (anna, *twins):
        member_add(club, person=person, role=Role.MEMBER)
    event = services.event_create(name="E", rules_id=PRESET, hands=4, rounds_total=1, club=club)
    services.entrants_import(event=event, data=b"name\nANNA\nBert\nDora\n")
    persons = {entrant.name: entrant.person for entrant in event.entrants.all()}
    assert persons["ANNA"] == anna
    assert persons["Bert"] not in twins
    assert persons["Dora"] is not None
    with pytest.raises(EntrantTaken):
        services.entrant_add(event=event, name="Anna again", person=anna)


def test_one_bot_version_enters_many_times_under_different_names() -> None:
    event = event_of(4)
    club = bot_version_builtin("club")
    assert services.entrant_add(event=event, name="X", bot_version=club).number == 5
    with pytest.raises(EntrantTaken):
        services.entrant_add(event=event, name="x", bot_version=club)
    with pytest.raises(EntrantTaken):
        services.entrant_add(event=event, name="y", bot_version=club, number=5)
    with pytest.raises(IntegrityError), transaction.atomic():
        Entrant.objects.create(event=event, number=9, name="nobody")


# --- starting ------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [1, 2, 3, 6, 7, 11])
def test_infeasible_numbers_do_not_start(count: int) -> None:
    event = event_of(count)
    with pytest.raises(InfeasibleEntrants):
        services.event_start(event=event)
    event.refresh_from_db()
    assert event.status == Event.Status.DRAFT
    assert not event.rounds.exists()


def test_two_hands_do_not_start_where_a_table_of_five_is_needed() -> None:
    event = event_of(5, hands=2)
    with pytest.raises(UnevenHands):
        services.event_start(event=event)
    assert not event.rounds.exists()
    services.entrant_withdraw(entrant=event.entrants.get(number=5))
    start(event)
    assert Table.objects.get().size == 4


def test_start_draws_all_rounds_and_opens_the_first() -> None:
    event = event_of(13, name="Evening")
    outcome = start(event)
    assert len(outcome.enqueue) == len(outcome.publish) == 3
    assert list(event.rounds.values_list("number", "status")) == [
        (1, "open"), (2, "draft"), (3, "draft"),
    ]  # fmt: skip
    assert sorted(Table.objects.values_list("size", flat=True)) == [4, 4, 5]
    table = Table.objects.filter(size=5).get()
    assert table.kind == Table.Kind.EVENT
    assert table.event_ref == {"id": event.public_id, "name": "Evening", "round": 1}
    assert table.policy == Table.Policy.OPEN
    assert table.clock_ms is None
    assert [seat.name for seat in table.seats.all()] == [
        seat.entrant.name for seat in table.round_table.seats.all()
    ]
    assert Series.objects.get(table=table).hand_count == 5
    with pytest.raises(WrongEventState):
        services.event_start(event=event)


def test_tables_with_persons_have_a_clock_and_hide_cards(settings) -> None:
    event = services.event_create(
        name="E", rules_id=PRESET, hands=4, rounds_total=1, paced=True, seed="s"
    )
    services.entrants_import(event=event, data=b"name\nA\nB\nC\nD\n")
    services.entrants_import(event=event, data=bots_csv(4))
    start(event)
    with_persons = Table.objects.filter(seats__person__isnull=False).distinct()
    assert with_persons
    for table in Table.objects.all():
        mixed = table in with_persons
        assert table.clock_ms == (settings.EVENT_ACTION_CLOCK_MS if mixed else None)
        assert table.policy == (Table.Policy.DELAYED if mixed else Table.Policy.OPEN)
        assert table.paced is not mixed


def test_same_seed_same_seating_in_another_event() -> None:
    events = [event_of(13), event_of(13, deal_seed=None), event_of(13, seed="other")]
    for event in events:
        start(event)
    files = [selectors.seating_file(event, "json") for event in events]
    assert files[0] == files[1] != files[2]
    assert selectors.seating_file(events[0], "csv") == selectors.seating_file(events[1], "csv")


# --- playing -------------------------------------------------------------------------------------


def test_a_whole_evening() -> None:
    event = event_of(9, rounds=2)
    play_event(event)
    assert event.status == Event.Status.FINISHED
    assert event.finished_at is not None
    assert list(event.rounds.values_list("status", flat=True)) == ["closed", "closed"]
    assert Hand.objects.filter(status="over").count() == 2 * (4 + 5)
    rows = selectors.event_standings(event)
    assert len(rows) == 9
    assert sum(row.total for row in rows) == 0
    assert all(row.total == sum(row.rounds) and len(row.tables) == 2 for row in rows)
    with pytest.raises(WrongEventState):
        services.entrants_import(event=event, data=bots_csv(4))


def test_rounds_close_and_open_once() -> None:
    event = event_of(8, rounds=2)
    start(event)
    first = event.rounds.get(number=1)
    assert services.round_close(round_=first) is False
    assert services.event_advance(event=event).enqueue == ()
    assert services.round_open(round_=first).enqueue == ()
    with pytest.raises(WrongEventState):
        services.round_open(round_=event.rounds.get(number=2))
    play_tables(event)
    assert services.round_close(round_=first) is True
    assert services.round_close(round_=first) is False
    assert len(services.event_advance(event=event).enqueue) == 2
    assert services.event_advance(event=event).enqueue == ()
    assert Table.objects.count() == 4
    assert services.event_finish(event=event) is False


def test_a_closed_table_counts_what_was_played() -> None:
    event = event_of(8, rounds=1)
    start(event)
    round_ = event.rounds.get()
    ids = list(round_.tables.values_list("table_id", flat=True))
    assert not selectors.rounds_due().exists()
    for table_id in ids:
        table_close(table_id=table_id)
    assert list(selectors.rounds_due()) == [round_]
    assert services.round_close(round_=round_)
    services.event_advance(event=event)
    event.refresh_from_db()
    assert event.status == Event.Status.FINISHED
    assert {row.total for row in selectors.event_standings(event)} == {0}


def test_an_endless_event_goes_on_until_it_is_ended() -> None:
    event = event_of(5, rounds=None)
    start(event)
    for number in range(1, 4):
        assert event.rounds.get(status="open").number == number
        assert event.rounds.count() == number
        play_round(event)
    services.event_end(event=event)
    play_round(event)
    event.refresh_from_db()
    assert (event.status, event.rounds_total) == (Event.Status.FINISHED, 4)
    with pytest.raises(WrongEventState):
        services.event_end(event=event)


def test_an_endless_event_looks_back_on_a_window(monkeypatch) -> None:
    monkeypatch.setattr("tournaments.selectors.plans.ENDLESS_WINDOW", 2)
    event = event_of(4, rounds=None)
    start(event)
    for _ in range(3):
        play_round(event)
    row = selectors.event_standings(event)[0]
    assert row.first_round == 3
    assert len(row.rounds) == 1
    assert selectors.event_certificate(event).rounds == 2
    assert b"3,1,1," in selectors.seating_file(event, "csv")


def test_an_ended_endless_event_keeps_its_window(monkeypatch) -> None:
    monkeypatch.setattr("tournaments.selectors.plans.ENDLESS_WINDOW", 2)
    monkeypatch.setattr("tournaments.selectors.events.PAGE_ROUNDS", 2)
    monkeypatch.setattr("tournaments.models.MAX_ROUNDS", 2)
    event = event_of(4, rounds=None, hands=2)
    start(event)
    for _ in range(2):
        play_round(event)
    services.event_end(event=event)
    play_round(event)
    event.refresh_from_db()
    assert (event.status, event.rounds_total) == (Event.Status.FINISHED, 3)
    page = selectors.event_page(event)
    assert [row.number for row in page.rounds] == [3, 2]
    assert {(row.first_round, len(row.rounds)) for row in page.standings} == {(2, 2)}


def test_the_version_of_an_event_only_grows_and_costs_the_same(
    django_assert_max_num_queries,
) -> None:
    event = event_of(4, rounds=3, hands=2)

    def version() -> int:
        with django_assert_max_num_queries(2):
            return EVENTS.revs([event.public_id])[event.public_id]

    seen = [version()]
    services.event_start(event=event)
    seen.append(version())
    while event.status != Event.Status.FINISHED:
        services.event_advance(event=event)
        seen.append(version())
        event.refresh_from_db()
        if event.status != Event.Status.FINISHED:
            round_ = play_tables(event)
            seen.append(version())
            services.round_close(round_=round_)
            seen.append(version())
    assert len(seen) == 2 + 3 * 3 + 1
    assert all(earlier < later for earlier, later in pairwise(seen))


def test_late_and_withdrawn_entrants_are_drawn_again() -> None:
    event = event_of(8, rounds=3)
    start(event)
    services.entrant_add(event=event, name="Late", bot_version=bot_version_builtin("club"))
    assert event.rounds.count() == 1
    play_round(event)
    second = event.rounds.get(number=2)
    assert second.seats.count() == 9
    assert event.rounds.count() == 3
    services.entrant_withdraw(entrant=event.entrants.get(number=1))
    play_round(event)
    assert event.rounds.get(number=3).seats.count() == 8
    assert 1 not in event.rounds.get(number=3).seats.values_list("entrant__number", flat=True)
    play_round(event)
    rows = {row.entrant.number: row for row in selectors.event_standings(event)}
    assert rows[9].rounds[0] is None
    assert rows[1].rounds[2] is None
    assert sum(row.total for row in rows.values()) == 0


def test_a_withdrawal_that_leaves_nobody_seatable_is_refused() -> None:
    event = event_of(8, rounds=3)
    start(event)
    with pytest.raises(InfeasibleEntrants):
        services.entrant_withdraw(entrant=event.entrants.get(number=1))
    assert event.entrants.filter(status="active").count() == 8
    assert event.rounds.count() == 3


def test_later_quick_games_do_not_hide_the_tables_of_events() -> None:
    start(event_of(8, rounds=1))
    guest = user_guest_create()
    for _ in range(3):
        quick_game_create(user=guest, preset=PRESET)
    assert [table.kind for table in tables_live(3)] == ["event", "event", "quick"]


def test_late_entrants_must_leave_a_running_event_seatable() -> None:
    event = event_of(10, rounds=2)
    start(event)
    with pytest.raises(InfeasibleEntrants):
        services.entrants_import(event=event, data=b"name,bot\nLate,club\n")
    with pytest.raises(InfeasibleEntrants):
        services.entrant_add(event=event, name="Late", bot_version=bot_version_builtin("club"))
    assert event.entrants.count() == 10
    assert event.rounds.count() == 2
    assert services.entrants_import(event=event, data=b"name,bot\nA,club\nB,club\n").imported == 2
    play_round(event)
    assert event.rounds.get(number=2).seats.count() == 12


def test_the_database_refuses_two_seats_and_two_open_rounds() -> None:
    event = event_of(8, rounds=2)
    start(event)
    round_ = event.rounds.get(number=1)
    seat = RoundSeat.objects.filter(round=round_).first()
    other = RoundTable.objects.create(round=round_, number=9)
    with pytest.raises(IntegrityError), transaction.atomic():
        RoundSeat.objects.create(round=round_, round_table=other, index=0, entrant=seat.entrant)
    with pytest.raises(IntegrityError), transaction.atomic():
        event.rounds.filter(number=2).update(status=Round.Status.OPEN)


# --- reading -------------------------------------------------------------------------------------


def test_the_event_page_has_live_totals() -> None:
    event = event_of(9, rounds=2)
    start(event)
    before = selectors.event_page(event)
    assert [row.number for row in before.rounds] == [2, 1]
    assert {table.status for table in before.rounds[0].tables} == {"draft"}
    assert {table.totals for table in before.rounds[0].tables} == {(None,) * 4, (None,) * 5}
    play_tables(event)
    page = selectors.event_page(event)
    for table in page.rounds[1].tables:
        assert table.hands_over == table.hand_count == len(table.seats)
        assert sum(table.totals) == 0
        assert table.is_ended
    assert selectors.round_results(event.rounds.get(number=1)) == page.rounds[1]
    assert len(page.entrants) == len(page.standings) == 9
    assert selectors.event_by_public_id(event.public_id) == event
    assert list(selectors.events_running()) == [event]
    assert selectors.events_recent() == []
    with pytest.raises(UnknownEvent):
        selectors.event_by_public_id("nothing")


def test_standings_files() -> None:
    event = event_of(8, rounds=1)
    play_event(event)
    lines = selectors.standings_file(event, "csv").decode().splitlines()
    assert lines[0] == "rank,number,name,total,round 1"
    assert len(lines) == 9
    assert selectors.standings_file(event, "json").startswith(b'[{"rank": 1, ')


def test_a_league_adds_up_its_events() -> None:
    league = services.league_create(name="Winter")
    events = [event_of(4, rounds=1, league=league, deal_seed=f"d{n}") for n in range(2)]
    for event in events:
        play_event(event)
    event_of(4, league=league)
    rows = selectors.league_standings(league)
    assert sum(row.total for row in rows) == 0
    totals = [{r.entrant.name: r.total for r in selectors.event_standings(e)} for e in events]
    for row in rows:
        assert row.events == tuple(total[row.name] for total in totals)


def draft_of(entrants: int) -> Round:
    """The first round of an event that has begun, drawn and not open."""
    event = event_of(entrants)
    services.event_start(event=event)
    round_ = services.round_draw(event=event)
    assert round_ is not None
    return round_


def test_tables_of_a_round_are_stored_a_few_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The database has one writer: people at other tables wait while a round opens."""
    stored = []

    def store(made: Sequence[Any]) -> list[Table]:
        stored.append(len(made))
        return tables_store(made)

    monkeypatch.setattr(rounds, "TABLES_AT_ONCE", 5)
    monkeypatch.setattr(rounds, "tables_store", store)
    round_ = draft_of(48)
    services.round_open(round_=round_)
    assert stored == [5, 5, 2]
    assert round_.tables.filter(table__series__status="running").count() == 12


def half_opened(entrants: int) -> Round:
    """A draft whose opening died when two of its tables were stored."""
    calls = []

    def store(made: Sequence[Any]) -> list[Table]:
        calls.append(made)
        if len(calls) == 2:
            raise SystemExit
        return tables_store(made)

    round_ = draft_of(entrants)
    with pytest.MonkeyPatch.context() as dying:
        dying.setattr(rounds, "TABLES_AT_ONCE", 2)
        dying.setattr(rounds, "tables_store", store)
        with pytest.raises(SystemExit):
            services.round_open(round_=round_)
    round_.refresh_from_db()
    assert (round_.status, Table.objects.count()) == ("draft", 2)
    return round_


def test_opening_tables_of_bots_takes_as_many_statements_for_many_as_for_few() -> None:
    counts = []
    for entrants in (12, 48):
        round_ = draft_of(entrants)
        with CaptureQueriesContext(connection) as queries:
            services.round_open(round_=round_)
        counts.append(len(queries))
    assert counts[0] == counts[1]


@pytest.mark.parametrize("change", ["end", "enter"])
def test_a_draft_that_is_dropped_leaves_no_table(change: str) -> None:
    round_ = half_opened(20)
    if change == "end":
        services.event_end(event=round_.event)
    else:
        entrant = round_.event.entrants.order_by("number").first()
        assert entrant is not None
        services.entrant_withdraw(entrant=entrant)
    assert not Table.objects.exists()


def test_a_round_whose_opening_died_opens_with_the_tables_it_had() -> None:
    round_ = half_opened(20)
    services.round_open(round_=round_)
    assert round_.tables.filter(table__series__status="running").count() == 5
    assert Table.objects.count() == 5
    assert services.round_open(round_=round_) == Outcome()
