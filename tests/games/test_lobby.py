"""Tables that wait for people: seats, bots that warm them, the next hand, another series."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.errors import NotAMember
from accounts.services import club_create
from bots.errors import UnknownBot
from engine.errors import BadSeries
from games import selectors, tasks
from games.errors import (
    AlreadySeated,
    BadInvite,
    BadTable,
    NoAccess,
    NotYourSeat,
    SeatFixed,
    SeatTaken,
    TableClosed,
)
from games.models import Admission, Hand, Seat, Series, Table
from games.policy import SPECTATOR
from games.services import (
    Outcome,
    Wish,
    action_play,
    due_claim,
    quick_game_create,
    seat_leave,
    seat_return,
    seat_take,
    table_admit,
    table_advance,
    table_invite,
    table_open,
    table_rematch,
    table_warm,
)
from tests.games.conftest import RULES, version
from tests.games.test_actions import at_once

pytestmark = [pytest.mark.pg, pytest.mark.django_db(transaction=True)]

NOW = timezone.now()
AFTER = NOW + timedelta(seconds=31)


@pytest.fixture(autouse=True)
def _bots() -> None:
    for slug in ("club", "random"):
        version(slug)


@pytest.fixture
def carl(user_of):
    return user_of("carl")


def opened(user, *bots: str, **wishes: object) -> Table:
    wish = Wish(preset=RULES, hands=2, bots=bots, **wishes)  # type: ignore[arg-type]
    return table_open(user=user, wish=wish, now=NOW)[0]


def who(table: Table) -> list[str | None]:
    """Name per seat, None for a free one."""
    names: list[str | None] = [None] * table.size
    for seat in selectors.seats_fresh(table.pk):
        names[seat.index] = seat.display_name
    return names


def status(table: Table) -> str:
    return Table.objects.get(pk=table.pk).status


def play_hand(table: Table) -> None:
    """Everybody plays the first thing that is allowed, until the next hand or the end."""
    begun = Hand.objects.filter(series__table=table).count()
    for _ in range(400):
        table_advance(table_id=table.pk)
        hand = Hand.objects.filter(series__table=table).order_by("-pk").first()
        if Hand.objects.filter(series__table=table).count() > begun or hand.is_ended:
            return
        hand = selectors.hand_get(hand.public_id)
        state = selectors.hand_state(hand)
        seat = selectors.seats_fresh(table.pk)[hand.seating[state.turn]]
        action_play(
            hand_id=hand.pk,
            ply=hand.ply,
            actions=[str(state.default_action())],
            actor="person",
            received_at=timezone.now(),
            user=seat.person.user,
        )
    raise AssertionError("the hand does not end")


def test_a_table_waits_for_people(alice, bob):
    table = opened(alice, "random")
    assert who(table) == ["alice", "Random 2", None, None]
    frame = selectors.table_frame(table, SPECTATOR, NOW)
    state = frame["table_state"]
    assert (frame["hand"], state["status"], state["access"]) == ("", "open", "open")
    assert state["starts_at"] == (NOW + timedelta(seconds=30)).isoformat()
    assert state["seats"][2] == {"index": 2, "kind": "free", "name": ""}
    assert seat_take(table_id=table.pk, user=bob, index=3).publish == (table.pk,)
    assert who(table) == ["alice", "Random 2", None, "bob"]


def test_the_last_free_seat_begins_the_series(alice, bob):
    table = opened(alice, "random", "club")
    outcome = seat_take(table_id=table.pk, user=bob)
    assert [job.task for job in outcome.enqueue] == ["games.tasks.advance_table"]
    assert outcome.kick == (bob.pk,)
    assert (status(table), Hand.objects.count()) == ("running", 1)
    assert Table.objects.get().next_due is None


def test_without_free_seats_it_is_dealt_at_once(alice):
    assert status(opened(alice, "club", "club", "random")) == "running"


def test_bots_warm_the_free_seats_in_time(alice, bob):
    table = opened(alice)
    seat_take(table_id=table.pk, user=bob, index=2)
    assert due_claim(now=NOW + timedelta(seconds=29)) == []
    assert table_warm(table_id=table.pk, now=NOW + timedelta(seconds=29)) == Outcome()
    (job,) = due_claim(now=AFTER)
    assert (job.task, job.kwargs["table_id"]) == ("games.tasks.warm_table", table.pk)
    outcome = table_warm(table_id=table.pk, now=AFTER)
    assert [job.task for job in outcome.enqueue] == ["games.tasks.advance_table"]
    assert who(table) == ["alice", "Club 2", "bob", "Club 4"]
    assert [seat.warm for seat in selectors.seats_fresh(table.pk)] == [False, True, False, True]
    assert table_warm(table_id=table.pk, now=AFTER) == Outcome()


def test_many_sweepers_warm_once(alice):
    table = opened(alice)
    jobs = at_once(4, lambda i: due_claim(now=AFTER))
    assert sum(len(found) for found in jobs if isinstance(found, list)) == 1
    outcomes = at_once(4, lambda i: table_warm(table_id=table.pk, now=AFTER))
    assert len([one for one in outcomes if isinstance(one, Outcome) and one.publish]) == 1
    assert (Series.objects.count(), Hand.objects.count()) == (1, 1)
    assert Seat.objects.filter(table=table, warm=True).count() == 3


def test_sitting_and_warming_at_once_leaves_no_seat_twice(alice, bob):
    table = opened(alice)

    def work(i: int) -> object:
        if i:
            return table_warm(table_id=table.pk, now=AFTER)
        return seat_take(table_id=table.pk, user=bob, index=1)

    at_once(2, work)
    seats = selectors.seats_fresh(table.pk)
    assert [seat.index for seat in seats] == [0, 1, 2, 3]
    assert bob.person in (seats[1].person, seats[1].claimed_by)


def test_two_people_want_one_seat(alice, bob, carl):
    table = opened(alice)
    results = at_once(2, lambda i: seat_take(table_id=table.pk, user=(bob, carl)[i], index=2))
    assert sorted(type(r).__name__ for r in results) == ["Outcome", "SeatTaken"]
    assert Seat.objects.filter(table=table, index=2).count() == 1


def test_two_people_claim_one_warm_seat(alice, bob, carl):
    table = opened(alice)
    table_warm(table_id=table.pk, now=AFTER)
    results = at_once(2, lambda i: seat_take(table_id=table.pk, user=(bob, carl)[i], index=2))
    assert sorted(type(r).__name__ for r in results) == ["Outcome", "SeatTaken"]
    assert Seat.objects.get(table=table, index=2).claimed_by in (bob.person, carl.person)


def test_nobody_has_two_seats(alice, bob):
    table = opened(alice)
    seat_take(table_id=table.pk, user=bob, index=1)
    assert seat_take(table_id=table.pk, user=bob, index=1) == Outcome()
    assert seat_take(table_id=table.pk, user=bob) == Outcome()
    with pytest.raises(AlreadySeated):
        seat_take(table_id=table.pk, user=bob, index=2)
    table_warm(table_id=table.pk, now=AFTER)
    with pytest.raises(AlreadySeated):
        seat_take(table_id=table.pk, user=alice, index=2)


def test_one_person_claims_two_seats_at_once(alice, bob):
    table = opened(alice)
    table_warm(table_id=table.pk, now=AFTER)
    at_once(2, lambda i: seat_take(table_id=table.pk, user=bob, index=1 + i))
    assert Seat.objects.filter(table=table, claimed_by=bob.person).count() == 1


@pytest.mark.parametrize("index", [-1, 0, 1, 4, 99])
def test_seats_that_cannot_be_had(alice, bob, index):
    table = opened(alice, "random")
    with pytest.raises(SeatTaken):
        seat_take(table_id=table.pk, user=bob, index=index)


def test_seats_of_other_tables_are_fixed(alice, bob, series_of):
    event = series_of(alice.person, kind="event").table
    practice, _ = quick_game_create(user=alice, preset=RULES, hands=2, practice=True)
    plain, _ = quick_game_create(user=alice, preset=RULES, hands=2)
    for table, error in ((event, SeatFixed), (practice, SeatFixed), (plain, SeatTaken)):
        with pytest.raises(error):
            seat_take(table_id=table.pk, user=bob)
    with pytest.raises(SeatFixed):
        seat_leave(table_id=event.pk, user=alice)


def test_a_warm_bot_gives_way_at_the_next_hand(alice, bob):
    table = opened(alice)
    table_warm(table_id=table.pk, now=AFTER)
    first = Hand.objects.get()
    seat_take(table_id=table.pk, user=bob, index=2)
    state = selectors.table_frame(table, SPECTATOR, NOW)["table_state"]["seats"][2]
    assert (state["kind"], state["warm"], state["claimed"]) == ("bot", True, "bob")
    play_hand(table)
    seats = selectors.seats_fresh(table.pk)
    assert (seats[2].person, seats[2].warm, seats[2].claimed_by) == (bob.person, False, None)
    assert Hand.objects.count() == 2
    first.refresh_from_db()
    rows = selectors.table_frame(table, SPECTATOR, NOW)["table_state"]["rows"]
    assert [row["number"] for row in rows] == [0]  # its points stay with the seat
    assert first.hand_seats.filter(person=bob.person).count() == 0
    assert Hand.objects.get(number=1).hand_seats.filter(person=bob.person).count() == 1


def test_the_deal_that_seats_somebody_has_his_sockets_asked(alice, bob):
    table = opened(alice)
    table_warm(table_id=table.pk, now=AFTER)
    seat_take(table_id=table.pk, user=bob, index=2)
    kicked: set[int] = set()
    for _ in range(400):
        kicked |= set(table_advance(table_id=table.pk).kick)
        hand = selectors.hand_get(Hand.objects.order_by("-pk").first().public_id)
        if hand.number:
            break
        if (turn := selectors.hand_state(hand).turn) is not None:
            action_play(
                hand_id=hand.pk,
                ply=hand.ply,
                seat=turn,
                actions=[str(selectors.hand_state(hand).default_action())],
                actor="person",
                received_at=timezone.now(),
                user=alice,
            )
    assert kicked == {bob.pk}


def test_a_claim_ends_the_waiting_for_somebody_who_is_away(alice, bob):
    """Else the hand of an abandoned table would never end, nor he ever sit down."""
    table = opened(alice)
    table_warm(table_id=table.pk, now=AFTER)
    table_advance(table_id=table.pk)
    hand = Hand.objects.get()
    assert (hand.status, hand.next_due) == ("playing", None)
    late = AFTER + timedelta(hours=1)
    seat_take(table_id=table.pk, user=bob, index=2, now=late)
    assert [job.kwargs for job in due_claim(now=late)] == [{"table_id": table.pk}]
    for _ in range(4):
        table_advance(table_id=table.pk, now=late, budget_s=300)
    assert Seat.objects.get(table=table, index=2).person == bob.person
    assert Hand.objects.get(number=0).hand_seats.get().took_over


def test_a_table_without_anybody_closes_instead_of_being_warmed(alice):
    table = opened(alice)
    Seat.objects.filter(table=table).delete()
    assert table_warm(table_id=table.pk, now=AFTER).publish == (table.pk,)
    assert (status(table), Series.objects.count()) == ("closed", 0)
    assert due_claim(now=AFTER) == []


def test_a_claim_can_be_given_up(alice, bob):
    table = opened(alice)
    table_warm(table_id=table.pk, now=AFTER)
    seat_take(table_id=table.pk, user=bob, index=2)
    seat_leave(table_id=table.pk, user=bob)
    play_hand(table)
    assert who(table)[2] == "Club 3"
    with pytest.raises(NotYourSeat):
        seat_leave(table_id=table.pk, user=bob)


def test_who_leaves_is_played_for_and_then_replaced(alice, bob):
    table = opened(alice, "random", "random")
    seat_take(table_id=table.pk, user=bob)
    outcome = seat_leave(table_id=table.pk, user=bob)
    assert outcome.publish == (table.pk,)
    assert seat_leave(table_id=table.pk, user=bob) == Outcome()
    seat = Seat.objects.get(table=table, person=bob.person)
    assert (seat.leaving, seat.stand_in) == (True, version("club"))
    play_hand(table)
    assert who(table)[3] == "Club 4"
    assert Seat.objects.get(table=table, index=3).warm
    seat_take(table_id=table.pk, user=bob)
    play_hand(table)
    assert status(table) == "finished"


def test_who_comes_back_before_the_next_hand_stays(alice, bob):
    table = opened(alice, "random", "random")
    seat_take(table_id=table.pk, user=bob)
    seat_leave(table_id=table.pk, user=bob)
    seat_return(table_id=table.pk, user=bob)
    play_hand(table)
    assert who(table)[3] == "bob"


def test_leaving_a_table_that_waits_frees_the_seat(alice, bob):
    table = opened(alice)
    seat_take(table_id=table.pk, user=bob, index=1)
    assert seat_leave(table_id=table.pk, user=bob).kick == (bob.pk,)
    assert who(table) == ["alice", None, None, None]
    seat_leave(table_id=table.pk, user=alice)
    assert status(table) == "closed"
    assert due_claim(now=AFTER) == []
    with pytest.raises(TableClosed):
        seat_take(table_id=table.pk, user=bob)


def test_the_last_person_closes_the_table(alice, bob):
    table = opened(alice, "random", "random")
    seat_take(table_id=table.pk, user=bob)
    seat_leave(table_id=table.pk, user=alice)
    assert status(table) == "running"
    seat_leave(table_id=table.pk, user=bob)
    assert status(table) == "closed"


@pytest.mark.parametrize("is_waiting", [True, False])
@pytest.mark.parametrize("attempt", range(3))
def test_two_last_persons_who_leave_at_once_close_the_table(alice, bob, attempt, is_waiting):
    table = opened(alice) if is_waiting else opened(alice, "random", "random")
    seat_take(table_id=table.pk, user=bob)
    users = (alice, bob)
    results = at_once(2, lambda i: seat_leave(table_id=table.pk, user=users[i]))
    assert [type(result) for result in results] == [Outcome, Outcome]
    assert status(table) == "closed"
    assert not Hand.objects.filter(status=Hand.Status.PLAYING).exists()
    assert due_claim(now=AFTER) == []


def test_who_leaves_sees_who_claims_meanwhile(alice, bob):
    """Either the claim stands at a table that goes on, or the table was closed before it."""
    table = opened(alice)
    table_warm(table_id=table.pk, now=AFTER)

    def work(i: int) -> object:
        if i:
            return seat_leave(table_id=table.pk, user=alice)
        return seat_take(table_id=table.pk, user=bob, index=2)

    claim, _ = at_once(2, work)
    is_refused = isinstance(claim, TableClosed)
    assert status(table) == ("closed" if is_refused else "running")
    assert Seat.objects.filter(table=table, claimed_by=bob.person).exists() is not is_refused


def test_the_same_agreement_again(alice, bob):
    table = opened(alice, "random", "random", clock="quick")
    seat_take(table_id=table.pk, user=bob)
    with pytest.raises(NotYourSeat):
        table_rematch(table_id=table.pk, user=stranger())
    assert table_rematch(table_id=table.pk, user=alice).repeated
    play_hand(table)
    play_hand(table)
    assert status(table) == "finished"
    Seat.objects.filter(table=table, index=1).update(bank_ms=1)
    results = at_once(4, lambda i: table_rematch(table_id=table.pk, user=(alice, bob)[i % 2]))
    assert sum(bool(r.publish) for r in results) == 2  # type: ignore[attr-defined]
    assert sum(bool(r.enqueue) for r in results) == 1  # type: ignore[attr-defined]
    assert all(isinstance(r, Outcome) for r in results)
    assert list(Series.objects.order_by("number").values_list("status", flat=True)) == [
        "finished",
        "running",
    ]
    assert who(table) == ["alice", "Random 2", "Random 3", "bob"]
    assert Seat.objects.get(table=table, index=3).bank_ms == 60_000


def stranger():
    from accounts.models import User

    return User.objects.create_user(username="nobody")


def test_who_left_at_the_end_is_no_part_of_the_next_series(alice, bob):
    table = opened(alice, "random", "random")
    seat_take(table_id=table.pk, user=bob)
    play_hand(table)
    play_hand(table)
    seat_leave(table_id=table.pk, user=bob)
    table_rematch(table_id=table.pk, user=alice)
    assert who(table) == ["alice", "Random 2", "Random 3", "Club 4"]


def test_who_left_and_asks_for_another_series_stays(alice, bob):
    table = opened(alice, "random", "random")
    seat_take(table_id=table.pk, user=bob)
    play_hand(table)
    play_hand(table)
    seat_leave(table_id=table.pk, user=bob)
    table_rematch(table_id=table.pk, user=bob)
    play_hand(table)
    assert who(table) == ["alice", "Random 2", "Random 3", "bob"]
    assert not Seat.objects.filter(table=table, stand_in__isnull=False).exists()


def test_no_two_bots_have_one_name(alice, bob):
    table = opened(alice, "", "club", "club")
    seat_take(table_id=table.pk, user=bob)
    seat_leave(table_id=table.pk, user=bob)
    play_hand(table)
    assert who(table) == ["alice", "Club 2", "Club 3", "Club 4"]


def test_who_gives_up_the_last_claim_closes_the_table(alice, bob):
    table = opened(alice)
    table_warm(table_id=table.pk, now=AFTER)
    seat_take(table_id=table.pk, user=bob, index=2)
    seat_leave(table_id=table.pk, user=alice)
    assert status(table) == "running"
    seat_leave(table_id=table.pk, user=bob)
    assert status(table) == "closed"


def test_an_event_has_no_rematch(alice, series_of):
    table = series_of(alice.person, kind="event").table
    with pytest.raises(SeatFixed):
        table_rematch(table_id=table.pk, user=alice)


def test_clocks_and_lengths_of_a_table(alice):
    quick = opened(alice, clock="quick", talk="off")
    assert (quick.clock_ms, quick.bank_ms, quick.talk) == (15_000, 60_000, "off")
    assert quick.grace_ms == 60_000
    assert (opened(alice).clock_ms, opened(alice).takeover) == (None, "bot")
    short = Wish(preset="koenigrufen/tournament", hands=2)
    assert table_open(user=alice, wish=short)[0].hands == 2
    five = Wish(preset=RULES, hands=4, size=5)
    assert table_open(user=alice, wish=five)[0].size == 5


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"hands": 3}, BadSeries),
        ({"size": 5, "hands": 2}, BadSeries),
        ({"size": 6}, BadTable),
        ({"clock": "slow"}, BadTable),
        ({"talk": "text"}, BadTable),
        ({"talk": "songs"}, BadTable),
        ({"access": "secret"}, BadTable),
        ({"access": "club"}, BadTable),
        ({"takeover": "nobody"}, BadTable),
        ({"bots": ["nobody"]}, UnknownBot),
        ({"preset": "plain/numbers"}, BadTable),
    ],
)
def test_what_no_table_can_be(alice, changes, error):
    with pytest.raises(error):
        table_open(user=alice, wish=Wish(**({"preset": RULES} | changes)))
    assert not Table.objects.exists()


def test_a_table_of_a_club_is_for_members(alice, bob):
    club = club_create(name="Inn", owner=alice)
    wish = Wish(preset=RULES, access="club", club=club, talk="text")
    with pytest.raises(NotAMember):
        table_open(user=bob, wish=wish)
    table, _ = table_open(user=alice, wish=wish)
    assert (table.club, table.talk) == (club, "text")
    with pytest.raises(NoAccess):
        seat_take(table_id=table.pk, user=bob)


def test_a_private_table_is_entered_by_its_link(alice, bob, carl):
    table = opened(alice, access="private")
    with pytest.raises(NoAccess):
        seat_take(table_id=table.pk, user=bob)
    old = table_invite(table_id=table.pk, user=alice)
    assert old not in str(Table.objects.values().get())
    table_admit(table_id=table.pk, user=bob, secret=old)
    table_admit(table_id=table.pk, user=bob, secret=old)
    assert Admission.objects.count() == 1
    new = table_invite(table_id=table.pk, user=alice)
    for secret in (old, "", new + "x"):
        with pytest.raises(BadInvite):
            table_admit(table_id=table.pk, user=carl, secret=secret)
    seat_take(table_id=table.pk, user=bob, index=1)  # he stays admitted
    with pytest.raises(NoAccess):
        table_invite(table_id=table.pk, user=bob)
    with pytest.raises(BadInvite):
        table_invite(table_id=opened(alice).pk, user=alice)


def test_the_task_warms_and_tells(alice, monkeypatch):
    shown: list[int] = []
    monkeypatch.setattr(tasks, "_publish_one", shown.append)
    monkeypatch.setattr(tasks, "dispatch", lambda jobs: None)
    table = opened(alice)
    Table.objects.update(created_at=NOW - timedelta(minutes=1))
    tasks.warm_table(table_id=table.pk, due=NOW.isoformat())
    assert shown == [table.pk]
    assert status(table) == "running"


def test_who_sits_down_again_on_the_seat_he_left_has_it(alice, bob):
    table = opened(alice, "random", "random")
    seat_take(table_id=table.pk, user=bob)
    seat_leave(table_id=table.pk, user=bob)
    seat_take(table_id=table.pk, user=bob, index=3)
    seat = Seat.objects.get(table=table, person=bob.person)
    assert (seat.leaving, seat.stand_in) == (False, None)
    assert seat_take(table_id=table.pk, user=bob) == Outcome()
    play_hand(table)
    assert who(table)[3] == "bob"
