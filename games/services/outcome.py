"""What a service asks its caller to do after the commit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from games.models import Table
from games.selectors import Scene

Publish = Callable[[Scene | Table | int], None]
"""Called after each commit that changed what people see: with the scene, brought up to date, or
with the table (its row, however old, or the number of the row)."""


def publish_nothing(changed: Scene | Table | int) -> None:
    """The ``Publish`` of callers to whom nobody listens."""


@dataclass(frozen=True, slots=True)
class Job:
    """A Celery task to enqueue: full name, JSON arguments, queue."""

    task: str
    kwargs: dict[str, Any] = field(default_factory=dict)
    queue: str = "default"


@dataclass(frozen=True, slots=True)
class Outcome:
    """Result of a write: jobs to enqueue and tables (row numbers) to publish, after commit.

    ``ply`` is where the hand stands now. ``repeated`` says that the same action stood there
    already, so nothing was written. ``scene`` is the published table after the write; without
    it whoever publishes or goes on reads the table. ``kick`` are users (row numbers) whose role
    at a table has changed: their sockets are asked again who they are.
    """

    enqueue: tuple[Job, ...] = ()
    publish: tuple[int, ...] = ()
    ply: int | None = None
    repeated: bool = False
    scene: Scene | None = None
    kick: tuple[int, ...] = ()
