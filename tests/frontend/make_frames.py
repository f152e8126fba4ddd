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
PLAIN = "koenigrufen/cardgames-zone"
CUP = "koenigrufen/tournament"
VIENNA = "koenigrufen/tournament-vienna"
LOEW = "illustrated/loew-1954"
BECK = "illustrated/beck"
MAYR = "illustrated/mayr-sedlaczek-2016"
THREES: list[tuple[str, int | None, list[int]]] = [
    ("3B", 1, [0, 5, 0]),
    ("", None, [0, 0, 0]),
    ("2B", 0, [14, 0, 0]),
    ("SO", 2, [44, 44, 0]),
]
ROWS = [
    ("RU", 1, [1, 1, -1, -1]),
    ("SR", 0, [2, -2, 2, -2]),
    ("DR", 3, [-4, -4, -4, 12]),
    ("RU", 2, [-1, 1, 1, -1]),
    ("BE", 1, [4, -12, 4, 4]),
]


def states(seed: int, bids: str, rules: str = PLAIN) -> Iterator[HandState]:
    """Play one hand at random, but with the auction going to contract ``bids``, or anywhere."""
    rng, found = random.Random(seed), rule_set(rules)
    state = HandState.deal(
        found, shuffled(rng), rng.randrange(found.hand_seats), hand="7b2cq8mdw4kx"
    )
    yield state
    while state.turn is not None:
        legal = state.legal_actions()
        wanted = [a for a in legal if str(a) in {f"bid:{bids}", f"choose:{bids}"}]
        bidding = [a for a in legal if a.verb in {"bid", "choose", "hold", "takeover"}]
        calm = [a for a in legal if a not in bidding or bids == "any"] or list(legal)
        free = wanted if wanted and rng.random() < 0.5 else calm
        state = state.apply(state.turn, rng.choice(free))
        yield state


def table_state(
    *, size: int = 4, rows: int = 5, status: str = "running", rules: str = PLAIN
) -> dict[str, Any]:
    """Return the part of a frame that is the same for everybody."""
    if rule_set(rules).hand_seats == 3:
        return table_state_of_three(size=size, rows=rows, status=status, rules=rules)
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
        "rules": rule_set(rules).key,
        "paced": False,
    }


def table_state_of_three(*, size: int, rows: int, status: str, rules: str) -> dict[str, Any]:
    """Return the same for a game of three; at a table of four the dealer sits out."""
    state = table_state(size=4, rows=0, status=status) | {"hands": 12, "rules": rule_set(rules).key}
    done: list[dict[str, Any]] = [
        {
            "number": i,
            "dealer": i % size,
            "contract": code,
            "declarer": declarer,
            "alone": declarer is not None,
            "points": [*points, 0][:size],
        }
        for i, (code, declarer, points) in enumerate(THREES[:rows])
    ]
    return state | {
        "hand_count": 12 if size == 3 else 16,
        "number": rows,
        "size": size,
        "seats": state["seats"][:size],
        "totals": [sum(row["points"][i] for row in done) for i in range(size)],
        "rows": done,
    }


def frame(state: HandState, viewer: Any, role: str, **table: Any) -> dict[str, Any]:
    """Return the frame one viewer gets of a state."""
    view = json.loads(json.dumps(state.view_for(viewer)))
    table.setdefault("rules", state.rules.id)
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


def find(contract: str, wanted: Callable[[HandState], bool], rules: str = PLAIN) -> HandState:
    """Return the first state, over seeds in order, that meets the condition."""
    for seed in range(3000):
        for state in states(seed, contract, rules):
            is_other = state.contract is not None and state.contract.code != contract
            if wanted(state) and (contract == "any" or not is_other):
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


def _has(name: str, value: Any) -> Callable[[HandState], bool]:
    """Whether a state's view has this phase and offers seat 0 an action that begins so."""
    return lambda s: (
        s.phase == name
        and s.turn == 0
        and any(str(action).startswith(value) for action in s.legal_actions())
    )


def _lines(state: HandState) -> list[dict[str, Any]]:
    return list(state.view_for(PUBLIC)["score"]["lines"]) if state.is_over else []


def _talked(state: HandState, count: int) -> bool:
    return len(state.talk.items) >= count and bool(state.talk.doublings)


