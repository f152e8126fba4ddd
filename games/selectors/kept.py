"""Scenes that a process keeps from one task to the next.

Reading a table with its seats, talk and score sheet is most of what an action costs. Everything
visible raises ``rev``, so one statement tells whether a scene read earlier is still the table.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict

from games.errors import UnknownHand
from games.models import Hand
from games.selectors.scenes import Scene, scene_at

KEPT = 256
"""Scenes of one process; a scene takes about 50 kB."""
KEPT_SECONDS = 30.0
"""Since it was read: what is no change of the table, like the name of a person, shows after this
time at the latest."""

_MOVES = ("ply", "status", "next_due", "deadline", "turn_at", "fail_count")
"""What may change of a hand without a revision: whoever leases it raises none."""


class _Kept:
    """Scenes by the public id of the hand that is being played, the longest unused one first."""

    def __init__(self) -> None:
        self._found: OrderedDict[str, Scene] = OrderedDict()
        self._lock = threading.Lock()

    def pop(self, hand: str) -> Scene | None:
        with self._lock:
            return self._found.pop(hand, None)

    def put(self, hand: str, scene: Scene) -> None:
        with self._lock:
            self._found[hand] = scene
            while len(self._found) > KEPT:
                self._found.popitem(last=False)


_kept = _Kept()


def scene_keep(scene: Scene | None) -> None:
    """Keep a scene that its owner has brought up to date and does not use any more; one that is
    not whole, or whose hand has ended, is let go."""
    if scene is None or scene.current is None or not scene.is_whole:
        return
    if scene.current.status == Hand.Status.PLAYING:
        _kept.put(scene.current.public_id, scene)


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
    row = Hand.objects.filter(pk=hand.pk).values("series__table__rev", *_MOVES).first()
    if row is None or row.pop("series__table__rev") != scene.table.rev:
        return False
    if row["ply"] != hand.ply or row["status"] != hand.status:
        return False
    for name, value in row.items():
        setattr(hand, name, value)
    return True
