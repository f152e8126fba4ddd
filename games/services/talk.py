"""Talk at a table: saying something, hiding, reporting, muting, switching it off."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

from accounts.errors import BadName, NotAllowed, TooManyRequests
from accounts.models import Person, User
from accounts.names import name_clean
from accounts.services import user_lock
from games.errors import BadMessage, BadTable, BadTalk, NotYourSeat, TalkOff, UnknownLine
from games.models import Hand, Mute, Table, TalkLine, TalkReport
from games.phrases import PHRASES
from games.policy import seat_of_user, viewer_of
from games.selectors import Scene, defenders_of, may_tend, scene_load
from games.services.outcome import Outcome

TEXT_LENGTH = 200
REASON_LENGTH = 200
BURST, BURST_SECONDS = 6, 20
"""So many lines one person may say in so many seconds, at whatever tables."""


class Said(NamedTuple):
    """The line that stands now, and the table to publish (nothing when it stood already)."""

    line: TalkLine
    outcome: Outcome


def talk_say(
    *,
    table: Table,
    user: User,
    client_id: str,
    phrase: str = "",
    text: str = "",
    channel: str = TalkLine.Channel.TABLE,
    now: datetime | None = None,
) -> Said:
    """Say a set phrase or a text (exactly one of them) at the seat of ``user``.

    ``client_id`` is the sender's own name of the line; sent again it changes nothing. Raises
    NotYourSeat, TalkOff, BadTalk, BadMessage, TooManyRequests.
    """
    now = now or timezone.now()
    if bool(phrase) == bool(text) or channel not in TalkLine.Channel.values:
        raise BadMessage("Say a phrase or a text.", fields=["phrase", "text", "channel"])
    scene = scene_load(table.pk)
    seat = seat_of_user(user, scene.seats)
    person = next((held.person for held in scene.seats if held.index == seat), None)
    if seat is None or person is None:
        raise NotYourSeat("Only somebody who sits at this table can talk here.")
    _check(scene, seat, text=text, channel=channel)
    said = {"phrase": _phrase(phrase)} if phrase else {"text": _clean(text)}
    stands = TalkLine.objects.filter(table=table, person=person, client_id=client_id).first()
    if stands is not None:
        return Said(stands, Outcome())
    line = TalkLine(
        table=scene.table,
        hand=scene.current,
        person=person,
        seat=seat,
        channel=channel,
        client_id=client_id,
        created_at=now,
        **said,
    )
    try:
        with transaction.atomic():
            user_lock(user)
            _check_rate(person, now)
            line.save(force_insert=True)
            _moved(scene.table)
    except IntegrityError:  # the same message, sent twice at once
        return Said(
            TalkLine.objects.get(table=table, person=person, client_id=client_id), Outcome()
        )
    return Said(line, Outcome(publish=(table.pk,)))


def talk_set(*, table: Table, user: User, talk: str) -> Outcome:
    """Say what may be said at ``table``; for those who look after it. Free text is for private
    and club tables that are not rated. Raises NotAllowed, BadTable.
    """
    if not may_tend(user, table):
        raise NotAllowed("Only who looks after this table can do this.")
    if talk not in Table.Talk.values or (talk == Table.Talk.TEXT and not may_have_text(table)):
        raise BadTable("This cannot be allowed at this table.", talk=talk)
    with transaction.atomic():
        changed = Table.objects.filter(pk=table.pk).exclude(talk=talk).update(talk=talk)
        if changed:
            _moved(table)
    return Outcome(publish=(table.pk,) if changed else ())


def talk_hide(*, line: TalkLine, user: User, now: datetime | None = None) -> Outcome:
    """Take a line away from everybody; its reports are settled. Raises NotAllowed, UnknownLine."""
    if not may_tend(user, line.table):
        _check_may_look(line, user)
        raise NotAllowed("Only who looks after this table can do this.")
    with transaction.atomic():
        changed = TalkLine.objects.filter(pk=line.pk, hidden=False).update(hidden=True)
        open_reports = TalkReport.objects.filter(line=line, handled_at=None)
        open_reports.update(handled_at=now or timezone.now())
        if changed:
            _moved(line.table)
    return Outcome(publish=(line.table_id,) if changed else ())


def talk_report(*, line: TalkLine, user: User, reason: str = "") -> TalkReport:
    """Complain about a line, once; it stays until somebody hides it.

    Raises UnknownLine, BadTalk.
    """
    _check_may_look(line, user)
    report, _ = TalkReport.objects.get_or_create(
        line=line, user=user, defaults={"reason": _clean(reason) if reason.strip() else ""}
    )
    return report


def talk_mute(*, line: TalkLine, user: User, is_muted: bool = True) -> Outcome:
    """Do not hear (or hear again) who said a line. Raises UnknownLine, BadMessage."""
    _check_may_look(line, user)
    changed = mute_set(person=line.person, user=user, is_muted=is_muted)
    if changed:
        _moved(line.table)
    return Outcome(publish=(line.table_id,) if changed else ())


def mute_set(*, person: Person, user: User, is_muted: bool) -> bool:
    """Whether that changed anything. Nobody can mute himself: BadMessage."""
    if person.user_id == user.pk:
        raise BadMessage("Nobody can mute himself.")
    if is_muted:
        return Mute.objects.get_or_create(user=user, person=person)[1]
    return bool(Mute.objects.filter(user=user, person=person).delete()[0])


def may_have_text(table: Table) -> bool:
    """Whether free text can be allowed at ``table``."""
    closed = (Table.Access.PRIVATE, Table.Access.CLUB)
    return table.access in closed and not table.rated


def _check(scene: Scene, seat: int, *, text: str, channel: str) -> None:
    """Raise TalkOff where this cannot be said now."""
    table, hand = scene.table, scene.current
    is_played = hand is not None and hand.status == Hand.Status.PLAYING
    if table.talk == Table.Talk.OFF:
        raise TalkOff("Nothing is said at this table.", reason="table")
    if text and not (table.talk == Table.Talk.TEXT and may_have_text(table)):
        raise TalkOff("Only set phrases are said at this table.", reason="text")
    if table.rated and is_played:
        raise TalkOff("At a rated table one talks between the hands.", reason="hand")
    if channel == TalkLine.Channel.DEFENDERS and not (
        is_played and not table.rated and hand is not None and seat in defenders_of(hand)
    ):
        raise TalkOff("Only defenders of an open contract talk here.", reason="channel")


def _phrase(code: str) -> str:
    if code not in PHRASES:
        raise BadTalk("There is no such phrase.", phrase=code[:20])
    return code


def _clean(text: str) -> str:
    try:
        return name_clean(text, TEXT_LENGTH)
    except BadName as error:
        raise BadTalk("This cannot be sent.", **error.details) from error


def _check_rate(person: Person, now: datetime) -> None:
    """Counted in the database: it holds over all processes, and without a cache server, too."""
    newest = TalkLine.objects.filter(person=person).order_by("-id")
    times = list(newest.values_list("created_at", flat=True)[BURST - 1 : BURST])
    if times and now - times[0] < timedelta(seconds=BURST_SECONDS):
        left = BURST_SECONDS - int((now - times[0]).total_seconds())
        raise TooManyRequests("Too much at once.", key="talk", seconds=max(1, left))


def _check_may_look(line: TalkLine, user: User) -> None:
    """Whoever may not look at the table does not learn that there is such a line."""
    viewer = viewer_of(user, line.table, timezone.now())
    if viewer.role == "none" or (viewer.seat is None and line.channel != TalkLine.Channel.TABLE):
        raise UnknownLine("There is no such line.", line=line.public_id)


def _moved(table: Table) -> None:
    Table.objects.filter(pk=table.pk).update(rev=F("rev") + 1)
