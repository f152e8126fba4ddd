"""The test run's own surroundings: a temporary data folder, a real broker, a chosen database.

All of it has to exist before Django's settings load. pytest-django would load settings named in
pyproject.toml before any conftest, so none are named there: this module names them, while it is
imported, and sets Django up.
"""

from __future__ import annotations

import atexit
import os
import random
import secrets
import shutil
import sys
import tempfile
from collections import Counter
from pathlib import Path

import django
import pytest

if "DJANGO_SETTINGS_MODULE" in os.environ:
    raise pytest.UsageError("unset DJANGO_SETTINGS_MODULE: tests choose their own settings")
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.test"

from config.assets import compile_translations
from tests.postgres import PostgresRun, missing
from tests.services import start_broker, start_postgres

ON_POSTGRES = "--pg" in sys.argv
IN_CI = os.environ.get("CI", "").lower() == "true"
WITH_PROCESSES = ("browser", "flows", "live", "project")
"""Folders of tests that watch other processes: there a busy machine can be the only fault."""


def _end() -> None:
    for server in servers:
        server.terminate()
        server.wait(10)
    shutil.rmtree(DATA, ignore_errors=True)


DATA = Path(tempfile.mkdtemp(prefix="tarock-test-"))
broker, redis_url = start_broker(DATA)
servers = [broker]
atexit.register(_end)
os.environ.update(DATA_DIR=str(DATA), REDIS_URL=redis_url)
if not ON_POSTGRES:
    os.environ.pop("DATABASE_URL", None)
elif not os.environ.get("DATABASE_URL"):
    postgres, os.environ["DATABASE_URL"] = start_postgres(DATA)
    servers.append(postgres)
django.setup()
compile_translations(Path(__file__).resolve().parents[1])


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--pg",
        action="store_true",
        help="run the tests marked pg on PostgreSQL: DATABASE_URL, else an embedded server",
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """`--pg` keeps what is marked pg; everything else says nothing new about a database.

    In CI a test that drives other processes has a second chance, which the summary lists: one
    that fails twice is wrong, one that is listed often is looked into.
    """
    for item in items if IN_CI else ():
        if item.path.relative_to(config.rootpath).parts[1] in WITH_PROCESSES:
            item.add_marker(pytest.mark.flaky(reruns=1))
    if not config.getoption("--pg"):
        return
    kept = [item for item in items if item.get_closest_marker("pg")]
    gone = [item for item in items if not item.get_closest_marker("pg")]
    config.hook.pytest_deselected(items=gone)
    items[:] = kept


def pytest_collection_finish(session: pytest.Session) -> None:
    """The run on PostgreSQL goes on beside this one where neither kills anything: most tests
    wait for something, and `make test` is to be quick.
    """
    config = session.config
    is_wanted = any("test_what_is_marked_pg_passes" in item.name for item in session.items)
    is_quick = "not ci" in (config.getoption("markexpr") or "")
    is_listing = config.getoption("collectonly")
    if is_wanted and is_quick and not (config.getoption("--pg") or is_listing or missing()):
        PostgresRun.of(config)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Leave no run behind."""
    if run := config.stash.get(PostgresRun.KEY, None):
        run.stop()


@pytest.fixture(autouse=True)
def _same_deals_every_time(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> random.Random:
    """Deals, first dealers and draws of this process are secret chance elsewhere; in a test they
    follow from its name, so that a failure is there again on the next run.
    """
    rng = random.Random(request.node.nodeid)
    monkeypatch.setattr(secrets, "randbelow", rng.randrange)
    monkeypatch.setattr(secrets, "token_hex", lambda size=32: rng.randbytes(size).hex())
    return rng


@pytest.fixture(autouse=True)
def _nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Jobs that tests of this process enqueue are taken by nobody; bots would wait for them."""
    monkeypatch.setattr("games.tasks.give_way", lambda: None)


@pytest.fixture(scope="session")
def chromium() -> str:
    """Path of Debian's Chromium; skips (or fails in CI) when it is not installed."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path:
        return path
    if IN_CI:
        pytest.fail("CI has to install chromium")
    pytest.skip("no Chromium on this machine (apt-get install chromium)")


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Says in whole sentences what this run did not look at."""
    skipped = terminalreporter.stats.get("skipped", [])
    reasons = Counter(str(report.longrepr[2]).removeprefix("Skipped: ") for report in skipped)
    lines = [f"{number} x {reason}" for reason, number in reasons.most_common()]
    markers = config.getoption("markexpr")
    for marker, command in (("ci", ".ci/run"), ("soak", "make soak")):
        if f"not {marker}" in markers:
            lines.append(f"tests marked `{marker}` ({command} runs them)")
    if lines:
        terminalreporter.section("left out of this run")
        for line in lines:
            terminalreporter.write_line(line)
