"""A site with something on every page, and where its pages are."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.urls import reverse
from django.utils import timezone

from accounts.models import Person, User
from accounts.services import user_create
from games import services
from games.models import Hand, Table
from games.selectors import hand_state, scene_load
from tests.browser.live import in_thread
from tests.live.stack import Stack
from tournaments.demo import CLUB_SLUG, ENDLESS, EVENING, demo_seed
from tournaments.models import Event

NAME = "Leni Stadler"
LATER = timedelta(minutes=9)
"""A table that will be opened later waits for people as long as we look."""


class Site:
    """The demo, and a person who has played a series. `paths` by name of the page."""

    def __init__(self, stack: Stack) -> None:
        self.stack = stack
        self.paths: dict[str, str] = {}
        self.cookie = in_thread(stack, self._make)

    def _make(self) -> str:
        demo_seed()
        user = user_create(username="leni", password="kartenspiel7", display_name=NAME)
        table = play_series(user)
        neighbour = user_create(
            username="ferdl", password="kartenspiel7", display_name="Ferdl Hainzl"
        )
        services.table_open(
            user=neighbour,
            wish=services.Wish(preset="illustrated/beck"),
            now=timezone.now() + LATER,
        )
        person = Person.objects.get(user=user)
        hand = Hand.objects.filter(series__table=table, status=Hand.Status.OVER).first()
        assert hand is not None
        running, finished = Event.objects.get(name=ENDLESS), Event.objects.get(name=EVENING)
        rules = ["koenigrufen", "cardgames-zone"]
        for name, route, arguments in (
            ("home", "home", []),
            ("quick", "quick", []),
            ("lobby", "lobby", []),
            ("daily", "daily", []),
            ("events", "events", []),
            ("event", "event", [finished.public_id]),
            ("running", "event", [running.public_id]),
            ("projector", "projector", [running.public_id]),
            ("replay", "hand", [hand.public_id]),
            ("verify", "hand-verify", [hand.public_id]),
            ("person", "person", [person.public_id]),
            ("club", "club", [CLUB_SLUG]),
            ("help", "help", []),
            ("rules", "help-rules", rules),
            ("lesson", "lesson", []),
        ):
            self.paths[name] = reverse(route, args=arguments).lstrip("/")
        return self.stack.cookie_of(user)

    def url(self, name: str) -> str:
        """Where a page is."""
        return f"{self.stack.url}{self.paths[name]}"

    def cookies(self) -> list[Any]:
        """For a browser's context, to be that person."""
        name, _, value = self.cookie.partition("=")
        return [{"name": name, "value": value, "url": self.stack.url}]


def play_series(user: User, hands: int = 2) -> Table:
    """A quick game of this person, played to its end in this process."""
    table, _ = services.quick_game_create(
        user=user, preset="koenigrufen/cardgames-zone", hands=hands
    )
    while True:
        services.table_advance(table_id=table.pk)
        scene = scene_load(table.pk)
        hand = scene.current
        if scene.table.status != Table.Status.RUNNING:
            return table
        state = hand_state(hand) if hand is not None and not hand.is_ended else None
        if state is None or state.turn is None or scene.seats[hand.seating[state.turn]].is_bot:
            continue
        services.action_play(
            hand_id=hand.public_id,
            ply=hand.ply,
            actions=[str(state.default_action())],
            actor="person",
            received_at=timezone.now(),
            user=user,
        )
