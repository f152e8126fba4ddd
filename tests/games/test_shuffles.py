"""Deals made together: who is waited for, what counts, and that nothing is dealt twice."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from engine import shuffle as engine_shuffle
from engine.errors import TarockError
from engine.shuffle import BOT, PERSON, REPLACED, Part
from games import selectors, services
from games.errors import (
    BadContribution,
    ContributionStands,
    HandMismatch,
    NotYourSeat,
    TooLate,
    UnknownShuffle,
)
from games.live import wire
from games.models import Contribution, Hand, Seat, Series, Shuffle, Table
from games.policy import SPECTATOR, viewer_of
from games.services import (
    contribution_take,
    due_claim,
    hand_deal,
    series_play_slice,
    series_start,
    table_advance,
)
from tests.games.test_actions import at_once

pytestmark = [pytest.mark.pg, pytest.mark.django_db(transaction=True)]

BECK = "illustrated/beck"
VALUES = {seat: f"{seat + 10:x}" * 64 for seat in range(6)}


@pytest.fixture(autouse=True)
def _waits(settings):
    settings.DEAL_WAIT_MS, settings.REVEAL_WAIT_MS = 5000, 2000


@pytest.fixture
def three(user_of) -> list[User]:
    """Persons at seats 0, 1 and 2."""
    return [user_of(name) for name in ("alice", "bob", "cora")]


@pytest.fixture
def table(three, table_of) -> Table:
    return table_of(*(user.person for user in three), size=3, rules_id=BECK, hands=3)


@pytest.fixture
def series(table) -> Series:
    """Begun, nothing dealt: everybody is awaited."""
    return series_start(table=table)


def current(series: Series) -> Hand | None:
    return selectors.hand_current(Series.objects.select_related("table").get(pk=series.pk))


def shuffle_of(series: Series, number: int = 0, attempt: int = 0) -> Shuffle:
    series = Series.objects.select_related("table").get(pk=series.pk)
    found = selectors.shuffle_at(series, selectors.Place(number, attempt))
    assert found is not None
    return found


def commit(shuffle: Shuffle, user: User, seat: int, **changes):
    name = selectors.shuffle_name(shuffle)
    given = engine_shuffle.person_commitment(name, seat, VALUES[seat])
    message: dict[str, Any] = {"shuffle_id": name, "user": user, "commitment": given} | changes
    return contribution_take(**message)


def reveal(shuffle: Shuffle, user: User, seat: int, **changes):
    name = selectors.shuffle_name(shuffle)
    message: dict[str, Any] = {"shuffle_id": name, "user": user, "value": VALUES[seat]} | changes
    return contribution_take(**message)


def everybody(shuffle: Shuffle, three: list[User]) -> list:
    """All commit, then all reveal; the outcomes."""
    done = [commit(shuffle, user, seat) for seat, user in enumerate(three)]
    return done + [reveal(shuffle, user, seat) for seat, user in enumerate(three)]


def parts_of(hand: Hand) -> tuple[Part, ...]:
    return engine_shuffle.parts_from_text(hand.contributions)


def all_pass(hand: Hand, three: list[User]) -> Hand:
    while not hand.is_ended:
        turn = selectors.hand_state(hand).turn
        services.action_play(
            hand_id=hand.public_id, ply=hand.ply, actions=["pass"], actor="person",
            received_at=timezone.now(), user=three[hand.seating[turn]],
        )  # fmt: skip
        hand = selectors.hand_get(hand.public_id)
    return hand


def present(table: Table, *seats: int) -> None:
    Seat.objects.filter(table=table, index__in=seats).update(present=True)


# --- the way of a deal ---------------------------------------------------------------------------


def test_everybody_contributes_to_the_first_deal(series, three, table):
    assert current(series) is None
    shuffle = shuffle_of(series)
    frame = selectors.table_frame(table, viewer_of(three[1], table, timezone.now()), timezone.now())
    assert frame["shuffle"] == {
        "id": f"{table.public_id}/0/0/0/0/012",
        "commitment": shuffle.commitment,
        "stage": "commit",
        "commitments": {},
    }
    assert frame["table_seat"] == 1
    *_, last_commit = (commit(shuffle, user, seat) for seat, user in enumerate(three))
    assert last_commit.publish == (table.pk,)
    frame = selectors.table_frame(table, SPECTATOR, timezone.now())
    assert frame["shuffle"]["stage"] == "reveal"
    assert set(frame["shuffle"]["commitments"]) == {"0", "1", "2"}
    assert not any(value in str(frame) for value in VALUES.values())
    assert shuffle.secret not in str(frame)
    *_, last = (reveal(shuffle, user, seat) for seat, user in enumerate(three))
    assert [job.task for job in last.enqueue] == ["games.tasks.advance_table"]
    table_advance(table_id=table.pk)
    hand = current(series)
    assert [part.kind for part in parts_of(hand)] == [PERSON] * 3
    assert (hand.nonce, hand.commitment) == (shuffle.secret, shuffle.commitment)
    frame = selectors.table_frame(table, SPECTATOR, timezone.now())
    assert frame["deal"] == {"commitment": shuffle.commitment, "replaced": []}
    assert hand.nonce not in str(frame)
    assert selectors.hand_verify(hand).turn is not None
    assert shuffle_of(series).stage == Shuffle.Stage.DEALT
    assert not Contribution.objects.filter(replaced=True).exists()


def test_the_next_deal_is_made_while_this_one_is_played(series, three, table):
    everybody(shuffle_of(series), three)
    table_advance(table_id=table.pk)
    present(table, 0, 1, 2)
    following = shuffle_of(series, 1)
    outcomes = everybody(following, three)
    assert all(outcome.enqueue == () for outcome in outcomes)
    assert shuffle_of(series, 1).stage == Shuffle.Stage.CLOSED
    frame = selectors.table_frame(table, SPECTATOR, timezone.now())
    assert "shuffle" not in frame
    hand = current(series)
    Hand.objects.filter(pk=hand.pk).update(status="over", result={"points": [0, 0, 0]})
    scene = hand_deal(series=Series.objects.select_related("table").get())
    assert scene is not None
    dealt = scene.current
    assert (dealt.number, dealt.commitment) == (1, following.commitment)


def test_a_redeal_has_a_shuffle_of_its_own(series, three, table):
    everybody(shuffle_of(series), three)
    table_advance(table_id=table.pk)
    everybody(shuffle_of(series, 1), three)
    all_pass(current(series), three)
    present(table, 0, 1, 2)
    table_advance(table_id=table.pk)
    again = shuffle_of(series, 0, 1)
    assert current(series).attempt == 0
    assert again.deadline - again.created_at == timedelta(seconds=1)
    frame = selectors.table_frame(table, SPECTATOR, timezone.now())
    assert frame["shuffle"]["id"] == selectors.shuffle_name(again)
    everybody(again, three)
    table_advance(table_id=table.pk)
    hand = current(series)
    assert (hand.number, hand.attempt, hand.commitment) == (0, 1, again.commitment)
    assert shuffle_of(series, 1).stage == Shuffle.Stage.CLOSED
    assert len({s.commitment for s in Shuffle.objects.all()}) == 3


def test_persons_and_bots_at_one_table(three, table_of):
    table = table_of(three[0].person, three[1].person, size=5)
    series = series_start(table=table)
    shuffle = shuffle_of(series)
    assert Contribution.objects.filter(shuffle=shuffle).count() == 2
    for send in (commit, reveal):
        for seat in (0, 1):
            send(shuffle, three[seat], seat)
    table_advance(table_id=table.pk)
    assert [part.kind for part in parts_of(current(series))] == [PERSON, PERSON, BOT, BOT, BOT]
    selectors.hand_verify(current(series))


# --- who is waited for ---------------------------------------------------------------------------


def test_nobody_comes_to_the_first_hand(series, three, table):
    stored = Series.objects.get()
    opened = shuffle_of(series).created_at
    assert stored.next_due == opened + timedelta(seconds=5)
    assert due_claim(now=stored.next_due - timedelta(milliseconds=1)) == []
    (job,) = due_claim(now=stored.next_due)
    assert (job.task, job.queue) == ("games.tasks.advance_table", "human")
    table_advance(table_id=table.pk, now=stored.next_due)
    hand = current(series)
    assert parts_of(hand) == tuple(Part(seat, REPLACED) for seat in range(3))
    frame = selectors.table_frame(table, SPECTATOR, timezone.now())
    assert frame["deal"]["replaced"] == [0, 1, 2]
    assert Contribution.objects.filter(shuffle__number=0, replaced=True).count() == 3
    selectors.hand_verify(hand)


def test_who_is_missing_is_replaced_and_the_others_count(series, three, table):
    shuffle = shuffle_of(series)
    commit(shuffle, three[0], 0)
    commit(shuffle, three[2], 2)
    late = shuffle.deadline
    table_advance(table_id=table.pk, now=late)
    assert current(series) is None
    assert shuffle_of(series).stage == Shuffle.Stage.REVEAL
    with pytest.raises(TooLate):
        commit(shuffle, three[1], 1)
    reveal(shuffle, three[0], 0)
    assert current(series) is None
    withheld = shuffle_of(series).deadline
    assert withheld == late + timedelta(seconds=1)
    assert Series.objects.get().next_due == withheld
    table_advance(table_id=table.pk, now=withheld)
    hand = current(series)
    assert [part.kind for part in parts_of(hand)] == [PERSON, REPLACED, REPLACED]
    assert (parts_of(hand)[1].commitment, bool(parts_of(hand)[2].commitment)) == ("", True)
    selectors.hand_verify(hand)
    with pytest.raises(TooLate):
        reveal(shuffle, three[2], 2)
    assert current(series).contributions == hand.contributions


@pytest.fixture
def ended(series, three, table) -> Hand:
    """The first hand is over; nobody has contributed to the second."""
    everybody(shuffle_of(series), three)
    table_advance(table_id=table.pk)
    hand = current(series)
    Hand.objects.filter(pk=hand.pk).update(status="over", result={"points": [0, 0, 0]})
    Series.objects.update(next_due=timezone.now())
    return hand


def test_later_hands_wait_for_nobody_who_is_away(ended, series, table):
    table_advance(table_id=table.pk)
    assert current(series).number == 1
    assert [part.kind for part in parts_of(current(series))] == [REPLACED] * 3


def test_later_hands_wait_for_those_who_are_there(ended, series, three, table):
    present(table, 1)
    following = shuffle_of(series, 1)
    now = following.created_at
    table_advance(table_id=table.pk, now=now)
    assert current(series).number == 0
    outcome = commit(following, three[1], 1, now=now)  # the last one who is there
    assert outcome.publish == (table.pk,)
    outcome = reveal(following, three[1], 1, now=now)
    assert [job.task for job in outcome.enqueue] == ["games.tasks.advance_table"]
    table_advance(table_id=table.pk, now=now)
    assert [part.kind for part in parts_of(current(series))] == [REPLACED, PERSON, REPLACED]


def test_whoever_had_the_whole_hand_to_commit_is_not_waited_for(ended, series, table):
    present(table, 0, 1, 2)
    following = shuffle_of(series, 1)
    table_advance(table_id=table.pk, now=following.deadline)
    assert current(series).number == 1


def test_somebody_leaves_while_he_is_waited_for(ended, series, three, table):
    present(table, 0, 1)
    following = shuffle_of(series, 1)
    now = following.created_at
    commit(following, three[0], 0, now=now)
    table_advance(table_id=table.pk, now=now)
    assert current(series).number == 0
    Seat.objects.filter(table=table, index=1).update(present=False)
    table_advance(table_id=table.pk, now=now)
    assert shuffle_of(series, 1).stage == Shuffle.Stage.REVEAL
    reveal(following, three[0], 0, now=now)
    table_advance(table_id=table.pk, now=now)
    assert [part.kind for part in parts_of(current(series))] == [PERSON, REPLACED, REPLACED]


# --- what is refused -----------------------------------------------------------------------------


def rows() -> list:
    return list(Contribution.objects.order_by("pk").values_list("commitment", "value", "replaced"))


def test_twice_the_same_and_something_else(series, three):
    shuffle = shuffle_of(series)
    assert not commit(shuffle, three[0], 0).repeated
    assert commit(shuffle, three[0], 0).repeated
    before = rows()
    with pytest.raises(ContributionStands):
        commit(shuffle, three[0], 0, commitment="0" * 64)
    with pytest.raises(BadContribution) as early:
        reveal(shuffle, three[0], 0)
    assert early.value.details["reason"] == "early"
    assert rows() == before
    commit(shuffle, three[1], 1)
    commit(shuffle, three[2], 2)
    assert not reveal(shuffle, three[0], 0).repeated
    assert reveal(shuffle, three[0], 0).repeated
    assert commit(shuffle, three[0], 0).repeated  # a message that came late


def test_another_value_than_committed_to(series, three, table):
    shuffle = shuffle_of(series)
    for seat, user in enumerate(three):
        commit(shuffle, user, seat)
    before = rows()
    with pytest.raises(BadContribution) as wrong:
        reveal(shuffle, three[0], 0, value=VALUES[1])
    assert wrong.value.details["reason"] == "mismatch"
    assert rows() == before
    reveal(shuffle, three[1], 1)
    reveal(shuffle, three[2], 2)
    table_advance(table_id=table.pk, now=shuffle_of(series).deadline)
    zero = parts_of(current(series))[0]
    assert (zero.kind, zero.commitment) == (REPLACED, before[0][0])
    assert Contribution.objects.get(shuffle=shuffle, seat=0).replaced


def test_strangers_and_other_seats(series, three, user_of, table_of):
    shuffle = shuffle_of(series)
    stranger = user_of("dora")
    for user in (stranger, None):
        with pytest.raises(NotYourSeat):
            commit(shuffle, user, 0)
    commit(shuffle, three[0], 0)
    commit(shuffle, three[2], 2)
    commit(shuffle, three[1], 1, commitment=Contribution.objects.get(seat=0).commitment)
    with pytest.raises(BadContribution):  # the number of seat 0 is none of seat 1
        reveal(shuffle, three[1], 0)
    mixed = series_start(table=table_of(three[0].person, size=4))
    with pytest.raises(NotYourSeat):
        commit(shuffle_of(mixed), three[1], 1)


@pytest.mark.parametrize(
    "name",
    ["", "x", "/////", "a/0/0/0/0/012", "{table}/0/7/0/0/012", "{table}/0/0/0/1/012",
     "{table}/0/0/0/0/0123", "{table}/0/00/0/0/012", "{table}/0/-1/0/0/012",
     "{table}/9/0/0/0/012", "{table}/0/0/0/0/012/"],
)  # fmt: skip
def test_deals_that_nobody_asked_about(series, three, table, name):
    with pytest.raises(UnknownShuffle):
        commit(shuffle_of(series), three[0], 0, shuffle_id=name.format(table=table.public_id))


@pytest.mark.parametrize("given", ["", "0" * 63, "0" * 65, "A" * 64, "g" * 64, "é" * 64])
def test_other_forms(series, three, given):
    for key in ("commitment", "value"):
        with pytest.raises(BadContribution):
            contribution_take(
                shuffle_id=selectors.shuffle_name(shuffle_of(series)), user=three[0], **{key: given}
            )


# --- killed, doubled, at once --------------------------------------------------------------------


def test_a_worker_dies_between_the_stages(series, three, table):
    """Whatever was committed goes on from the rows: the series is due all the time."""
    shuffle = shuffle_of(series)
    everybody(shuffle, three)  # and nobody does what the last outcome asks for
    assert shuffle_of(series).stage == Shuffle.Stage.CLOSED
    due = Series.objects.get().next_due
    (job,) = due_claim(now=due)
    table_advance(**job.kwargs)
    hand = current(series)
    assert hand.commitment == shuffle.commitment
    assert [part.kind for part in parts_of(hand)] == [PERSON] * 3


def test_a_closed_shuffle_is_dealt_the_same_by_everybody(series, three, table, monkeypatch):
    """One worker dies after it has made the deal, before it could store it."""
    everybody(shuffle_of(series), three)
    made: list[tuple[str, ...]] = []
    real = services.hands.deal_make

    def deal_make(**given):
        made.append(real(**given).cards)
        if len(made) == 1:
            raise KeyboardInterrupt
        return real(**given)

    monkeypatch.setattr(services.hands, "deal_make", deal_make)
    with pytest.raises(KeyboardInterrupt):
        table_advance(table_id=table.pk)
    assert current(series) is None
    table_advance(table_id=table.pk)
    assert selectors.cards_of(current(series)) == made[0] == made[1]


def test_all_at_once(series, three, table):
    """Everybody sends everything several times, and several workers go on with the table."""
    shuffle = shuffle_of(series)

    def send(i: int):
        seat = i % 3
        for step in (commit, commit, reveal, reveal):
            try:
                step(shuffle, three[seat], seat)
            except TarockError:
                continue
        return table_advance(table_id=table.pk)

    for result in at_once(6, send):
        assert not isinstance(result, Exception), result
    for seat, user in enumerate(three):  # who was too early says it once more
        try:
            reveal(shuffle, user, seat)
        except TooLate:
            assert current(series) is not None
    table_advance(table_id=table.pk)
    assert Hand.objects.count() == 1
    assert [part.kind for part in parts_of(current(series))] == [PERSON] * 3
    assert Shuffle.objects.filter(number=1).count() == 1
    selectors.hand_verify(current(series))


def test_a_deal_has_to_be_the_one_that_was_shown(series, three, table):
    """Another shuffle with another secret proves itself, but nobody saw its commitment."""
    everybody(shuffle_of(series), three)
    table_advance(table_id=table.pk)
    other = "77" * 32
    shuffle = shuffle_of(series)
    name = selectors.shuffle_name(shuffle)
    hand = current(series)
    parts = parts_of(hand)
    hand.nonce = other
    hand.commitment = engine_shuffle.deal_commitment(other, name, parts)
    hand.cards = "".join(engine_shuffle.deal_cards(other, name, parts))
    hand.save()
    with pytest.raises(HandMismatch, match="published"):
        selectors.hand_verify(hand)


# --- deals nobody contributes to -----------------------------------------------------------------


def test_tables_of_bots_have_commitments_and_no_rows(table_of):
    series = series_start(table=table_of(slug="random"))
    series_play_slice(series_id=series.pk)
    assert not Shuffle.objects.exists()
    for hand in Hand.objects.select_related("series__table"):
        assert hand.commitment.startswith("v1:")
        assert hand.contributions == "0:b/1:b/2:b/3:b"
        selectors.hand_verify(hand)


def test_deals_that_stand_say_so(three, table_of):
    deal = "".join(engine_shuffle.shuffled())
    table = table_of(three[0].person)
    series_start(table=table, given_deals=[deal])
    assert not Shuffle.objects.exists()
    hand = Hand.objects.select_related("series__table").get()
    assert hand.cards == deal
    assert (hand.commitment.partition(":")[0], hand.contributions) == ("given", "")
    selectors.hand_verify(hand)
    frame = selectors.table_frame(table, SPECTATOR, timezone.now())
    assert frame["deal"] == {"commitment": hand.commitment, "replaced": []}


# --- size ----------------------------------------------------------------------------------------


def test_frames_of_five_persons_still_fit_into_one_message(user_of, table_of):
    """With everybody's commitment in them, at every ply of a hand."""
    five = [user_of(f"person{n}") for n in range(5)]
    table = table_of(*(user.person for user in five), size=5)
    series = series_start(table=table)
    everybody(shuffle_of(series), five)
    table_advance(table_id=table.pk)
    for seat, user in enumerate(five):
        commit(shuffle_of(series, 1), user, seat)
    hand = current(series)
    while True:
        frames = selectors.table_frames(table, timezone.now())
        assert len(frames["spectator"]["shuffle"]["commitments"]) == 5
        assert wire.unpack(wire.pack(wire.Snapshot(1, frames))).frames == frames
        state = selectors.hand_state(hand)
        if state.turn is None:
            break
        services.action_play(
            hand_id=hand.pk, ply=hand.ply, actions=[str(state.default_action())], actor="person",
            received_at=timezone.now(), user=five[hand.seating[state.turn]],
        )  # fmt: skip
        hand = selectors.hand_get(hand.public_id)
    assert hand.is_ended
