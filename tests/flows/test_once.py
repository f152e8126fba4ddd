"""One action, however it is sent, is applied once; and everybody sees it even unpublished.

Through the real web server, broker and workers, on the database of the run.
"""

from __future__ import annotations

import json
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.services import person_for, token_create, user_guest_create
from bots.selectors import bot_version_builtin
from engine.record import Entry
from engine.rules import rule_set
from games import killpoints, services
from games.models import Hand, Series, Table
from games.selectors import hand_entries, hand_record
from tests.deadlines import RESYNC_SECONDS, START_SECONDS
from tests.flows import faults
from tests.flows.platforms import orm_on, platform_on
from tests.live.client import Client, Frame, is_my_turn
from tests.running import Running

pytestmark = pytest.mark.pg

PRESET = "koenigrufen/cardgames-zone"
AT_ONCE = 50
SOCKETS = 15


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with platform_on(tmp_path_factory.mktemp("once") / "data", LEASE_HUMAN_SECONDS="2") as platform:
        yield platform


@pytest.fixture
def platform(started: Running, django_db_blocker: Any) -> Iterator[Running]:
    with orm_on(started, django_db_blocker):
        yield started


@dataclass(frozen=True)
class Guest:
    """Somebody at a table, with a token that may play."""

    user: User
    secret: str
    url: str
    table: Table

    def tab(self) -> Client:
        """A socket of his."""
        return client(self.url, self.table, token=self.secret)

    def post(self, frame: Frame, action: str) -> tuple[int, dict[str, Any]]:
        """The action over REST: status and body."""
        body = {"hand": frame["hand"], "ply": frame["ply"], "actions": [action]}
        request = urllib.request.Request(
            f"{self.url}api/v1/tables/{self.table.public_id}/act",
            json.dumps(body).encode(),
            {"Authorization": f"Bearer {self.secret}", "Content-Type": "application/json"},
        )
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.load(error)


def client(url: str, table: Table, token: str = "") -> Client:
    port = int(url.rstrip("/").rpartition(":")[2])
    return Client(
        port, f"/ws/table/{table.public_id}", token=token, origin=None if token else "same"
    )


@pytest.fixture
def guests_of(platform: Running) -> Callable[..., list[Guest]]:
    """Makes a running table with so many guests; bots take the other seats."""

    def make(count: int, rules_id: str = PRESET, hands: int = 4) -> list[Guest]:
        users = [user_guest_create() for _ in range(count)]
        seats = [services.SeatSpec(person=person_for(user)) for user in users]
        bot, size = bot_version_builtin("random"), rule_set(rules_id).hand_seats
        seats += [services.SeatSpec(bot_version=bot, name=f"Bot {i}") for i in range(count, size)]
        table = services.table_create(name="Once", rules_id=rules_id, hands=hands, seats=seats)
        services.series_start(table=table)
        for rows in (Series.objects.filter(table=table), Hand.objects.filter(series__table=table)):
            rows.exclude(next_due=None).update(next_due=timezone.now())  # nobody enqueues here
        secrets = [token_create(user, "tab", ["read", "play"])[1] for user in users]
        return [Guest(u, s, platform.url, table) for u, s in zip(users, secrets, strict=True)]

    return make


def turn_of(tab: Client) -> Frame:
    """The first view that asks for an action."""
    return tab.until(is_my_turn)


def entries_from(frame: Frame) -> list[Entry]:
    """What was played since `frame`; the record has to replay."""
    hand = Hand.objects.select_related("series__table").get(public_id=frame["hand"])
    entries = list(hand_entries(hand))
    assert len(entries) == hand.ply
    assert hand_record(hand).replay().ply == hand.ply
    return entries[frame["ply"] :]


def assert_applied_once(frame: Frame, action: str) -> None:
    """The person's entry stands at the ply it was sent for, and only there."""
    played = entries_from(frame)
    assert [str(e.action) for e in played if e.actor == "person"] == [action]
    assert (str(played[0].action), played[0].seat) == (action, frame["view"]["seat"])


def test_posted_twice_is_applied_once(guests_of):
    (guest,) = guests_of(1)
    with guest.tab() as tab:
        frame = turn_of(tab)
    action = frame["view"]["fallback"]
    first, second = guest.post(frame, action), guest.post(frame, action)
    assert (first[0], first[1]["repeated"]) == (200, False)
    assert (second[0], second[1]["repeated"]) == (200, True)
    assert_applied_once(frame, action)


def test_two_tabs_apply_one_action(guests_of):
    (guest,) = guests_of(1)
    with guest.tab() as one, guest.tab() as two:
        frame = turn_of(one)
        assert turn_of(two)["ply"] == frame["ply"]
        sent = [one.act(frame), two.act(frame), one.act(frame)]
        answers = [one.answer(sent[0]), two.answer(sent[1]), one.answer(sent[2])]
        assert [answer["type"] for answer in answers] == ["accepted"] * 3
        assert_applied_once(frame, frame["view"]["fallback"])


