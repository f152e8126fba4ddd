"""Makes `.venv` and installs a lock file into it: `install.py base|dev|bench`.

Needs only the standard library and some pip from 22.3 on, of any Python on this machine, or
ensurepip. Does nothing when the lock has not changed since the last time.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
MINIMUM_PYTHON = (3, 11)
EXTENTS = ("base", "dev", "bench")  # each contains the ones before it
MINIMUM_PIP = (22, 3)  # the first with --python

# Of the caller's own environment these would send the packages elsewhere or refuse the install.
# PIP_INDEX_URL, PIP_CERT, PIP_PROXY and the like stay: they say how to reach the registry.
MISLEADING = {
    *("PIP_CONSTRAINT", "PIP_NO_DEPS", "PIP_PREFIX", "PIP_PYTHON", "PIP_REQUIRE_VIRTUALENV"),
    *("PIP_REQUIREMENT", "PIP_ROOT", "PIP_TARGET", "PIP_USER"),
    *("PYTHONHOME", "PYTHONPATH", "VIRTUAL_ENV", "__PYVENV_LAUNCHER__"),
}
PIP_OPTIONS = (
    *("--disable-pip-version-check", "--no-input", "--quiet", "install", "--no-user"),
    *("--require-hashes", "--no-warn-script-location", "--root-user-action=ignore"),
)


def main(arguments: list[str]) -> int:
    if len(arguments) != 1 or arguments[0] not in EXTENTS:
        return fail(f"usage: install.py {'|'.join(EXTENTS)}")
    if sys.version_info < MINIMUM_PYTHON:
        return fail(f"Python 3.11 or newer is needed, this is {sys.version.split()[0]}")
    lock = ROOT / "requirements" / f"{arguments[0]}.txt"
    if is_installed(lock):
        return 0
    env = {name: value for name, value in os.environ.items() if name not in MISLEADING}
    if not works(PYTHON, env):
        print(f"making {VENV.relative_to(ROOT)}", flush=True)
        shutil.rmtree(VENV, ignore_errors=True)
        made = subprocess.run([sys.executable, "-m", "venv", "--without-pip", VENV], env=env)
        if made.returncode:
            package = f"python3.{sys.version_info.minor}-venv"
            return fail(f"cannot make .venv; install the package {package} and try again")
    pip = find_pip(env)
    if pip is None:
        return fail("no pip 22.3 or newer found; install the package python3-pip and try again")
    print(f"installing {lock.relative_to(ROOT)} (once per change of that file)", flush=True)
    done = subprocess.run([*pip, *PIP_OPTIONS, "-r", lock], env=env, cwd=ROOT)
    if done.returncode:
        return fail("installing failed; the lines above say why")
    stamp().write_text(digest(lock), encoding="utf-8")
    return 0


def is_installed(lock: Path) -> bool:
    """Each lock contains those before it, so a stamp of a later one serves as well."""
    if not PYTHON.exists() or not stamp().exists():
        return False
    noted = stamp().read_text(encoding="utf-8")
    locks = [lock.with_name(f"{name}.txt") for name in EXTENTS[EXTENTS.index(lock.stem) :]]
    return any(noted == digest(path) for path in locks)


def stamp() -> Path:
    return VENV / ".lock-stamp"


def digest(lock: Path) -> str:
    return f"{lock.name} {hashlib.sha256(lock.read_bytes()).hexdigest()}"


def works(python: Path, env: dict[str, str]) -> bool:
    """False also for a folder that was copied or whose Python is gone."""
    if not python.exists():
        return False
    fault = f"sys.version_info < {MINIMUM_PYTHON} or sys.prefix != {str(VENV)!r}"
    command = [str(python), "-c", f"import sys; sys.exit({fault})"]
    return subprocess.run(command, env=env, capture_output=True).returncode == 0


def find_pip(env: dict[str, str]) -> list[str] | None:
    """A command line that installs into the venv, whoever's pip it is."""
    base = Path(sys.base_prefix) / "bin" / f"python3.{sys.version_info.minor}"
    commands = [[sys.executable, "-m", "pip"], [str(base), "-m", "pip"]]
    commands += [[name] for name in (f"pip3.{sys.version_info.minor}", "pip3", "pip")]
    commands += [["python3", "-m", "pip"]]
    for command in commands:
        if pip_version(command, env) >= MINIMUM_PIP:
            return [*command, "--python", str(PYTHON)]
    done = subprocess.run([PYTHON, "-m", "ensurepip", "-q"], env=env, capture_output=True)
    return [str(PYTHON), "-m", "pip"] if done.returncode == 0 else None


def pip_version(command: list[str], env: dict[str, str]) -> tuple[int, ...]:
    try:
        done = subprocess.run([*command, "--version"], env=env, capture_output=True, text=True)
    except OSError:
        return (0,)
    found = re.match(r"pip (\d+)\.(\d+)", done.stdout)
    return tuple(map(int, found.groups())) if found and done.returncode == 0 else (0,)


def fail(line: str) -> int:
    print(line, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
