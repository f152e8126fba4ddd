"""What the apps above ``accounts`` put into the world of the API tests, and their requests."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from accounts.models import Club, User
from accounts.services import person_for, user_create
from bots.selectors import bot_version_builtin
from games.models import Hand, Table
from games.selectors import hand_state
from games.services import (
    SeatSpec,
    Wish,
    action_play,
    daily_deal,
    series_play_slice,
    series_start,
    table_advance,
    table_create,
    table_invite,
    table_open,
    talk_say,
)
from tournaments import services
from tournaments.models import Event

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
    practice: tuple[str, dict[str, Any]] = ("", {})
    """A practice table where the owner has decided once and is to move, and its place."""
    lobby: str = ""
    """A table of somebody else that waits for people."""
    own_lobby: str = ""
    private: str = ""
    secret: str = ""
    """Of the link to ``private``; its maker makes another one for ``own_private``."""
    own_private: str = ""
    day: str = ""
    finished_hand: str = ""
    line: str = ""
    """Said at that table by ``talker``, somebody who sits there and is no actor."""
    talker: str = ""
    draft_event: str = ""
    """Eight bots are in it."""
    running_event: str = ""
    league: str = ""


def make_things(club: Club, users: dict[str, User]) -> Things:
    """Create a game of the owner and a finished series of bots."""
    talker = user_create(username="talker")
    seats = [SeatSpec(person=person_for(user)) for user in (users["owner"], talker)]
    game = _table(club, seats)
    series_start(table=game, first_dealer=3, deal_seed="world")
    hand = Hand.objects.get(series__table=game)
    said = talk_say(table=game, user=talker, client_id="t1", phrase="hello")
    bots = _table(club, [])
    series_play_slice(series_id=series_start(table=bots, deal_seed="world").pk)
    finished = Hand.objects.filter(series__table=bots, status=Hand.Status.OVER).first()
    assert finished is not None
    private = _lobby(users["owner"], access="private")
    secret = table_invite(table_id=private.pk, user=users["owner"])
    league = services.league_create(name="League", club=club)
    running = _event(club, league=league)
    services.event_start(event=running)
    services.event_advance(event=running)
    return Things(
        game=game.public_id,
        hand=hand.public_id,
        fallback=str(hand_state(hand).default_action()),
        lobby=_lobby(talker).public_id,
        own_lobby=_lobby(users["owner"]).public_id,
        private=private.public_id,
        own_private=_lobby(users["owner"], access="private").public_id,
        secret=secret,
        day=str(daily_deal().date),
        practice=_practice(users["owner"]),
        finished_hand=finished.public_id,
        line=said.line.public_id,
        talker=person_for(talker).public_id,
        draft_event=_event(club).public_id,
        running_event=running.public_id,
        league=league.public_id,
    )


def _practice(owner: User) -> tuple[str, dict[str, Any]]:
    """A practice table; forehand, the owner, has reserved and the bots have answered."""
    bot = bot_version_builtin("random")
    bots = [SeatSpec(bot_version=bot, name=f"Bot {i}") for i in range(3)]
    seats = [SeatSpec(person=person_for(owner)), *bots]
    table = table_create(name="Practice", rules_id=RULES, hands=2, seats=seats, practice=True)
    series_start(table=table, first_dealer=3, deal_seed="world")
    hand = Hand.objects.get(series__table=table)
    act: dict[str, Any] = {"ply": 0, "actions": ["reserve"], "actor": "person", "user": owner}
    action_play(hand_id=hand.pk, received_at=timezone.now(), **act)
    table_advance(table_id=table.pk)
    hand.refresh_from_db()
    return table.public_id, {"hand": hand.public_id, "ply": hand.ply}


def _lobby(user: User, access: str = "open") -> Table:
    return table_open(user=user, wish=Wish(preset=RULES, access=access))[0]


def _event(club: Club, **values: Any) -> Event:
    event = services.event_create(
        name="Event", rules_id=RULES, hands=2, rounds_total=2, club=club, **values
    )
    services.entrants_import(event=event, data=_entrants("P", 8))
    return event


def _entrants(letter: str, count: int) -> bytes:
    lines = (f"{letter}{number},random" for number in range(count))
    return "\n".join(["name,bot", *lines]).encode()


def _upload() -> dict[str, Any]:
    return {"file": SimpleUploadedFile("list.csv", _entrants("Q", 4), content_type="text/csv")}


def _event_values(world: World) -> dict[str, Any]:
    settings = {"name": "New", "rules": RULES, "hands": 4, "rounds_total": None}
    return {**settings, "club": world.club.public_id, "league": world.things.league}


def _table(club: Club, seats: list[SeatSpec]) -> Table:
    bot = bot_version_builtin("random")
    seats = [*seats, *(SeatSpec(bot_version=bot, name=f"Bot {i}") for i in range(4))][:4]
    return table_create(name="Table", rules_id=RULES, hands=2, seats=seats, club=club)


REQUESTS: dict[str, Callable[[World], Request]] = {
    "table.list": lambda w: ("get", "/tables/?status=running", None),
    "table.retrieve": lambda w: ("get", f"/tables/{w.things.game}/", None),
    "table.view": lambda w: ("get", f"/tables/{w.things.game}/view", None),
    "table.create": lambda w: ("post", "/tables/", {"rules": RULES, "hands": 2}),
    "table.act": lambda w: (
        "post",
        f"/tables/{w.things.game}/act",
        {"hand": w.things.hand, "ply": 0, "actions": [w.things.fallback]},
    ),
    "table.sit": lambda w: ("post", f"/tables/{w.things.lobby}/sit", {"seat": 2}),
    "table.leave": lambda w: ("post", f"/tables/{w.things.own_lobby}/leave", None),
    "table.come_back": lambda w: ("post", f"/tables/{w.things.game}/return", None),
    "table.rematch": lambda w: ("post", f"/tables/{w.things.game}/rematch", None),
    "table.invite": lambda w: ("post", f"/tables/{w.things.own_private}/invite", None),
    "table.join": lambda w: (
        "post",
        f"/tables/{w.things.private}/join",
        {"secret": w.things.secret},
    ),
    "daily.list": lambda w: ("get", "/daily", None),
    "daily.retrieve": lambda w: ("get", f"/daily/{w.things.day}", None),
    "daily.play": lambda w: ("post", "/daily", None),
    "table.say": lambda w: (
        "post",
        f"/tables/{w.things.game}/say",
        {"id": "s1", "phrase": "hello"},
    ),
    "table.talk": lambda w: ("post", f"/tables/{w.things.game}/talk", {"talk": "off"}),
    "talk.report": lambda w: ("post", f"/talk/{w.things.line}/report", {"reason": "rude"}),
    "talk.hide": lambda w: ("post", f"/talk/{w.things.line}/hide", None),
    "talk.mute": lambda w: ("post", f"/talk/{w.things.line}/mute", None),
    "mute.list": lambda w: ("get", "/mutes", None),
    "mute.create": lambda w: ("put", f"/mutes/{w.things.talker}", None),
    "mute.destroy": lambda w: ("delete", f"/mutes/{w.things.talker}", None),
    "follow.list": lambda w: ("get", "/follows", None),
    "follow.create": lambda w: ("put", f"/follows/{w.things.talker}", None),
    "follow.destroy": lambda w: ("delete", f"/follows/{w.things.talker}", None),
    "table.hint": lambda w: ("post", f"/tables/{w.things.practice[0]}/hint", w.things.practice[1]),
    "table.why": lambda w: (
        "post",
        f"/tables/{w.things.practice[0]}/why",
        w.things.practice[1] | {"action": "play:22"},
    ),
    "table.take_back": lambda w: (
        "post",
        f"/tables/{w.things.practice[0]}/take_back",
        w.things.practice[1],
    ),
    "hand.replay": lambda w: ("post", f"/hands/{w.things.finished_hand}/replay", {"seat": 2}),
    "hand.list": lambda w: ("get", "/hands/?status=over", None),
    "hand.retrieve": lambda w: ("get", f"/hands/{w.things.finished_hand}/", None),
    "hand.record": lambda w: ("get", f"/hands/{w.things.finished_hand}/record", None),
    "hand.frames": lambda w: ("get", f"/hands/{w.things.finished_hand}/frames?seat=1", None),
    "event.list": lambda w: ("get", f"/events/?club={w.club.public_id}", None),
    "event.retrieve": lambda w: ("get", f"/events/{w.things.running_event}/", None),
    "event.create": lambda w: ("post", "/events/", _event_values(w)),
    "event.entrants": lambda w: ("get", f"/events/{w.things.running_event}/entrants", None),
    "event.entrants_import": lambda w: (
        "post",
        f"/events/{w.things.draft_event}/import",
        _upload(),
    ),
    "event.draw": lambda w: ("post", f"/events/{w.things.draft_event}/draw", None),
    "event.start": lambda w: ("post", f"/events/{w.things.draft_event}/start", None),
    "event.end": lambda w: ("post", f"/events/{w.things.running_event}/end", None),
    "event.standings": lambda w: ("get", f"/events/{w.things.running_event}/standings", None),
    "event.download": lambda w: (
        "get",
        f"/events/{w.things.running_event}/files/seating.json",
        None,
    ),
    "round.list": lambda w: ("get", f"/rounds/?event={w.things.running_event}", None),
    "round.retrieve": lambda w: ("get", f"/rounds/{w.things.running_event}-1/", None),
    "league.list": lambda w: ("get", "/leagues/", None),
    "league.retrieve": lambda w: ("get", f"/leagues/{w.things.league}/", None),
    "league.create": lambda w: (
        "post",
        "/leagues/",
        {"name": "Summer", "club": w.club.public_id},
    ),
    "league.standings": lambda w: ("get", f"/leagues/{w.things.league}/standings", None),
}
