"""A second, slow referee: plays a record's text again and settles it without the engine.

Lists of card codes, straight-line rules, nothing imported from ``engine``: whatever it agrees on
with the engine was written twice from koenigrufen.md and illustrated-tarock.md. It knows every
preset without options. ``judge`` also tells what it would have allowed at every turn, so that a
list of the engine that offers too little is found as well.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from tests.engine import referee_illustrated, referee_koenigrufen
from tests.engine.referee_table import Log, Verdict

__all__ = ["Sheet", "Verdict", "judge"]

GAMES = {"koenigrufen": referee_koenigrufen.play, "illustrated": referee_illustrated.play}


@dataclass
class Sheet:
    """The parts of a record that matter to a referee."""

    family: str
    preset: str
    options: dict[str, Any]
    dealer: int
    cards: list[str]
    log: Log = field(repr=False)


def read(text: str) -> Sheet:
    """Takes a record's text apart (docs/protocol.md)."""
    lines = text.splitlines()
    head = dict(line.split(" ", 1) for line in lines[1:13])
    family, _, preset = head["rules"].split("@")[0].partition("/")
    moves = [line.split(" ")[:2] for line in lines[13:] if line[0].isdigit()]
    assert len(moves) == int(head["actions"])
    cards = [head["cards"][at : at + 2] for at in range(0, 108, 2)]
    log = Log([(int(seat), token) for seat, token in moves])
    options = json.loads(head["options"])
    return Sheet(family, preset, options, int(head["dealer"]), cards, log)


def judge(text: str) -> Verdict:
    """Replays and settles the hand. Raises AssertionError at a move the rules forbid."""
    sheet = read(text)
    play = GAMES[sheet.family]
    verdict = play(sheet.preset, sheet.options, sheet.dealer, sheet.cards, sheet.log)
    assert not sheet.log.left, "moves after the end"
    verdict.allowed = sheet.log.allowed
    return verdict
