"""A person's history: who sat in a hand, and what it came to for him.

Written in the transactions that deal and end the hand. Tables of bots have no rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from games.models import Hand, HandSeat, Seat
from games.rows import row_update
from games.selectors import Ending, rules_of
from games.selectors.history import seat_lines


def hand_seats_open(*, hand: Hand, seats: Sequence[Seat], ending: Ending | None = None) -> None:
    """Note the persons among ``seats`` of the table who play in ``hand``, which was just stored.

    A deal that is shown at once has its ``ending`` already.
    """
    persons = {seat.index: seat for seat in seats if seat.person_id is not None}
    rows = []
    for index, table_seat in enumerate(hand.seating):
        if (seat := persons.get(table_seat)) is None or seat.person_id is None:
            continue
        row = HandSeat(hand=hand, person_id=seat.person_id, index=index, table_seat=table_seat)
        row.rules_id = hand.series.table.rules_id
        row.took_over = seat.stand_in_id is not None
        rows.append(row)
    HandSeat.objects.bulk_create(rows)
    if ending is not None and hand.ended_at is not None:
        hand_seats_close(hand=hand, ending=ending, at=hand.ended_at)


def hand_seat_taken_over(*, hand: Hand, index: int) -> None:
    """Note that a bot has played for the person at hand seat ``index``."""
    rows = HandSeat.objects.filter(hand_id=hand.pk, index=index, took_over=False)
    rows.update(took_over=True)


def hand_seats_close(*, hand: Hand, ending: Ending, at: datetime) -> None:
    """Fill the rows of a hand that ends ``at`` like this.

    A hand that does not count leaves them empty.
    """
    if ending.status != Hand.Status.OVER:
        return
    lines = seat_lines(rules_of(hand.series.table), ending.result)
    for index, line in enumerate(lines):
        changes = {"role": line.role, "points": line.points, "contract": line.contract}
        where = {"hand_id": hand.pk, "index": index}
        row_update(HandSeat, where, {**changes, "ended_at": at})
