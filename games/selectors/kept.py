"""Scenes that a process keeps from one task to the next.

Reading a table with its seats, talk and score sheet is most of what an action costs. Everything
visible raises ``rev``, so two small statements tell whether a scene read
earlier is still the table.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict

from games.errors import UnknownHand
from games.models import Hand, Table
from games.rows import row_read
from games.selectors.scenes import Scene, scene_at

KEPT = 256
"""Scenes of one process; a scene takes about 50 kB."""
KEPT_SECONDS = 30.0
"""Since it was read: what is no change of the table, like the name of a person, shows after this
time at the latest."""

_MOVES = ("ply", "status", "next_due", "deadline", "turn_at", "fail_count")
"""What may change of a hand without a revision: whoever leases it raises none."""


class _Kept:
    """Scenes by what they are asked for, the longest unused one first."""

    def __init__(self) -> None:
        self._found: OrderedDict[str, Scene] = OrderedDict()
        self._lock = threading.Lock()

    def pop(self, key: str) -> Scene | None:
        with self._lock:
            return self._found.pop(key, None)

    def put(self, key: str, scene: Scene) -> None:
        with self._lock:
            self._found[key] = scene
            while len(self._found) > KEPT:
                self._found.popitem(last=False)


_kept = _Kept()


def scene_keep(scene: Scene | None) -> None:
    """Keep a scene that its owner has brought up to date and does not use any more; one that is
    not whole, or whose series has ended, is let go."""
    if scene is None or scene.current is None or not scene.is_whole:
        return
    if scene.current.status == Hand.Status.PLAYING:
        _kept.put(scene.current.public_id, scene)
    elif scene.table.status == Table.Status.RUNNING:
        _kept.put(_between_hands(scene.table.pk), scene)


def scene_of_table(table_id: int) -> Scene | None:
    """The scene that was kept between two hands of a table, if that is how the table still is;
    the caller's like that of ``scene_of_hand``."""
    scene = _kept.pop(_between_hands(table_id))
    return scene if scene is not None and _is_true(scene) else None


def _between_hands(table_id: int) -> str:
    return f"table {table_id}"


def scene_of_hand(hand_id: int | str) -> Scene:
    """The scene in which a hand (row number or public id) is the newest one, see ``scene_at``.

    Nobody else has it: whoever took a kept scene may change it, and gives it back by
    ``scene_keep`` when all went well. Raises UnknownHand.
    """
    if isinstance(hand_id, str):
        scene = _kept.pop(hand_id)
        if scene is not None and _is_true(scene):
            return scene
    which = {"public_id" if isinstance(hand_id, str) else "pk": hand_id}
    hand = Hand.objects.select_related("series__table").filter(**which).first()
    if hand is None:
        raise UnknownHand("There is no such hand.", hand=hand_id)
    return scene_at(hand)


def _is_true(scene: Scene) -> bool:
    """Whether a kept scene is still what the database says; its hand is brought up to date."""
    hand = scene.current
    assert hand is not None
    if time.monotonic() - scene.read_at > KEPT_SECONDS:
        return False
    table = row_read(Table, {"id": scene.table.pk}, ("rev",))
    row = row_read(Hand, {"id": hand.pk}, _MOVES)
    if table is None or row is None or table["rev"] != scene.table.rev:
        return False
    if row["ply"] != hand.ply or row["status"] != hand.status:
        return False
    for name, value in row.items():
        setattr(hand, name, value)
    return True
