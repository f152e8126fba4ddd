"""What must be true of every raw frame, whoever receives it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

from engine.cards import PACK
from engine.view import OPEN, PUBLIC, Seat
from games.models import Hand
from games.selectors import cards_of, hand_get, hand_states

Frame = dict[str, Any]
CODE = re.compile(r'"(?:play:|discard:)?(' + "|".join(map(re.escape, PACK)) + r')"')


def dealt_cards(hand: Hand) -> list[set[str]]:
    """The twelve cards each hand seat was dealt, worked out by the engine's own deal."""
    view = hand_states(hand)[0].view_for(OPEN)
    cards = [set(view["cards"][str(seat)]) for seat in range(len(hand.seating))]
    assert set().union(*cards) <= set(cards_of(hand))
    return cards


def assert_no_leak(raw: str, table_seat: int | None) -> None:
    """No card that another player still holds is named anywhere in a frame of a running hand.

    Independent of `view_for`: reads the text itself. A called king may be named; so may what has
    been played and what lay open in the talon (neither was dealt to a player and is unplayed).
    """
    frame: Frame = json.loads(raw)
    view = frame.get("view")
    if frame["type"] != "view" or view is None or view["phase"] == "over":
        return
    hand = hand_get(frame["hand"])
    own = hand.seating.index(table_seat) if table_seat in hand.seating else None
    played = {card for trick in view.get("tricks", ()) for card in trick["cards"]}
    played |= set(view.get("trick", {}).get("cards", ()))
    shown_discards = set(view.get("discards", ())) - {"?"}
    called = {view.get("called")}
    hidden: set[str] = set()
    for seat, cards in enumerate(dealt_cards(hand)):
        if seat != own:
            hidden |= cards - played - shown_discards
    named = set(CODE.findall(json.dumps({k: v for k, v in frame.items() if k != "table_state"})))
    legal_calls = {action.partition(":")[2] for action in view.get("legal", ())}
    assert not (named & hidden) - called - legal_calls, (named & hidden, raw)


def assert_frames_right(frames: Iterable[Frame], role: str, table_seat: int | None = None) -> None:
    """Each view is exactly what the engine shows this viewer at that ply of the stored hand."""
    for frame in frames:
        assert frame["role"] == role
        if "view" not in frame:
            continue
        hand = hand_get(frame["hand"])
        viewer: Any = PUBLIC
        if role == "open":
            viewer = OPEN
        elif table_seat is not None and table_seat in hand.seating:
            viewer = Seat(hand.seating.index(table_seat))
        state = hand_states(hand)[frame["ply"]]
        assert frame["view"] == json.loads(json.dumps(state.view_for(viewer)))


def positions(frames: Iterable[Frame]) -> list[tuple[int, int]]:
    """(number of the hand, ply) of each frame, repetitions in a row left out."""
    seen: list[tuple[int, int]] = []
    for frame in frames:
        position = (frame["number"], frame["ply"])
        if frame["hand"] and (not seen or seen[-1] != position):
            seen.append(position)
    return seen


def assert_every_ply(frames: list[Frame], hands: Iterable[Hand], start: tuple[int, int]) -> None:
    """From `start` on every ply of every hand arrived, in order, none twice or backwards."""
    expected = [(hand.number, ply) for hand in hands for ply in range(hand.ply + 1)]
    assert positions(frames) == expected[expected.index(start) :]


def assert_marks_grow(frames: list[Frame]) -> None:
    """(rev, ply) never goes back."""
    marks = [(frame["rev"], frame["ply"]) for frame in frames]
    assert marks == sorted(marks)
