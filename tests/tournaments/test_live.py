"""The frames of an event: nothing in them runs ahead of what its tables show."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.models import Hand, Series, Table
from games.services import hand_show_finish, series_play_slice
from tests.tournaments.playing import event_of, start
from tournaments.live import EVENTS, EVERYBODY
from tournaments.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(settings) -> Event:
    """A paced event whose only table shows its first hand, one ply a second."""
    settings.PLY_MS = 1000
    made = event_of(4, rounds=1, hands=2, paced=True)
    start(made)
    series_play_slice(series_id=Series.objects.get().pk)
    return made


def frame_at(event: Event, at):
    return EVENTS.load(event.public_id, at).frames[EVERYBODY]


def test_the_version_does_not_tell_how_long_the_hand_shown_is(event):
    hand = Hand.objects.get()
    revs = [frame_at(event, hand.show_from + timedelta(seconds=n))["rev"] for n in (0, 1, 7)]
    assert revs == [revs[0], revs[0] + 1, revs[0] + 7]
    assert EVENTS.load(event.public_id, hand.show_from).rev == revs[0] + hand.ply


def test_a_change_is_told_before_the_frame_that_shows_it(event):
    hand = Hand.objects.get()
    old = EVENTS.load(event.public_id, hand.show_until)
    hand_show_finish(hand_id=hand.pk, now=hand.show_until)
    new = EVENTS.load(event.public_id, hand.show_until)
    assert EVENTS.has_gap(old, new)
    (told,) = EVENTS.between(old, new)
    assert told[EVERYBODY]["type"] == "changed"
    assert old.frames[EVERYBODY]["rev"] < told[EVERYBODY]["rev"] == new.frames[EVERYBODY]["rev"]


def test_a_table_says_since_when_it_has_written_nothing_down(event):
    hand = Hand.objects.get()
    before = frame_at(event, hand.show_until)["tables"][0]
    hand_show_finish(hand_id=hand.pk, now=hand.show_until)
    after = frame_at(event, hand.show_until)["tables"][0]
    assert "since" not in before
    assert after["since"] == hand.show_until.isoformat()
    Table.objects.update(status="finished")
    assert "since" not in frame_at(event, hand.show_until)["tables"][0]


def test_the_page_does_not_tell_it_either(event, client):
    page = client.get(f"/e/{event.public_id}").content.decode()
    assert "data-table=" in page
    assert "data-rev" not in page
