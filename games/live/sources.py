"""Where the frames of a room come from: the database, asked through the selectors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Protocol

from django.utils import timezone

from games import playback, policy, selectors
from games.live.identity import Identity, user_of
from games.live.wire import Frame, Snapshot
from games.models import Seat, Table
from games.selectors import Scene

NO_ACCESS = "none"


class Source(Protocol):
    """What a room shows. All methods are synchronous and called in the thread pool."""

    prefix: str
    """Channels are `<prefix>:<key>`."""

    def role_of(self, identity: Identity, key: str) -> str | None:
        """The role key of somebody; `NO_ACCESS`, or None when there is nothing of this key.
        Raises SignedOut.
        """

    def load(self, key: str, at: datetime | None = None) -> Snapshot | None:
        """Everything as it is shown at `at` (None = now); None when it does not exist."""

    def has_gap(self, old: Snapshot, new: Snapshot) -> bool:
        """Whether frames are missing between two snapshots. Pure; called in the event loop."""

    def between(self, old: Snapshot, new: Snapshot) -> Sequence[Mapping[str, Frame]]:
        """Those frames, oldest first."""

    def revs(self, keys: Sequence[str]) -> Mapping[str, int]:
        """The versions in the database, in one query."""


def holders(seats: Sequence[Seat]) -> dict[str, str]:
    """The role keys of the persons at a table as sockets have them: with who holds the seat.

    Whoever held a seat before is in another role, so no frame of its new holder reaches a socket
    that has not been asked again yet.
    """
    persons = (seat for seat in seats if seat.person_id is not None)
    return {f"seat:{s.index}": f"seat:{s.index}:{s.person_id}" for s in persons}


def _by_holder(frames: Mapping[str, Frame], keys: Mapping[str, str]) -> dict[str, Frame]:
    return {keys.get(key, key): frame for key, frame in frames.items()}


def _seat_key(key: str) -> str:
    """Undo ``holders`` for one key."""
    return ":".join(key.split(":")[:2])


class TableSource:
    """Frames of tables."""

    prefix = "table"

    def role_of(self, identity: Identity, key: str) -> str | None:
        """The viewer's role at the table, as `games.policy` decides."""
        table = selectors.tables_with_seats().filter(public_id=key).first()
        if table is None:
            return None
        viewer = policy.viewer_of(user_of(identity), table, timezone.now())
        return holders(selectors.seats_of(table)).get(viewer.key, viewer.key)

    def load(self, key: str, at: datetime | None = None) -> Snapshot | None:
        """All roles of a table by public id."""
        scene = selectors.scene_find(key)
        return None if scene is None else self.snapshot(scene, at)

    def snapshot(self, scene: Scene, at: datetime | None = None) -> Snapshot:
        """All roles of a table, at `at` (None = now). Its `rev` may be older than the rest of
        the scene, but never newer, so nobody believes to have seen a version that he has not.
        """
        at = at or timezone.now()
        return Snapshot(
            rev=scene.table.rev,
            frames=_by_holder(selectors.scene_frames(scene, at), holders(scene.seats)),
            next_at=selectors.scene_next_at(scene, at),
        )

    def course(self, scene: Scene) -> list[Snapshot]:
        """What its newest change went through, oldest first; the last one is `snapshot`.

        Only that one has the revision: whoever misses it must not believe to be up to date.
        """
        now, keys = timezone.now(), holders(scene.seats)
        rev, next_at = scene.table.rev, selectors.scene_next_at(scene, now)
        *steps, last = (_by_holder(frames, keys) for frames in selectors.scene_course(scene, now))
        return [*(Snapshot(rev - 1, frames) for frames in steps), Snapshot(rev, last, next_at)]

    def has_gap(self, old: Snapshot, new: Snapshot) -> bool:
        """Whether plies were skipped (several actions in one write, or a lost message)."""
        return playback.has_gap(old.frames, new.frames)

    def between(self, old: Snapshot, new: Snapshot) -> Sequence[Mapping[str, Frame]]:
        """The frames of the skipped plies, for those who sit there now."""
        now = {_seat_key(key): key for key in new.frames}
        old_frames = {_seat_key(key): frame for key, frame in old.frames.items()}
        new_frames = {key: new.frames[full] for key, full in now.items()}
        steps = playback.frames_between(old_frames, new_frames)
        return [_by_holder(frames, now) for frames in steps]

    def revs(self, keys: Sequence[str]) -> Mapping[str, int]:
        """`rev` by public id."""
        return dict(Table.objects.filter(public_id__in=keys).values_list("public_id", "rev"))


TABLES = TableSource()
