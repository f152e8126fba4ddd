"""One table as it stands, read once: what frames are made of and what services go on from."""

from __future__ import annotations

from dataclasses import dataclass, field

from games.models import Hand, Seat, Series, Table
from games.selectors import tables


@dataclass(slots=True, eq=False)
class Scene:
    """A table with its seats, its newest series and that one's newest hand.

    ``table.rev`` is as old as the oldest thing in it: content may be newer than the revision
    says (the next message repairs that), but never older. A scene lives for one task at most.
    Whoever writes to the table keeps it up to date and reports his own change with ``moved``:
    everything visible raises ``rev``, so when ``rev`` grew by more than that, somebody else has
    changed the table, too, and the scene ``is_whole`` no longer.
    """

    table: Table
    seats: list[Seat]
    series: Series | None
    current: Hand | None
    is_whole: bool = True
    _over: list[Hand] | None = field(default=None, repr=False)

    @property
    def over(self) -> list[Hand]:
        """The finished hands of the series, only what a score sheet needs of each."""
        if self._over is None:
            self._over = [] if self.series is None else tables.hands_over(self.series)
        return self._over

    def moved(self, rev: int, by: int = 1) -> None:
        """Note a change of one's own that has been committed: ``rev`` is the revision after it,
        ``by`` how far it raised it."""
        self.is_whole = self.is_whole and rev == self.table.rev + by
        self.table.rev = rev
        if self.current is not None and self.current.status == Hand.Status.OVER:
            self._over = None


def scene_of(table: Table) -> Scene:
    """The scene of a table whose row has just been read (before its hands, see ``Scene``)."""
    series = tables.series_current(table)
    current = None if series is None else tables.hand_current(series)
    return Scene(table, tables.seats_of(table), series, current)


def scene_load(table_id: int) -> Scene:
    """The scene of the table with this row number. Raises UnknownTable."""
    return scene_of(tables.table_by_pk(table_id))


def scene_at(hand: Hand) -> Scene:
    """The scene in which ``hand`` (just loaded with series and table) is the newest one.

    It is, as long as it is being played; ask before using the scene for anything else.
    """
    series = hand.series
    return Scene(series.table, tables.seats_of(series.table), series, hand)
