"""Whether the engine's tests notice a changed engine: seeded mutants of its source.

``python -m tests.load.mutants [number] [seed] [at once]`` draws so many single changes of
``engine/scoring`` and ``engine/phases`` (an operator, a number, a condition) and runs the quick
tests of the engine on a copy of the project with each, until the first one fails. It prints how
many were noticed, and the others with file, line and change. A mutant on which the tests do not
end counts as noticed.
"""

from __future__ import annotations

import ast
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("engine/scoring", "engine/phases")
# the tests that notice most in the least time come first, those that play many hands last
FIRST = (
    *("vectors", "result_lines", "result_forms", "house_rule_points", "rulings"),
    *("hand", "hand_cups", "hand_illustrated", "auctions"),
)
LAST = ("no_leak", "options", "record", "golden_records", "properties")
# of the processor, whatever else runs; the tests of each stage take a quarter of it at most
CPU_SECONDS = (20, 60)
WORKERS = 2
# the engine's tests need no plugin, and start three times as fast without
SETTINGS = """[pytest]
pythonpath = .
addopts = --strict-markers --import-mode=importlib
filterwarnings = error
markers =
    ci: not here
    soak: not here
"""

SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift, ast.RShift: ast.LShift, ast.Pow: ast.Mult,
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """One change: the file, its line, what it says, and the whole changed source."""

    file: str
    line: int
    change: str
    source: str


def places() -> list[tuple[Path, int]]:
    """Everything that can be changed, by file and number."""
    files = sorted(file for folder in FOLDERS for file in (ROOT / folder).glob("*.py"))
    trees = [(file, ast.parse(file.read_text(encoding="utf-8"))) for file in files]
    return [(file, number) for file, tree in trees for number, _ in enumerate(_places(tree))]


def mutant_of(file: Path, number: int) -> Mutant:
    """One change of a file; annotations, asserts and texts stay."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    node, place = list(_places(tree))[number]
    part = "test" if place == "condition" else None
    before = ast.unparse(getattr(node, part) if part else node)
    _change(node, place)
    after = ast.unparse(getattr(node, part) if part else node)
    text = ast.unparse(ast.fix_missing_locations(tree))
    line = getattr(node, "lineno", 0)
    return Mutant(str(file.relative_to(ROOT)), line, f"{before} -> {after}", text)


def _places(tree: ast.AST) -> Iterator[tuple[Any, str]]:
    """Nodes that can be changed, and how."""
    for node in _walk(tree):
        if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in SWAPS:
            yield node, "compare"
        elif isinstance(node, (ast.BinOp, ast.BoolOp, ast.AugAssign)) and type(node.op) in SWAPS:
            yield node, "operator"
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield node, "not"
        elif isinstance(node, ast.Constant) and type(node.value) in (int, bool):
            yield node, "constant"
        elif isinstance(node, (ast.If, ast.IfExp)):
            yield node, "condition"


def _walk(node: ast.AST) -> Iterator[ast.AST]:
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list") or isinstance(node, ast.Assert):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not _is_typing(child):
                yield child
                yield from _walk(child)


def _is_typing(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def _change(node: Any, place: str) -> None:
    if place == "compare":
        node.ops[0] = SWAPS[type(node.ops[0])]()
    elif place == "operator":
        node.op = SWAPS[type(node.op)]()
    elif place == "not":
        node.op = ast.UAdd()
    elif place == "constant":
        node.value = not node.value if type(node.value) is bool else node.value + 1
    else:
        node.test = ast.UnaryOp(ast.Not(), node.test)


def tests(folder: Path) -> tuple[list[str], list[str]]:
    """The files with the engine's tests in the order in which they are tried, in two stages."""
    found = (folder / "tests/engine").glob("test_*.py")
    names = sorted({file.stem.removeprefix("test_") for file in found} - {*FIRST})
    names.sort(key=lambda name: LAST.index(name) if name in LAST else -1)
    return _files(FIRST), _files(names)


def _files(names: Iterable[str]) -> list[str]:
    return [f"tests/engine/test_{name}.py" for name in names]


def is_noticed(mutant: Mutant, folder: Path) -> bool:
    """Whether the tests fail on a copy of the project with this change."""
    target = folder / mutant.file
    original = target.read_text(encoding="utf-8")
    target.write_text(mutant.source, encoding="utf-8")
    try:
        stages = zip(tests(folder), CPU_SECONDS, strict=True)
        return any(_do_fail(files, folder, seconds) for files, seconds in stages)
    finally:
        target.write_text(original, encoding="utf-8")


def _do_fail(files: list[str], folder: Path, seconds: int) -> bool:
    env = dict(os.environ) | dict.fromkeys(("CI", "TAROCK_HANDS", "PYTEST_ADDOPTS"), "")
    env |= {"PYTHONDONTWRITEBYTECODE": "1", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    argv = ["sh", "-c", f'ulimit -t {seconds}; exec "$@"', "sh", sys.executable, "-m", "pytest"]
    argv += ["--noconftest", "-x", "-q", "-p", "no:cacheprovider", "-m", "not ci and not soak"]
    done = subprocess.run([*argv, *files], cwd=folder, env=env, capture_output=True)
    if done.returncode in (pytest.ExitCode.USAGE_ERROR, pytest.ExitCode.NO_TESTS_COLLECTED):
        raise RuntimeError(done.stdout.decode() + done.stderr.decode())
    return done.returncode != 0


def _copy_of_the_project(parent: Path, number: int) -> Path:
    folder = parent / str(number)
    for name in ("engine", "tests", "bots", "docs"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "pytest.ini").write_text(SETTINGS)
    return folder


def run(number: int = 300, seed: str = "mutants", workers: int = WORKERS) -> dict[str, Any]:
    """Draw, try, report."""
    every = places()
    drawn = [
        mutant_of(*place) for place in random.Random(seed).sample(every, min(number, len(every)))
    ]
    with tempfile.TemporaryDirectory() as parent, ThreadPoolExecutor(workers) as pool:
        copies = [_copy_of_the_project(Path(parent), at) for at in range(workers)]
        unchanged = Mutant(drawn[0].file, 0, "", (ROOT / drawn[0].file).read_text())
        assert not is_noticed(unchanged, copies[0]), "the tests fail without any change"
        parts = [drawn[at::workers] for at in range(workers)]
        tried = list(pool.map(_try_all, parts, copies))
    missed = [mutant for part in tried for mutant, noticed in part if not noticed]
    return {
        "measured": "mutants",
        "of": len(every),
        "tried": len(drawn),
        "noticed": len(drawn) - len(missed),
        "share": round(1 - len(missed) / len(drawn), 3),
        "missed": sorted(f"{m.file}:{m.line} {m.change}" for m in missed),
    }


def _try_all(part: list[Mutant], folder: Path) -> list[tuple[Mutant, bool]]:
    return [(mutant, is_noticed(mutant, folder)) for mutant in part]


if __name__ == "__main__":
    given = [*sys.argv[1:], *("300", "mutants", WORKERS)[len(sys.argv) - 1 :]]
    print(json.dumps(run(int(given[0]), str(given[1]), int(given[2])), indent=1))
