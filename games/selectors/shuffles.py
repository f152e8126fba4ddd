"""Deals in the making, and what a dealt hand says of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.record import HandRecord
from engine.shuffle import (
    BOT,
    PERSON,
    REPLACED,
    Part,
    deal_name,
    parts_from_text,
    person_commitment,
)
from games.models import Contribution, Hand, Series, Shuffle
from games.rows import row_find, rows_find
from games.selectors.endings import Place
from games.selectors.states import plan_of


def deal_name_of(series: Series, place: Place) -> str:
    """The name of the deal at ``place`` (docs/protocol.md); reads ``series.table``."""
    plan = plan_of(series.table, series).deal_for(place.number)
    word = f"{series.table.public_id}/{series.number}"
    return deal_name(word, place.number, place.attempt, plan.dealer, plan.seating)


def shuffle_at(series: Series, place: Place) -> Shuffle | None:
    """The shuffle for the deal at ``place``; its series is the given one."""
    where = {"series_id": series.pk, "number": place.number, "attempt": place.attempt}
    shuffle = row_find(Shuffle, where)
    if shuffle is not None:
        shuffle.series = series
    return shuffle


def shuffle_open(series: Series) -> Shuffle | None:
    """The shuffle people contribute to just now: the next deal's, unless it is closed."""
    stages = (Shuffle.Stage.COMMIT, Shuffle.Stage.REVEAL)
    found = Shuffle.objects.filter(series=series, stage__in=stages)
    shuffle = found.order_by("number", "attempt").first()
    if shuffle is not None:
        shuffle.series = series
    return shuffle


def contributions_of(shuffle: Shuffle) -> list[Contribution]:
    """What persons have added so far, by seat, read now."""
    return rows_find(Contribution, {"shuffle_id": shuffle.pk}, order=("seat",))


def shuffle_name(shuffle: Shuffle) -> str:
    """The name of the deal a shuffle is for."""
    return deal_name_of(shuffle.series, Place(shuffle.number, shuffle.attempt))


def shuffle_state(shuffle: Shuffle) -> dict[str, Any]:
    """What everybody may know of a shuffle: the ``shuffle`` of a frame."""
    return {
        "id": shuffle_name(shuffle),
        "commitment": shuffle.commitment,
        "stage": shuffle.stage,
        "commitments": {
            str(row.seat): row.commitment for row in contributions_of(shuffle) if row.commitment
        },
    }


def shuffle_parts(rows: Sequence[Contribution], size: int, name: str) -> tuple[Part, ...]:
    """The contributions to the deal of this name at a table of ``size`` seats, as they stand."""
    by_seat = {row.seat: row for row in rows}
    return tuple(_part(seat, by_seat.get(seat), name) for seat in range(size))


def _part(seat: int, row: Contribution | None, name: str) -> Part:
    if row is None:
        return Part(seat, BOT)
    if row.value and row.commitment == person_commitment(name, seat, row.value):
        return Part(seat, PERSON, row.commitment, row.value)
    return Part(seat, REPLACED, row.commitment)


def deal_state(hand: Hand) -> dict[str, Any]:
    """What everybody may know of a dealt hand's making: the ``deal`` of a frame.

    ``replaced`` are the table seats whose contribution came too late or not at all.
    """
    return {"commitment": hand.commitment, "replaced": replaced_of(hand.contributions)}


def replaced_of(contributions: str) -> list[int]:
    """Table seats of the replaced contributions in a record's text."""
    if ":r" not in contributions:
        return []
    return [part.seat for part in parts_from_text(contributions) if part.kind == REPLACED]


def is_published(record: HandRecord, shuffle: Shuffle) -> bool:
    """Whether a hand was dealt from the shuffle that had been published for it: same secret and
    commitment, and of each person no other commitment or value than the stored one."""
    rows = contributions_of(shuffle)
    name = shuffle_name(shuffle)
    parts = shuffle_parts(rows, shuffle.series.table.size, name)
    return (
        shuffle.secret == record.nonce
        and shuffle.commitment == record.commitment
        and parts == parts_from_text(record.contributions)
    )
