"""Who is which viewer, and what the admin pages keep to themselves."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.services import person_create
from games import selectors
from games.errors import BadTable
from games.models import Hand, Table
from games.policy import OPEN, SPECTATOR, Viewer, may_see_record, viewer_of
from games.services import SeatSpec, presence_set, series_play_slice, series_start, table_advance
from tests.games.conftest import version

pytestmark = pytest.mark.django_db


def viewer(user: User | AnonymousUser | None, table: Table) -> Viewer:
    return viewer_of(user, table, timezone.now())


def test_roles(alice, bob, table_of):
    game, bots = table_of(alice.person), table_of()
    assert viewer(alice, game) == Viewer("seat", 0)
    for user in (bob, None, AnonymousUser()):
        assert viewer(user, game) == SPECTATOR
        assert viewer(user, bots) == OPEN
    assert viewer(alice, game).key == "seat:0"


def test_open_cards_are_refused_where_a_person_sits(alice, table_of):
    with pytest.raises(BadTable):
        table_of(alice.person, policy="open")
    table = table_of(alice.person)
    Table.objects.update(policy="open")
    table.refresh_from_db()
    assert viewer(None, table) == SPECTATOR


def test_bad_seats_are_refused(alice, table_of):
    with pytest.raises(BadTable):
        table_of(alice.person, alice.person)
    with pytest.raises(BadTable):
        table_of(policy="whatever")
    assert not Table.objects.exists()


def test_a_staff_user_sees_no_more_than_others(alice, table_of):
    root = User.objects.create_superuser(username="root")
    assert viewer(root, table_of(alice.person)) == SPECTATOR


@pytest.mark.parametrize("policy", ["after_hand", "delayed"])
def test_late_spectators_see_only_finished_hands(alice, table_of, policy):
    table = table_of(alice.person, size=5, policy=policy)
    now = timezone.now()
    series_start(table=table, first_dealer=1)
    frame = selectors.table_frame(table, SPECTATOR, now)
    assert (frame["hand"], "view" in frame) == ("", False)
    assert selectors.table_frame(table, Viewer("seat", 0), now)["view"]["phase"] == "auction"


def test_late_spectators_see_the_last_finished_hand(alice, table_of):
    table = table_of(alice.person, size=5, policy="after_hand")
    series_start(table=table, first_dealer=0)  # she sits out: bots play the first hand
    table_advance(table_id=table.pk)
    frame = selectors.table_frame(table, SPECTATOR, timezone.now())
    assert (frame["number"], frame["view"]["phase"]) == (0, "over")


def test_records_of_a_group_open_together(table_of):
    first, second = table_of(open_group="g"), table_of(open_group="g")
    series_play_slice(series_id=series_start(table=first).pk)
    hand = selectors.hand_get(Hand.objects.first().public_id)
    assert not may_see_record(hand)
    series_play_slice(series_id=series_start(table=second).pk)
    assert may_see_record(hand)


def test_presence_is_a_change_for_everybody(alice, table_of):
    table = table_of(alice.person)
    assert presence_set(table_id=table.pk, index=0, present=True).publish == (table.pk,)
    assert presence_set(table_id=table.pk, index=0, present=True).publish == ()
    assert presence_set(table_id=table.pk, index=1, present=False).publish == ()
    frame = selectors.table_frame(table, SPECTATOR, timezone.now())
    assert (frame["rev"], frame["table_state"]["seats"][0]["present"]) == (1, True)


def test_names_come_from_the_seat_or_its_occupant(table_of):
    person = person_create(display_name="Sepp")
    table = table_of(person)
    frame = selectors.table_frame(table, SPECTATOR, timezone.now())
    assert [seat["name"] for seat in frame["table_state"]["seats"]][:2] == ["Sepp", "Bot 1"]
    assert SeatSpec(bot_version=version("random")).name == ""


def test_admin_pages_show_no_secrets_and_change_nothing(client: Client, table_of, alice):
    root = User.objects.create_superuser(username="root")
    client.force_login(root)
    series_play_slice(series_id=series_start(table=table_of()).pk)
    series_start(table=table_of(alice.person), deal_seed="secret-seed")
    over = Hand.objects.filter(status="over").first()
    playing = Hand.objects.get(status="playing")
    page = client.get(f"/admin/games/hand/{playing.pk}/change/").content.decode()
    assert playing.commitment in page
    assert playing.cards not in page
    assert playing.nonce not in page
    assert over.cards in client.get(f"/admin/games/hand/{over.pk}/change/").content.decode()
    series = client.get(f"/admin/games/series/{playing.series_id}/change/").content.decode()
    assert "secret-seed" not in series
    assert client.get(f"/admin/games/table/{playing.series.table_id}/change/").status_code == 200
    answer = client.post(f"/admin/games/hand/{over.pk}/change/", {"cards": "x"})
    assert answer.status_code == 403
    for name in ("hand", "series", "table"):
        assert client.get(f"/admin/games/{name}/").status_code == 200
        assert client.get(f"/admin/games/{name}/add/").status_code == 403
