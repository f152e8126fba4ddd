"""Whether the engine's tests notice a changed engine: seeded mutants of its source.

``python -m tests.load.mutants [number] [seed]`` draws so many single changes of ``engine/scoring``
and ``engine/phases`` (an operator, a number, a condition) and runs the quick tests of the engine on
a copy of the project with each, two at a time. It prints how many were noticed, and the others with
file, line and change. A mutant on which the tests do not end counts as noticed.
"""

from __future__ import annotations

import ast
import copy
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("engine/scoring", "engine/phases")
TESTS = ("tests/engine",)
SECONDS = 120
WORKERS = 2

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


def mutants_of(file: Path) -> Iterator[Mutant]:
    """Every single change of a file; annotations, asserts and texts stay."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    for number in range(sum(1 for _ in _places(tree))):
        changed = copy.deepcopy(tree)
        node, place = list(_places(changed))[number]
        part = "test" if place == "condition" else None
        before = ast.unparse(getattr(node, part) if part else node)
        _change(node, place)
        after = ast.unparse(getattr(node, part) if part else node)
        text = ast.unparse(ast.fix_missing_locations(changed))
        line = getattr(node, "lineno", 0)
        yield Mutant(str(file.relative_to(ROOT)), line, f"{before} -> {after}", text)


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


def is_noticed(mutant: Mutant, folder: Path) -> bool:
    """Whether the tests fail on a copy of the project with this change."""
    target = folder / mutant.file
    original = target.read_text(encoding="utf-8")
    target.write_text(mutant.source, encoding="utf-8")
    env = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "CI": ""}
    argv = [sys.executable, "-m", "pytest", "--noconftest", "-x", "-q", "-p", "no:cacheprovider"]
    try:
        done = subprocess.run(
            [*argv, "-m", "not ci and not soak", *TESTS],
            cwd=folder, env=env, timeout=SECONDS, capture_output=True,
        )  # fmt: skip
        return done.returncode != 0
    except subprocess.TimeoutExpired:
        return True
    finally:
        target.write_text(original, encoding="utf-8")


def _copy_of_the_project(parent: Path, number: int) -> Path:
    folder = parent / str(number)
    for name in ("engine", "tests", "bots", "docs"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def run(number: int = 300, seed: str = "mutants") -> dict[str, Any]:
    """Draw, try, report."""
    files = sorted(f for folder in FOLDERS for f in (ROOT / folder).glob("*.py"))
    every = [mutant for file in files for mutant in mutants_of(file)]
    drawn = random.Random(seed).sample(every, min(number, len(every)))
    with tempfile.TemporaryDirectory() as parent, ThreadPoolExecutor(WORKERS) as pool:
        copies = [_copy_of_the_project(Path(parent), at) for at in range(WORKERS)]
        unchanged = Mutant(drawn[0].file, 0, "", (ROOT / drawn[0].file).read_text())
        assert not is_noticed(unchanged, copies[0]), "the tests fail without any change"
        parts = [drawn[at::WORKERS] for at in range(WORKERS)]
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
    arguments = sys.argv[1:]
    print(json.dumps(run(int(arguments[0]) if arguments else 300, *arguments[1:2]), indent=1))
