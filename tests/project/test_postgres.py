"""The part of the suite marked `pg` once more, on PostgreSQL, inside this one run."""

from __future__ import annotations

import pytest

from tests.postgres import PostgresRun, missing


def test_what_is_marked_pg_passes_on_postgresql(pytestconfig: pytest.Config) -> None:
    if pytestconfig.getoption("--pg"):
        pytest.skip("this is that run")
    if missing():
        pytest.skip(missing())
    code, output = PostgresRun.of(pytestconfig).result()
    print(output[-6000:])
    assert code == 0
    assert " passed" in output
