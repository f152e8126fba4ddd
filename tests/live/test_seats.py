"""Seats that change hands while sockets are open: nobody keeps seeing what is not his any more."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db.models import F
from django.utils import timezone

from accounts.services import person_for, user_guest_create
from bots.selectors import bot_version_builtin
from games import services
from games.models import Hand, Seat, Series, Table
from tests.deadlines import RESYNC_SECONDS
from tests.live.client import Client, is_my_turn
from tests.live.conftest import PRESET

pytestmark = pytest.mark.usefixtures("stack")


def path_of(table: Table) -> str:
    return f"/ws/table/{table.public_id}"


def make_due(table: Table) -> None:
    """Nobody enqueues the first job here; do not wait for the lease to run out."""
    for rows in (Series.objects.filter(table=table), Hand.objects.filter(series__table=table)):
        rows.filter(next_due__isnull=False).update(next_due=timezone.now())


def test_who_held_a_seat_before_gets_no_frame_of_its_new_holder(stack, guest, table_of):
    """Even when nobody tells the web process that the seat has changed hands."""
    table, heir = table_of(guest), user_guest_create()
    with Client(stack.port, path_of(table), cookie=stack.cookie_of(guest)) as before:
        before.view()
        before.until(is_my_turn)
        Seat.objects.filter(table=table, index=0).update(person=person_for(heir))
        Table.objects.filter(pk=table.pk).update(rev=F("rev") + 1)
        rev = Table.objects.get(pk=table.pk).rev
        with Client(stack.port, path_of(table), cookie=stack.cookie_of(heir)) as now:
            frame = now.view()
            assert frame["role"] == "seat"
            while frame["rev"] < rev:
                frame = now.until(lambda m: m["type"] == "view")
            now.act(frame)
            now.until(lambda m: m["type"] == "view" and m["rev"] > rev)
        before.send({"type": "ping"})
        before.until(lambda m: m["type"] == "pong")
        assert all(m["rev"] < rev for m in before.frames if m["role"] == "seat")


def test_a_claim_becomes_a_seat_with_the_next_deal(stack, guest):
    heir = user_guest_create()
    wish = services.Wish(preset=PRESET, hands=2, bots=["random", "random"])
    table, _ = services.table_open(user=guest, wish=wish)
    Table.objects.filter(pk=table.pk).update(created_at=timezone.now() - timedelta(minutes=1))
    services.table_warm(table_id=table.pk)
    make_due(table)
    with (
        Client(stack.port, path_of(table), cookie=stack.cookie_of(guest)) as player,
        Client(stack.port, path_of(table), cookie=stack.cookie_of(heir)) as claimer,
    ):
        assert claimer.view()["role"] == "spectator"
        services.seat_take(table_id=table.pk, user=heir, index=3)
        frame = player.view()
        while not frame["number"]:
            if is_my_turn(frame):
                player.act(frame)
            frame = player.until(lambda m: m["type"] == "view")
        seated = claimer.until(lambda m: m.get("role") == "seat", 10 * RESYNC_SECONDS)
        assert seated["number"] == 1
        assert seated["table_state"]["seats"][3]["kind"] == "person"
        assert list(seated["view"]["cards"]) == ["3"]


def test_the_seat_is_taken_back_over_the_socket(stack, guest, table_of):
    table = table_of(guest, user_guest_create())
    club = bot_version_builtin("club")
    with Client(stack.port, path_of(table), cookie=stack.cookie_of(guest)) as client:
        client.view()
        Seat.objects.filter(table=table, index=0).update(stand_in=club)
        client.send({"type": "return", "id": "r1"})
        assert client.answer("r1")["type"] == "accepted"
        assert Seat.objects.get(table=table, index=0).stand_in is None
        client.send({"type": "return"})
        assert client.until(lambda m: m["type"] == "refused")["code"] == "bad_message"
    with Client(stack.port, path_of(table)) as watcher:
        watcher.view()
        watcher.send({"type": "return", "id": "r2"})
        assert watcher.answer("r2")["code"] == "not_your_seat"


def test_a_private_table_opens_no_socket_to_others(stack, guest):
    wish = services.Wish(preset=PRESET, access="private")
    table, _ = services.table_open(user=guest, wish=wish)
    secret = services.table_invite(table_id=table.pk, user=guest)
    other = user_guest_create()
    cookie = stack.cookie_of(other)
    for cookies in (None, cookie):
        with Client(stack.port, path_of(table), cookie=cookies) as client:
            assert client.close_code() == 4403
            assert client.frames == []
    services.table_admit(table_id=table.pk, user=other, secret=secret)
    with Client(stack.port, path_of(table), cookie=cookie) as client:
        assert client.view()["role"] == "spectator"
