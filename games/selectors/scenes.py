"""One table as it stands, read once: what frames are made of and what services go on from."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

from games.errors import UnknownTable
from games.models import Hand, Seat, Series, Table
from games.selectors import shuffles, tables


@dataclass(slots=True, eq=False)
class Scene:
    """A table with its seats, its newest series and that one's newest hand.

    ``table.rev`` belongs to the hand's ply; whatever else is in it may be newer than the revision
    says (the next message repairs that), but never older. A scene has one owner at a time, and
    is kept between tasks in one place only (``games.selectors.kept``). Whoever writes to the
    table keeps it up to date and reports his own change with ``moved``: everything visible raises
    ``rev``, so when ``rev`` grew by more than that, somebody else has changed the table, too, and
    the scene ``is_whole`` no longer.
    """

    table: Table
    seats: list[Seat]
    series: Series | None
    current: Hand | None
    is_whole: bool = True
    steps: range = field(default=range(0), compare=False)
    """Earlier plies of the newest change that nobody has been shown."""
    read_at: float = field(default_factory=time.monotonic)
    _over: list[Hand] | None = field(default=None, repr=False)
    _ended: list[Hand] | None = field(default=None, repr=False)
    _shuffle: list[dict[str, Any] | None] = field(default_factory=list, repr=False)
    talk: Any = field(default=None, repr=False)
    """What was said here (``games.selectors.talk``), once somebody has asked."""

    @property
    def over(self) -> list[Hand]:
        """The finished hands of the series, only what a score sheet needs of each."""
        if self._over is None:
            self._over = [] if self.series is None else tables.hands_over(self.series)
        return self._over

    @property
    def ended(self) -> list[Hand]:
        """All ended hands of the series, redeals included, without their cards and actions."""
        if self._ended is None:
            self._ended = [] if self.series is None else tables.hands_ended(self.series)
        return self._ended

    @property
    def shuffle(self) -> dict[str, Any] | None:
        """What everybody may know of the next deal while persons contribute to it."""
        if not self._shuffle:
            self._shuffle.append(self._read_shuffle())
        return self._shuffle[0]

    def _read_shuffle(self) -> dict[str, Any] | None:
        if self.series is None or self.series.status != Series.Status.RUNNING:
            return None
        if not any(seat.person_id is not None for seat in self.seats):
            return None
        shuffle = shuffles.shuffle_open(self.series)
        return None if shuffle is None else shuffles.shuffle_state(shuffle)

    def moved(self, rev: int, by: int = 1, steps: range = range(0)) -> None:
        """Note a change of one's own that has been committed: ``rev`` is the revision after it,
        ``by`` how far it raised it, ``steps`` the plies on the way to the one it led to."""
        self.steps = steps
        self.is_whole = self.is_whole and rev == self.table.rev + by
        self.table.rev = rev
        if not self.is_whole:
            self._shuffle.clear()  # a contribution may be what came in between
        if self.current is not None and self.current.is_ended:
            self._over = self._ended = self.talk = None
            self._shuffle.clear()


def scene_dealt(before: Scene, seats: list[Seat], hand: Hand, rev: int) -> Scene:
    """The scene after ``hand`` was dealt at the table of ``before``, which its writer had; ``rev``
    is the revision after it. The score sheet stays what it was."""
    scene = Scene(before.table, seats, before.series, hand, before.is_whole)
    scene._over, scene._ended = before._over, before._ended
    scene.read_at = before.read_at  # who sits there may have been handed on
    scene.moved(rev)
    return scene


def scene_load(table_id: int) -> Scene:
    """The scene of the table with this row number. Raises UnknownTable."""
    scene = _scene(pk=table_id)
    if scene is None:
        raise UnknownTable("There is no such table.")
    return scene


def scene_find(public_id: str) -> Scene | None:
    """The scene of the table with this public id; None when there is no such table."""
    return _scene(public_id=public_id)


def _scene(**which: Any) -> Scene | None:
    """Hand, series and table are read by one statement, so that ply and revision belong together:
    a ply that is shown at too low a revision would be followed by earlier ones.
    """
    hand = _newest_hand(which)
    if hand is not None:
        return scene_at(hand)
    table = tables.tables_with_seats().filter(**which).first()
    if table is None:
        return None
    hand = _newest_hand(which)  # may have been dealt before the table was read
    if hand is not None:
        return scene_at(hand)
    return Scene(table, tables.seats_of(table), tables.series_current(table), None)


def _newest_hand(which: dict[str, Any]) -> Hand | None:
    """The newest hand of the newest series that is not void, with series and table."""
    of_table = {f"table__{name}": value for name, value in which.items()}
    series = Series.objects.filter(**of_table).order_by("-number").values("pk")[:1]
    hands = Hand.objects.filter(series=series).exclude(status=Hand.Status.VOID)
    return hands.select_related("series__table").order_by("-number", "-attempt").first()


def scene_at(hand: Hand) -> Scene:
    """The scene in which ``hand`` (just loaded with series and table) is the newest one.

    It is, as long as it is being played; ask before using the scene for anything else.
    """
    series = hand.series
    return Scene(series.table, tables.seats_of(series.table), series, hand)
