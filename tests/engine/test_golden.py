"""One golden view per phase, all from worked example H1.

They document the View shape of docs/protocol.md and fail when it drifts. To write them anew after
a deliberate change: ``TAROCK_GOLDEN=write python -m pytest tests/engine/test_golden.py``, then
read the difference.
"""

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from engine.actions import ARGUMENTS, Action
from engine.record import HandRecord
from engine.state import HandState
from engine.view import OPEN, PUBLIC, Seat, View, Viewer

FOLDER = Path(__file__).parent / "golden"
RECORD = HandRecord.from_text(
    (Path(__file__).parents[1] / "records" / "h1.txt").read_text(encoding="ascii")
)
STATES = list(RECORD.states())


def all_passed() -> HandState:
    """H1's deal when nobody bids."""
    state = STATES[0].apply(2, Action("reserve"))
    for seat in (3, 0, 1):
        state = state.apply(seat, Action("pass"))
    return state


CASES: dict[str, tuple[HandState, Viewer]] = {
    "auction": (STATES[2], Seat(0)),
    "choose": (all_passed(), Seat(2)),
    "call": (STATES[5], Seat(0)),
    "take": (STATES[6], Seat(0)),
    "discard": (STATES[8], Seat(0)),
    "play": (STATES[27], Seat(2)),
    "play-spectator": (STATES[27], PUBLIC),
    "play-open": (STATES[27], OPEN),
    "over": (STATES[-1], PUBLIC),
}


@pytest.mark.parametrize("name", CASES)
def test_view_is_as_documented(name: str) -> None:
    state, viewer = CASES[name]
    view = state.view_for(viewer)
    assert view["phase"] == name.partition("-")[0]
    path = FOLDER / f"{name}.json"
    if os.environ.get("TAROCK_GOLDEN") == "write":
        path.write_text(written(view), encoding="utf-8")
    assert json.loads(path.read_text(encoding="utf-8")) == view


def test_the_documentation_names_every_key_and_verb() -> None:
    text = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
    documented = set(re.findall(r"^\| `([a-z_]+)` \|", text, flags=re.MULTILINE))
    assert set(View.__annotations__) <= documented
    assert set(STATES[-1].score().to_json()) <= documented
    for key in STATES[-1].score().lines[0].to_json():
        assert f"`{key}`" in text
    for verb in ARGUMENTS:
        assert re.search(rf"\b{verb}\b", text), verb


def written(view: Any) -> str:
    """A view with one key per line."""
    lines = [f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in view.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"
