"""Ten disasters at the table. Nothing is lost, nothing happens twice, and what the page shows is
right within two seconds of recovery; that counts from the moment a restarted process is ready.
"""

from __future__ import annotations

import contextlib
import socket
import time
import urllib.error
from collections.abc import Iterator
from typing import Any

import pytest
import redis
from playwright.sync_api import Page, expect

from config.env import redis_database
from games import killpoints
from games.models import Hand
from games.selectors import hand_states
from tests.browser.harness import wait_until
from tests.browser.live import (
    LINE_LOST,
    Heard,
    Party,
    in_thread,
    record_line,
    shown,
    wait_right,
)
from tests.browser.play import act, legal, step
from tests.deadlines import RESYNC_SECONDS
from tests.flows import faults
from tests.live.checks import (
    assert_every_ply,
    assert_frames_right,
    assert_marks_grow,
    assert_no_leak,
)
from tests.live.client import Client, play_to_the_end
from tests.live.stack import Stack, live_stack
from tests.netproxy import NetProxy

pytestmark = [pytest.mark.browser, pytest.mark.ci]
PHONE = (360, 640)
CUT_SECONDS = 30
PATIENCE_SECONDS = 60
ASKED = "document.querySelector('main').table.legal.length > 0"
MID_TRICK = """(() => { const { table } = document.querySelector('main');
  const { phase, trick, tricks } = table.frame.view;
  return phase === 'play' && table.legal.length > 1 && trick.cards.length > 0
    && tricks.length > 0; })()"""
OTHERS_FOLLOW = (
    f"({MID_TRICK}) && document.querySelector('main').table.frame.view.trick.cards.length < 3"
)
DRAWN = """() => ['.hand .hc', '.cross .card', '.plate']
  .map((css) => [...document.querySelectorAll(css)].map((e) => e.dataset.card ?? e.textContent))"""


