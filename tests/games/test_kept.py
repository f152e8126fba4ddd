"""Scenes kept between tasks: used while they are the table, and only then."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import live, selectors, tasks
from games.models import Hand, Table
from games.selectors import kept
from games.services import presence_set, table_close
from tests.games.test_scenes import message_of

pytestmark = [pytest.mark.pg, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def _unheard(monkeypatch) -> None:
    monkeypatch.setattr(live, "publish_table", lambda _: None)


@pytest.fixture
def table(alice, series_of) -> Table:
    """A table of which a scene is kept, her turn."""
    series = series_of(alice.person, slug="random", hands=8)
    tasks.advance_table(table_id=series.table_id)
    return series.table


ASKED = 2
"""Statements that tell whether a kept scene is the table: one about it, one about its hand."""
READ = 2
"""Those that read it: the hand with series and table, and the seats."""


def playing() -> str:
    return Hand.objects.get(status="playing").public_id


def statements_of_scene() -> int:
    """How many statements it takes to have the scene of the hand that is being played."""
    hand = playing()
    with CaptureQueriesContext(connection) as queries:
        scene = selectors.scene_of_hand(hand)
    fresh = selectors.scene_load(Table.objects.get().pk)
    now = timezone.now()
    assert selectors.scene_frames(scene, now) == selectors.scene_frames(fresh, now)
    return len(queries)


def ended(scene: selectors.Scene) -> selectors.Scene:
    """The scene after its hand has ended, in the database as well."""
    assert scene.current is not None
    scene.current.status = Hand.Status.REDEAL
    Hand.objects.filter(pk=scene.current.pk).update(status=Hand.Status.REDEAL, result={})
    return scene


def test_two_statements_tell_that_a_kept_scene_is_the_table(table):
    assert statements_of_scene() == ASKED
    assert statements_of_scene() == READ  # it was taken: nobody else has it


def test_what_somebody_else_changes_is_seen(table):
    presence_set(table_id=table.pk, index=0, present=True)
    assert statements_of_scene() == ASKED + READ


def test_a_lease_is_seen_though_it_raises_no_revision(table):
    due = timezone.now() + timedelta(hours=1)
    Hand.objects.filter(status="playing").update(next_due=due, fail_count=2)
    hand = selectors.scene_of_hand(playing()).current
    assert hand is not None
    assert (hand.next_due, hand.fail_count) == (due, 2)


def test_a_kept_scene_grows_old(table, monkeypatch):
    monkeypatch.setattr(kept, "KEPT_SECONDS", 0.0)
    assert statements_of_scene() == READ


def test_a_refused_action_leaves_no_scene_behind(alice, table):
    message = message_of(alice, table)
    assert message is not None
    tasks.play_action(**(message | {"actions": ["play:15"]}))
    assert statements_of_scene() == READ


def test_a_closed_table_takes_no_action(alice, table):
    message = message_of(alice, table)
    assert message is not None
    before = Hand.objects.get().actions
    table_close(table_id=table.pk)
    tasks.play_action(**message)
    assert Hand.objects.get().actions == before


def test_the_longest_unused_scene_gives_way(table, monkeypatch):
    monkeypatch.setattr(kept, "KEPT", 1)
    scene = selectors.scene_of_hand(playing())
    selectors.scene_keep(scene)
    other = selectors.scene_load(table.pk)
    assert other.current is not None
    other.current.public_id = "another"
    selectors.scene_keep(other)
    assert statements_of_scene() == READ


def test_between_two_hands_the_scene_is_kept_for_the_deal(table):
    over = ended(selectors.scene_of_hand(playing()))
    selectors.scene_keep(over)
    with CaptureQueriesContext(connection) as queries:
        assert selectors.scene_of_table(table.pk) is over
    assert len(queries) == ASKED
    assert selectors.scene_of_table(table.pk) is None  # it was taken


def test_a_table_closed_between_two_hands_is_seen(table):
    selectors.scene_keep(ended(selectors.scene_of_hand(playing())))
    table_close(table_id=table.pk)
    assert selectors.scene_of_table(table.pk) is None