def test_two_tabs_that_disagree_apply_one_action(guests_of):
    (guest,) = guests_of(1)
    with guest.tab() as one, guest.tab() as two:
        frame = turn_of(one)
        legal = frame["view"]["legal"][:2]
        assert len(legal) == 2
        sent = [tab.act(frame, action) for tab, action in zip((one, two), legal, strict=True)]
        answers = [one.answer(sent[0]), two.answer(sent[1])]
        assert sorted(answer["type"] for answer in answers) == ["accepted", "refused"]
        refused = next(answer for answer in answers if answer["type"] == "refused")
        assert refused["code"] == "stale_action"
        accepted = [answer["type"] for answer in answers].index("accepted")
        assert_applied_once(frame, legal[accepted])


def test_fifty_at_once_apply_once(guests_of):
    (guest,) = guests_of(1)
    with ExitStack() as open_tabs:
        tabs = [open_tabs.enter_context(guest.tab()) for _ in range(SOCKETS)]
        frame = turn_of(tabs[0])
        action = frame["view"]["fallback"]
        together = threading.Barrier(AT_ONCE)

        def send(number: int) -> bool:
            together.wait(30)
            if number < len(tabs):
                tab = tabs[number]
                return tab.answer(tab.act(frame), 60)["type"] == "accepted"
            return guest.post(frame, action)[0] == 200

        with ThreadPoolExecutor(AT_ONCE) as pool:
            assert all(pool.map(send, range(AT_ONCE)))
    assert_applied_once(frame, action)


def test_an_action_survives_the_worker_that_wrote_it(platform, guests_of):
    """Killed with all its processes after the append, before anybody was told or a bot moved."""
    (guest,) = guests_of(1)
    with guest.tab() as tab:
        frame = turn_of(tab)
        tab.drain(0.2)
        faults.arm(platform, killpoints.APPEND_PUBLISHED)
        tab.act(frame)
        faults.kill_reached(platform, killpoints.APPEND_PUBLISHED, queue="human")
        again = tab.until(
            lambda m: is_my_turn(m) and (m["number"], m["ply"]) > (frame["number"], frame["ply"]),
            START_SECONDS,
        )
        assert tab.answer(tab.act(frame))["type"] == "accepted"
    assert again["ply"] > frame["ply"] + 1
    assert_applied_once(frame, frame["view"]["fallback"])


@pytest.mark.ci
def test_a_redeal_survives_the_worker_that_wrote_it(platform, guests_of):
    """Three persons pass; the worker dies between the redeal and the next attempt."""
    guests = guests_of(3, "illustrated/beck", 3)
    with ExitStack() as open_tabs:
        tabs = [open_tabs.enter_context(guest.tab()) for guest in guests]
        frame = tabs[1].until(is_my_turn)  # the first dealer has seat 0
        for number in (1, 2, 0):
            frame = frame if number == 1 else tabs[number].until(is_my_turn)
            assert frame["view"]["fallback"] == "pass"
            if number == 0:
                faults.arm(platform, killpoints.APPEND_PUBLISHED)
            tabs[number].act(frame)
        faults.kill_reached(platform, killpoints.APPEND_PUBLISHED, queue="human")
        first = Hand.objects.get(public_id=frame["hand"])
        assert (first.status, first.attempt) == (Hand.Status.REDEAL, 0)
        again = [
            tab.until(lambda m: m["type"] == "view" and m.get("attempt") == 1, START_SECONDS)
            for tab in tabs
        ]
        assert tabs[0].answer(tabs[0].act(frame), START_SECONDS)["type"] == "accepted"
    assert {(m["number"], m["ply"], len(m["table_state"]["rows"])) for m in again} == {(0, 0, 0)}
    assert_applied_once(frame, "pass")
    hands = Hand.objects.filter(series__table=guests[0].table).order_by("attempt")
    assert [hand.status for hand in hands] == ["redeal", "playing"]


@pytest.mark.parametrize("way", ["socket", "rest"])
def test_every_socket_is_right_though_publishing_was_lost(platform, guests_of, way):
    """Four persons: nobody moves after the action, so no later message can make up for it."""
    guests = guests_of(4)
    with ExitStack() as open_tabs:
        tabs = [open_tabs.enter_context(guest.tab()) for guest in guests]
        tabs += [open_tabs.enter_context(guests[0].tab())]
        tabs += [open_tabs.enter_context(client(platform.url, guests[0].table)) for _ in range(3)]
        tabs[-1].drain(1)  # what tells that the others have come, too
        for tab in tabs:
            tab.drain(0.05)
        number = next(i for i, tab in enumerate(tabs) if is_my_turn(tab.frames[-1]))
        frame = tabs[number].frames[-1]
        skip = platform.data / "kill" / f"{killpoints.APPEND_PUBLISHED}.skip"
        skip.parent.mkdir(exist_ok=True)
        skip.touch()
        if way == "socket":
            tabs[number].act(frame)
        else:
            assert guests[number].post(frame, frame["view"]["fallback"])[0] == 200
        hands = Hand.objects.filter(public_id=frame["hand"])
        while hands.get().ply == frame["ply"]:
            time.sleep(0.01)
        stored_at = time.monotonic()
        for tab in tabs:
            left = RESYNC_SECONDS - (time.monotonic() - stored_at)
            shown = tab.until(lambda m: m["type"] == "view" and m["ply"] > frame["ply"], left)
            assert shown["ply"] == frame["ply"] + 1
        assert not skip.exists()
    assert_applied_once(frame, frame["view"]["fallback"])
