"""The invented club of the demo: its members, a finished evening, one that never ends, and two
regulars' tables of other games that never end, either.

Every step looks first whether it has been done, so a broken-off run is simply repeated.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from accounts.errors import NameTaken
from accounts.models import Club, Membership, Role, User
from accounts.services import club_create, member_add, person_create, person_for, user_create
from bots.selectors import bot_version_builtin
from games.models import Series
from games.services import series_play_slice
from games.signals import series_finished
from tournaments import receivers, services
from tournaments.models import Event, Round

CLUB_NAME = "Tarockclub Zur Linde"
CLUB_SLUG = "tarockclub-zur-linde"
ORGANISER = "linde"
ORGANISER_NAME = "Leopoldine Lechner"
EVENING = "Herbstabend"
ENDLESS = "Stammtisch ohne Sperrstunde"
PRESET = "koenigrufen/cardgames-zone"
HANDS = 4
ROUNDS = 3
WEAK_EVERY = 6
"""Every sixth entrant plays at random, so that the standings show who can play."""

MEMBERS = (
    "Adelheid Moosbrugger",
    "Bertram Ellmauer",
    "Crescentia Windisch",
    "Dominik Haberl",
    "Edeltraud Pfister",
    "Friedolin Achleitner",
    "Gertraud Klampfer",
    "Hartwig Zirngast",
    "Irmgard Stöckl",
    "Josef Obermoser",
    "Katharina Reisinger",
    "Leonhard Wurzinger",
    "Mechthild Grabner",
    "Norbert Feichtinger",
    "Olga Prantl",
    "Philomena Dörfler",
    "Quirin Haslauer",
    "Roswitha Kienzl",
    "Sebastian Trattnig",
    "Thekla Viertler",
    "Ulrich Nagiller",
    "Veronika Mühlbacher",
    "Wolfgang Zehetner",
    "Xaver Lindenthaler",
    "Yvonne Schrempf",
    "Zita Gamperl",
)
REGULARS = (
    "Pagat", "Uhu", "Kakadu", "Marabu", "Mond", "Sküs", "Gstieß", "Quapil", "Habicht",
    "Kanari", "Lerche", "Amsel", "Drossel", "Fink", "Star", "Dohle", "Elster", "Häher",
    "Zeisig", "Stieglitz", "Gimpel", "Meise", "Sperber", "Falke", "Milan", "Bussard",
)  # fmt: skip
"""Bots of the endless evening: birds and high taroks."""
REGULARS_TABLES = (
    ("Cuptisch", "koenigrufen/tournament", 8, ("Marie", "Therese", "Franz", "Josef")),
    ("Dreiertisch nach Beck", "illustrated/beck", 12, ("Sissi", "Ferdinand", "Valerie")),
)
"""Name, rule set, hands a round and bots of events of one table, where other games are live."""


def demo_seed() -> Event:
    """Make what is missing of the demo; returns the running event."""
    club = _club()
    evening = _event(club, EVENING, MEMBERS, rounds_total=ROUNDS)
    play_to_end(evening)
    for name, rules_id, hands, entrants in REGULARS_TABLES:
        _begin(_event(club, name, entrants, rules_id=rules_id, hands=hands, rounds_total=None))
    endless = _event(club, ENDLESS, REGULARS, rounds_total=None)
    _begin(endless)
    return endless


def _begin(event: Event) -> None:
    if event.status == Event.Status.DRAFT:
        services.event_start(event=event)


def play_to_end(event: Event) -> None:
    """Play an event of bots in this process; needs no worker and does not mind any."""
    if event.status == Event.Status.DRAFT:
        services.event_start(event=event)
    with _rounds_closed_here():
        while event.status == Event.Status.RUNNING:
            services.event_advance(event=event)
            for round_ in event.rounds.filter(status=Round.Status.OPEN):
                _play_round(round_)
            event.refresh_from_db()


def _play_round(round_: Round) -> None:
    going = Series.objects.filter(
        table__round_table__round=round_, status=Series.Status.RUNNING
    ).order_by("pk")
    while series_ids := list(going.values_list("pk", flat=True)):
        for series_id in series_ids:
            series_play_slice(series_id=series_id)
        if going.filter(pk__in=series_ids).exists():
            time.sleep(0.1)  # a worker beside us has it just now
    services.round_close(round_=round_)


@contextmanager
def _rounds_closed_here() -> Iterator[None]:
    """No messages to workers about rounds that this process closes itself."""
    series_finished.disconnect(dispatch_uid=receivers.ROUND_CLOSE)
    try:
        yield
    finally:
        series_finished.connect(receivers.round_close_later, dispatch_uid=receivers.ROUND_CLOSE)


def _club() -> Club:
    club = Club.objects.filter(slug=CLUB_SLUG).first()
    if club is None:
        club = club_create(name=CLUB_NAME, slug=CLUB_SLUG, owner=_organiser())
    numbers = set(Membership.objects.filter(club=club).values_list("number", flat=True))
    for number, name in enumerate(MEMBERS, start=1):
        if str(number) not in numbers:
            person = person_create(display_name=name)
            member_add(club, person=person, role=Role.MEMBER, number=str(number))
    return club


def _organiser() -> User | None:
    """Somebody who may manage the club; the account opens with ``account_link`` only."""
    try:
        user = user_create(username=ORGANISER, display_name=ORGANISER_NAME)
    except NameTaken:
        return None
    person_for(user)
    return user


def _event(
    club: Club,
    name: str,
    entrants: Sequence[str],
    *,
    rounds_total: int | None,
    rules_id: str = PRESET,
    hands: int = HANDS,
) -> Event:
    """An event of bots with its entrants; one that never ends is shown at reading pace."""
    event = Event.objects.filter(club=club, name=name).first()
    if event is None:
        event = services.event_create(
            name=name,
            rules_id=rules_id,
            hands=hands,
            rounds_total=rounds_total,
            club=club,
            paced=rounds_total is None,
        )
    if event.status == Event.Status.DRAFT:
        there = set(event.entrants.values_list("name", flat=True))
        bots = [bot_version_builtin("club"), bot_version_builtin("random")]
        for number, entrant in enumerate(entrants, start=1):
            if entrant not in there:
                version = bots[number % WEAK_EVERY == 0]
                services.entrant_add(event=event, name=entrant, bot_version=version, number=number)
    return event
