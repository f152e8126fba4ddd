"""What happens at a table with persons without a person: bots move, clocks fire, hands are
dealt. What bots do before the next person is one append; every ply of it is published."""

from __future__ import annotations

import time
from datetime import datetime

from django.conf import settings
from django.db.models import F
from django.utils import timezone

from bots.runners.inprocess import chooser_for
from engine.play import choose
from engine.record import Entry
from engine.state import HandState
from games.models import Hand, Seat, Series, Table
from games.policy import has_person
from games.selectors import Scene, hand_state, scene_load, seats_fresh
from games.services.actions import hand_ms, play
from games.services.announce import series_announce
from games.services.clocks import actor_now, look_again
from games.services.due import MAX_FAILURES, advance_job, lease_human, series_job, table_stuck
from games.services.hands import forced_passes, hand_append, hand_deal
from games.services.outcome import Job, Outcome, Publish, publish_nothing
from games.services.presence import seat_replace


def table_advance(
    *,
    table_id: int,
    now: datetime | None = None,
    budget_s: float | None = None,
    publish: Publish = publish_nothing,
    scene: Scene | None = None,
    deals: int | None = None,
) -> Outcome:
    """Go on at a table until a person is to move, the series is over or the budget is spent.

    ``now`` fixes the time in tests. ``publish`` is called after every commit. Safe to run any
    number of times and at once: every step is a conditional update, and whoever comes second
    stops. A table of bots is handed to its series task instead. ``scene`` is the table if the
    caller has it. At most ``deals`` hands are dealt (None: as many as there are), the next one is
    left to a run of its own: dealing takes longer than all else, and others wait for what they
    did.
    """
    is_ours = scene is not None and scene.is_whole
    if scene is None or not is_ours:
        scene = scene_load(table_id)
    table, series = scene.table, scene.series
    if series is None:
        return Outcome()
    if series.status == Series.Status.FINISHED and series.next_due is not None:
        series_announce(series.pk)
    if series.status != Series.Status.RUNNING or table.status != Table.Status.RUNNING:
        return Outcome()
    if not has_person(scene.seats):
        jobs = (series_job(series.pk, series.next_due),) if series.next_due else ()
        return Outcome(enqueue=jobs)
    run = _Advance(scene, series, now, publish, deals)
    hand = scene.current
    run.is_noted = is_ours and hand is not None and hand.fail_count > 0
    return run.run(budget_s or settings.SLICE_SECONDS)