def frames_of_talk() -> dict[str, HandState]:
    """Return states of announcing and of the phases before it, seat 0 to move."""
    offers = lambda s: len(s.legal_actions())  # noqa: E731
    return {
        "fourth": find("SR", _has("call", "call:4th"), CUP),
        "concede": find("BR", _has("concede", "concede:"), CUP),
        "announce": find("SR", lambda s: _has("announce", "announce")(s) and offers(s) > 6, CUP),
        "announce-bird": find("BR", lambda s: _has("announce", "announce")(s) and _owes(s), CUP),
        "kontra": find(
            "DR", lambda s: _has("announce", "kontra")(s) and len(s.talk.items) > 2, CUP
        ),
        "kontra-negative": find("BE", _has("announce", "rekontra:game@"), CUP),
        "takeover": find("3B", _has("auction", "takeover"), BECK),
        "retake": find("any", _has("auction", "retake"), LOEW),
        "before": find("2B", _has("announce_before", "announce:valat"), BECK),
        "after": find("3B", _has("announce_after", "kontra"), MAYR),
        "claim": find("SO", _has("announce_after", "claim:"), LOEW),
    }


def _owes(state: HandState) -> bool:
    return all(str(action) != "good" for action in state.legal_actions())


def frames_of_play() -> dict[str, HandState]:
    """Return states with another talon, open hands, three seats, and what lies on the felt."""
    mine = lambda s, tricks, cards: _is_played(s, tricks, cards) and _mine(s)  # noqa: E731
    return {
        "discard-six": find("SX", lambda s: s.phase == "discard" and _mine(s), CUP),
        "take-threes": find("3B", lambda s: s.phase == "take" and _mine(s), LOEW),
        "take-pairs": find("2B", lambda s: s.phase == "take" and _mine(s), BECK),
        "take-singles": find("1B", lambda s: s.phase == "take" and _mine(s), MAYR),
        "discard-nineteen": find("3B", lambda s: s.phase == "discard" and _mine(s), BECK),
        "said": find("DR", lambda s: mine(s, 2, 3) and _talked(s, 4), CUP),
        "ouvert": find("BO", lambda s: mine(s, 1, 2), CUP),
        "prize": find("TK", lambda s: mine(s, 2, 2), VIENNA),
        "three": find("2B", lambda s: mine(s, 4, 2) and _talked(s, 2), BECK),
    }


def frames_of_results() -> dict[str, HandState]:
    """Return finished hands with every kind of line."""
    return {
        "over-bonuses": find("SR", lambda s: len(_lines(s)) > 3 and _talked(s, 2), CUP),
        "over-valat": find("DR", lambda s: any(i["item"] == "valat" for i in _lines(s)), VIENNA),
        "over-trischaken": find("TK", lambda s: s.is_over, CUP),
        "over-conceded": find("BR", lambda s: bool(s.conceded), CUP),
        "over-negative": find("PI", lambda s: s.is_over and bool(s.talk.doublings), CUP),
        "over-written": find("2B", lambda s: len(_lines(s)) > 2 and _talked(s, 1), BECK),
        "redeal": find("none", lambda s: s.is_redeal, BECK),
    }


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
        **more_frames(),
    }


def more_frames() -> dict[str, dict[str, Any]]:
    """Return the frames of the other rule sets: seats, and some watched or at a larger table."""
    talk, play, over = frames_of_talk(), frames_of_play(), frames_of_results()
    made = {
        name: frame(state, Seat(0), "seat", size=state.rules.hand_seats)
        for name, state in (talk | play | over).items()
    }
    for name in ("ouvert", "three", "announce"):
        state = (talk | play)[name]
        made[f"{name}-watch"] = frame(state, PUBLIC, "spectator", size=state.rules.hand_seats)
    made["four"] = frame(_sitting_out(play["three"]), Seat(0), "seat", size=4)
    return made


def _sitting_out(state: HandState) -> HandState:
    """Return the same hand at a table of four whose third seat sits out."""
    return state.step(seating=(0, 1, 3))


def main() -> None:
    """Write every frame as one JSON file."""
    FRAMES.mkdir(exist_ok=True)
    for name, content in frames().items():
        text = json.dumps(content, ensure_ascii=False, indent=1)
        (FRAMES / f"{name}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
