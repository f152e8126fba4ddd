"""What travels between the processes: one message per change, all roles in it.

A worker builds the frame of every role once and publishes them together. Most of their content
is the same for all (the table's state, the tricks on the table), so a message holds the common
part once and per role only what differs. That keeps a table of five under `MAX_BYTES`; whatever
is still larger is published as a hint without frames, and each web process reads the database.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

Frame = dict[str, Any]
Mark = tuple[int, int]
"""(rev, ply): frames of one role are ordered by it; what is not newer is dropped."""

MAX_BYTES = 12_000


@dataclass(frozen=True)
class Snapshot:
    """The frames of every role at one moment.

    `rev` is the version the database had (a paced frame may carry a lower one: it is not shown
    yet). `next_at` is when the frames change by the passing of time alone, None if they do not.
    """

    rev: int
    frames: Mapping[str, Frame] = field(default_factory=dict)
    next_at: datetime | None = None


def mark_of(frame: Frame) -> Mark:
    """The place of a frame in the order of its role."""
    return int(frame.get("rev", 0)), int(frame.get("ply", 0))


def dumps(value: Any) -> str:
    """JSON without blanks, letters as they are: what goes over sockets and channels."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def pack(snapshot: Snapshot) -> str:
    """The message for a snapshot; without frames when they would exceed `MAX_BYTES`."""
    message: dict[str, Any] = {"rev": snapshot.rev}
    if snapshot.next_at is not None:
        message["next_at"] = snapshot.next_at.isoformat()
    hint = dict(message)
    frames, lines = _pool(snapshot.frames)
    if lines:
        message["talk"] = lines
    message["common"], message["roles"] = _factor(frames)
    text = dumps(message)
    return text if len(text.encode()) <= MAX_BYTES else dumps(hint)


def unpack(text: str | bytes) -> Snapshot:
    """The snapshot of a message; no frames when it was only a hint. Raises ValueError."""
    try:
        message = json.loads(text)
        common = message.get("common", {})
        frames = {role: _merge(common, own) for role, own in message.get("roles", {}).items()}
        frames = _unpool(frames, message.get("talk", []))
        next_at = message.get("next_at")
        return Snapshot(
            rev=int(message["rev"]),
            frames=frames,
            next_at=datetime.fromisoformat(next_at) if next_at else None,
        )
    except (KeyError, IndexError, TypeError, AttributeError) as error:
        raise ValueError("not a live message") from error


def _pool(frames: Mapping[str, Frame]) -> tuple[dict[str, Frame], list[Any]]:
    """Frames with the numbers of their lines of talk, and all lines, each once: roles read
    nearly the same, and only the words take room."""
    lines: dict[str, Any] = {}
    for frame in frames.values():
        lines |= {line["id"]: line for line in frame.get("talk", ())}
    at = {name: index for index, name in enumerate(lines)}
    pooled = {
        role: frame | {"talk": [at[line["id"]] for line in frame["talk"]]}
        if "talk" in frame
        else frame
        for role, frame in frames.items()
    }
    return pooled, list(lines.values())


def _unpool(frames: dict[str, Frame], lines: list[Any]) -> dict[str, Frame]:
    """Undo ``_pool``."""
    return {
        role: frame | {"talk": [lines[at] for at in frame["talk"]]} if "talk" in frame else frame
        for role, frame in frames.items()
    }


def _factor(frames: dict[str, Frame]) -> tuple[Frame, dict[str, Frame]]:
    """Split frames into what all share and what is each role's own; `view` one level deeper."""
    if not frames:
        return {}, {}
    views = {role: frame["view"] for role, frame in frames.items() if "view" in frame}
    flat = {role: {k: v for k, v in f.items() if k != "view"} for role, f in frames.items()}
    common, own = _split(flat)
    if len(views) == len(frames):
        common["view"], own_views = _split(views)
    else:
        own_views = views
    return common, {
        role: {**own[role], **({"view": own_views[role]} if role in own_views else {})}
        for role in frames
    }


def _split(items: dict[str, Frame]) -> tuple[Frame, dict[str, Frame]]:
    """The key-value pairs that all items have, and per item the others."""
    first, *others = items.values()
    common = {
        key: value
        for key, value in first.items()
        if all(key in other and other[key] == value for other in others)
    }
    return common, {
        role: {k: v for k, v in item.items() if k not in common} for role, item in items.items()
    }


def _merge(common: Frame, own: Frame) -> Frame:
    """Undo `_factor` for one role."""
    frame = {**common, **own}
    if "view" in common and "view" in own:
        frame["view"] = {**common["view"], **own["view"]}
    return frame
