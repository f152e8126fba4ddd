"""What a service asks its caller to do after the commit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

Publish = Callable[[int], None]
"""Called with a table's row number after each commit that changed what people see."""


def publish_nothing(table_id: int) -> None:
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
    already, so nothing was written.
    """

    enqueue: tuple[Job, ...] = ()
    publish: tuple[int, ...] = ()
    ply: int | None = None
    repeated: bool = False
