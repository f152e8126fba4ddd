"""Practice: taking a decision back, and playing the deal of a finished hand again.

Nothing is ever taken out of a record (docs/decisions/0015-taking-back.md): the hand as it was
played becomes void, and a new one with the next attempt begins with the part that stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import Person, User
from accounts.services import person_for
from engine.errors import HandOver
from engine.record import Entry, entries_to_text
from engine.shuffle import deal_secret, given_commitment
from games.errors import (
    BadTable,
    HandHidden,
    NothingToTakeBack,
    StaleAction,
    TableClosed,
    TakenBackTooOften,
)
from games.models import Hand, HandSeat, Seat, Series, Table
from games.policy import access_check, may_see_record
from games.selectors import (
    Place,
    cards_of,
    deal_name_of,
    hand_entries,
    hand_get,
    hand_seat_of,
    hand_start,
    practice_check,
    rules_of,
    seats_of,
)
from games.services.clocks import hand_times
from games.services.hands import table_moved
from games.services.history import hand_seats_open
from games.services.outcome import Outcome
from games.services.series import series_jobs, series_start
from games.services.tables import QUICK_NAME, SeatSpec, Terms, bot_seat, table_create

MAX_ATTEMPTS = 200
"""So many times one hand may begin anew; every time leaves a row."""
TRIES = 3
"""How often a move of a bot may come in between."""


def practice_take_back(
    *, hand_id: str, ply: int, user: User, now: datetime | None = None
) -> Outcome:
    """Take back the last message of the person, and with it whatever came after it.

    ``ply`` is where he saw the hand: bots may have moved on since, he may not. It is his turn
    afterwards, in a new hand. Sending it again succeeds without writing anything.

    Raises UnknownHand, NotYourSeat, NoHints, HandOver, TableClosed, StaleAction,
    NothingToTakeBack, TakenBackTooOften; everything is as it was then.
    """
    now = now or timezone.now()
    for _ in range(TRIES):
        hand = hand_get(hand_id)
        seats = seats_of(hand.series.table)
        seat = hand_seat_of(hand, seats, user)
        practice_check(hand.series.table, seats)
        again = _again_of(hand)
        if again is not None:
            return Outcome(ply=again.ply, repeated=True)
        _check_open(hand)
        kept = _kept(hand, seat, ply)
        if _begun_anew(hand, kept, seats, now):
            return Outcome(publish=(hand.series.table_id,), ply=len(kept))
    raise StaleAction("The hand has moved on.", hand=hand_id, ply=hand.ply)


def _again_of(hand: Hand) -> Hand | None:
    """The hand that took the place of one whose end was taken back."""
    if hand.status != Hand.Status.VOID:
        return None
    return Hand.objects.filter(
        series=hand.series, number=hand.number, attempt=hand.attempt + 1
    ).first()


def _check_open(hand: Hand) -> None:
    if hand.is_ended:
        raise HandOver("The hand is over; its deal can be played again.")
    if hand.status != Hand.Status.PLAYING or hand.series.table.status != Table.Status.RUNNING:
        raise TableClosed("Nothing can be played at this table now.")
    if hand.attempt + 1 >= MAX_ATTEMPTS:
        raise TakenBackTooOften("Moves of this hand were taken back too often.")


def _kept(hand: Hand, seat: int, ply: int) -> tuple[Entry, ...]:
    """What is left of the record: all before the person's last message.

    The actions of one message stand in a row and carry the same time.
    """
    entries = hand_entries(hand)
    mine = [at for at, entry in enumerate(entries) if _is_own(entry, seat)]
    if ply > len(entries) or any(at >= ply for at in mine):
        raise StaleAction("The hand has moved on.", hand=hand.public_id, ply=hand.ply)
    if not mine:
        raise NothingToTakeBack("Nothing was decided yet.")
    at = mine[-1]
    while at - 1 in mine and entries[at - 1].ms == entries[at].ms:
        at -= 1
    return entries[:at]


def _is_own(entry: Entry, seat: int) -> bool:
    return entry.seat == seat and entry.actor == "person"


def _begun_anew(hand: Hand, kept: Sequence[Entry], seats: Sequence[Seat], now: datetime) -> bool:
    """Make ``hand`` void and store the one that goes on from ``kept``; False when somebody else
    has written to it meanwhile."""
    series, place = hand.series, Place(hand.number, hand.attempt + 1)
    cards, nonce = cards_of(hand), deal_secret()
    again = Hand(
        series=series,
        number=place.number,
        attempt=place.attempt,
        rules_hash=hand.rules_hash,
        dealer=hand.dealer,
        seating=hand.seating,
        cards=hand.cards,
        nonce=nonce,
        commitment=given_commitment(nonce, deal_name_of(series, place), cards),
        actions=entries_to_text(kept),
        ply=len(kept),
        created_at=hand.created_at,
    )
    state = hand_start(again)
    for entry in kept:
        state = state.apply(entry.seat, entry.action)
    again.turn_at, again.deadline, again.next_due = hand_times(
        hand=again, state=state, seats=seats, actions=again.actions, now=now
    )
    try:
        with transaction.atomic():
            return _stored(hand, again, seats, now)
    except IntegrityError:
        return False


def _stored(hand: Hand, again: Hand, seats: Sequence[Seat], now: datetime) -> bool:
    still = Hand.objects.filter(pk=hand.pk, ply=hand.ply, status=Hand.Status.PLAYING)
    ended = {"turn_at": None, "deadline": None, "next_due": None, "ended_at": now}
    if not still.update(status=Hand.Status.VOID, **ended):
        return False
    again.save(force_insert=True)
    table_moved(hand.series, is_last=False)
    hand_seats_open(hand=again, seats=seats)
    running = Series.objects.filter(pk=hand.series_id, status=Series.Status.RUNNING)
    if not running.update(next_due=None, fail_count=0):
        raise TableClosed("The series is not running.")
    return True


def practice_replay(
    *,
    user: User,
    hand_id: str,
    seat: int | None = None,
    level: str = "club",
    now: datetime | None = None,
) -> tuple[Table, Outcome]:
    """Play the deal of a finished hand again against bots: a practice table of this one hand.

    ``seat`` is the hand seat from which ``user`` plays; None is his own one in that hand, or
    forehand. Raises UnknownHand, NoAccess, HandHidden, BadTable, UnknownBot.
    """
    now = now or timezone.now()
    hand = hand_get(hand_id)
    table, rules = hand.series.table, rules_of(hand.series.table)
    access_check(user, table, now)
    if not may_see_record(hand, now):
        raise HandHidden("This hand is not open yet.", hand=hand_id)
    person = person_for(user)
    place = _seat_of(hand, person, rules.hand_seats) if seat is None else seat
    if not 0 <= place < rules.hand_seats:
        raise BadTable("There is no such seat.", seat=place)
    is_open = table.access == Table.Access.OPEN
    with transaction.atomic():
        made = table_create(
            name=QUICK_NAME,
            rules_id=table.rules_id,
            rules_options=table.rules_options,
            hands=min(rules.hands_unrated),
            seats=_seats(person, place, rules.hand_seats, level),
            practice=True,
            origin=hand,
            terms=Terms(access=Table.Access.OPEN if is_open else Table.Access.PRIVATE),
            created_by=user,
        )
        series = series_start(table=made, first_dealer=hand.dealer, given_deals=[hand.cards])
    return made, Outcome(enqueue=tuple(series_jobs(series)), publish=(made.pk,))


def _seat_of(hand: Hand, person: Person, seats: int) -> int:
    own = HandSeat.objects.filter(hand=hand, person=person).values_list("index", flat=True)
    found: int | None = own.first()
    return (hand.dealer + 1) % seats if found is None else found


def _seats(person: Person, place: int, count: int, level: str) -> list[SeatSpec]:
    """The person at his seat, built-in bots at the others."""
    numbers = iter(range(1, count))
    return [
        SeatSpec(person=person) if index == place else bot_seat(level, next(numbers))
        for index in range(count)
    ]
