"""`manage.py up` on a folder of its own, for tests that need the real thing from end to end."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from config.children import die_with_parent
from tests.deadlines import START_SECONDS, STOP_SECONDS

ROOT = Path(__file__).resolve().parents[1]
READY = re.compile(r"^up\s+\| ready: (http://\S+)", re.M)
# What belongs to the test run itself must not reach the platform it starts.
OWN = ("DATABASE_URL", "REDIS_URL", "BROKER_URL", "LIVE_URL", "CACHE_URL", "DATA_DIR")


def platform_env(data: Path, extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment of a platform on the folder `data`; `extra` wins."""
    env = {name: value for name, value in os.environ.items() if name not in OWN}
    env |= {"DJANGO_SETTINGS_MODULE": "config.settings.test", "DATA_DIR": str(data)}
    return env | dict(extra or {})


def is_alive(pid: int) -> bool:
    """Whether a process runs (one that ended and was not waited for does not)."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def descendants(pid: int) -> set[int]:
    """Children of a process, their children and so on."""
    found: set[int] = set()
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(OSError):  # a thread that has just ended
            for child in map(int, task.read_text().split()):
                found |= {child} | descendants(child)
    return found


class Running:
    """A running `up`. `url` ends with a slash; output goes to `<data>/up.log`."""

    def __init__(self, data: Path, *options: str, env: Mapping[str, str] | None = None) -> None:
        data.mkdir(parents=True, exist_ok=True)
        self.data = data
        self.env = platform_env(data, env)
        self.log = data / "up.log"
        argv = [sys.executable, "manage.py", "up", *options]
        if "--port" not in options:
            argv += ["--port", "0"]
        with self.log.open("w") as out:
            self.process = subprocess.Popen(
                argv, cwd=ROOT, env=self.env, stdin=subprocess.DEVNULL, stdout=out, stderr=out,
                preexec_fn=die_with_parent(),
            )  # fmt: skip
        self.url = ""

    def wait_ready(self) -> None:
        """Returns when the web answers and every worker was heard of. Raises AssertionError."""
        self.wait_for(lambda: READY.search(self.output()) or self.process.poll() is not None)
        found = READY.search(self.output())
        assert found, f"up did not get ready:\n{self.output()[-4000:]}"
        self.url = found[1]
        self.wait_for(lambda: len(self.health()["workers"]) >= 3)

    def wait_for(self, condition: Callable[[], Any], seconds: float = START_SECONDS) -> None:
        """Polls. Raises AssertionError with the end of the log after `seconds`."""
        deadline = time.monotonic() + seconds
        while not condition():
            late = time.monotonic() > deadline
            assert not late, f"not within {seconds} s:\n{self.output()[-4000:]}"
            time.sleep(0.1)

    def output(self) -> str:
        return self.log.read_text(errors="replace")

    def health(self) -> dict[str, Any]:
        try:
            with urllib.request.urlopen(f"{self.url}health", timeout=5) as answer:
                return dict(json.load(answer))
        except urllib.error.HTTPError as error:
            with error:
                return dict(json.load(error))

    def pids(self) -> dict[str, int]:
        """Process ids by name, `up` among them; each worker leads its own process group."""
        return dict(json.loads((self.data / "run" / "processes.json").read_text()))

    def kill_group(self, name: str) -> None:
        """SIGKILL for a process and all its children; `up` will start it again."""
        os.killpg(self.pids()[name], signal.SIGKILL)

    def manage(self, *arguments: str, timeout: float = 300) -> subprocess.CompletedProcess[str]:
        """Another management command on the same data folder."""
        return subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT, env=self.env, capture_output=True, text=True, timeout=timeout,
        )  # fmt: skip

    def stop(self) -> int:
        """SIGTERM; returns the exit code. Kills after STOP_SECONDS."""
        if self.process.poll() is None:
            self.process.terminate()
        try:
            return self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise


@contextmanager
def running(data: Path, *options: str, env: Mapping[str, str] | None = None) -> Iterator[Running]:
    """`with running(tmp_path / "data") as platform:` — ready on entry, gone on exit."""
    platform = Running(data, *options, env=env)
    try:
        platform.wait_ready()
        yield platform
    finally:
        platform.stop()
