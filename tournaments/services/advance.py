"""What makes an event go on: one call does the next steps, however often it is repeated."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.services import Job, Outcome
from games.services.due import lease_bulk
from tournaments.errors import WrongEventState
from tournaments.formats import Move, next_move
from tournaments.models import Event, Round
from tournaments.selectors import events_due, rounds_state
from tournaments.services.events import event_finish, event_lock
from tournaments.services.rounds import event_check, round_draw, round_open

BATCH = 200
"""Events that one sweep takes over."""


def close_round_job(round_id: int) -> Job:
    """Look whether a round can be closed."""
    return Job("tournaments.tasks.close_round", {"round_id": round_id}, "bulk")


def open_next_round_job(event_id: int) -> Job:
    """Open the next round of an event, or end it."""
    return Job("tournaments.tasks.open_next_round", {"event_id": event_id}, "bulk")


def events_claim(*, now: datetime | None = None) -> list[Job]:
    """Take over events that should go on and that nobody holds a lease of; the jobs for them."""
    now = now or timezone.now()
    jobs = []
    for event in events_due(now).order_by("pk")[:BATCH]:
        free = Event.objects.filter(Q(next_due=None) | Q(next_due__lte=now), pk=event.pk)
        if free.update(next_due=now + lease_bulk()):
            open_round = event.rounds.filter(status=Round.Status.OPEN).first()
            jobs.append(
                close_round_job(open_round.pk) if open_round else open_next_round_job(event.pk)
            )
    return jobs


def event_start(*, event: Event) -> Outcome:
    """Begin an event in draft; the job it returns (or the sweeper) opens the first round.

    Raises InfeasibleEntrants, UnevenHands, WrongEventState.
    """
    with transaction.atomic():
        locked = event_lock(event.pk)
        event_check(event=locked)
        draft = Event.objects.filter(pk=event.pk, status=Event.Status.DRAFT)
        begun = {"starts_at": locked.starts_at or timezone.now()}
        if not draft.update(status=Event.Status.RUNNING, **begun):
            raise WrongEventState("The event has begun already.", status=locked.status)
    event.refresh_from_db()
    return Outcome(enqueue=(open_next_round_job(event.pk),))


def event_advance(*, event: Event) -> Outcome:
    """Open the next round of a running event (drawing it if need be), or end the event.

    Nothing happens while a round is open. Killed anywhere, the next call goes on from there;
    the sweeper makes it.
    """
    event.refresh_from_db()
    if event.status != Event.Status.RUNNING:
        return Outcome()
    match next_move(rounds_state(event)):
        case Move.FINISH:
            event_finish(event=event)
        case Move.DRAW | Move.OPEN:
            return _next_round_open(event)
        case Move.WAIT:
            pass
    return Outcome()


def _next_round_open(event: Event) -> Outcome:
    try:
        next_round = round_draw(event=event)
        return Outcome() if next_round is None else round_open(round_=next_round)
    except WrongEventState:
        return Outcome()  # another worker has opened the round (or ended the event) meanwhile
