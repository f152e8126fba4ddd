"""Entrants: added, imported, withdrawn."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from django.db import transaction

from accounts.models import Club, Person
from accounts.names import name_clean, name_key
from accounts.services import person_create
from bots.models import BotVersion
from bots.selectors import bot_slugs_builtin, bot_version_builtin
from tournaments.errors import EntrantTaken, WrongEventState
from tournaments.importing import EntrantRow, ImportReport, entrants_parse
from tournaments.importing.entrants import Taken
from tournaments.models import Entrant, Event
from tournaments.services.events import drafts_delete, event_lock
from tournaments.services.rounds import event_check


def entrant_add(
    *,
    event: Event,
    name: str,
    person: Person | None = None,
    bot_version: BotVersion | None = None,
    number: int | None = None,
) -> Entrant:
    """Add one entrant; into a running event he comes with the next round that is drawn.

    Without ``number`` the next free one. Raises BadName, EntrantTaken, WrongEventState, and of a
    running event that could not go on InfeasibleEntrants or UnevenHands.
    """
    name = name_clean(name)
    with transaction.atomic():
        event = event_lock(event.pk)
        _open_check(event)
        taken = _taken(event)
        number = number or _free_numbers(taken.numbers, 1)[0]
        if name_key(name) in taken.names or number in taken.numbers:
            raise EntrantTaken("This name or number is in the event already.", name=name)
        if person is not None and event.entrants.filter(person=person).exists():
            raise EntrantTaken("This person is in the event already.", name=name)
        entrant = Entrant.objects.create(
            event=event, number=number, name=name, person=person, bot_version=bot_version
        )
        _changed(event)
    return entrant


def entrants_import(*, event: Event, data: bytes, dry_run: bool = False) -> ImportReport:
    """Import an entrant list (CSV); all of it or, with a single problem, nothing.

    The report names every problem; it is no exception, because a dry run asks for it, too.
    Names that a member of the event's club bears go to that member, other persons are new.
    Raises WrongEventState, and of a running event that could not go on InfeasibleEntrants or
    UnevenHands.
    """
    with transaction.atomic():
        event = event_lock(event.pk)
        _open_check(event)
        taken = _taken(event)
        rows, problems = entrants_parse(data, bots=bot_slugs_builtin(), taken=taken)
        if problems or dry_run:
            return ImportReport(len(rows), tuple(problems), dry_run=dry_run)
        Entrant.objects.bulk_create(_entrants(event, rows, taken))
        _changed(event)
    return ImportReport(len(rows), (), imported=len(rows))


def entrant_withdraw(*, entrant: Entrant) -> None:
    """Seat an entrant no more; results stay. Rounds that are not open yet are drawn again.

    Raises InfeasibleEntrants or UnevenHands when the others could not be seated, and
    WrongEventState.
    """
    with transaction.atomic():
        event = event_lock(entrant.event_id)
        _open_check(event)
        Entrant.objects.filter(pk=entrant.pk).update(status=Entrant.Status.WITHDRAWN)
        _changed(event)


def _changed(event: Event) -> None:
    """Forget rounds that were drawn but not opened: the entrants are no longer the same.

    Of a running event they must be seatable at once, or its next round would never open. Raises
    InfeasibleEntrants, UnevenHands; the caller's transaction then takes the change back.
    """
    drafts_delete(event)
    if event.status == Event.Status.RUNNING:
        event_check(event=event)


def _open_check(event: Event) -> None:
    if event.status == Event.Status.FINISHED:
        raise WrongEventState("The event has ended.", status=event.status)


def _taken(event: Event) -> Taken:
    rows = list(event.entrants.values_list("name", "number"))
    return Taken({name_key(name) for name, _ in rows}, {number for _, number in rows})


def _free_numbers(taken: Collection[int], count: int) -> list[int]:
    """The ``count`` smallest numbers that nobody has."""
    free: list[int] = []
    number = 1
    while len(free) < count:
        if number not in taken:
            free.append(number)
        number += 1
    return free


def _entrants(event: Event, rows: Sequence[EntrantRow], taken: Taken) -> list[Entrant]:
    given = {row.number for row in rows if row.number is not None}
    missing = sum(row.number is None for row in rows)
    free = iter(_free_numbers({*taken.numbers, *given}, missing))
    versions = {slug: bot_version_builtin(slug) for slug in {row.bot for row in rows} - {""}}
    members = _members(event.club)
    return [
        Entrant(
            event=event,
            number=next(free) if row.number is None else row.number,
            name=row.name,
            bot_version=versions.get(row.bot),
            person=None if row.bot else _person(row.name, members),
        )
        for row in rows
    ]


def _members(club: Club | None) -> dict[str, list[Person]]:
    """Persons of the club by name; two members of one name cannot be told apart by a list."""
    found: dict[str, list[Person]] = {}
    if club is not None:
        for person in club.members.filter(merged_into=None):
            found.setdefault(name_key(person.display_name), []).append(person)
    return found


def _person(name: str, members: dict[str, list[Person]]) -> Person:
    persons = members.get(name_key(name), [])
    return persons[0] if len(persons) == 1 else person_create(display_name=name)
