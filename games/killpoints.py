"""Places where fault tests stop a worker. A no-op unless ``settings.ARM_KILL_POINTS``.

A test creates ``<DATA_DIR>/kill/<name>``; the first process that reaches the point takes the
file away, writes its process id to ``<name>.reached`` and waits there to be killed. A file
``<name>.skip`` makes the caller skip the step behind the point instead, once per file.
"""

import os
import time
from pathlib import Path

from django.conf import settings

CLAIMED = "claimed"
MID_SLICE = "mid_slice"
ROWS_WRITTEN = "rows_written"
COMMITTED = "committed"
BETWEEN_ROUNDS = "between_rounds"
APPEND_PUBLISHED = "append_published"

WAIT_SECONDS = 30


def reach(name: str) -> bool:
    """Whether to go on with the step behind point ``name``; True unless a test says no."""
    if not getattr(settings, "ARM_KILL_POINTS", False):
        return True
    folder = Path(settings.DATA_DIR) / "kill"
    if _take(folder / f"{name}.skip"):
        return False
    if _take(folder / name):
        _report(folder / f"{name}.reached")
        time.sleep(WAIT_SECONDS)
    return True


def _take(path: Path) -> bool:
    """Remove the file; True for the one process that did."""
    try:
        path.unlink()
    except FileNotFoundError:
        return False
    return True


def _report(path: Path) -> None:
    """Write the process id so that it is whole and on disk before anybody can see it."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    with draft.open("w", encoding="ascii") as file:
        file.write(str(os.getpid()))
        file.flush()
        os.fsync(file.fileno())
    draft.rename(path)
