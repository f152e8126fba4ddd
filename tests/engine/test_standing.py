"""How announced bonuses stand during a hand: never decided twice, and at the end as scored."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from engine.record import HandRecord
from engine.rules import RULE_SETS
from engine.standing import standings
from tests.engine.make_records import FOLDER

PRESETS = sorted(key for key, data in RULE_SETS.items() if data["flow"])


def golden(preset: str) -> list[Path]:
    return sorted((FOLDER / preset.partition("/")[2]).glob("*.txt"))


@pytest.mark.parametrize("preset", PRESETS)
def test_what_is_decided_stays_decided_and_is_what_is_scored(preset: str) -> None:
    seen: Counter[tuple[str, str]] = Counter()
    for path in golden(preset):
        *states, end = HandRecord.from_text(path.read_text(encoding="ascii")).states()
        final = standings(end)
        assert len(final) == len(end.talk.items)
        assert "open" not in final
        for state in states:
            for at, standing in enumerate(standings(state)):
                assert standing in ("open", final[at]), (path.name, state.ply)
                if len(state.play.tricks) < state.rules.trick_count:
                    seen[state.talk.items[at].item, standing] += 1
    items = {item for item, _ in seen}
    assert {item for item, standing in seen if standing == "open"} == items
    assert any(standing == "lost" for _, standing in seen) == bool(items)
    assert items or preset == "koenigrufen/cardgames-zone"


def test_a_bird_is_lost_with_the_card() -> None:
    """Announced Pagat, played before the last trick: lost from then on."""
    for path in golden("koenigrufen/tournament"):
        states = list(HandRecord.from_text(path.read_text(encoding="ascii")).states())
        end = states[-1]
        items = [done.item for done in end.talk.items]
        if "pagat" not in items or end.conceded:
            continue
        at = items.index("pagat")
        early = [s for s in states if any(0 in t.cards for t in s.play.tricks) and not s.is_over]
        if early and len(early[0].play.tricks) < end.rules.trick_count:
            assert {standings(state)[at] for state in early} == {"lost"}
            return
    pytest.fail("no golden record shows it")
