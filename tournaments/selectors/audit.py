"""Is a played event complete and true? Everything stored is derived again."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from django.db.models import QuerySet

from games.errors import HandMismatch
from games.models import ENDED, Hand, Series
from games.selectors import Place, hand_verify, place_after
from tournaments.models import Event
from tournaments.seating import table_hands, table_sizes
from tournaments.selectors.plans import active_numbers, event_rules
from tournaments.selectors.standings import event_placings


@dataclass(frozen=True, slots=True)
class Audit:
    """Hands of an event of fixed length: how many should be there, are there, and prove true.

    Redeals are none of them, but what is wrong with one is a mismatch, too.
    """

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
    """The finished hands of an event that count, in the order in which they were dealt."""
    return _ended(event).filter(status=Hand.Status.OVER)


def event_audit(event: Event) -> Audit:
    """Replay every hand, check its sum rule, the length of each series, who sat out, and that no
    redeal is missing."""
    mismatches: list[str] = []
    seen = _Seen()
    for hand in _ended(event).iterator(chunk_size=200):
        is_true = True
        try:
            hand_verify(hand)
        except HandMismatch as error:
            is_true = False
            mismatches.append(f"{hand.public_id}: {error.message}")
        mismatches += seen.add(hand, is_true)
    for series in _series(event):
        mismatches += _series_mismatches(event, series, seen)
    if event_rules(event).sum_rule == "zero":
        total = sum(placing.total for placing in event_placings(event)[0])
        mismatches += [f"the standings add up to {total}"] if total else []
    return Audit(hands_expected(event), seen.stored, seen.verified, tuple(mismatches))


def _ended(event: Event) -> QuerySet[Hand]:
    """All hands that were played to their end, redeals included, in order."""
    return (
        Hand.objects.filter(series__table__round_table__round__event=event, status__in=ENDED)
        .select_related("series__table")
        .order_by("series", "number", "attempt")
    )


@dataclass(slots=True)
class _Seen:
    """What has been seen of the hands of an event, which come in order."""

    stored: int = 0
    verified: int = 0
    played: Counter[int] = field(default_factory=Counter)
    sat_out: dict[int, Counter[int]] = field(default_factory=dict)
    next_place: tuple[int, Place] = (0, Place())

    def add(self, hand: Hand, is_true: bool) -> list[str]:
        """Note a hand; what is wrong with its place."""
        series, expected = self.next_place
        expected = expected if series == hand.series_id else Place()
        self.next_place = hand.series_id, place_after(hand)
        if hand.status == Hand.Status.OVER:
            self.stored += 1
            self.verified += is_true
            self.played[hand.series_id] += 1
            out = set(range(hand.series.table.size)) - set(hand.seating)
            self.sat_out.setdefault(hand.series_id, Counter()).update(out)
        if (hand.number, hand.attempt) == expected:
            return []
        return [f"{hand.public_id}: a hand or a redeal before it is missing"]


def _series(event: Event) -> QuerySet[Series]:
    return (
        Series.objects.filter(table__round_table__round__event=event)
        .select_related("table")
        .order_by("pk")
    )


def _series_mismatches(event: Event, series: Series, seen: _Seen) -> list[str]:
    found = []
    name = series.table.name
    if seen.played[series.pk] != series.hand_count:
        found.append(f"{name}: {seen.played[series.pk]} of {series.hand_count} hands")
    hand_seats = event_rules(event).hand_seats
    if series.table.size > hand_seats:
        out = seen.sat_out.get(series.pk, Counter())
        times = series.hands // hand_seats
        if any(out[seat] != times for seat in range(series.table.size)):
            found.append(f"{name}: not every seat sat out {times} times")
    return found
