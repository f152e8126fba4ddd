"""Redeals: kept as records, dealt again by the same dealer, and never the end of a table."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from accounts.models import User
from games import selectors
from games.models import Hand, Series, Table
from games.policy import SPECTATOR, may_see_record, viewer_of
from games.services import (
    Outcome,
    action_play,
    due_claim,
    quick_game_create,
    series_play_slice,
    slices,
    table_advance,
)
from games.signals import series_finished
from games.tasks import advance_table
from tests.games.conftest import version
from tests.games.deals import deal_first, without_tarok
from tests.games.test_actions import at_once, written

pytestmark = [pytest.mark.pg, pytest.mark.django_db(transaction=True)]

LOEW, BECK = "illustrated/loew-1954", "illustrated/beck"


@pytest.fixture
def three(user_of) -> list[User]:
    return [user_of(name) for name in ("alice", "bob", "cora")]


@pytest.fixture
def series(three, series_of) -> Series:
    """Three persons at a table, dealt by the first of them."""
    return series_of(*(user.person for user in three), size=3, rules_id=BECK, hands=3)


def current(series: Series) -> Hand:
    found = selectors.hand_current(Series.objects.select_related("table").get(pk=series.pk))
    return selectors.hand_get(found.public_id)


def pass_once(hand: Hand, three: list[User]):
    """The seat to move passes, as its person."""
    turn = selectors.hand_state(hand).turn
    return action_play(
        hand_id=hand.public_id,
        ply=hand.ply,
        actions=["pass"],
        actor="person",
        received_at=timezone.now(),
        user=three[hand.seating[turn]],
    )


def all_pass(series: Series, three: list[User]) -> Hand:
    """Everybody passes; nobody goes on with the table. Returns the hand."""
    hand = current(series)
    while not hand.is_ended:
        pass_once(hand, three)
        hand = selectors.hand_get(hand.public_id)
    return hand


def test_a_passed_hand_is_kept_and_dealt_again(series, three):
    first = all_pass(series, three)
    assert (first.status, first.attempt, first.result["points"]) == ("redeal", 0, [0, 0, 0])
    assert may_see_record(first)
    frame = selectors.table_frame(series.table, SPECTATOR, timezone.now())
    assert (frame["hand"], frame["view"]["phase"]) == (first.public_id, "over")
    table_advance(table_id=series.table_id)
    second = current(series)
    assert (second.number, second.attempt, second.dealer) == (0, 1, first.dealer)
    assert second.seating == first.seating
    assert second.cards != first.cards
    frame = selectors.table_frame(series.table, SPECTATOR, timezone.now())
    assert (frame["number"], frame["attempt"], frame["ply"]) == (0, 1, 0)
    assert frame["table_state"]["rows"] == []
    assert frame["table_state"]["totals"] == [0, 0, 0]
    record = selectors.hand_record(second)
    assert (record.number, record.attempt) == (0, 1)
    for hand in (first, second):
        selectors.hand_verify(hand)


def test_redeals_end_in_the_guard(three, series_of):
    """Everybody always passes: the last allowed redeal counts, without points, and deals pass."""
    announced: list[int] = []

    def note(sender, series_id, **_):
        announced.append(series_id)

    persons = [user.person for user in three]
    agreed = {"rules_id": BECK, "rules_options": {"max_redeals": 2}, "hands": 2}
    series = series_of(*persons, size=3, **agreed)
    series_finished.connect(note)
    try:
        for _ in range(4):
            table_advance(table_id=series.table_id)
            all_pass(series, three)
    finally:
        series_finished.disconnect(note)
    assert announced == [series.pk]
    series.refresh_from_db()
    assert (series.status, series.next_due) == (Series.Status.FINISHED, None)
    assert Table.objects.get().status == Table.Status.FINISHED
    stored = [(h.number, h.attempt, h.status) for h in Hand.objects.order_by("number", "attempt")]
    assert stored == [(0, 0, "redeal"), (0, 1, "over"), (1, 0, "redeal"), (1, 1, "over")]
    rows = selectors.sheet_rows(series)
    assert [(row["number"], row["contract"], row["points"]) for row in rows] == [
        (0, "", [0, 0, 0]),
        (1, "", [0, 0, 0]),
    ]
    assert rows[0]["dealer"] != rows[1]["dealer"]
    call_command("hand", "verify", "--all", stdout=None)


def test_absent_persons_do_not_hold_up_a_table(three, series_of):
    """The clock passes for everybody, redeal after redeal, until the guard ends each hand."""
    persons = [user.person for user in three]
    agreed = {"rules_id": BECK, "rules_options": {"max_redeals": 3}, "hands": 2}
    series = series_of(*persons, size=3, clock_ms=5000, **agreed)
    now = timezone.now()
    for _ in range(30):
        due = [due for due in Hand.objects.values_list("next_due", flat=True) if due]
        if not due:
            break
        now = max(due)
        table_advance(table_id=series.table_id, now=now)
    series.refresh_from_db()
    assert series.status == Series.Status.FINISHED
    assert Hand.objects.filter(status="redeal").count() == 4
    assert len(selectors.sheet_rows(series)) == 2
    entries = [e for hand in Hand.objects.all() for e in selectors.hand_entries(hand)]
    assert {(str(e.action), e.actor) for e in entries} == {("pass", "clock")}
    assert len(entries) == 18


def test_a_double_click_on_the_last_pass(series, three):
    hand = current(series)
    for _ in range(2):
        pass_once(hand, three)
        hand = selectors.hand_get(hand.public_id)
    results = at_once(5, lambda i: _again(hand, three))
    assert written(results) == 1
    assert all(isinstance(outcome, Outcome) for outcome in results)  # nobody was refused
    at_once(4, lambda i: table_advance(table_id=series.table_id))
    assert list(Hand.objects.order_by("attempt").values_list("attempt", "status", "ply")) == [
        (0, "redeal", 3),
        (1, "playing", 0),
    ]
    late = _again(hand, three)  # the same click once more, while the next attempt is played
    assert late.repeated
    assert Hand.objects.count() == 2


def _again(hand: Hand, three: list[User]):
    """The click as the browser sent it: it names hand and ply."""
    user = three[hand.seating[selectors.hand_state(hand).turn]]
    return action_play(
        hand_id=hand.public_id, ply=hand.ply, actions=["pass"], actor="person",
        received_at=timezone.now(), user=user,
    )  # fmt: skip


def test_nobody_lives_to_deal_again(series, three):
    """The worker dies between the redeal and the next attempt: the series is due."""
    all_pass(series, three)
    series.refresh_from_db()
    assert series.next_due is not None
    assert due_claim(now=series.next_due - timedelta(seconds=1)) == []
    (job,) = due_claim(now=series.next_due)
    assert (job.task, job.queue) == ("games.tasks.advance_table", "human")
    advance_table(**job.kwargs)
    assert (current(series).attempt, current(series).status) == (1, "playing")
    series.refresh_from_db()
    assert series.next_due is None
    advance_table(**job.kwargs)
    assert Hand.objects.count() == 2


def test_a_deal_without_tarok_is_over_before_it_begins(three, series_of, monkeypatch):
    deal_first(monkeypatch, without_tarok())
    series = series_of(*(user.person for user in three), size=3, rules_id=LOEW, hands=3)
    first = Hand.objects.select_related("series__table").get()
    assert (first.status, first.ply, first.actions) == ("redeal", 0, "")
    frame = selectors.table_frame(series.table, SPECTATOR, timezone.now())
    assert (frame["ply"], frame["view"]["phase"]) == (0, "over")
    selectors.hand_verify(first)
    stored = Series.objects.get()
    assert stored.next_due is not None
    (job,) = due_claim(now=stored.next_due)
    advance_table(**job.kwargs)
    assert (current(series).attempt, current(series).status) == (1, "playing")
    assert selectors.hand_verify(current(series)).turn is not None


def test_a_quick_game_begins_with_a_deal_without_tarok(alice, monkeypatch):
    version("random")
    deal_first(monkeypatch, without_tarok(), without_tarok())
    table, outcome = quick_game_create(user=alice, preset=LOEW, level="random")
    assert [job.task for job in outcome.enqueue] == ["games.tasks.advance_table"]
    table_advance(table_id=table.pk)
    frame = selectors.table_frame(table, viewer_of(alice, table, timezone.now()), timezone.now())
    assert (frame["attempt"], frame["table_state"]["hands"]) == (2, 12)
    assert frame["view"]["phase"] != "over"


def test_the_last_deals_of_a_series_have_no_tarok(three, series_of, monkeypatch):
    """Even then the table ends: each of its hands counts after the last allowed redeal."""
    deal_first(monkeypatch, then=lambda rng: without_tarok())
    agreed = {"rules_id": LOEW, "rules_options": {"max_redeals": 3}, "hands": 2}
    series = series_of(*(user.person for user in three), size=3, **agreed)
    table_advance(table_id=series.table_id)
    series.refresh_from_db()
    assert (series.status, series.next_due) == (Series.Status.FINISHED, None)
    assert Table.objects.get().status == Table.Status.FINISHED
    assert Hand.objects.count() == 6
    assert len(selectors.sheet_rows(series)) == 2


def test_bots_deal_again_and_slices_go_on_where_they_were(series_of, monkeypatch):
    deal_first(monkeypatch, without_tarok(), without_tarok())
    series = series_of(size=4, rules_id=LOEW, hands=3)
    outcome = series_play_slice(series_id=series.pk, budget_s=1e-9)
    slices_played = 1
    while outcome.enqueue:  # one hand per slice
        outcome = series_play_slice(series_id=series.pk, budget_s=1e-9)
        slices_played += 1
    places = list(Hand.objects.order_by("pk").values_list("number", "attempt", "status"))
    assert places == sorted(places)
    assert len(places) == slices_played
    assert places[:2] == [(0, 0, "redeal"), (0, 1, "redeal")]
    assert [number for number, _, status in places if status == "over"] == [0, 1, 2, 3]
    for number, attempt, status in places:
        later = [a for n, a, _ in places if n == number and a > attempt]
        assert bool(later) == (status == "redeal")
    series.refresh_from_db()
    assert series.status == Series.Status.FINISHED
    call_command("hand", "verify", "--all", stdout=None)


def test_deals_are_repeatable_and_each_attempt_has_its_own(series_of, monkeypatch):
    """The seed of a test fixes every attempt; the cards never come back."""
    for _ in range(2):
        series = series_of(size=3, rules_id=BECK, rules_options={"max_redeals": 3}, hands=2,
                           slug="passing")  # fmt: skip
        series_play_slice(series_id=series.pk)
    dealt = [list(s.hand_rows.values_list("cards", flat=True)) for s in Series.objects.all()]
    assert dealt[0] == dealt[1]
    assert len(dealt[0]) == len(set(dealt[0])) == 6


@pytest.fixture(autouse=True)
def passing(monkeypatch):
    """A strategy that always does what a clock would: it passes every auction."""
    real = slices.chooser_for

    def chooser_for(bot_version):
        if bot_version.strategy == "passing":
            return lambda view, legal, rng: legal[0]
        return real(bot_version)

    monkeypatch.setattr(slices, "chooser_for", chooser_for)


def test_a_paced_redeal_is_shown_for_a_moment(series_of, monkeypatch, settings):
    settings.PLY_MS = 1000
    deal_first(monkeypatch, without_tarok())
    series = series_of(size=3, rules_id=LOEW, hands=2, paced=True)
    series_play_slice(series_id=series.pk)
    first = current(series)
    assert (first.status, first.ply, first.result["contract"]) == ("showing", 0, "")
    selectors.hand_verify(first)
    assert first.show_until > first.show_from
    frame = selectors.table_frame(series.table, viewer_of(None, series.table, first.show_from),
                                  first.show_from)  # fmt: skip
    assert frame["view"]["phase"] == "over"
    series.refresh_from_db()
    assert series.next_due == first.show_until
    monkeypatch.setattr(slices.timezone, "now", lambda: first.show_until)
    outcome = series_play_slice(series_id=series.pk)
    assert Hand.objects.get(pk=first.pk).status == "redeal"
    series_play_slice(series_id=series.pk)
    assert outcome.enqueue
    second = current(series)
    assert (second.number, second.attempt, second.status) == (0, 1, "showing")
    assert second.rev_before > first.rev_before + first.ply
    assert selectors.sheet_rows(series) == []


def test_late_spectators_see_the_redeal_not_an_older_hand(three, series_of):
    persons = [user.person for user in three]
    series = series_of(*persons, size=3, rules_id=BECK, hands=3, policy="after_hand")
    first = all_pass(series, three)
    table_advance(table_id=series.table_id)
    frame = selectors.table_frame(series.table, SPECTATOR, timezone.now())
    assert (frame["hand"], frame["view"]["phase"]) == (first.public_id, "over")


def test_a_changed_status_and_one_attempt_too_many_are_found(series, three):
    first = all_pass(series, three)
    for change in ({"status": "over"}, {"attempt": 10}):
        Hand.objects.filter(pk=first.pk).update(**change)
        with pytest.raises(CommandError, match="1 of 1"):
            call_command("hand", "verify", "--all", stdout=None, stderr=None)
        Hand.objects.filter(pk=first.pk).update(status="redeal", attempt=0)
