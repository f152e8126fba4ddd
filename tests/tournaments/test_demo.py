"""The demo: real results, repeatable, and nothing that a stranger could sign in with."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from accounts.models import Club, Membership, Person, User
from games.models import Hand
from games.selectors import hand_verify
from games.signals import series_finished
from tests.tournaments.playing import play_tables
from tournaments import demo, selectors, services
from tournaments.models import Event, Round


def seed() -> str:
    out = StringIO()
    call_command("seed_demo", stdout=out)
    return out.getvalue()


@pytest.mark.django_db
def test_seeding_twice_is_seeding_once() -> None:
    text = seed()
    assert ".venv/bin/python manage.py account_link linde" in text
    counted = [model.objects.count() for model in (Club, Membership, Person, User, Event, Hand)]
    assert counted == [1, 27, 27, 1, 4, 78]
    assert seed() == text
    assert counted == [
        model.objects.count() for model in (Club, Membership, Person, User, Event, Hand)
    ]
    evening = Event.objects.get(name=demo.EVENING)
    assert evening.status == Event.Status.FINISHED
    assert evening.deal_seed is None
    assert selectors.event_audit(evening).is_ok
    endless = Event.objects.get(name=demo.ENDLESS)
    tables = Event.objects.filter(name__in=[name for name, *_ in demo.REGULARS_TABLES])
    assert [event.rules_id for event in tables.order_by("pk")] == [
        "koenigrufen/tournament@1",
        "illustrated/beck@1",
    ]
    going = [*tables.order_by("pk"), endless]
    for event in going:
        assert (event.status, event.rounds_total, event.paced) == ("running", None, True)
    assert services.events_claim() == [services.open_next_round_job(event.pk) for event in going]
    assert not User.objects.get().has_usable_password()
    assert series_finished.has_listeners()


@pytest.mark.django_db
def test_a_broken_off_run_is_finished_by_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[Round] = []

    def stop(round_: Round) -> None:
        opened.append(round_)
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(demo, "_play_round", stop)
        with pytest.raises(KeyboardInterrupt):
            demo.demo_seed()
    assert opened
    assert series_finished.has_listeners()
    demo.demo_seed()
    assert Event.objects.get(name=demo.EVENING).status == Event.Status.FINISHED
    assert Hand.objects.count() == 78


@pytest.mark.ci
@pytest.mark.django_db
def test_the_tables_of_other_games_keep_moving(settings: Any) -> None:
    """Round after round, as the workers would play them."""
    settings.PLY_MS = 0
    seed()
    for name, rules_id, hands, entrants in demo.REGULARS_TABLES:
        event = Event.objects.get(name=name)
        services.event_advance(event=event)
        round_ = event.rounds.get(status=Round.Status.OPEN)
        table = round_.tables.get().table
        assert (table.paced, table.size) == (True, len(entrants))
        play_tables(event, slices=40 * hands)
        assert services.round_close(round_=round_)
        over = Hand.objects.filter(series__table=table, status="over")
        assert over.count() == hands
        assert {hand_verify(h).rules.id for h in over.select_related("series__table")} == {rules_id}
        services.event_advance(event=event)
        assert event.rounds.get(status=Round.Status.OPEN).number == 2


def test_names_are_good_names() -> None:
    assert len(set(demo.MEMBERS)) == len(set(demo.REGULARS)) == 26
