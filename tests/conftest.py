"""The test run's own surroundings: a temporary data folder, a real broker, a chosen database.

All of it has to exist before Django's settings load, hence `pytest_load_initial_conftests` order:
pytest-django reads the settings in its own early hook, so this module sets the environment while
it is imported.
"""

from __future__ import annotations

import atexit
import os
import shutil
import sys
import tempfile
from pathlib import Path

import pytest

from tests.services import start_broker, start_postgres

DATA = Path(tempfile.mkdtemp(prefix="tarock-test-"))
os.environ["DATA_DIR"] = str(DATA)
_broker, os.environ["REDIS_URL"] = start_broker(DATA)


def _end() -> None:
    _broker.terminate()
    _broker.wait(10)
    shutil.rmtree(DATA, ignore_errors=True)


atexit.register(_end)

ON_POSTGRES = "--pg" in sys.argv
if not ON_POSTGRES:
    os.environ.pop("DATABASE_URL", None)
elif not os.environ.get("DATABASE_URL"):
    DATA.chmod(0o755)  # the server runs as another user when we are root
    os.environ["DATABASE_URL"] = start_postgres(DATA)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--pg",
        action="store_true",
        help="run the tests marked pg on PostgreSQL: DATABASE_URL, else an embedded server",
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """`--pg` keeps what is marked pg; everything else says nothing new about a database."""
    if not config.getoption("--pg"):
        return
    kept = [item for item in items if item.get_closest_marker("pg")]
    gone = [item for item in items if not item.get_closest_marker("pg")]
    config.hook.pytest_deselected(items=gone)
    items[:] = kept


@pytest.fixture(scope="session")
def chromium() -> str:
    """Path of Debian's Chromium; skips (or fails in CI) when it is not installed."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path:
        return path
    if os.environ.get("CI", "").lower() == "true":
        pytest.fail("CI has to install chromium")
    pytest.skip("no Chromium on this machine (apt-get install chromium)")
