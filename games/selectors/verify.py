"""Does a stored hand prove what it claims? Everything derived is derived again."""

from __future__ import annotations

import json

from engine.errors import BadRecord
from engine.proof import BROKEN, HOLDS, UNCLAIMED, UNSEEN, Step, prove
from engine.record import HandRecord
from engine.state import HandState
from games.errors import HandMismatch
from games.models import Hand
from games.selectors.endings import Place, ending_of
from games.selectors.history import hand_seats_verify
from games.selectors.shuffles import is_published, shuffle_at
from games.selectors.states import hand_record, plan_of, rules_of


def hand_verify(hand: Hand) -> HandState:
    """Replay ``hand`` (loaded with series and table) and compare all stored columns.

    Returns the replayed state; a hand that is not over yet is checked as far as it goes.
    Raises HandMismatch with the first thing that is wrong.
    """
    record = hand_record(hand)
    try:
        state = record.verify()
    except BadRecord as error:
        step = error.details["step"]
        raise HandMismatch(f"{step}: {error.message}", hand=hand.public_id, step=step) from error
    _check_published(hand, record)
    _require(hand, hand.ply == state.ply, f"ply is {hand.ply}, the record has {state.ply}")
    _check_plan(hand)
    if hand.is_ended or hand.status == Hand.Status.SHOWING:
        _require(hand, state.is_over, "the hand counts as over and is not")
        _check_ending(hand, state)
    elif hand.status == Hand.Status.PLAYING:
        _require(hand, not state.is_over, "the hand is over and does not count as such")
    hand_seats_verify(hand)
    return state


def hand_steps(hand: Hand) -> tuple[Step, ...]:
    """Every step of ``engine.proof`` for ``hand`` (loaded with series and table), and two of what
    is stored beside the record: ``published`` (its deal is that of the shuffle people saw) and
    ``stored`` (every column follows from the record)."""
    record = hand_record(hand)
    steps, _ = prove(record)
    shuffle = shuffle_at(hand.series, Place(hand.number, hand.attempt))
    if shuffle is None:
        published = Step("published", UNCLAIMED)
    else:
        published = Step("published", HOLDS if is_published(record, shuffle) else BROKEN)
    steps = (*steps, published)
    if any(step.state == BROKEN for step in steps):
        return (*steps, Step("stored", UNSEEN))
    try:
        hand_verify(hand)
    except HandMismatch:
        return (*steps, Step("stored", BROKEN))
    return (*steps, Step("stored", HOLDS))


def _check_published(hand: Hand, record: HandRecord) -> None:
    """A deal made together is the one whose commitment was shown beforehand."""
    shuffle = shuffle_at(hand.series, Place(hand.number, hand.attempt))
    if shuffle is not None and not is_published(record, shuffle):
        raise HandMismatch(
            "published: not the shuffle that was shown", hand=hand.public_id, step="published"
        )


def _check_plan(hand: Hand) -> None:
    """Dealer and seating follow from the series, the rules from the table; nothing is dealt more
    often than they allow."""
    table = hand.series.table
    plan = plan_of(table, hand.series).deal_for(hand.number)
    _require(hand, hand.rules_hash == rules_of(table).hash, "other rules than the table's")
    _require(hand, tuple(hand.seating) == plan.seating, "other seats than the series says")
    _require(hand, hand.dealer == plan.dealer, "another dealer than the series says")
    attempts = max(1, rules_of(table).series.max_redeals)
    # at a practice table every move taken back is an attempt, too
    _require(hand, table.practice or hand.attempt < attempts, "dealt again too often")


def _check_ending(hand: Hand, state: HandState) -> None:
    ending = ending_of(hand, state)
    derived = json.loads(json.dumps(ending.result))
    _require(hand, hand.result == derived, "the result is not that of the replayed hand")
    counts = "does" if ending.status == Hand.Status.OVER else "does not"
    is_right = hand.status in (ending.status, Hand.Status.SHOWING)
    _require(hand, is_right, f"the hand {counts} count, its status says otherwise")
    _check_sum(hand, state.rules.sum_rule, derived["points"])


def _check_sum(hand: Hand, sum_rule: str, points: list[int]) -> None:
    """What the rule set promises about the points of a hand; written ones promise nothing."""
    if sum_rule == "zero":
        _require(hand, sum(points) == 0, "the points do not add up to zero")


def _require(hand: Hand, is_right: bool, reason: str) -> None:
    if not is_right:
        raise HandMismatch(reason, hand=hand.public_id)
