"""Pages on the running platform: who is signed in, what they received, whether they are right."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from django.utils import timezone
from playwright.sync_api import Page

from accounts.models import User
from accounts.services import person_for, user_guest_create
from bots.selectors import bot_version_builtin
from engine.view import Seat
from games import services
from games.models import Hand, Series, Table
from games.selectors import hand_entries, hand_states
from tests.deadlines import RESYNC_SECONDS
from tests.live.checks import Frame
from tests.live.stack import Stack

RULES = "koenigrufen/cardgames-zone"
T = TypeVar("T")


def in_thread(stack: Stack, function: Callable[[], T]) -> T:
    """Run database work beside Playwright's loop, in which Django's ORM refuses to run."""

    def work() -> T:
        with stack.database():
            return function()

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(work).result()


class Heard:
    """Raw frames a page received, in order."""

    def __init__(self, page: Page) -> None:
        self.raw: list[str] = []
        page.on("websocket", lambda socket: socket.on("framereceived", self._add))

    def _add(self, payload: str | bytes) -> None:
        self.raw.append(payload if isinstance(payload, str) else payload.decode())

    @property
    def views(self) -> list[Frame]:
        """The views among them."""
        found = [json.loads(raw) for raw in self.raw]
        return [frame for frame in found if frame["type"] == "view"]


class Party:
    """A table whose first seats are held by guests; bots have the others.

    Everything that asks the database runs in a thread of its own, so that tests with pages may.
    """

    def __init__(self, stack: Stack, persons: int = 1, hands: int = 2, **options: Any) -> None:
        self.stack = stack
        self.id, self.cookies = in_thread(stack, lambda: self._make(persons, hands, options))
        self.path = f"t/{self.id}"

    def _make(self, persons: int, hands: int, options: dict[str, Any]) -> tuple[str, list[str]]:
        users = [user_guest_create() for _ in range(persons)]
        table = table_start(users, hands, **options)
        return table.public_id, [self.stack.cookie_of(user) for user in users]

    def sit(self, page: Page, seat: int = 0, port: int | None = None) -> Page:
        """Open the table as the person of a seat, perhaps through a proxy's port."""
        name, _, value = self.cookies[seat].partition("=")
        site = f"http://127.0.0.1:{port or self.stack.port}/"
        page.context.add_cookies([{"name": name, "value": value, "url": site}])
        return self.watch(page, port)

    def watch(self, page: Page, port: int | None = None) -> Page:
        """Open the table as whoever this page belongs to; returns when its line is open."""
        page.goto(f"http://127.0.0.1:{port or self.stack.port}/{self.path}")
        page.wait_for_selector('main[data-table] [data-part="net"][data-state="open"]')
        return page

    def hands(self) -> list[Hand]:
        """All hands, oldest first; call it in a thread with the stack's database."""
        return list(Hand.objects.filter(series__table__public_id=self.id).order_by("number"))

    def truth(self, seat: int | None = 0) -> dict[str, Any]:
        """What the page of a seat has to show now: hand, ply and the engine's view."""
        return in_thread(self.stack, lambda: _truth(self.hands()[-1], seat))

    def played(self) -> list[tuple[int, int, str, str]]:
        """Everything played so far: (number of the hand, ply, actor, action)."""

        def read() -> list[tuple[int, int, str, str]]:
            return [
                (hand.number, ply, entry.actor, str(entry.action))
                for hand in self.hands()
                for ply, entry in enumerate(hand_entries(hand))
            ]

        return in_thread(self.stack, read)


def table_start(users: list[User], hands: int = 2, **options: Any) -> Table:
    """A running table of persons and random bots whose first deal is due now."""
    bot = bot_version_builtin("random")
    seats = [services.SeatSpec(person=person_for(user)) for user in users]
    seats += [services.SeatSpec(bot_version=bot, name=f"Bot {i}") for i in range(len(users), 4)]
    table = services.table_create(name="Test", rules_id=RULES, hands=hands, seats=seats, **options)
    series = services.series_start(table=table)
    for rows in (Series.objects.filter(pk=series.pk), Hand.objects.filter(series=series)):
        rows.filter(next_due__isnull=False).update(next_due=timezone.now())
    return table


def _truth(hand: Hand, seat: int | None) -> dict[str, Any]:
    state = hand_states(hand)[-1]
    view = None if seat is None else state.view_for(Seat(hand.seating.index(seat)))
    return {"hand": hand.public_id, "ply": hand.ply, "view": json.loads(json.dumps(view))}


SHOWN = """() => {
  const { frame, newest, line } = document.querySelector('main').table;
  return { hand: newest.hand, ply: newest.ply, view: newest.view, line, shown: frame.ply };
}"""


def shown(page: Page) -> dict[str, Any]:
    """What the page has got last and shows."""
    found: dict[str, Any] = page.evaluate(SHOWN)
    return found


LINE_LOST = "window.lineStates.includes('waiting')"
"""The page has noticed that its line is cut; holds on when the line is back (`record_line`)."""


def record_line(page: Page) -> None:
    """Have the page note every state of its line from now on: one may be over before it is
    looked at.
    """
    page.evaluate(
        """() => { const net = document.querySelector('[data-part="net"]');
          window.lineStates = [];
          new MutationObserver(() => window.lineStates.push(net.dataset.state))
            .observe(net, { attributeFilter: ["data-state"] }); }"""
    )


def wait_right(page: Page, party: Party, seat: int = 0, within: float = RESYNC_SECONDS) -> None:
    """Wait until the page of a seat shows the table as it is. Raises AssertionError.

    The bots may still be moving, so the truth is read anew with every look.
    """
    began = time.monotonic()
    while True:
        wanted, has = party.truth(seat), shown(page)
        if {**has, **wanted} == has and has["shown"] == wanted["ply"]:
            return
        assert time.monotonic() - began < within, [
            (one["hand"], one["ply"], one.get("shown"), one.get("line")) for one in (has, wanted)
        ]
        page.wait_for_timeout(20)


def mark(page: Page) -> tuple[str | None, str | None]:
    """What the page shows: rev and ply."""
    return page.get_attribute("main", "data-rev"), page.get_attribute("main", "data-ply")
