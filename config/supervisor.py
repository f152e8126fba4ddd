"""Keeps a set of processes running: prefixed logs, restarts with backoff, ordered stop.

Linux only. Children end with the supervisor even when it is killed outright (config.children).
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO

from config.children import die_with_parent

POLL_SECONDS = 0.2
BACKOFF_SECONDS = (0.5, 1, 2, 5, 10, 30)  # waits before the 1st, 2nd, ... restart in a row
STEADY_SECONDS = 60  # a child that ran this long starts again at the shortest wait
STOP_SECONDS = 8  # a task that needs longer is killed; its due row brings it back


@dataclass
class Child:
    """A process to keep alive, and how it is doing."""

    name: str
    argv: Sequence[str]
    nice: int = 0
    last: bool = False  # stopped after all others (the broker)
    process: subprocess.Popen[str] | None = None
    started_at: float = 0.0  # monotonic seconds
    failures: int = 0
    restart_at: float | None = field(default=None)

    @property
    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None


class Supervisor:
    """Start with `start`, then `run` until `stop` is requested; use from the main thread only.

    `state_file` always names the current pids, for people and for fault tests.
    """

    def __init__(self, env: Mapping[str, str], state_file: Path, out: TextIO = sys.stdout) -> None:
        self.env = dict(env)
        self.state_file = state_file
        self.out = out
        self.children: list[Child] = []
        self._stopping = threading.Event()
        self._print_lock = threading.Lock()

    def say(self, text: str, name: str = "up") -> None:
        """One log line; never mixes with a line of another thread."""
        with self._print_lock:
            self.out.write(f"{name:<8}| {text}\n")
            self.out.flush()

    def start(self, child: Child) -> None:
        """Starts `child` and keeps it alive from now on."""
        self.children.append(child)
        self._spawn(child)

    def request_stop(self, *_: object) -> None:
        """Ends `run` and `wait_until` soon; also the handler of SIGTERM and SIGINT."""
        self._stopping.set()

    @property
    def is_stopping(self) -> bool:
        return self._stopping.is_set()

    def run(self) -> None:
        """Returns after a requested stop; restarts whatever ends before."""
        while not self._stopping.wait(POLL_SECONDS):
            self.tend()

    def wait_until(self, ready: Callable[[], bool], seconds: float) -> bool:
        """Tends the children until `ready` says so: True; False after a stop or `seconds`."""
        deadline = time.monotonic() + seconds
        while not self._stopping.wait(POLL_SECONDS) and time.monotonic() < deadline:
            if ready():
                return True
            self.tend()
        return False

    def tend(self) -> None:
        """One look at every child: notes deaths, restarts those whose wait is over."""
        now = time.monotonic()
        for child in self.children:
            if child.is_running:
                continue
            if child.restart_at is None:
                self._schedule_restart(child, now)
            elif now >= child.restart_at:
                self._spawn(child)

    def stop(self) -> None:
        """Ends all children: first those that use the broker, the broker last."""
        self._stopping.set()
        self._end([child for child in self.children if not child.last])
        self._end([child for child in self.children if child.last])
        self.state_file.unlink(missing_ok=True)

    def _spawn(self, child: Child) -> None:
        child.process = subprocess.Popen(
            list(child.argv),
            env=self.env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,  # Ctrl-C reaches only us, so the order of ends is ours
            preexec_fn=die_with_parent(nice=child.nice),
        )
        child.started_at = time.monotonic()
        child.restart_at = None
        threading.Thread(target=self._copy_output, args=(child, child.process), daemon=True).start()
        self._write_state()

    def _copy_output(self, child: Child, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        for line in process.stdout:
            self.say(line.rstrip("\n"), child.name)

    def _schedule_restart(self, child: Child, now: float) -> None:
        assert child.process is not None
        if now - child.started_at >= STEADY_SECONDS:
            child.failures = 0
        wait = BACKOFF_SECONDS[min(child.failures, len(BACKOFF_SECONDS) - 1)]
        child.failures += 1
        child.restart_at = now + wait
        code = child.process.returncode
        how = signal.Signals(-code).name if code < 0 else f"exit code {code}"
        self.say(f"{child.name} ended ({how}); starting it again in {wait} s")

    def _end(self, children: Sequence[Child]) -> None:
        for child in children:
            if child.is_running:
                _signal_group(child, signal.SIGTERM, whole=False)
        deadline = time.monotonic() + STOP_SECONDS
        for child in children:
            if child.process is None:
                continue
            try:
                child.process.wait(max(0.1, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                _signal_group(child, signal.SIGKILL, whole=True)
                child.process.wait()

    def _write_state(self) -> None:
        pids = {child.name: child.process.pid for child in self.children if child.process}
        scratch = self.state_file.with_suffix(".new")
        scratch.write_text(json.dumps({"up": os.getpid(), **pids}), encoding="utf-8")
        scratch.replace(self.state_file)


def _signal_group(child: Child, sent: signal.Signals, *, whole: bool) -> None:
    """To the child, or to it and its own children (a session of their own)."""
    assert child.process is not None
    with contextlib.suppress(ProcessLookupError):
        (os.killpg if whole else os.kill)(child.process.pid, sent)
