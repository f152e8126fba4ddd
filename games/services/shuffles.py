"""Deals made together: opened, contributed to, closed (docs/decisions/0014, docs/protocol.md).

The shuffle of the next hand is opened with the deal of this one, so that contributions come in
while people play and nobody waits for a deal. Every step locks the shuffle's row: what is closed
stays as it is, and whoever deals, however often, derives the same cards from it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db import IntegrityError, connection, transaction
from django.db.models import F
from django.utils import timezone

from accounts.models import User
from engine.shuffle import BOT, PERSON, Part, deal_commitment, deal_secret, person_commitment
from games.errors import (
    BadContribution,
    ContributionStands,
    NotYourSeat,
    TooLate,
    UnknownShuffle,
)
from games.models import Contribution, Hand, Seat, Series, Shuffle, Table
from games.policy import seat_of_user
from games.selectors import (
    Place,
    contributions_of,
    deal_name_of,
    seats_fresh,
    shuffle_at,
    shuffle_name,
)
from games.services.deals import is_joint
from games.services.due import advance_job
from games.services.outcome import Outcome

HEX = re.compile("[0-9a-f]{64}", re.ASCII)
FIRST = Place()


def shuffle_begin(
    *, series: Series, place: Place, seats: Sequence[Seat], now: datetime
) -> Shuffle | None:
    """Open the shuffle for the deal at ``place``, inside a transaction; None when there is one.

    Asks everybody who sits at the table now, the person who sits the hand out as well.
    """
    if shuffle_at(series, place) is not None:
        return None
    name, secret = deal_name_of(series, place), deal_secret()
    # which seats are persons: all that the commitment needs to know of them
    parts = [Part(seat.index, BOT if seat.person_id is None else PERSON) for seat in seats]
    shuffle = Shuffle.objects.create(
        series=series,
        number=place.number,
        attempt=place.attempt,
        secret=secret,
        commitment=deal_commitment(secret, name, parts),
        deadline=now + _wait(place),
        created_at=now,
    )
    Contribution.objects.bulk_create(
        Contribution(shuffle=shuffle, seat=part.seat) for part in parts if part.is_person
    )
    return shuffle


def _wait(place: Place) -> timedelta:
    """How long a stage lasts for those who are awaited: people are still coming to a first hand;
    afterwards both stages together take no longer than ``REVEAL_WAIT_MS``."""
    ms = settings.DEAL_WAIT_MS if place == FIRST else settings.REVEAL_WAIT_MS / 2
    return timedelta(milliseconds=ms)


def shuffle_settle(
    *, series: Series, place: Place, seats: Sequence[Seat], now: datetime
) -> Shuffle | None:
    """The closed shuffle of a deal that is needed now; None while somebody is waited for.

    Then the series is due when the waiting ends. Only who is present (``seats`` are those of the
    table) is waited for, and before the first hand everybody.
    """
    with transaction.atomic():
        shuffle, is_new = _locked(series, place), False
        if shuffle is None:
            is_new = _opened(series, place, seats, now)
            shuffle = _locked_surely(series, place)
        is_new = _go_on(shuffle, seats, now, is_needed=True) or is_new
        if shuffle.stage not in (Shuffle.Stage.COMMIT, Shuffle.Stage.REVEAL):
            return shuffle
        if is_new:
            Table.objects.filter(pk=series.table_id).update(rev=F("rev") + 1)
        running = Series.objects.filter(pk=series.pk, status=Series.Status.RUNNING)
        running.update(next_due=shuffle.deadline)
    return None


def _opened(series: Series, place: Place, seats: Sequence[Seat], now: datetime) -> bool:
    """Open the shuffle if there is none; False also when somebody else does just now."""
    try:
        with transaction.atomic():
            return shuffle_begin(series=series, place=place, seats=seats, now=now) is not None
    except IntegrityError:
        return False


def _locked_surely(series: Series, place: Place) -> Shuffle:
    """``_locked`` of a shuffle that there must be. Raises UnknownShuffle."""
    shuffle = _locked(series, place)
    if shuffle is None:
        raise UnknownShuffle("There is no such shuffle.")
    return shuffle


def _locked(series: Series, place: Place) -> Shuffle | None:
    """The shuffle, its row locked until the end of the transaction; None when there is none."""
    rows = Shuffle.objects.filter(series=series, number=place.number, attempt=place.attempt)
    if connection.features.has_select_for_update:
        rows.select_for_update().values_list("pk").first()
    return shuffle_at(series, place)


def _go_on(shuffle: Shuffle, seats: Sequence[Seat], now: datetime, *, is_needed: bool) -> bool:
    """Move on to the stage that has come; whether it is a new one. The row is locked.

    While the deal is not needed yet, nobody is given up.
    """
    rows = contributions_of(shuffle)
    before = shuffle.stage
    if shuffle.stage == Shuffle.Stage.COMMIT:
        missing = [row for row in rows if not row.commitment]
        if not missing or (is_needed and not _is_awaited(shuffle, missing, seats, now)):
            has_any = len(missing) < len(rows)
            shuffle.stage = Shuffle.Stage.REVEAL if has_any else Shuffle.Stage.CLOSED
            wait = timedelta(milliseconds=settings.REVEAL_WAIT_MS / 2)
            shuffle.deadline = now + wait
    if shuffle.stage == Shuffle.Stage.REVEAL:
        missing = [row for row in rows if row.commitment and not row.value]
        if not missing or (is_needed and not _is_awaited(shuffle, missing, seats, now)):
            shuffle.stage = Shuffle.Stage.CLOSED
    if shuffle.stage == before:
        return False
    shuffle.save(update_fields=["stage", "deadline"])
    return True


def _is_awaited(
    shuffle: Shuffle, missing: Sequence[Contribution], seats: Sequence[Seat], now: datetime
) -> bool:
    if now >= shuffle.deadline:
        return False
    is_first = (shuffle.number, shuffle.attempt) == FIRST
    here = {s.index for s in seats if s.person_id is not None and (s.present or is_first)}
    return any(row.seat in here for row in missing)


def shuffle_dealt(
    *, hand: Hand, shuffle: Shuffle | None, seats: Sequence[Seat], now: datetime
) -> None:
    """In the transaction that stores ``hand``: note that its shuffle is dealt and whom it had to
    replace, and open the one of the next hand among those who sit there now."""
    if shuffle is not None:
        Shuffle.objects.filter(pk=shuffle.pk).update(stage=Shuffle.Stage.DEALT)
        Contribution.objects.filter(shuffle=shuffle, value="").update(replaced=True)
    series, place = hand.series, Place(hand.number + 1)
    if place.number < series.hand_count and is_joint(series, place):
        shuffle_begin(series=series, place=place, seats=seats, now=now)


# --- what persons send ---------------------------------------------------------------------------


def contribution_take(
    *,
    shuffle_id: str,
    user: User | None,
    commitment: str = "",
    value: str = "",
    now: datetime | None = None,
) -> Outcome:
    """Take a person's commitment, or the value he committed to.

    ``shuffle_id`` is the name of the deal. Sending the same again changes nothing. Raises
    UnknownShuffle, NotYourSeat, ContributionStands (another commitment, perhaps of another
    device), BadContribution (not the value committed to, or not its time yet), TooLate.
    """
    now = now or timezone.now()
    if HEX.fullmatch(commitment or value) is None or (commitment and value):
        raise BadContribution("A contribution has 64 hexadecimal digits.", reason="form")
    series, place = _place(shuffle_id)
    with transaction.atomic():
        shuffle = _locked_surely(series, place)
        if shuffle_name(shuffle) != shuffle_id:
            raise UnknownShuffle("There is no such shuffle.")
        seats = seats_fresh(series.table_id)
        row = _row(shuffle, seats, user)
        take = _take_commitment if commitment else _take_value
        if not take(shuffle, row, commitment or value):
            return Outcome(repeated=True)
        return _after(shuffle, seats, now)


def _place(shuffle_id: str) -> tuple[Series, Place]:
    """Series and place in a name. Raises UnknownShuffle."""
    words = shuffle_id.split("/")
    if len(words) != 6 or not all(
        re.fullmatch("[0-9]{1,4}", word, re.ASCII) for word in words[1:4]
    ):
        raise UnknownShuffle("There is no such shuffle.")
    found = Series.objects.select_related("table").filter(
        table__public_id=words[0], number=int(words[1])
    )
    series = found.first()
    if series is None:
        raise UnknownShuffle("There is no such shuffle.")
    return series, Place(int(words[2]), int(words[3]))


def _row(shuffle: Shuffle, seats: Sequence[Seat], user: User | None) -> Contribution:
    own = seat_of_user(user, seats)
    for row in contributions_of(shuffle):
        if row.seat == own:
            return row
    raise NotYourSeat("You are not asked for this deal.")


def _take_commitment(shuffle: Shuffle, row: Contribution, commitment: str) -> bool:
    """Store it; False when it stands already."""
    if row.commitment == commitment:
        return False
    if shuffle.stage != Shuffle.Stage.COMMIT:
        raise TooLate("The contributions to this deal are closed.")
    if row.commitment:
        raise ContributionStands("You have committed to something else.")
    row.commitment = commitment
    row.save(update_fields=["commitment"])
    return True


def _take_value(shuffle: Shuffle, row: Contribution, value: str) -> bool:
    """Store it; False when it stands already."""
    if row.value == value:
        return False
    if shuffle.stage == Shuffle.Stage.COMMIT:
        raise BadContribution("Not everybody has committed yet.", reason="early")
    if shuffle.stage != Shuffle.Stage.REVEAL:
        raise TooLate("The contributions to this deal are closed.")
    if row.commitment != person_commitment(shuffle_name(shuffle), row.seat, value):
        raise BadContribution("This is not what you committed to.", reason="mismatch")
    row.value = value
    row.save(update_fields=["value"])
    return True


def _after(shuffle: Shuffle, seats: Sequence[Seat], now: datetime) -> Outcome:
    """Go on to the next stage; to the deal, when it is due already."""
    series = shuffle.series
    due = Series.objects.filter(pk=series.pk, status=Series.Status.RUNNING, next_due__isnull=False)
    is_needed = due.exists()
    if not _go_on(shuffle, seats, now, is_needed=is_needed):
        return Outcome()
    if shuffle.stage == Shuffle.Stage.REVEAL:
        Table.objects.filter(pk=series.table_id).update(rev=F("rev") + 1)
        return Outcome(publish=(series.table_id,))
    return Outcome(enqueue=(advance_job(series.table_id),) if is_needed else ())
