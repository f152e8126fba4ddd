"""Is a played event complete and true? Everything stored is derived again."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from django.db.models import QuerySet

from games.errors import HandMismatch
from games.models import Hand, Series
from games.selectors import hand_verify
from tournaments.models import Event
from tournaments.seating import table_hands, table_sizes
from tournaments.selectors.plans import active_numbers, event_rules
from tournaments.selectors.standings import event_placings


@dataclass(frozen=True, slots=True)
class Audit:
    """Hands of an event of fixed length: how many should be there, are there, and prove true."""

    hands_expected: int
    hands_stored: int
    hands_verified: int
    mismatches: tuple[str, ...]

    @property
    def is_ok(self) -> bool:
        """Whether nothing is missing and nothing is wrong."""
        return not self.mismatches and (
            self.hands_expected == self.hands_stored == self.hands_verified
        )


def hands_expected(event: Event) -> int:
    """Hands of all rounds if the entrants stay as they are; ``rounds_total`` must be set."""
    hand_seats = event_rules(event).hand_seats
    sizes = table_sizes(len(active_numbers(event)), hand_seats)
    return (event.rounds_total or 0) * sum(
        table_hands(event.hands, size, hand_seats) for size in sizes
    )


def hands_of_event(event: Event) -> QuerySet[Hand]:
    """The finished hands of an event, in the order in which they were dealt."""
    return (
        Hand.objects.filter(series__table__round_table__round__event=event, status=Hand.Status.OVER)
        .select_related("series__table")
        .order_by("series", "number")
    )


def event_audit(event: Event) -> Audit:
    """Replay every hand, check its sum rule, the length of each series and who sat out."""
    mismatches: list[str] = []
    stored = verified = 0
    played: Counter[int] = Counter()
    sat_out: dict[int, Counter[int]] = {}
    for hand in hands_of_event(event).iterator(chunk_size=200):
        stored += 1
        try:
            hand_verify(hand)
            verified += 1
        except HandMismatch as error:
            mismatches.append(f"{hand.public_id}: {error.message}")
        played[hand.series_id] += 1
        out = set(range(hand.series.table.size)) - set(hand.seating)
        sat_out.setdefault(hand.series_id, Counter()).update(out)
    for series in _series(event):
        mismatches += _series_mismatches(event, series, played, sat_out)
    if event_rules(event).sum_rule == "zero":
        total = sum(placing.total for placing in event_placings(event)[0])
        mismatches += [f"the standings add up to {total}"] if total else []
    return Audit(hands_expected(event), stored, verified, tuple(mismatches))


def _series(event: Event) -> QuerySet[Series]:
    return (
        Series.objects.filter(table__round_table__round__event=event)
        .select_related("table")
        .order_by("pk")
    )


def _series_mismatches(
    event: Event, series: Series, played: Counter[int], sat_out: dict[int, Counter[int]]
) -> list[str]:
    found = []
    name = series.table.name
    if played[series.pk] != series.hand_count:
        found.append(f"{name}: {played[series.pk]} of {series.hand_count} hands")
    hand_seats = event_rules(event).hand_seats
    if series.table.size > hand_seats:
        out = sat_out.get(series.pk, Counter())
        times = series.hands // hand_seats
        if any(out[seat] != times for seat in range(series.table.size)):
            found.append(f"{name}: not every seat sat out {times} times")
    return found
