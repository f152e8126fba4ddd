"""Files at the top of the repository keep their promises."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from requirements import install

ROOT = Path(__file__).resolve().parents[2]
LOCKS = ["base.txt", "dev.txt", "bench.txt"]


@pytest.mark.parametrize("name", LOCKS)
def test_locks_have_hashes_and_no_url(name):
    text = (ROOT / "requirements" / name).read_text()
    assert not re.search(r"\w+://", text)
    pins = re.findall(r"^([a-z0-9-]+)(\[[a-z,]+\])?==", text, re.M)
    assert len(pins) > 50
    assert text.count("--hash=sha256:") >= len(pins)
    assert not re.search(r"^\s*-(e|i|f)\b|--(extra-)?index|--find-links", text, re.M)


def test_every_lock_contains_the_one_before():
    base, dev, bench = (
        set(re.findall(r"^\S+==\S+", (ROOT / "requirements" / name).read_text(), re.M))
        for name in LOCKS
    )
    assert base <= dev <= bench


def test_the_readme_names_only_commands_that_exist():
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.M))
    for name in ("README.md", "CONTRIBUTING.md"):
        named = set(re.findall(r"(?m)(?:`|^    |=1 )make ([a-z]+)", (ROOT / name).read_text()))
        assert named <= targets, name
    readme = (ROOT / "README.md").read_text()
    assert {"make run", "make test"} <= set(re.findall(r"make [a-z]+", readme))


def test_decisions_are_numbered_without_gaps():
    notes = sorted(path.name for path in (ROOT / "docs" / "decisions").glob("[0-9]*.md"))
    assert [int(name[:4]) for name in notes] == list(range(1, len(notes) + 1))
    for name in notes:
        text = (ROOT / "docs" / "decisions" / name).read_text()
        for part in ("**What.**", "**Why.**", "**What else.**", "**What would change our mind.**"):
            assert part in text, f"{name} lacks {part}"


CODE = ("accounts", "bots", "config", "engine", "frontend", "games", "tests", "tournaments")
SUFFIXES = (".py", ".js", ".css", ".html")


def test_code_cites_only_pages_that_are_here():
    """Whoever follows a comment finds what it names (koenigrufen.md §8.3 is in docs/rules)."""
    pages = {page.name for page in ROOT.glob("*.md")}
    pages |= {page.name for page in (ROOT / "docs").rglob("*.md")}
    files = [file for name in CODE for file in (ROOT / name).rglob("*")]
    pages |= {file.name for file in files if file.suffix == ".md"}
    read = [file for file in files if file.suffix in SUFFIXES]
    assert len(read) > 300
    for file in read:
        cited = re.findall(r"[\w./-]+\.md\b", file.read_text(encoding="utf-8"))
        assert {Path(page).name for page in cited} <= pages, file


def test_import_contracts_hold():
    command = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run([command], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout[-3000:]


def test_one_version_everywhere(settings):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["version"] == settings.VERSION


def test_an_unchanged_lock_is_not_installed_again(tmp_path, monkeypatch):
    monkeypatch.setattr(install, "VENV", tmp_path)
    monkeypatch.setattr(install, "PYTHON", Path(sys.executable))
    lock = ROOT / "requirements" / "base.txt"
    assert not install.is_installed(lock)
    install.stamp().write_text(install.digest(lock))
    assert install.is_installed(lock)
    install.stamp().write_text(install.digest(lock.with_name("dev.txt")))
    assert install.is_installed(lock)
    install.stamp().write_text("base.txt of another day")
    assert not install.is_installed(lock)


def test_without_any_pip_one_line_names_the_package(tmp_path, monkeypatch, capfd):
    monkeypatch.setattr(install, "VENV", tmp_path / "venv")
    monkeypatch.setattr(install, "PYTHON", tmp_path / "venv" / "bin" / "python")
    monkeypatch.setattr(install, "ROOT", tmp_path)
    (tmp_path / "requirements").mkdir()
    (tmp_path / "requirements" / "base.txt").write_text("")
    monkeypatch.setattr(install, "find_pip", lambda env: None)
    assert install.main(["base"]) == 1
    assert capfd.readouterr().err == (
        "no pip 22.3 or newer found; install the package python3-pip and try again\n"
    )


def test_the_callers_python_surroundings_do_not_reach_pip(monkeypatch):
    assert {"PIP_USER", "PIP_TARGET", "PYTHONPATH", "VIRTUAL_ENV"} <= install.MISLEADING
    assert "PIP_INDEX_URL" not in install.MISLEADING


def test_no_function_of_the_engine_is_longer_than_a_page():
    long = [
        f"{path.name}:{node.lineno} {node.name}"
        for path in (ROOT / "engine").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef) and (node.end_lineno or 0) - node.lineno >= 60
    ]
    assert not long