@pytest.fixture(scope="module")
def platform(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """A platform of their own: its parts get killed."""
    folder = tmp_path_factory.mktemp("disasters")
    with live_stack(folder, TABLE_PACE="0", LEASE_HUMAN_SECONDS="2") as running:
        yield running


@pytest.fixture
def stack(platform: Stack, django_db_blocker: Any) -> Iterator[Stack]:
    """The platform; `in_thread` works on its database."""
    with django_db_blocker.unblock():
        yield platform


def reach(page: Page, condition: str) -> dict[str, Any]:
    """Play on until a JavaScript condition holds; what the page then shows."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not page.evaluate(condition):
        assert step(page), "the series ended before"
        assert time.monotonic() < deadline, condition
    return shown(page)


def at(party: Party, position: dict[str, Any]) -> list[str]:
    """What the person played at a position a page has shown; the number of the hand is enough,
    since every hand was dealt once.
    """
    numbers = {hand.public_id: hand.number for hand in in_thread(party.stack, party.hands)}
    wanted = (numbers[position["hand"]], position["ply"], "person")
    return [action for *place, action in party.played() if tuple(place) == wanted]


def check_whole(party: Party, *heard: Heard) -> None:
    """Each hand was dealt once and can be replayed; every frame of the first seat was right."""

    def check() -> None:
        numbers = [(hand.number, hand.attempt) for hand in party.hands()]
        assert numbers == sorted(set(numbers))
        for one in heard:
            assert_marks_grow(one.views)
            assert_frames_right(one.views, "seat", 0)
            for raw in one.raw:
                assert_no_leak(raw, 0)

    in_thread(party.stack, check)


def go_on(page: Page, party: Party) -> None:
    """The table lives: one more action of the page's person is applied, once. A clock may be
    faster than a busy machine; then the next one counts.
    """
    deadline = time.monotonic() + PATIENCE_SECONDS
    played: list[str] = []
    while not played:
        position = reach(page, ASKED)
        chosen = legal(page)[0]
        while not (played := at(party, position)) and shown(page)["ply"] == position["ply"]:
            assert time.monotonic() < deadline, position["ply"]
            if chosen in legal(page):
                act(page, chosen)
            page.wait_for_timeout(50)
    assert played == [chosen]
    wait_right(page, party, within=PATIENCE_SECONDS)


# --- what people do ----------------------------------------------------------------------------


def test_a_page_loaded_again_in_mid_trick_shows_the_same(stack: Stack, open_page: Any) -> None:
    party, page = Party(stack), open_page(*PHONE, is_cut=True)
    heard = Heard(page)
    party.sit(page)
    position = reach(page, MID_TRICK)
    before = page.evaluate(DRAWN)
    page.reload()
    wait_right(page, party)
    assert page.evaluate(DRAWN) == before
    chosen = legal(page)[-1]
    act(page, chosen)
    page.reload()  # while the answer is on its way
    wait_right(page, party)
    assert at(party, position) in ([], [chosen])
    go_on(page, party)
    check_whole(party, heard)


def test_two_devices_of_one_person_stay_together(stack: Stack, open_page: Any) -> None:
    party, phone, desk = Party(stack), open_page(*PHONE), open_page()
    heard = [Heard(phone), Heard(desk)]
    party.sit(phone)
    party.sit(desk)
    position = reach(phone, MID_TRICK)
    wait_right(desk, party)
    first, second = legal(phone)[:2]
    send = "(action) => document.querySelector('main').table.send(action)"
    phone.evaluate(send, first)
    desk.evaluate(send, second)
    for page in (phone, desk):
        wait_until(page, "!document.querySelector('main').table.pending")
        wait_right(page, party)
    assert at(party, position) in ([first], [second])
    go_on(desk, party)
    wait_right(phone, party)
    check_whole(party, *heard)


def test_a_double_click_plays_one_card(stack: Stack, open_page: Any) -> None:
    party, page = Party(stack), open_page()
    heard = Heard(page)
    party.sit(page)
    reach(page, MID_TRICK)
    page.evaluate(
        "() => { const { table } = document.querySelector('main');"
        " table.pace = table.pacer.pace = 1; table.draw(); }"
    )
    own = [line for line in party.played() if line[2] == "person"]
    position, chosen = shown(page), legal(page)[0]
    page.wait_for_timeout(400)  # before, a click only lifts
    card = page.locator(f'button.hc[data-card="{chosen.partition(":")[2]}"]')
    card.dblclick(position={"x": 10, "y": 12})
    wait_until(page, f"document.querySelector('main').table.newest.ply !== {position['ply']}")
    page.wait_for_timeout(400)
    assert at(party, position) == [chosen]
    assert len([line for line in party.played() if line[2] == "person"]) == len(own) + 1
    wait_right(page, party, within=PATIENCE_SECONDS)
    check_whole(party, heard)


def test_a_stale_tab_is_refused_and_then_right(stack: Stack, open_page: Any) -> None:
    party, fresh, stale = Party(stack), open_page(), open_page(is_cut=True)
    heard = [Heard(fresh), Heard(stale)]
    party.sit(fresh)
    with NetProxy(("127.0.0.1", stack.port)) as proxy:
        party.sit(stale, port=proxy.port)
        position = reach(fresh, MID_TRICK)
        wait_right(stale, party)
        first, second = legal(fresh)[:2]
        proxy.black_hole()
        act(stale, second)  # at once: later its line is known to be dead, and it sends nothing
        expect(stale.locator(".cross .sent")).to_have_count(1)
        act(fresh, first)
        wait_right(fresh, party)
        proxy.restore()
        wait_right(stale, party)
        wait_until(stale, "!document.querySelector('main').table.pending")
        assert at(party, position) == [first]
        go_on(stale, party)
        wait_right(fresh, party)
        check_whole(party, *heard)


# --- what lines do -----------------------------------------------------------------------------


def turn_of(party: Party) -> int | None:
    """The table seat that is to move."""

    def read() -> int | None:
        hand = party.hands()[-1]
        turn = hand_states(hand)[-1].turn
        return None if turn is None else hand.seating[turn]

    return in_thread(party.stack, read)


def test_half_a_minute_without_a_line(stack: Stack, open_page: Any) -> None:
    """First the line swallows everything, then it refuses every attempt."""
    party, page = Party(stack, persons=2), open_page(*PHONE, is_cut=True)
    heard = Heard(page)
    with (
        NetProxy(("127.0.0.1", stack.port)) as proxy,
        Client(stack.port, f"/ws/{party.path.replace('t/', 'table/')}",
               cookie=party.cookies[1]) as other,
    ):  # fmt: skip
        party.sit(page, port=proxy.port)
        while turn_of(party) != 1:
            assert step(page)
        wait_right(page, party)
        asked = party.truth(1)
        record_line(page)
        proxy.black_hole()
        cut_at = time.monotonic()
        frame = other.until(lambda m: _is_at(m, asked))
        assert other.answer(other.act(frame))["type"] == "accepted"
        wait_until(page, LINE_LOST, PATIENCE_SECONDS)
        page.wait_for_timeout(max(0, 1000 * (cut_at + CUT_SECONDS / 2 - time.monotonic())))
        proxy.reset()
        page.wait_for_timeout(max(0, 1000 * (cut_at + CUT_SECONDS - time.monotonic())))
        assert shown(page)["ply"] == asked["ply"] < party.truth()["ply"]
        proxy.restore()
        wait_right(page, party)
        while turn_of(party) == 1:
            frame = other.until(lambda m: _is_at(m, party.truth(1)))
            other.act(frame)
        go_on(page, party)
        check_whole(party, heard)


def _is_at(message: dict[str, Any], position: dict[str, Any]) -> bool:
    return message["type"] == "view" and message["view"] == position["view"]


def test_a_clock_runs_out_while_its_person_is_cut_off(stack: Stack, open_page: Any) -> None:
    party, page = Party(stack, clock_ms=4000), open_page(*PHONE, is_cut=True)
    heard = Heard(page)
    with NetProxy(("127.0.0.1", stack.port)) as proxy:
        party.sit(page, port=proxy.port)
        record_line(page)
        wait_until(page, ASKED)
        proxy.reset()
        wait_until(page, LINE_LOST, PATIENCE_SECONDS)
        position = shown(page)  # as it stays now, however near the end of the time is
        stack.wait_for(lambda: party.truth()["ply"] > position["ply"])
        assert shown(page)["ply"] == position["ply"]
        proxy.restore()
        wait_right(page, party)
        number = in_thread(stack, lambda: party.hands()[0].number)
        actors = [who for n, ply, who, _ in party.played() if (n, ply) == (number, position["ply"])]
        assert len(actors) == 1
        assert actors[0] != "person"
        go_on(page, party)
        check_whole(party, heard)


def test_spectators_who_never_read_delay_nobody(stack: Stack, open_page: Any) -> None:
    party, page = Party(stack), open_page()
    path = f"/ws/table/{party.id}"
    with contextlib.ExitStack() as sockets:
        deaf = [sockets.enter_context(deaf_spectator(stack.port, path)) for _ in range(5)]
        watcher = sockets.enter_context(Client(stack.port, path))
        player = sockets.enter_context(Client(stack.port, path, cookie=party.cookies[0]))
        party.watch(page)
        first = watcher.view()
        play_to_the_end(player, player.view(), 2 * PATIENCE_SECONDS)
        wait_until(page, "document.querySelector('main').table.isFinal", PATIENCE_SECONDS)
        end = watcher.until(lambda m: m["table_state"]["status"] == "finished")
        start = first["number"], first["ply"]
        in_thread(stack, lambda: assert_every_ply(watcher.frames, party.hands(), start))
        for one in deaf:
            read_until(one, f'"hand":"{end["hand"]}"', '"status":"finished"')


def read_until(line: socket.socket, *texts: str) -> None:
    """Read at last, until all these texts are in what came last. Raises TimeoutError."""
    line.settimeout(RESYNC_SECONDS)
    read = b""
    while not all(text.encode() in read for text in texts):
        read = read[-20_000:] + line.recv(65536)


@contextlib.contextmanager
def deaf_spectator(port: int, path: str) -> Iterator[socket.socket]:
    """A websocket that asks to watch and then reads nothing, with little room for what comes."""
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.connect(("127.0.0.1", port))
        line.sendall(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
            "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        assert line.recv(12).startswith(b"HTTP/1.1 101")
        yield line


# --- what machines do --------------------------------------------------------------------------


def answers(stack: Stack) -> bool:
    """Whether the web process is there."""
    try:
        return bool(stack.health()["ok"])
    except (urllib.error.URLError, OSError):
        return False


def test_the_web_process_is_killed(stack: Stack, open_page: Any) -> None:
    party, page = Party(stack), open_page(*PHONE, is_cut=True)
    heard = Heard(page)
    party.sit(page)
    position = reach(page, MID_TRICK)
    chosen, old = legal(page)[0], stack.pid("web")
    record_line(page)
    act(page, chosen)
    stack.kill("web")
    wait_until(page, LINE_LOST, PATIENCE_SECONDS)
    stack.wait_for(lambda: stack.pid("web") != old and answers(stack))
    wait_right(page, party)
    assert at(party, position) in ([], [chosen])
    go_on(page, party)
    check_whole(party, heard)


def test_the_human_worker_is_killed_between_append_and_publish(
    stack: Stack, open_page: Any
) -> None:
    party, page = Party(stack), open_page(*PHONE)
    heard = Heard(page)
    party.sit(page)
    position = reach(page, OTHERS_FOLLOW)  # else nobody moves on behind him
    chosen = legal(page)[0]
    faults.arm(stack, killpoints.APPEND_PUBLISHED)
    act(page, chosen)
    point = killpoints.APPEND_PUBLISHED
    in_thread(stack, lambda: faults.kill_reached(stack, point, queue="human"))
    wait_right(page, party)  # the action stands, and needs no worker to be seen
    assert at(party, position) == [chosen]
    with redis.Redis.from_url(redis_database(stack.redis_url, 1)) as broker:
        broker.delete(*broker.keys("worker:human*"))
    stack.wait_for(lambda: "human" in stack.health()["workers"])
    waits = f"document.querySelector('main').table.newest.ply > {position['ply'] + 1}"
    wait_until(page, waits, RESYNC_SECONDS)
    go_on(page, party)
    check_whole(party, heard)


def test_the_broker_is_killed(stack: Stack, open_page: Any) -> None:
    party, page = Party(stack), open_page(*PHONE)
    heard = Heard(page)
    party.sit(page)
    position = reach(page, MID_TRICK)
    chosen = legal(page)[0]
    old = stack.pid("broker")
    stack.kill("broker")
    act(page, chosen)  # refused, or handed on as soon as somebody answers
    stack.wait_for(lambda: stack.pid("broker") != old and answers(stack))
    wait_right(page, party)
    assert at(party, position) in ([], [chosen])
    go_on(page, party)
    check_whole(party, heard)
    assert in_thread(stack, lambda: Hand.objects.filter(series__table__status="stuck").count()) == 0
