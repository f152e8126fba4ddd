"""deploy/ starts exactly the processes of `manage.py up`, in a form the tools accept."""

from __future__ import annotations

import configparser
import re
import shlex
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from config.processes import Process, processes
from tests.project.compose_schema import SCHEMA

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
NOT_OURS = {"postgres", "broker", "proxy", "migrate"}  # servers, and the one-shot before all others


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    return dict(yaml.safe_load((DEPLOY / "compose.yml").read_text()))


def as_shell(process: Process) -> list[str]:
    prefix = ["nice", "-n", str(process.nice)] if process.nice else []
    return [*prefix, "python", *process.argv]


def unit(name: str) -> configparser.SectionProxy:
    parser = configparser.ConfigParser(interpolation=None, strict=True)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read_string((DEPLOY / "systemd" / name).read_text())
    return parser["Service"]


def test_compose_file_meets_its_schema(compose):
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    jsonschema.validate(compose, SCHEMA, cls=jsonschema.Draft202012Validator)


def test_the_schema_notices_a_misspelt_key(compose):
    compose = {**compose, "services": {"web": {"image": "x", "enviroment": {}}}}
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(compose, SCHEMA)


def test_compose_starts_the_processes_of_up(compose):
    ours = {n: s for n, s in compose["services"].items() if n not in NOT_OURS}
    expected = {p.name: as_shell(p) for p in processes(host="0.0.0.0", port=8000)}
    assert {name: shlex.split(service["command"]) for name, service in ours.items()} == expected


def test_compose_names_what_it_uses(compose):
    services = compose["services"]
    for service in services.values():
        assert set(service.get("depends_on", {})) <= set(services)
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            assert source in compose["volumes"] or (DEPLOY / source).exists()
        for needed, how in service.get("depends_on", {}).items():
            if how["condition"] == "service_healthy":
                assert "healthcheck" in services[needed]
    assert services["beat"]["deploy"]["replicas"] == 1


def test_systemd_starts_the_processes_of_up():
    found = {}
    for path in (DEPLOY / "systemd").glob("tarockania-*.service"):
        service = unit(path.name)
        name = path.stem.removeprefix("tarockania-")
        argv = shlex.split(service["ExecStart"].replace("%%", "%"))
        found[name] = (argv[1:], int(service.get("Nice", "0")))
        assert argv[0] == "/opt/tarockania/.venv/bin/python"
    assert found.pop("migrate") == (["manage.py", "migrate", "--noinput"], 0)
    listed = processes(host="127.0.0.1", port=8000)
    assert found == {p.name: (list(p.argv), p.nice) for p in listed}


def test_the_systemd_target_wants_them_all():
    text = (DEPLOY / "systemd" / "tarockania.target").read_text()
    wanted = set(re.findall(r"tarockania-(\w+)\.service", text))
    assert wanted == {p.name for p in processes(host="", port=0)}


def test_the_image_serves_the_web_by_default():
    text = (DEPLOY / "Dockerfile").read_text().replace("\\\n", " ")
    command = re.search(r"^CMD (\[.*\])$", text, re.M)
    assert command
    web = processes(host="0.0.0.0", port=8000)[0]
    assert yaml.safe_load(command[1]) == ["python", *web.argv]


def test_every_variable_of_env_example_is_read_somewhere():
    names = set(re.findall(r"^#? ?([A-Z_]+)=", (DEPLOY / "env.example").read_text(), re.M))
    readers = [*(ROOT / "config").rglob("*.py"), DEPLOY / "compose.yml", DEPLOY / "Caddyfile"]
    text = "\n".join(path.read_text() for path in readers)
    assert {name for name in names if name not in text} == set()
    for needed in ("SECRET_KEY", "ALLOWED_HOSTS", "DATABASE_URL", "REDIS_URL", "SITE_HOST"):
        assert needed in names


def test_only_one_beat_exists():
    assert [p.name for p in processes(host="", port=0) if p.single] == ["beat"]
