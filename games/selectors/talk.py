"""Who reads what is said at a table: the ``talk`` of a frame, and who looks after it.

Seats read what was said to the table, except what they do not want to hear. Spectators read
nothing of a hand before it is over (for late ones: before they have seen it to its end), no free
text of private tables, and nothing the defenders say among themselves.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from accounts.models import Role, User
from accounts.permissions import roles_of
from engine.view import PUBLIC
from games.errors import UnknownLine
from games.models import Hand, Mute, Table, TalkLine
from games.policy import Viewer, has_person
from games.selectors import states
from games.selectors.scenes import Scene

LINES = 12
"""Lines in a frame at most."""
LOOKED_AT = 40
"""Of so many lines those are chosen that a role may read."""
TEXT_BYTES = 1_600
"""Free text in a frame at most, or the frames of a table of five would not fit one message."""
UNFINISHED = (Hand.Status.PLAYING, Hand.Status.SHOWING)


class Talk:
    """What was said lately at one table, read once and shared by the frames of all its roles."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._lines = _lines_of(scene.table)
        self._mutes = _mutes_of(scene, self._lines)

    def heard_by(self, viewer: Viewer, is_seen: Callable[[int], bool]) -> list[dict[str, Any]]:
        """The newest lines this viewer may read, oldest first. ``is_seen`` says whether a hand
        (row number) that is over has been shown to him; seats are not asked.
        """
        lines = [line for line in self._lines if self._may_read(line, viewer, is_seen)]
        return _fitting(lines[:LINES])

    def _may_read(self, line: TalkLine, viewer: Viewer, is_seen: Callable[[int], bool]) -> bool:
        if line.channel == TalkLine.Channel.DEFENDERS:
            return viewer.seat is not None and viewer.seat in self._defenders(line)
        if viewer.seat is not None:
            return (viewer.seat, line.person_id) not in self._mutes
        if line.text and self._scene.table.access == Table.Access.PRIVATE:
            return False
        return line.hand is None or (line.hand.status not in UNFINISHED and is_seen(line.hand.pk))

    def _defenders(self, line: TalkLine) -> set[int]:
        """Table seats that read a line of the defenders' channel: those of its hand, until the
        next one is dealt."""
        current = self._scene.current
        if current is None or line.hand_id != current.pk:
            return set()
        return defenders_of(current)


def defenders_of(hand: Hand) -> set[int]:
    """Table seats of the defenders of an open contract; none in any other hand."""
    state = states.hand_state(hand)
    if state.contract is None or not state.contract.ouvert:
        return set()
    roles = state.view_for(PUBLIC)["roles"]
    return {hand.seating[seat] for seat, role in enumerate(roles) if role == "defender"}


def talk_heard(
    scene: Scene, viewer: Viewer, is_seen: Callable[[int], bool]
) -> list[dict[str, Any]]:
    """``Talk.heard_by`` of a scene, whose lines are read once; bots say nothing."""
    if scene.table.talk == Table.Talk.OFF or not has_person(scene.seats):
        return []
    scene.talk = scene.talk or Talk(scene)
    return list(scene.talk.heard_by(viewer, is_seen))


def talk_line_get(public_id: str) -> TalkLine:
    """A line with its table and who said it. Raises UnknownLine."""
    found = TalkLine.objects.select_related("table", "person").filter(public_id=public_id)
    line = found.first()
    if line is None:
        raise UnknownLine("There is no such line.", line=public_id)
    return line


def may_tend(user: User, table: Table) -> bool:
    """Whether ``user`` looks after the talk of ``table``: who made it, arbiters and organisers
    of its club, the staff."""
    if table.created_by_id == user.pk:
        return True
    keepers = {Role.ARBITER.value, Role.ORGANISER.value, Role.OWNER.value, "staff"}
    return bool(keepers & roles_of(user, club=table.club))


def mutes_of(user: User) -> list[Mute]:
    """Whom ``user`` does not want to hear, by name."""
    return list(
        Mute.objects.filter(user=user).select_related("person").order_by("person__display_name")
    )


def _lines_of(table: Table) -> list[TalkLine]:
    """Newest first. The hands come without their cards and actions."""
    lines = TalkLine.objects.filter(table=table, hidden=False).select_related("hand")
    fields = ("public_id", "seat", "channel", "phrase", "text", "person_id", "table_id")
    return list(lines.only(*fields, "hand__status").order_by("-id")[:LOOKED_AT])


def _mutes_of(scene: Scene, lines: list[TalkLine]) -> set[tuple[int, int]]:
    """(table seat, person) of those whom somebody at the table does not want to hear."""
    seats = {
        seat.person.user_id: seat.index
        for seat in scene.seats
        if seat.person is not None and seat.person.user_id is not None
    }
    persons = {line.person_id for line in lines}
    if not lines or not seats:
        return set()
    muted = Mute.objects.filter(user__in=seats, person__in=persons).values_list("user", "person")
    return {(seats[user], person) for user, person in muted}


def _fitting(lines: list[TalkLine]) -> list[dict[str, Any]]:
    """Lines (newest first) as they stand in a frame, oldest first; the oldest ones give way."""
    shown: list[dict[str, Any]] = []
    left = TEXT_BYTES
    for line in lines:
        left -= len(line.text.encode())
        if left < 0:
            break
        what = {"text": line.text} if line.text else {"phrase": line.phrase}
        shown.append({"id": line.public_id, "seat": line.seat, "channel": line.channel, **what})
    return shown[::-1]
