"""Child processes that end with their parent, even when the parent is killed outright (Linux)."""

from __future__ import annotations

import ctypes
import os
import signal
from collections.abc import Callable

PR_SET_PDEATHSIG = 1
# Looked up before any fork: after a fork the loader's locks may be held by nobody.
_libc = ctypes.CDLL(None, use_errno=True)


def end_with_parent_now() -> None:
    """Asks the kernel to kill this process when its parent ends; for processes others forked."""
    if hasattr(_libc, "prctl"):
        _libc.prctl(PR_SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0)


def die_with_parent(sent: signal.Signals = signal.SIGKILL, nice: int = 0) -> Callable[[], None]:
    """A `preexec_fn`: the kernel sends `sent` to the child when the starting *thread* ends.

    So start children from the main thread. `nice` lowers the child's priority.
    """
    parent = os.getpid()

    def prepare() -> None:
        _libc.prctl(PR_SET_PDEATHSIG, int(sent), 0, 0, 0)
        if os.getppid() != parent:  # the parent died between fork and prctl
            os._exit(1)
        if nice:
            os.nice(nice)

    return prepare
