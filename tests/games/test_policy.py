"""Who is which viewer, and what the admin pages keep to themselves."""

from __future__ import annotations

from datetime import date, datetime, timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.services import club_create, member_add, person_create
from games import selectors
from games.errors import BadTable, NoAccess
from games.models import Admission, DailyDeal, Hand, Table
from games.policy import (
    NONE,
    OPEN,
    SPECTATOR,
    Viewer,
    access_check,
    may_see_record,
    tables_readable,
    viewer_of,
)
from games.services import (
    SeatSpec,
    Terms,
    presence_set,
    series_play_slice,
    series_start,
    table_advance,
)
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


def test_closed_tables_have_viewers_of_their_own(alice, bob, user_of, table_of):
    """One table of who may look: page, socket, REST and lists all ask here."""
    club = club_create(name="Inn", owner=user_of("owner"))
    member, guest = user_of("member"), user_of("guest")
    member_add(club, person=member.person)
    agreed = {"created_by": bob, "club": club}
    tables = {
        access: table_of(alice.person, terms=Terms(access=access), **agreed)
        for access in ("open", "private", "club")
    }
    Admission.objects.create(table=tables["private"], user=guest)
    looks = {
        "open": {"alice", "bob", "member", "guest", "nobody", "anonymous"},
        "private": {"alice", "bob", "guest"},
        "club": {"alice", "bob", "member"},
    }
    users = {u.username: u for u in (alice, bob, member, guest, user_of("nobody"))}
    users["anonymous"] = AnonymousUser()
    now = timezone.now()
    for access, table in tables.items():
        for name, user in users.items():
            found = viewer_of(user, table, now)
            expected = NONE if name not in looks[access] else SPECTATOR
            assert found == (Viewer("seat", 0) if name == "alice" else expected), (access, name)
            readable = Table.objects.filter(tables_readable(user, now), pk=table.pk)
            assert readable.exists() is (found != NONE), (access, name)
            if found == NONE:
                with pytest.raises(NoAccess):
                    access_check(user, table, now)


def test_the_deal_of_the_day_is_closed_until_its_day_is_over(alice, bob, table_of):
    now = datetime.fromisoformat("2030-05-05T23:59:59+00:00")
    deal = DailyDeal.objects.create(
        date=date(2030, 5, 5), rules_id="x", dealer=0, cards="", nonce="", commitment=""
    )
    table = table_of(alice.person, terms=Terms(daily=deal), kind="daily")
    after = now + timedelta(seconds=1)
    assert viewer_of(bob, table, now) == viewer_of(None, table, now) == NONE
    assert viewer_of(bob, table, after) == SPECTATOR
    assert viewer_of(alice, table, now) == Viewer("seat", 0)
    for moment, expected in ((now, [False, True]), (after, [True, True])):
        found = [Table.objects.filter(tables_readable(u, moment)).exists() for u in (bob, alice)]
        assert found == expected
    series_start(table=table, first_dealer=0)
    Hand.objects.update(status="over", result={})
    hand = selectors.hand_get(Hand.objects.get().public_id)
    assert (may_see_record(hand, now), may_see_record(hand, after)) == (False, True)


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
