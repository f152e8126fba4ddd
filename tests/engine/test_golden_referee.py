"""The second referee on the golden records: what may be played at every turn, and what it pays.

It shares no line with the engine, so a golden score that both give was computed twice.
"""

from __future__ import annotations

import pytest

from tests.engine import referee
from tests.engine.test_golden_records import NAMES, PLANS, played

# it is slow: a third of the records in `make test`, all of them in CI
WITHOUT_OPTIONS = [name for name in NAMES if not PLANS[name].options]
CASES = [
    pytest.param(name, marks=() if at % 3 == 0 else pytest.mark.ci)
    for at, name in enumerate(WITHOUT_OPTIONS)
]


@pytest.mark.parametrize("name", CASES)
def test_the_second_referee_agrees_at_every_turn(name: str) -> None:
    record, states = played(name)
    verdict = referee.judge(record.to_text())
    asked = [(s.turn, frozenset(map(str, s.legal_actions()))) for s in states if s.turn is not None]
    assert asked == verdict.allowed
    score = states[-1].score()
    assert list(score.points) == verdict.points
    assert list(score.ledger) == verdict.ledger
    assert score.declarer_thirds == verdict.thirds
