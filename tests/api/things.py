"""What the apps above ``accounts`` put into the world of the API tests, and their requests."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from accounts.models import Club, User
from accounts.services import person_for
from bots.selectors import bot_version_builtin
from games.models import Hand, Table
from games.selectors import hand_state
from games.services import SeatSpec, series_play_slice, series_start, table_create

if TYPE_CHECKING:
    from tests.api.world import Request, World

RULES = "koenigrufen/cardgames-zone"


@dataclass
class Things:
    """One of each; ids as they stand in addresses."""

    game: str = ""
    """A table where the owner is to move in ``hand`` and ``fallback`` is legal."""
    hand: str = ""
    fallback: str = ""
    finished_hand: str = ""


def make_things(club: Club, users: dict[str, User]) -> Things:
    """Create a game of the owner and a finished series of bots."""
    game = _table(club, [SeatSpec(person=person_for(users["owner"]))])
    series_start(table=game, first_dealer=3, deal_seed="world")
    hand = Hand.objects.get(series__table=game)
    bots = _table(club, [])
    series_play_slice(series_id=series_start(table=bots, deal_seed="world").pk)
    finished = Hand.objects.filter(series__table=bots, status=Hand.Status.OVER).first()
    assert finished is not None
    return Things(
        game=game.public_id,
        hand=hand.public_id,
        fallback=str(hand_state(hand).default_action()),
        finished_hand=finished.public_id,
    )


def _table(club: Club, seats: list[SeatSpec]) -> Table:
    bot = bot_version_builtin("random")
    seats = [*seats, *(SeatSpec(bot_version=bot, name=f"Bot {i}") for i in range(4))][:4]
    return table_create(name="Table", rules_id=RULES, hands=2, seats=seats, club=club)


REQUESTS: dict[str, Callable[[World], Request]] = {
    "table.list": lambda w: ("get", "/tables/?status=running", None),
    "table.retrieve": lambda w: ("get", f"/tables/{w.things.game}/", None),
    "table.view": lambda w: ("get", f"/tables/{w.things.game}/view", None),
    "table.create": lambda w: ("post", "/tables/", {"preset": RULES, "hands": 2}),
    "table.act": lambda w: (
        "post",
        f"/tables/{w.things.game}/act",
        {"hand": w.things.hand, "ply": 0, "actions": [w.things.fallback]},
    ),
    "hand.list": lambda w: ("get", "/hands/?status=over", None),
    "hand.retrieve": lambda w: ("get", f"/hands/{w.things.finished_hand}/", None),
    "hand.record": lambda w: ("get", f"/hands/{w.things.finished_hand}/record", None),
}
