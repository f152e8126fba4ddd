"""Hands: dealing, and the one update that appends actions."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

from engine.record import Entry, entries_to_text
from engine.state import HandState
from games.errors import TableClosed
from games.models import Hand, Seat, Series, Shuffle, Table
from games.rows import row_read, row_update
from games.selectors import (
    Ending,
    Place,
    Scene,
    ending_of,
    hand_current,
    hand_start,
    hand_state_keep,
    place_after,
    plan_of,
    rules_of,
    scene_at,
    scene_dealt,
    seats_fresh,
)
from games.services.announce import announce_on_commit
from games.services.changes import seats_change
from games.services.clocks import Times, hand_times
from games.services.deals import deal_make, is_joint
from games.services.due import lease_human
from games.services.history import hand_seat_taken_over, hand_seats_close, hand_seats_open
from games.services.shuffles import shuffle_dealt, shuffle_settle


def hand_prepare(*, series: Series, place: Place, shuffle: Shuffle | None = None) -> Hand:
    """A dealt hand that is not stored yet; reads ``series.table``.

    ``shuffle`` is the closed one of this deal; without it bots alone contribute. Raises BadSeries
    beyond the last hand of a series.
    """
    plan = plan_of(series.table, series).deal_for(place.number)
    dealt = deal_make(series=series, place=place, shuffle=shuffle)
    return Hand(
        series=series,
        number=place.number,
        attempt=place.attempt,
        rules_hash=rules_of(series.table).hash,
        dealer=plan.dealer,
        seating=list(plan.seating),
        cards="".join(dealt.cards),
        nonce=dealt.nonce,
        commitment=dealt.commitment,
        contributions=dealt.contributions,
    )


def hand_deal(
    *, series: Series, now: datetime | None = None, scene: Scene | None = None
) -> Scene | None:
    """Deal the next hand of a table with persons, or find the one somebody else dealt; the table
    afterwards. ``scene`` is the table before, if the caller has it; else the one afterwards may
    not be whole.

    None while contributions are waited for: the series is due when that ends, and whoever brings
    the last one in goes on with the table.
    A deal that is shown at once (a hand without any tarok, illustrated-tarock.md §2) is stored
    as a hand that has ended; the series is due, and whoever goes on with it deals again. Raises
    TableClosed when the series is not running, BadSeries after its last hand.
    """
    now = now or timezone.now()
    last = hand_current(series) if scene is None else scene.current
    if last is not None and not last.is_ended:
        return _found(last)
    place, shuffle = place_after(last), None
    if is_joint(series, place):
        present = seats_fresh(series.table_id) if scene is None else scene.seats
        shuffle = shuffle_settle(series=series, place=place, seats=present, now=now)
        if shuffle is None:
            return None
    hand = hand_prepare(series=series, place=place, shuffle=shuffle)
    hand.created_at = now
    state = hand_start(hand)
    ending = ending_of(hand, state) if state.is_over else None
    if ending is not None:
        hand.status, hand.result, hand.ended_at = ending.status, ending.result, now
    try:
        with transaction.atomic():
            rev = table_moved(series, is_last=False)
            known = () if scene is None else scene.seats
            seats = seats_change(series=series, now=now, known=known)
            _set_times(hand, hand_times(hand=hand, state=state, seats=seats, actions="", now=now))
            _store_dealt(hand, series, seats, ending, now)
            shuffle_dealt(hand=hand, shuffle=shuffle, seats=seats, now=now)
    except IntegrityError:
        hands = Hand.objects.select_related("series__table")
        return _found(hands.get(series=series, number=hand.number, attempt=hand.attempt))
    before = scene or Scene(series.table, seats, series, None)
    dealt = scene_dealt(before, seats, hand, rev)
    dealt.is_whole = dealt.is_whole and ending is None  # else the series may have ended with it
    return dealt


def _found(hand: Hand) -> Scene:
    """The scene of a hand that somebody else dealt: what else he changed is not known."""
    scene = scene_at(hand)
    scene.is_whole = False
    return scene


def _set_times(hand: Hand, times: Times) -> None:
    hand.turn_at, hand.deadline, hand.next_due = times


def _store_dealt(
    hand: Hand, series: Series, seats: Sequence[Seat], ending: Ending | None, now: datetime
) -> None:
    changes = _series_changes(ending, now)
    is_last = ending is not None and ending.is_last
    hand.save(force_insert=True)
    hand_seats_open(hand=hand, seats=seats, ending=ending)
    if is_last:
        Table.objects.filter(pk=series.table_id).update(status=Table.Status.FINISHED)
    running = Series.objects.filter(pk=series.pk, status=Series.Status.RUNNING)
    if not running.update(**changes):
        raise TableClosed("The series is not running.")
    if is_last:
        announce_on_commit(series.pk)
    series.next_due = changes["next_due"]


def forced_passes(state: HandState, ms: int) -> tuple[list[Entry], HandState]:
    """Passes of seats with no other option, and the state after them (koenigrufen.md §6.1)."""
    entries: list[Entry] = []
    while (forced := state.forced_action()) is not None and state.turn is not None:
        entries.append(Entry(state.turn, forced, "rule", ms))
        state = state.apply(state.turn, forced)
    return entries, state


def hand_append(
    *,
    scene: Scene,
    hand: Hand,
    state: HandState,
    entries: Sequence[Entry],
    now: datetime,
    seat_changes: dict[str, Any] | None = None,
    goes_on: bool = False,
) -> bool:
    """Compare-and-append: write ``entries``, which lead to ``state``, if the hand still stands
    at ``hand.ply``; False when it has moved on.

    The same update ends the hand with its result (a redeal as such), and the same transaction
    moves the table's revision and the series, and changes the seat of the first entry by
    ``seat_changes`` (a bank, a stand-in). ``goes_on``: the caller goes on with what bots do, and
    a run that begins is noted before anything can kill it. ``hand`` and ``scene``, whose hand it
    is, are brought up to date on success; a scene that is refused is out of date.
    """
    mover = scene.seats[hand.seating[entries[0].seat]]
    steps = range(hand.ply + 1, hand.ply + len(entries))
    for name, value in (seat_changes or {}).items():
        setattr(mover, name, value)
    changes: dict[str, Any] = {
        "actions": hand.actions + entries_to_text(entries),
        "ply": hand.ply + len(entries),
        "fail_count": int(goes_on and not state.is_over),
    }
    ending = ending_of(hand, state) if state.is_over else None
    if ending is not None:
        changes |= {"status": ending.status, "result": ending.result, "ended_at": now}
    changes |= hand_times(
        hand=hand, state=state, seats=scene.seats, actions=changes["actions"], now=now
    )._asdict()
    is_last = ending is not None and ending.is_last
    with transaction.atomic():
        still = {"id": hand.pk, "ply": hand.ply, "status": Hand.Status.PLAYING}
        if not row_update(Hand, still, changes):
            return False
        if not _still_stand_in(hand, scene, entries):
            transaction.set_rollback(True)
            return False
        rev = table_moved(hand.series, is_last=is_last)
        if seat_changes:
            Seat.objects.filter(pk=mover.pk).update(**seat_changes)
        for index in {entry.seat for entry in entries if entry.actor == "stand_in"}:
            hand_seat_taken_over(hand=hand, index=index)
        changes["next_due"] = _next_due_settled(scene, hand, state, changes, now)
        if ending is not None:
            Series.objects.filter(pk=hand.series_id).update(**_series_changes(ending, now))
            hand_seats_close(hand=hand, ending=ending, at=now)
        if is_last:
            announce_on_commit(hand.series_id)
    for name, value in changes.items():
        setattr(hand, name, value)
    hand_state_keep(hand, state)
    if is_last:
        scene.table.status = Table.Status.FINISHED
    scene.moved(rev, steps=steps)
    return True


def _still_stand_in(hand: Hand, scene: Scene, entries: Sequence[Entry]) -> bool:
    """Whether nobody for whom bots played in ``entries`` has come back meanwhile; the hand's row
    is ours, so nobody does before this is committed."""
    indices = {hand.seating[entry.seat] for entry in entries if entry.actor == "stand_in"}
    if not indices:
        return True
    held = Seat.objects.filter(table=scene.table, index__in=indices, stand_in__isnull=False)
    return held.count() == len(indices)


def _next_due_settled(
    scene: Scene, hand: Hand, state: HandState, changes: dict[str, Any], now: datetime
) -> datetime | None:
    """``next_due`` once more, now that the row is ours: the person to move may have gone or come
    since the scene was read, and whoever noted that saw the hand as it was before."""
    if hand.series.table.grace_ms is None or state.turn is None:
        return changes["next_due"]
    seat = scene.seats[hand.seating[state.turn]]
    if seat.is_bot:
        return changes["next_due"]
    fresh = row_read(Seat, {"id": seat.pk}, ("present", "absent_since", "stand_in_id"))
    for name, value in (fresh or {}).items():
        setattr(seat, name, value)
    times = hand_times(
        hand=hand, state=state, seats=scene.seats, actions=changes["actions"], now=now
    )
    if times.next_due != changes["next_due"]:
        Hand.objects.filter(pk=hand.pk).update(next_due=times.next_due)
    return times.next_due


def table_moved(series: Series, *, is_last: bool, by: int = 1) -> int:
    """Move ``series.table`` to a new revision, which is returned; the end of the series ends the
    table, too. Inside a transaction: until its end nobody else can move the table.

    The row given is left as it is: its ``rev`` is right again only once this is committed.
    """
    table = series.table
    status = {"status": Table.Status.FINISHED} if is_last else {}
    moved = {"rev": table.rev + by, **status}
    if row_update(Table, {"id": table.pk, "rev": table.rev}, moved):
        return table.rev + by
    row = Table.objects.filter(pk=table.pk)
    row.update(rev=F("rev") + by, **status)
    return row.values_list("rev", flat=True).get()


def _series_changes(ending: Ending | None, now: datetime) -> dict[str, Any]:
    """Of a series of persons: a hand is being played, or it has ended and the next one is due,
    or the signal."""
    if ending is None:
        return {"next_due": None, "fail_count": 0}
    changes: dict[str, Any] = {"next_due": now + lease_human(), "fail_count": 0}
    if ending.is_last:
        changes |= {"status": Series.Status.FINISHED, "finished_at": now}
    return changes
