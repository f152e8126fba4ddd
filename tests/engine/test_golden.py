"""One golden view per phase and family, and those of the rare moments.

They document the View shape of docs/protocol.md and fail when it drifts. To write them anew after
a deliberate change: ``TAROCK_GOLDEN=write python -m pytest tests/engine/test_golden.py``, then
read the difference.
"""

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.actions import ARGUMENTS, Action
from engine.phases.table import PHASES
from engine.record import HandRecord
from engine.rules import RULE_SETS
from engine.state import HandState
from engine.view import OPEN, PUBLIC, Announced, Claim, Contract, Seat, Talon, Trick, View, Viewer

FOLDER = Path(__file__).parent / "golden"
RECORDS = Path(__file__).parents[1] / "records"


def states_of(name: str) -> list[HandState]:
    text = (RECORDS / f"{name}.txt").read_text(encoding="ascii")
    return list(HandRecord.from_text(text).states())


STATES = states_of("h1")


def all_passed() -> HandState:
    """H1's deal when nobody bids."""
    state = STATES[0].apply(2, Action("reserve"))
    for seat in (3, 0, 1):
        state = state.apply(seat, Action("pass"))
    return state


def moment(name: str, phase: str, wanted: Callable[[HandState], bool] = bool) -> HandState:
    """The last state of a golden record in a phase in which something holds."""
    return next(s for s in states_of(name)[::-1] if s.phase == phase and wanted(s))


def mover(state: HandState) -> Viewer:
    return PUBLIC if state.turn is None else Seat(state.turn)


def second_trick(state: HandState) -> bool:
    return len(state.play.tricks) == 1


def is_replied(state: HandState) -> bool:
    return state.talk.turn > 0


def in_koenigrufen() -> dict[str, tuple[HandState, Viewer]]:
    kontra = moment("tournament/dr-subkontra", "announce")
    unnamed = moment("tournament/ru-fourth-king", "play", lambda s: len(s.play.tricks) == 0)
    outsider = next(s for s in range(4) if s not in (unnamed.declarer, unnamed.partner))
    every = moment("tournament-vienna/tk-other-loses", "play", second_trick)
    return {
        "auction": (STATES[2], Seat(0)),
        "choose": (all_passed(), Seat(2)),
        "call": (STATES[5], Seat(0)),
        "concede": (moment("tournament/br-conceded", "concede"), PUBLIC),
        "take": (STATES[6], Seat(0)),
        "discard": (STATES[8], Seat(0)),
        "discard-six": (moment("tournament/sx-won", "discard"), Seat(0)),
        "announce": (moment("tournament/br-announced-made", "announce"), PUBLIC),
        "announce-kontra": (kontra, mover(kontra)),
        "play": (STATES[27], Seat(2)),
        "play-spectator": (STATES[27], PUBLIC),
        "play-open": (STATES[27], OPEN),
        "play-ouvert": (moment("tournament/po-won", "play", second_trick), PUBLIC),
        "play-fourth-king": (unnamed, Seat(outsider)),
        "play-trischaken": (every, mover(every)),
        "over": (STATES[-1], PUBLIC),
        "over-conceded": (states_of("tournament/br-conceded")[-1], PUBLIC),
        "over-kontra": (states_of("tournament/be-kontra")[-1], PUBLIC),
        "over-bonuses": (states_of("tournament/pagat-announced-made")[-1], PUBLIC),
        "over-trischaken": (states_of("tournament/tk-no-trick")[-1], PUBLIC),
    }


def in_illustrated() -> dict[str, tuple[HandState, Viewer]]:
    taken = moment("loew-1954/taken-3", "auction")
    early = moment("mayr-sedlaczek-2016/game-rekontra-pre", "announce_before", is_replied)
    late = moment("loew-1954/pagat-of-defender-made", "announce_after", is_replied)
    claims = moment("loew-1954/trull-claimed", "play", second_trick)
    return {
        "auction": (taken, mover(taken)),
        "announce_before": (early, mover(early)),
        "take": (moment("beck/2b-won", "take"), PUBLIC),
        "discard": (moment("beck/1b-won", "discard"), PUBLIC),
        "announce_after": (late, mover(late)),
        "play": (moment("beck/3b-pre-made", "play", second_trick), PUBLIC),
        "play-claims": (claims, mover(claims)),
        "over": (states_of("loew-1954/taken-3")[-1], PUBLIC),
        "over-bonuses": (states_of("beck/pagat-pre-made")[-1], PUBLIC),
        "over-redeal": (states_of("loew-1954/redeal-without-tarok")[-1], PUBLIC),
        "over-trischaken": (states_of("beck/tk-no-trick")[-1], PUBLIC),
    }


CASES = {f"koenigrufen/{name}": case for name, case in in_koenigrufen().items()} | {
    f"illustrated/{name}": case for name, case in in_illustrated().items()
}


@pytest.mark.parametrize("name", CASES)
def test_view_is_as_documented(name: str) -> None:
    state, viewer = CASES[name]
    view = state.view_for(viewer)
    assert view["phase"] == name.partition("/")[2].partition("-")[0]
    path = FOLDER / f"{name}.json"
    if os.environ.get("TAROCK_GOLDEN") == "write":
        path.write_text(written(view), encoding="utf-8")
    assert json.loads(path.read_text(encoding="utf-8")) == view


def test_every_phase_of_every_family_has_its_view() -> None:
    shown = {(*name.split("/")[:1], state.phase) for name, (state, _) in CASES.items()}
    phases = {(data["family"], phase) for data in RULE_SETS.values() for phase in data["flow"]}
    assert shown == phases | {(data["family"], "over") for data in RULE_SETS.values()}
    assert {phase for _, phase in phases} == set(PHASES)
    stored = {path.relative_to(FOLDER).with_suffix("").as_posix() for path in FOLDER.rglob("*.*")}
    assert stored == set(CASES)


def keys_of(value: Any) -> set[str]:
    """All keys of all objects in a JSON value, seats (numbers as keys) apart."""
    if isinstance(value, dict):
        here = {key for key in value if not re.match(r"\d|game@", key)}
        return here.union(*map(keys_of, value.values()))
    return set().union(*map(keys_of, value)) if isinstance(value, list) else set()


def test_the_documentation_names_every_key_and_verb() -> None:
    text = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
    documented = set(re.findall(r"^\| `([a-z_]+)` \|", text, flags=re.MULTILINE))
    assert set(View.__annotations__) <= documented
    assert set(STATES[-1].score().to_json()) <= documented
    views = [state.view_for(viewer) for state, viewer in CASES.values()]
    lines = [line for view in views for line in view.get("score", {}).get("lines", ())]
    for key in keys_of(lines):
        assert f"`{key}`" in text, key
    for part in (Announced, Claim, Contract, Talon, Trick):
        assert all(f'"{key}"' in text for key in part.__annotations__), part
    for verb in ARGUMENTS:
        assert re.search(rf"\b{verb}\b", text), verb


def written(view: Any) -> str:
    """A view with one key per line."""
    lines = [f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in view.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"
