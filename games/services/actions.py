"""The one door through which anybody plays: persons, bots and clocks."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.utils import timezone

from accounts.models import User
from engine.actions import Action
from engine.record import Entry
from engine.state import HandState
from games.errors import BadMessage, NotYourSeat, StaleAction, TableClosed, TooLate
from games.models import Hand, Seat, Table
from games.policy import seat_of_user
from games.selectors import Scene, hand_entries, hand_state, scene_of_hand
from games.services.clocks import seat_after, time_until
from games.services.due import advance_job
from games.services.hands import forced_passes, hand_append
from games.services.outcome import Outcome
from games.services.seats import is_replaced, seat_return

MAX_ACTIONS = 16
"""Actions in one message; the longest sensible one is six discards and the announcements."""


def action_play(
    *,
    hand_id: int | str,
    ply: int,
    actions: Sequence[str],
    actor: str,
    received_at: datetime,
    seat: int | None = None,
    user: User | None = None,
    goes_on: bool = False,
) -> Outcome:
    """Apply ``actions`` of one seat at ``ply``: all of them or none.

    ``hand_id`` is a row number or a public id, ``seat`` a hand seat; with ``user`` it is the
    seat he holds and may be left out. ``received_at`` is when the message reached us and is what
    clocks compare. Sending the same message again succeeds without writing anything.

    With ``goes_on`` the caller does at once what is to be enqueued.

    Whoever acts is back: a bot that stood in for him gives the seat up, whatever becomes of
    the action.

    Raises UnknownHand, BadAction, BadMessage, NotYourSeat, TableClosed, StaleAction, TooLate,
    NotYourTurn, IllegalAction, HandOver; everything is as it was then.
    """
    parsed = _parsed(actions)
    scene, hand = _scene_of(hand_id)
    acting = _seat_checked(hand, scene.seats, seat, user)
    if user is not None and is_replaced(scene.seats[hand.seating[acting]]):
        seat_return(table_id=hand.series.table_id, user=user)
        scene, hand = _scene_of(hand_id)
    if _stands(hand, ply, acting, parsed):
        return Outcome(ply=hand.ply, repeated=True)
    _check_open(hand)
    _check_time(hand, scene.seats[hand.seating[acting]], ply, actor, received_at)
    moved = play(
        scene, hand, acting, parsed, actor, at=received_at, now=timezone.now(), goes_on=goes_on
    )
    if moved:
        return _after(scene, hand)
    _, hand = _scene_of(hand_id)
    if _stands(hand, ply, acting, parsed):
        return Outcome(ply=hand.ply, repeated=True)
    raise _stale(hand)


def play(
    scene: Scene,
    hand: Hand,
    seat: int,
    actions: Sequence[Action],
    actor: str,
    *,
    at: datetime,
    now: datetime,
    goes_on: bool = False,
) -> bool:
    """Apply and append; False when the hand has moved on meanwhile. Raises engine errors.

    ``hand`` is that of ``scene``; both are up to date afterwards. ``at`` is when the decision was
    made, which the record keeps; the next clock starts ``now``, or a message that waited in a
    queue would cost the next person his time.
    """
    ms = hand_ms(hand, at)
    state = hand_state(hand)
    entries: list[Entry] = []
    for action in actions:
        state = state.apply(seat, action)
        entries.append(Entry(seat, action, actor, ms))
    passes, state = forced_passes(state, ms)
    mover = scene.seats[hand.seating[seat]]
    return hand_append(
        scene=scene,
        hand=hand,
        state=state,
        entries=entries + passes,
        now=now,
        seat_changes=seat_after(hand, mover, actor, at),
        goes_on=goes_on and not _is_persons(state, hand, scene.seats),
    )


def hand_ms(hand: Hand, at: datetime) -> int:
    """Milliseconds since the deal, as the record keeps them."""
    return max(0, int((at - hand.created_at).total_seconds() * 1000))


def _scene_of(hand_id: int | str) -> tuple[Scene, Hand]:
    scene = scene_of_hand(hand_id)
    assert scene.current is not None
    return scene, scene.current


def _parsed(actions: Sequence[str]) -> list[Action]:
    if not 1 <= len(actions) <= MAX_ACTIONS:
        raise BadMessage(f"A message carries 1 to {MAX_ACTIONS} actions.")
    return [Action.parse(text) for text in actions]


def _seat_checked(hand: Hand, seats: Sequence[Seat], seat: int | None, user: User | None) -> int:
    """The acting hand seat; a user acts for his own seat only."""
    if user is None:
        if seat is None or not 0 <= seat < len(hand.seating):
            raise NotYourSeat("There is no such seat.")
        return seat
    own = seat_of_user(user, seats)
    if own is None or own not in hand.seating:
        raise NotYourSeat("You do not play in this hand.")
    held: int = hand.seating.index(own)
    if seat is not None and seat != held:
        raise NotYourSeat("This is not your seat.", seat=seat)
    return held


def _stands(hand: Hand, ply: int, seat: int, actions: Sequence[Action]) -> bool:
    """Whether exactly this message has been applied at ``ply`` already."""
    if not 0 <= ply < hand.ply:
        return False
    played = hand_entries(hand)[ply : ply + len(actions)]
    return [(entry.seat, entry.action) for entry in played] == [(seat, a) for a in actions]


def _check_open(hand: Hand) -> None:
    if hand.status == Hand.Status.SHOWING or hand.series.table.status != Table.Status.RUNNING:
        raise TableClosed("Nothing can be played at this table now.")
    if hand.status == Hand.Status.VOID:  # another one stands in its place
        raise _stale(hand)


def _check_time(hand: Hand, seat: Seat, ply: int, actor: str, received_at: datetime) -> None:
    if ply != hand.ply:
        raise _stale(hand)
    if actor != "person" or hand.deadline is None:
        return
    until = time_until(hand.deadline, seat)
    if received_at > until:
        raise TooLate("The time for this action is over.", deadline=until.isoformat())


def _stale(hand: Hand) -> StaleAction:
    return StaleAction("The hand has moved on.", hand=hand.public_id, ply=hand.ply)


def _after(scene: Scene, hand: Hand) -> Outcome:
    """What follows an applied action: a bot moves, or the next hand is dealt."""
    table_id = hand.series.table_id
    is_waiting = _is_persons(hand_state(hand), hand, scene.seats)
    jobs = () if is_waiting else (advance_job(table_id),)
    return Outcome(enqueue=jobs, publish=(table_id,), ply=hand.ply, scene=scene)


def _is_persons(state: HandState, hand: Hand, seats: Sequence[Seat]) -> bool:
    """Whether a person is to move who has not been replaced."""
    if state.turn is None:
        return False
    seat = seats[hand.seating[state.turn]]
    return not (seat.is_bot or is_replaced(seat))
