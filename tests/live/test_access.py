"""Who may open a socket, and how one that may not any more is ended."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from websockets.exceptions import InvalidStatus

from accounts.services import (
    guest_upgrade,
    person_for,
    token_create,
    token_revoke,
    user_guest_create,
)
from games import live
from games.models import Seat
from tests.deadlines import FACTOR, RESYNC_SECONDS
from tests.live.client import Client
from tests.live.stack import session_key_of


def path_of(table):
    return f"/ws/table/{table.public_id}"


def signed_out(client, seconds=RESYNC_SECONDS):
    """Whether the socket is told that its session or token is over, and then closed."""
    kicked = client.until(lambda m: m["type"] == "kicked", seconds)
    return (kicked["code"], client.close_code()) == ("signed_out", 4401)


@pytest.mark.parametrize("path", ["/ws/nothing", "/nothing", "/ws/table/", "/ws/table/none/x"])
def test_an_unknown_path_closes_cleanly(stack, path):
    with Client(stack.port, path) as client:
        assert client.close_code() == 4404


@pytest.mark.parametrize("path", ["/ws/table/doesnotexist", "/ws/event/doesnotexist"])
def test_an_unknown_table_or_event_closes_cleanly(stack, path):
    with Client(stack.port, path) as client:
        assert client.close_code() == 4404
    assert "Traceback" not in stack.output()


@pytest.mark.parametrize("origin", ["http://evil.example", "http://127.0.0.1:1", "null", None])
def test_foreign_origins_are_refused(stack, guest, table_of, origin):
    table = table_of(guest)
    with pytest.raises(InvalidStatus) as refused:
        Client(stack.port, path_of(table), cookie=stack.cookie_of(guest), origin=origin)
    assert refused.value.response.status_code == 403


def test_a_wrong_token_is_told_so(stack, guest, table_of):
    table = table_of(guest)
    for token in ("tk_x_y", "rubbish"):
        with Client(stack.port, path_of(table), token=token, origin=None) as client:
            assert client.close_code() == 4401


def test_a_token_that_may_not_read_sees_nothing(stack, guest, table_of):
    table = table_of(guest)
    _, secret = token_create(guest, "test", ["organise"], None)
    with Client(stack.port, path_of(table), token=secret, origin=None) as client:
        assert client.close_code() == 4403
        assert client.frames == []


def test_a_session_that_ended_ends_its_sockets(stack, guest, table_of):
    table = table_of(guest)
    key, other = session_key_of(guest), session_key_of(guest)
    with (
        Client(stack.port, path_of(table), cookie=f"{settings.SESSION_COOKIE_NAME}={key}") as one,
        Client(stack.port, path_of(table), cookie=f"{settings.SESSION_COOKIE_NAME}={other}") as two,
    ):
        one.view()
        two.view()
        live.publish_kick(session_key=key)
        assert signed_out(one)
        assert two.is_usable()


def test_signing_out_in_the_browser_ends_the_sockets_of_the_session(stack, guest, table_of, client):
    table = table_of(guest)
    key = session_key_of(guest)
    with Client(stack.port, path_of(table), cookie=f"{settings.SESSION_COOKIE_NAME}={key}") as own:
        own.view()
        client.cookies[settings.SESSION_COOKIE_NAME] = key
        client.logout()
        assert not SessionStore().exists(key)
        assert signed_out(own)


def test_a_new_password_ends_the_sockets_of_other_sessions(stack, guest, table_of, client):
    table, old, new = table_of(guest), "a long and lonely word", "another one, long enough"
    guest = guest_upgrade(guest, username="altes_mitglied", password=old)
    client.force_login(guest)
    with Client(stack.port, path_of(table), cookie=stack.cookie_of(guest)) as other:
        other.view()
        form = {"oldpassword": old, "password1": new, "password2": new}
        assert client.post("/accounts/password/change/", form).status_code == 302
        assert signed_out(other)


def test_signing_up_ends_the_sockets_of_the_session_before(stack, guest, table_of, client):
    table = table_of(guest)
    key = session_key_of(guest)
    with Client(stack.port, path_of(table), cookie=f"{settings.SESSION_COOKIE_NAME}={key}") as old:
        old.view()
        client.cookies[settings.SESSION_COOKIE_NAME] = key
        name, password = "neues_mitglied", "a long and lonely word"
        form = {"username": name, "password1": password, "password2": password}
        assert client.post("/accounts/signup/", form).status_code == 302
        assert client.cookies[settings.SESSION_COOKIE_NAME].value != key
        assert signed_out(old)


@pytest.mark.ci  # waits ten seconds
def test_a_revoked_token_ends_its_sockets(stack, guest, table_of):
    table = table_of(guest)
    token, secret = token_create(guest, "test", ["read"], None)
    with Client(stack.port, path_of(table), token=secret, origin=None) as client:
        client.view()
        token_revoke(token)
        assert signed_out(client, 15 * FACTOR)


def test_who_loses_the_seat_becomes_a_spectator(stack, guest, table_of):
    table = table_of(guest)
    with Client(stack.port, path_of(table), cookie=stack.cookie_of(guest)) as client:
        assert client.view()["role"] == "seat"
        heir = user_guest_create()
        Seat.objects.filter(table=table, index=0).update(person=person_for(heir))
        live.publish_kick(user_id=guest.pk)
        again = client.until(lambda m: m.get("role") == "spectator", RESYNC_SECONDS)
        assert not again["view"].get("cards")
        assert client.answer(client.act({**again, "view": {"fallback": "pass"}}))["code"] == (
            "not_your_seat"
        )


@pytest.mark.ci  # waits ten seconds
def test_presence_of_a_seated_person_is_shown(stack, guest, table_of):
    table = table_of(guest)

    def presence(message):
        return message["type"] == "view" and message["table_state"]["seats"][0]["present"]

    with Client(stack.port, path_of(table)) as watcher:
        before = watcher.view()
        assert not presence(before)
        with Client(stack.port, path_of(table), cookie=stack.cookie_of(guest)):
            there = watcher.until(presence, RESYNC_SECONDS)
            assert there["rev"] > before["rev"]
        gone = watcher.until(lambda m: m["type"] == "view" and not presence(m), 15 * FACTOR)
        assert gone["rev"] > there["rev"]
