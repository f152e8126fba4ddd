"""The hand of the lesson and its decisions, as the page's script gets them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from engine.record import Entry, HandRecord
from engine.state import HandState
from frontend.lesson.texts import Step, step_texts
from frontend.lesson.words import lesson_strings
from frontend.table_config import table_config
from games.selectors.replay import plies_of

LEARNER = 0
"""Hand seat of the reader: player 1 of the example."""
RECORD = Path(__file__).with_name("first.txt")
HAND = "lesson"


@dataclass(frozen=True, slots=True)
class Decision:
    """The reader is to move at ``ply``; his right actions lead to ``after``."""

    ply: int
    after: int
    right: tuple[str, ...]


@cache
def lesson_record() -> tuple[HandRecord, tuple[HandState, ...]]:
    """Return the record and all its states. Raises BadRecord if it does not prove itself."""
    record = HandRecord.from_text(RECORD.read_text(encoding="ascii"))
    record.verify()
    return record, tuple(record.states())


def decisions_of(entries: Sequence[Entry]) -> list[Decision]:
    """Return the decisions of the reader; cards he lays away are one."""
    found: list[Decision] = []
    for ply, entry in enumerate(entries):
        if entry.seat != LEARNER:
            continue
        last = found[-1] if found else None
        is_more = last is not None and last.after == ply and entry.action.verb == "discard"
        if last is not None and is_more and last.right[-1].startswith("discard"):
            found[-1] = Decision(last.ply, ply + 1, (*last.right, str(entry.action)))
        else:
            found.append(Decision(ply, ply + 1, (str(entry.action),)))
    return found


def lesson_config() -> dict[str, Any]:
    """Return what ``static/js/lesson.js`` needs, in the active language."""
    record, states = lesson_record()
    config = table_config(table_id=HAND, rules_id=record.rules_key)
    del config["socket"]
    config["strings"] |= lesson_strings()
    config["plies"] = [
        {name: ply[name] for name in ("view", "last") if name in ply}
        for ply in plies_of(states, record.entries, LEARNER)
    ]
    config["table_state"] = _table_state(record)
    config["steps"] = [
        _step(decision, text)
        for decision, text in zip(decisions_of(record.entries), step_texts(), strict=True)
    ]
    return config


def _step(decision: Decision, text: Step) -> dict[str, Any]:
    return {
        "ply": decision.ply,
        "after": decision.after,
        "right": list(decision.right),
        "say": text.say,
        "instead": text.instead,
    }


def _table_state(record: HandRecord) -> dict[str, Any]:
    points = list(record.result or ())
    names = [_("Player %(n)s") % {"n": seat + 1} for seat in range(len(points))]
    row = {"number": 0, "hand": HAND, "dealer": record.dealer, "contract": "RU"}
    return {
        "id": HAND,
        "name": "",
        "kind": "quick",
        "status": "finished",
        "rules": record.rules_key,
        "hands": 1,
        "hand_count": 1,
        "number": 0,
        "size": len(points),
        "seats": [
            {"index": seat, "name": name, "kind": "bot", "present": True}
            for seat, name in enumerate(names)
        ],
        "totals": points,
        "rows": [row | {"declarer": LEARNER, "alone": False, "points": points}],
    }
