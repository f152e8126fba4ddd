"""Writes tests/frontend/frames/*.json: one frame per situation the live table has to draw.

    python -m tests.frontend.make_frames

The frames come from hands the engine played, so they follow the View as it is; the shape around
them is that of ``games.selectors.table_frame``.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from engine.rules import rule_set
from engine.shuffle import shuffled
from engine.state import HandState
from engine.view import OPEN, PUBLIC, Seat

FRAMES = Path(__file__).parent / "frames"
NAMES = ["Leni", "Ferdl", "Hanna", "Korbinian", "Resi"]
ROWS = [
    ("RU", 1, [1, 1, -1, -1]),
    ("SR", 0, [2, -2, 2, -2]),
    ("DR", 3, [-4, -4, -4, 12]),
    ("RU", 2, [-1, 1, 1, -1]),
    ("BE", 1, [4, -12, 4, 4]),
]


def states(seed: int, bids: str) -> Iterator[HandState]:
    """Play one hand at random, but with the auction going to contract ``bids``."""
    rng = random.Random(seed)
    state = HandState.deal(
        rule_set("koenigrufen/cardgames-zone"), shuffled(rng), rng.randrange(4), hand="7b2cq8mdw4kx"
    )
    yield state
    while state.turn is not None:
        legal = state.legal_actions()
        wanted = [a for a in legal if str(a) in {f"bid:{bids}", f"choose:{bids}"}]
        bidding = [a for a in legal if a.verb in {"bid", "choose", "hold"}]
        calm = [a for a in legal if a not in bidding] or list(legal)
        free = wanted if wanted and rng.random() < 0.5 else calm
        state = state.apply(state.turn, rng.choice(free))
        yield state


def table_state(*, size: int = 4, rows: int = 5, status: str = "running") -> dict[str, Any]:
    """Return the part of a frame that is the same for everybody."""
    done: list[dict[str, Any]] = [
        {
            "number": i,
            "dealer": i % size,
            "contract": code,
            "declarer": declarer,
            "alone": code in {"DR", "BE"},
            "points": points if size == 4 else [*points, None],
        }
        for i, (code, declarer, points) in enumerate(ROWS[:rows])
    ]
    totals = [sum(row["points"][i] or 0 for row in done) for i in range(size)]
    return {
        "id": "tq4m8x2c7k9b",
        "name": "Tisch 3",
        "status": status,
        "kind": "event",
        "hands": 8,
        "hand_count": 8 if size == 4 else 10,
        "number": rows,
        "size": size,
        "seats": [
            {"index": i, "name": NAMES[i], "kind": "person" if i == 0 else "bot", "present": True}
            for i in range(size)
        ],
        "totals": totals,
        "rows": done,
        "rules": "koenigrufen/cardgames-zone@1",
        "paced": False,
    }


def frame(state: HandState, viewer: Any, role: str, **table: Any) -> dict[str, Any]:
    """Return the frame one viewer gets of a state."""
    view = json.loads(json.dumps(state.view_for(viewer)))
    return {
        "type": "view",
        "table": "tq4m8x2c7k9b",
        "rev": 40 + state.ply,
        "hand": state.hand,
        "number": 5,
        "ply": state.ply,
        "role": role,
        "view": view,
        "table_state": table_state(**table),
    }


def find(contract: str, wanted: Callable[[HandState], bool]) -> HandState:
    """Return the first state, over seeds in order, that meets the condition."""
    for seed in range(3000):
        for state in states(seed, contract):
            if wanted(state):
                return state
    raise LookupError(contract)


def _is_played(state: HandState, tricks: int, cards: int) -> bool:
    view = state.view_for(PUBLIC)
    return (
        state.phase == "play"
        and len(view.get("tricks", [])) == tricks
        and len(view.get("trick", {}).get("cards", [])) == cards
    )


def _mine(state: HandState) -> bool:
    return state.turn == 0


def _follows_suit(state: HandState) -> bool:
    legal = state.legal_actions()
    return 1 < len(legal) < 4 and all(not a.arg[0].isdigit() for a in legal)


def _declares(state: HandState) -> bool:
    return state.view_for(PUBLIC).get("contract", {}).get("declarer") == 0


def frames() -> dict[str, dict[str, Any]]:
    """Return all sample frames by name."""
    mine = Seat(0)
    auction = find("SR", lambda s: s.phase == "auction" and _mine(s) and s.ply >= 3)
    wait = find("RU", lambda s: s.phase == "auction" and s.turn == 2 and s.ply >= 2)
    choose = find("none", lambda s: s.phase == "choose" and _mine(s))
    call = find("RU", lambda s: s.phase == "call" and _mine(s))
    take = find("RU", lambda s: s.phase == "take" and _mine(s))
    watch = find("DR", lambda s: s.phase == "take" and s.turn == 2)
    discard = find("DR", lambda s: s.phase == "discard" and _mine(s) and len(s.discards) == 1)
    many = find(
        "RU",
        lambda s: (
            s.phase == "discard"
            and _mine(s)
            and sum(code[0].isdigit() for code in s.view_for(mine)["cards"]["0"]) >= 9
        ),
    )
    play = find("RU", lambda s: _is_played(s, 3, 3) and _mine(s) and _follows_suit(s))
    lead = find("SD", lambda s: _is_played(s, 7, 0) and _mine(s) and _declares(s))
    trick_end = find("RU", lambda s: _is_played(s, 4, 0) and not _mine(s))
    over = find("RU", lambda s: s.is_over)
    bettel = find("BE", lambda s: s.is_over and _declares(s))
    return {
        "auction": frame(auction, mine, "seat"),
        "auction-wait": frame(wait, mine, "seat"),
        "choose": frame(choose, mine, "seat"),
        "call": frame(call, mine, "seat"),
        "take": frame(take, mine, "seat"),
        "take-watch": frame(watch, mine, "seat"),
        "discard": frame(discard, mine, "seat"),
        "discard-many": frame(many, mine, "seat"),
        "play": frame(play, mine, "seat"),
        "lead": frame(lead, mine, "seat"),
        "trick-end": frame(trick_end, mine, "seat"),
        "over": frame(over, mine, "seat", rows=5),
        "over-bettel": frame(bettel, mine, "seat", rows=5),
        "spectator": frame(play, PUBLIC, "spectator"),
        "open": frame(play, OPEN, "open"),
        "five": frame(play, PUBLIC, "spectator", size=5),
    }


def main() -> None:
    """Write every frame as one JSON file."""
    FRAMES.mkdir(exist_ok=True)
    for name, content in frames().items():
        text = json.dumps(content, ensure_ascii=False, indent=1)
        (FRAMES / f"{name}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
