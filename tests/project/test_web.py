"""What every installation answers, whatever the apps do."""

from __future__ import annotations

import itertools
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from config.broker import MAX_SOCKET_PATH, socket_path
from config.health import worker_seen
from config.staticfiles import ModuleManifestStorage

ROOT = Path(__file__).resolve().parents[2]
PRODUCTION = {
    "DJANGO_SETTINGS_MODULE": "config.settings.prod",
    "SECRET_KEY": "k9" * 30 + "-x7Qw",
    "ALLOWED_HOSTS": "tarock.example.org",
    "DATABASE_URL": "postgresql://tarock:pw@127.0.0.1/tarock",
    "REDIS_URL": "redis://127.0.0.1:6379",
    "SECURE_HSTS_SECONDS": "31536000",
}


def check_deploy(**changes: str | None) -> subprocess.CompletedProcess[str]:
    given = {**os.environ, **PRODUCTION, **changes}
    env = {name: value for name, value in given.items() if value is not None}
    return subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "ERROR"],
        cwd=ROOT, env=env, capture_output=True, text=True, timeout=60,
    )  # fmt: skip


@pytest.mark.django_db
@pytest.mark.pg
def test_health_says_what_works(client):
    worker_seen("human@somewhere")
    answer = client.get("/health")
    assert answer.status_code == 200
    body = answer.json()
    assert all(body[part] is True for part in ("ok", "database", "broker"))
    assert body["workers"]["human"] >= 1
    assert "somewhere" not in answer.content.decode()
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.django_db
def test_health_says_that_the_broker_is_gone(client, settings, tmp_path):
    settings.LIVE_URL = f"unix://{tmp_path}/gone.sock?db=1"
    answer = client.get("/health")
    assert answer.status_code == 503
    assert answer.json() | {"version": ""} == {
        "ok": False, "version": "", "database": True, "broker": False, "workers": {},
    }  # fmt: skip
    worker_seen("human@somewhere")  # a worker goes on without it


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/accounts/login/", "/api/v1/docs", "/no/such/page"])
def test_every_page_allows_only_this_site(client, path):
    policy = client.get(path)["Content-Security-Policy"]
    assert policy.startswith("default-src 'self'")
    assert "unsafe" not in policy


def test_production_refuses_what_is_missing():
    for name in ("SECRET_KEY", "ALLOWED_HOSTS", "DATABASE_URL", "REDIS_URL"):
        done = check_deploy(**{name: None})
        assert done.returncode != 0
        assert f"{name} has to be set" in done.stderr.splitlines()[-1]


def test_production_passes_djangos_deployment_checks():
    done = check_deploy()
    assert done.returncode == 0, done.stderr
    # Subdomains and preloading are the operator's choice, not ours.
    warnings = set(re.findall(r"\((\w+\.W\d+)\)", done.stderr))
    assert warnings <= {"security.W005", "security.W021"}, done.stderr


def test_a_long_data_folder_gets_a_short_socket(tmp_path):
    assert socket_path(Path("/var/lib/t/run")) == Path("/var/lib/t/run/broker.sock")
    short = socket_path(tmp_path / ("x" * MAX_SOCKET_PATH))
    assert len(str(short)) < MAX_SOCKET_PATH
    assert short.parent.is_dir()
    short.parent.rmdir()


def test_module_imports_carry_the_hash_of_their_target(tmp_path, settings):
    settings.STATIC_URL = "/static/"
    (tmp_path / "a.js").write_text('import { x } from "./b.js";\nx();\n')
    (tmp_path / "b.js").write_text("export function x() {}\n")
    storage = ModuleManifestStorage(location=tmp_path)
    names = {name: (storage, name) for name in ("a.js", "b.js")}
    done = {old: new for old, new, processed in storage.post_process(names) if processed}
    imported = (tmp_path / done["a.js"]).read_text()
    assert f'from "./{done["b.js"]}"' in imported


def test_imports_may_lead_deep_and_what_players_load_is_compressed(tmp_path, settings):
    settings.STATIC_URL = "/static/"
    chain = [f"{chr(97 + i)}.js" for i in range(12)]
    for name, following in itertools.pairwise(chain):
        (tmp_path / name).write_text(f'import "./{following}";\n' + "x();\n" * 200)
    (tmp_path / chain[-1]).write_text("x();\n" * 200)
    (tmp_path / "admin").mkdir()
    (tmp_path / "admin" / "rare.js").write_text("x();\n" * 200)
    storage = ModuleManifestStorage(location=tmp_path)
    names = {name: (storage, name) for name in (*chain, "admin/rare.js")}
    done = {old: new for old, new, processed in storage.post_process(names) if processed}
    for name, following in itertools.pairwise(chain):
        wanted = storage.hashed_files[following]
        assert f'"./{wanted}"' in (tmp_path / storage.hashed_files[name]).read_text()
        assert (tmp_path / f"{storage.hashed_files[name]}.gz").exists()
    assert done
    assert not list((tmp_path / "admin").glob("*.gz"))