class _Advance:
    """One run over the hands of a series."""

    def __init__(
        self,
        scene: Scene,
        series: Series,
        now: datetime | None,
        publish: Publish,
        deals: int | None,
    ) -> None:
        self.scene, self.series = scene, series
        self.table_id = series.table_id
        self._now = now
        self._publish = publish
        self._deals = deals
        self.is_noted = False
        """Whether the hand says already that a run goes on with it (``hand_append``)."""
        self.kick: set[int] = set()
        self.follow_up: tuple[Job, ...] = ()

    def now(self) -> datetime:
        return self._now or timezone.now()

    def run(self, budget_s: float) -> Outcome:
        end = time.monotonic() + budget_s
        hand = self.scene.current
        while time.monotonic() < end:
            if hand is None or hand.is_ended:
                if self.scene.table.status != Table.Status.RUNNING:
                    return self._done()
                if self._deals == 0:
                    break
                if self._deals is not None:
                    self._deals -= 1
                hand, self.is_noted = self._deal(), False
                if hand is not None and hand.is_ended:
                    continue  # nobody could play this deal
            if hand is None:
                return self._done()
            actor = self._actor(hand)
            if actor is None or not (self.is_noted or self._attempt(hand)):
                return self._done()
            self.is_noted = True
            if not self._move(hand, actor):
                return self._done()
        self.follow_up += (advance_job(self.table_id),)
        return self._done()

    def _done(self) -> Outcome:
        return Outcome(enqueue=self.follow_up, kick=tuple(self.kick), scene=self.scene)

    def _deal(self) -> Hand | None:
        """The next hand; None while contributions to it are waited for, or when the table was
        closed just then."""
        before = _users(self.scene)
        known = self.scene if self.scene.is_whole else None
        dealt = hand_deal(series=self.series, now=self._now, scene=known)
        if dealt is None or not dealt.is_whole:
            self.scene = scene_load(self.table_id)
        else:
            self.scene = dealt
        self.kick |= before ^ _users(self.scene)
        self._publish(self.scene)
        hand, expected = self.scene.current, None if dealt is None else dealt.current
        if expected is None or hand is None:
            return None
        is_newest = (hand.number, hand.attempt) >= (expected.number, expected.attempt)
        return hand if is_newest else None

    def _actor(self, hand: Hand) -> str | None:
        """Who may move now without the person whose turn it is: ``bot``, ``stand_in``, ``clock``
        or nobody. Somebody whose time of grace is over is replaced on the way.
        """
        turn = hand_state(hand).turn
        if turn is None or hand.status != Hand.Status.PLAYING:
            return None
        seat = self.scene.seats[hand.seating[turn]]
        if seat.is_bot:
            return "bot"
        if actor_now(hand, seat, self.scene.seats, self.now()) is not None:
            # Asked again of the rows: he may be back.
            self.scene.seats = seats_fresh(self.table_id, self.scene.seats)
            seat = self.scene.seats[seat.index]
        actor = actor_now(hand, seat, self.scene.seats, self.now())
        if actor == "away":
            self._replace(seat)
            return None
        if actor is None:
            self._wait(hand, seat)
        return actor

    def _replace(self, seat: Seat) -> None:
        """A bot stands in from now on; its move is a run of its own."""
        outcome = seat_replace(table_id=self.table_id, index=seat.index, now=self.now())
        self.follow_up += outcome.enqueue
        if outcome.publish:
            self._publish(self.table_id)

    def _wait(self, hand: Hand, seat: Seat) -> None:
        """The lease that brought us here is over: the hand is due when its person is."""
        look = look_again(hand, seat, self.scene.seats, self.now())
        if look != hand.next_due:
            still = Hand.objects.filter(pk=hand.pk, ply=hand.ply, next_due=hand.next_due)
            still.update(next_due=look)

    def _attempt(self, hand: Hand) -> bool:
        """Note that a run begins, before anything can kill it; the next append clears the note.

        False when somebody else moved, or when three runs in a row made no progress.
        """
        if hand.fail_count >= MAX_FAILURES:
            if table_stuck(table_id=self.table_id):
                self._publish(self.table_id)
            return False
        still = Hand.objects.filter(pk=hand.pk, ply=hand.ply, status=Hand.Status.PLAYING)
        started = still.update(fail_count=F("fail_count") + 1, next_due=self.now() + lease_human())
        return bool(started)

    def _move(self, hand: Hand, actor: str) -> bool:
        """The default action for somebody whose time is over, else all that bots do before the
        next person; False when somebody else was faster."""
        now = self.now()
        if actor == "clock":
            state = hand_state(hand)
            assert state.turn is not None
            is_done = play(
                self.scene, hand, state.turn, [state.default_action()], actor, at=now, now=now
            )
        else:
            state, entries = self._bots_moves(hand, hand_ms(hand, now))
            is_done = hand_append(
                scene=self.scene, hand=hand, state=state, entries=entries, now=now
            )
        if is_done:
            self._publish(self.scene)
        return is_done

    def _bots_moves(self, hand: Hand, ms: int) -> tuple[HandState, list[Entry]]:
        """What bots and stand-ins do until a person is to move. The action that ends the hand
        stands alone: its frame shows the new totals, and those before must not."""
        state, entries = hand_state(hand), list[Entry]()
        while state.turn is not None:
            seat = self.scene.seats[hand.seating[state.turn]]
            player = seat.bot_version or seat.stand_in
            if player is None:
                break
            actor = "bot" if seat.is_bot else "stand_in"
            action = choose(state, chooser_for(player))
            after = state.apply(state.turn, action)
            if after.is_over and entries:
                break
            entries.append(Entry(state.turn, action, actor, ms))
            passes, state = forced_passes(after, ms)
            entries += passes
        return state, entries


def _users(scene: Scene) -> set[int]:
    """Those who sit at a table, by row number."""
    persons = (seat.person for seat in scene.seats)
    return {p.user_id for p in persons if p is not None and p.user_id is not None}
