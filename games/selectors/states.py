"""From a stored hand to the engine: rules, state at a ply, record."""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from functools import lru_cache
from typing import Generic, NamedTuple, TypeVar

from engine.record import Entry, HandRecord, entries_from_text
from engine.rules import rule_set
from engine.rules.base import RuleSet
from engine.series import Series as SeriesPlan
from engine.state import HandState
from games.models import Hand, Series, Table
from games.results import points_of_hand

T = TypeVar("T")


def rules_of(table: Table) -> RuleSet:
    """The rule set of a table with its house rules."""
    return _rules(table.rules_id, json.dumps(table.rules_options, sort_keys=True))


@lru_cache(maxsize=128)
def _rules(rules_id: str, options: str) -> RuleSet:
    return rule_set(rules_id, **json.loads(options))


def plan_of(table: Table, series: Series) -> SeriesPlan:
    """Dealer rotation and length of a series."""
    return SeriesPlan(
        rules_of(table), table.size, series.hands, series.first_dealer, rated=table.rated
    )


def cards_of(hand: Hand) -> tuple[str, ...]:
    """The 54 codes as dealt."""
    return tuple(hand.cards[i : i + 2] for i in range(0, len(hand.cards), 2))


def hand_start(hand: Hand) -> HandState:
    """The state at ply 0."""
    return HandState.deal(
        rules_of(hand.series.table),
        cards_of(hand),
        hand.dealer,
        hand=hand.public_id,
        seating=tuple(hand.seating),
    )


class _Recent(Generic[T]):
    """A small least-recently-used store shared by the threads of a process.

    Keyed by public id: random, so a row number used again after a rollback cannot collide.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._found: OrderedDict[str, T] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: str) -> T | None:
        with self._lock:
            found = self._found.get(key)
            if found is not None:
                self._found.move_to_end(key)
            return found

    def put(self, key: str, value: T) -> None:
        with self._lock:
            self._found[key] = value
            self._found.move_to_end(key)
            while len(self._found) > self._size:
                self._found.popitem(last=False)


class _Replayed(NamedTuple):
    """A state with the stored text it came from, which the row must still begin with."""

    actions: str
    ply: int
    state: HandState


_replays: _Recent[_Replayed] = _Recent(512)
_histories: _Recent[tuple[str, tuple[HandState, ...]]] = _Recent(64)


def hand_entries(hand: Hand) -> tuple[Entry, ...]:
    """The actions played so far."""
    return entries_from_text(hand.actions)


def hand_entry(hand: Hand, ply: int) -> Entry:
    """The action that led to ``ply`` (1 or more)."""
    return Entry.parse(hand.actions.split("\n", ply)[ply - 1])


def hand_state(hand: Hand) -> HandState:
    """The state of a hand as stored; replays only what this process has not replayed yet.

    Reads ``hand.series.table``: load it with the hand.
    """
    known = _replays.get(hand.public_id)
    if known is None or known.ply > hand.ply or not hand.actions.startswith(known.actions):
        known = _Replayed("", 0, hand_start(hand))
    state = known.state
    if known.ply < hand.ply:
        for entry in entries_from_text(hand.actions[len(known.actions) :]):
            state = state.apply(entry.seat, entry.action)
        hand_state_keep(hand, state)
    return state


def hand_state_keep(hand: Hand, state: HandState) -> None:
    """Remember ``state`` as that of the committed row ``hand``, which saves a replay."""
    _replays.put(hand.public_id, _Replayed(hand.actions, hand.ply, state))


def hand_states(hand: Hand) -> tuple[HandState, ...]:
    """All states of a hand, ply 0 to ``hand.ply``. Kept for a while: playback asks every ply, and
    a table that is played asks for the newest ones after each change."""
    actions, known = _histories.get(hand.public_id) or ("", ())
    if not hand.actions.startswith(actions):
        actions, known = "", ()
    if known and actions == hand.actions:
        return known
    states = list(known) or [hand_start(hand)]
    for entry in entries_from_text(hand.actions[len(actions) :]):
        states.append(states[-1].apply(entry.seat, entry.action))
    _histories.put(hand.public_id, (hand.actions, tuple(states)))
    return tuple(states)


def hand_state_at(hand: Hand, ply: int) -> HandState:
    """The state after the first ``ply`` actions."""
    return hand_state(hand) if ply >= hand.ply else hand_states(hand)[ply]


def hand_record(hand: Hand) -> HandRecord:
    """The record of a hand. It contains every card: ask ``policy.may_see_record`` first."""
    rules = rules_of(hand.series.table)
    return HandRecord(
        rules_key=rules.key,
        rules_hash=hand.rules_hash,
        options=dict(rules.options),
        series=f"{hand.series.table.public_id}/{hand.series.number}",
        number=hand.number,
        attempt=hand.attempt,
        dealer=hand.dealer,
        seating=tuple(hand.seating),
        cards=cards_of(hand),
        nonce=hand.nonce,
        commitment=hand.commitment,
        contributions=hand.contributions,
        entries=hand_entries(hand),
        result=points_of_hand(hand.result) if hand.result else None,
    )
