"""A small site with something on every page, and the addresses of its pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import URLPattern, reverse

import accounts.urls
import frontend.urls
from accounts.models import User
from accounts.services import club_create, invitation_create, person_for, user_create
from bots.selectors import bot_version_builtin
from games import services
from games.models import Hand
from games.services import SeatSpec
from tournaments.demo import play_to_end
from tournaments.services import entrants_import, event_create, league_create

RULES = "koenigrufen/cardgames-zone"


@dataclass(frozen=True, slots=True)
class Site:
    """Whose site it is, and what fills the places of its addresses."""

    user: User
    places: dict[str, str]


def site_made() -> Site:
    """Make a club with a league and a finished evening, a finished table, and one being played."""
    user = user_create(username="leni", password="kartenspiel7", display_name="Leni Stadler")
    club = club_create(name="Tarockclub am Inn", owner=user)
    league = league_create(name="Herbstliga", club=club, user=user)
    event = event_create(
        name="Clubabend",
        rules_id=RULES,
        hands=4,
        rounds_total=1,
        club=club,
        league=league,
        user=user,
    )
    names = "".join(f"Uhu {number},random\n" for number in range(8))
    entrants_import(event=event, data=f"name,bot\n{names}".encode())
    play_to_end(event)
    bot = bot_version_builtin("random")
    seats = [SeatSpec(bot_version=bot, name=f"Bot {number}") for number in range(4)]
    table = services.table_create(name="Probetisch", rules_id=RULES, hands=2, seats=seats)
    services.series_play_slice(series_id=services.series_start(table=table).pk, budget_s=60)
    running, _outcome = services.quick_game_create(user=user, preset=RULES, hands=2)
    _made, secret = invitation_create(club, created_by=user, uses=5)
    hand = Hand.objects.filter(series__table=table).earliest("number")
    places = {
        **{"t": running.public_id, "h": hand.public_id, "e": event.public_id, "c": club.slug},
        **{"p": person_for(user).public_id, "l": league.public_id, "secret": secret},
        **{"family": "illustrated", "preset": "beck", "day": "2026-11-30"},
        **{"join": running.public_id, "tokens": "none"},
    }
    return Site(user, places)


def addresses(site: Site) -> Iterator[tuple[str, str]]:
    """Every page of the site by the name of its route, with its address.

    A route of another kind of thing says which one in its first folder; raises KeyError when
    nothing fills a place.
    """
    for pattern in (*frontend.urls.urlpatterns, *accounts.urls.urlpatterns):
        if isinstance(pattern, URLPattern) and pattern.name:
            route = str(pattern.pattern)
            names = re.findall(r"<\w+:(\w+)>", route)
            folder = re.sub(r"^embed/|<.*", "", route).split("/")[0]
            values = {name: site.places.get(name) or site.places[folder] for name in names}
            yield pattern.name, reverse(pattern.name, kwargs=values)
