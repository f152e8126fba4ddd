"""Help at the table: why something is not allowed, and what the club would do.

Both are functions of the view of the person who asks, whoever asks and whatever else the server
knows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from accounts.models import User
from bots.strategies.advice import advise
from engine.actions import Action
from engine.errors import HandOver, NotYourTurn
from engine.play import rng_for
from engine.state import HandState
from engine.view import Seat as SeatViewer
from engine.why import why_not
from games.errors import NoHints, NotYourSeat, StaleAction, UnknownHand
from games.models import Hand, Seat, Table
from games.policy import seat_of_user
from games.selectors.states import hand_state
from games.selectors.tables import hand_get, seats_of

LEGAL = "legal"
"""The code of an action that is not refused."""


def practice_hint(*, table: str, hand: str, ply: int, user: User) -> dict[str, Any]:
    """What the club would do for the person to move, ``{"action", "reason"}``.

    ``table`` and ``hand`` are public ids. Raises UnknownHand, NotYourSeat, NoHints, StaleAction,
    HandOver, NotYourTurn.
    """
    row, seat, state = _asked(table, hand, ply, user)
    practice_check(row.series.table, seats_of(row.series.table))
    if state.turn is None:
        raise HandOver("The hand is over.")
    if state.turn != seat:
        raise NotYourTurn(f"seat {state.turn} is to move", turn=state.turn)
    view = state.view_for(SeatViewer(seat))
    found = advise(view, state.legal_actions(), rng_for(view))
    return {"action": str(found.action), "reason": found.reason()}


def practice_why(*, table: str, hand: str, ply: int, action: str, user: User) -> dict[str, Any]:
    """Why the person may not do ``action`` now: its code with parameters, ``legal`` if he may.

    At every table: it concerns only his own seat. Raises BadAction, UnknownHand, NotYourSeat,
    StaleAction.
    """
    wanted = Action.parse(action)
    _, seat, state = _asked(table, hand, ply, user)
    reason = why_not(state, seat, wanted)
    return {"action": action, **(reason.to_json() if reason else {"code": LEGAL})}


def practice_check(table: Table, seats: Sequence[Seat]) -> None:
    """Refuse help where anything is at stake or anybody else plays. Raises NoHints."""
    persons = sum(seat.person_id is not None for seat in seats)
    is_free = table.practice and not table.rated and table.kind == Table.Kind.QUICK
    if not is_free or persons != 1:
        raise NoHints("There is help at practice tables only.", table=table.public_id)


def hand_seat_of(hand: Hand, seats: Sequence[Seat], user: User) -> int:
    """The hand seat of ``user`` in ``hand``. Raises NotYourSeat."""
    own = seat_of_user(user, seats)
    if own is None or own not in hand.seating:
        raise NotYourSeat("You do not play in this hand.")
    return int(hand.seating.index(own))


def _asked(table: str, hand: str, ply: int, user: User) -> tuple[Hand, int, HandState]:
    """The hand, the asker's hand seat and the state, which has to be the one he sees."""
    row = hand_get(hand)
    if row.series.table.public_id != table:
        raise UnknownHand("There is no such hand at this table.", hand=hand)
    seat = hand_seat_of(row, seats_of(row.series.table), user)
    if row.status == Hand.Status.VOID or ply != row.ply:
        raise StaleAction("The hand has moved on.", hand=hand, ply=row.ply)
    return row, seat, hand_state(row)
