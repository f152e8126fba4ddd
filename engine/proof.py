"""Step by step: does a record prove its deal and its hand?

Each step is judged for itself, so that a reader sees which one is broken and that the others
hold. docs/protocol.md describes the steps; the page of a hand does the first four in the browser.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from . import shuffle
from .errors import BadRecord
from .rules import REGISTRY, Registry
from .state import HandState

if TYPE_CHECKING:
    from .record import HandRecord

HOLDS, BROKEN, UNCLAIMED, UNSEEN = "holds", "broken", "unclaimed", "unseen"
STEPS: Final = ("commitment", "persons", "cards", "rules", "actions", "result")
_DIGITS: Final = {"v0": 32, "v1": 64, "given": 64}


class Step(NamedTuple):
    """One step: its name, and whether it ``holds``, is ``broken`` (``error`` says how), is
    ``unclaimed`` (this kind of deal promises nothing of it) or ``unseen`` (an earlier one has to
    hold first)."""

    name: str
    state: str
    error: BadRecord | None = None


def kind_of(record: HandRecord) -> str:
    """The kind of commitment: ``v1``, ``given``, ``v0``, or ``""`` without one."""
    return record.commitment.partition(":")[0]


def name_of(record: HandRecord) -> str:
    """The name of the deal of a record."""
    return shuffle.deal_name(
        record.series, record.number, record.attempt, record.dealer, record.seating
    )


def prove(
    record: HandRecord, registry: Registry = REGISTRY
) -> tuple[tuple[Step, ...], HandState | None]:
    """Every step of ``STEPS``, and the state after the last action if the actions are legal."""
    rules, actions, result, state = _play(record, registry)
    return (*_deal(record), rules, actions, result), state


def _deal(record: HandRecord) -> Iterator[Step]:
    try:
        parts = shuffle.parts_from_text(record.contributions)
    except BadRecord as error:
        yield Step("commitment", BROKEN, error)
        yield from (Step(name, UNSEEN) for name in ("persons", "cards"))
        return
    if kind_of(record) != "v1":
        yield _standing(record)
        yield from (Step(name, UNCLAIMED) for name in ("persons", "cards"))
        return
    yield _checked("commitment", lambda: _check_commitment(record, parts))
    persons = any(part.is_person for part in parts)
    if persons:
        yield _checked("persons", lambda: _check_persons(record, parts))
    else:
        yield Step("persons", UNCLAIMED)
    yield _checked("cards", lambda: _check_cards(record, parts))


def _checked(name: str, check: Callable[[], None]) -> Step:
    try:
        check()
    except BadRecord as error:
        return Step(name, BROKEN, error)
    return Step(name, HOLDS)


def _standing(record: HandRecord) -> Step:
    """The commitment to a deal that stood when it was published, or to none."""
    if not (record.commitment or record.contributions):
        return Step("commitment", UNCLAIMED)
    return _checked("commitment", lambda: _check_standing(record))


def _check_standing(record: HandRecord) -> None:
    _check_form(record)
    if record.contributions:
        raise BadRecord("contributions to a deal that was not made together")
    promised = (
        shuffle.commitment(record.nonce, record.cards)
        if kind_of(record) == "v0"
        else shuffle.given_commitment(record.nonce, name_of(record), record.cards)
    )
    if record.commitment != promised:
        raise BadRecord("the commitment does not belong to this deal and nonce")


def _check_form(record: HandRecord) -> None:
    if len(record.nonce) != _DIGITS.get(kind_of(record), 0):
        raise BadRecord("the nonce has not the length of this kind of commitment")


def _check_commitment(record: HandRecord, parts: Sequence[shuffle.Part]) -> None:
    _check_form(record)
    missing = {*record.seating} - {part.seat for part in parts}
    if missing:
        raise BadRecord(f"no contribution of seat {min(missing)}", seat=min(missing))
    if record.commitment != shuffle.deal_commitment(record.nonce, name_of(record), parts):
        raise BadRecord("the commitment does not belong to this secret, hand and seats")


def _check_persons(record: HandRecord, parts: Sequence[shuffle.Part]) -> None:
    for part in parts:
        if part.kind == shuffle.PERSON and part.commitment != shuffle.person_commitment(
            name_of(record), part.seat, part.value
        ):
            raise BadRecord(
                f"the contribution of seat {part.seat} is not what was committed to",
                seat=part.seat,
            )


def _check_cards(record: HandRecord, parts: Sequence[shuffle.Part]) -> None:
    _check_form(record)
    if record.cards != shuffle.deal_cards(record.nonce, name_of(record), parts):
        raise BadRecord("the cards do not follow from secret and contributions")


def _play(record: HandRecord, registry: Registry) -> tuple[Step, Step, Step, HandState | None]:
    try:
        record.rules(registry)
    except BadRecord as error:
        return Step("rules", BROKEN, error), Step("actions", UNSEEN), Step("result", UNSEEN), None
    rules = Step("rules", HOLDS)
    try:
        state = record.replay(registry)
    except BadRecord as error:
        return rules, Step("actions", BROKEN, error), Step("result", UNSEEN), None
    return rules, Step("actions", HOLDS), _checked("result", lambda: _result(record, state)), state


def _result(record: HandRecord, state: HandState) -> None:
    points = state.score().points if state.is_over else None
    if record.result != points:
        raise BadRecord(
            "the result is not that of the replayed hand", result=record.result, replayed=points
        )
