"""Celery tasks of the tournaments app: rounds close and open by themselves.

No task has to arrive: an event whose round can be closed, or that has no open round, is a due
row (``Event.next_due`` is its lease) and the sweeper finds it within a second.
"""

from __future__ import annotations

from celery import shared_task

from games import killpoints, live
from games.services import Outcome
from games.tasks import dispatch, publish
from tournaments import services
from tournaments.models import Event, Round


@shared_task(name="tournaments.tasks.close_round")
def close_round(*, round_id: int) -> None:
    """Close a round all of whose tables have ended, and have the next one opened."""
    round_ = Round.objects.select_related("event").filter(pk=round_id).first()
    if round_ is None or not services.round_close(round_=round_):
        return
    killpoints.reach(killpoints.BETWEEN_ROUNDS)
    announce(round_.event)
    dispatch([services.open_next_round_job(round_.event_id)])


@shared_task(name="tournaments.tasks.open_next_round")
def open_next_round(*, event_id: int) -> None:
    """Open the next round of a running event, or end it; nothing while a round is open."""
    event = Event.objects.filter(pk=event_id).first()
    if event is not None:
        carry_out(event, services.event_advance(event=event))


@shared_task(name="tournaments.tasks.sweep_rounds")
def sweep_rounds() -> None:
    """Every second: have whatever a lost message or a killed worker left lying carried on."""
    dispatch(services.events_claim())


def carry_out(event: Event, outcome: Outcome) -> None:
    """Enqueue and publish what a service asked for; everybody on the event page hears of it."""
    dispatch(outcome.enqueue)
    publish(outcome.publish)
    announce(event)


def announce(event: Event) -> None:
    """Tell open event pages that rounds or standings have changed."""
    live.publish_event(event.public_id, {"changed": True})
