"""docs/rules/seed-coverage.md: every statement of the sources has a place, each place exists."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from django.urls import resolve
from django.utils import translation

from engine.rules import RULE_SETS, rule_set
from frontend.help.pages import LANGUAGES, help_page

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "rules" / "seed-coverage.md"
HELP = re.compile(r"/help/([a-z]+/[a-z0-9-]+)/#([a-z0-9-]+)$")
TEST = re.compile(r"(tests/[\w/]+\.py)::(\w+)(?:\[(\w+)\])?$")
RULES = re.compile(r"`(docs/rules/[\w-]+\.md)` ([^;|]+)")
NUMBERED = re.compile(r"§(\d+(?:\.\d+)?)")
ENTRY = re.compile(r"\b([ACQ]\d+)\b")


class Row(NamedTuple):
    """One statement: its number, what it says, where it is dealt with."""

    number: str
    statement: str
    where: str


def rows() -> list[Row]:
    """The rows of both tables."""
    found = re.findall(r"^\| (S\d+) \| (.+) \| (.+) \|$", PAGE.read_text(encoding="utf-8"), re.M)
    return [Row(*cells) for cells in found]


@cache
def parts(key: str, language: str) -> frozenset[str]:
    """Ids of the parts of a help page."""
    with translation.override(language):
        return frozenset(heading.id for heading in help_page(rule_set(key)).headings)


@cache
def functions_of(path: str) -> frozenset[str]:
    """Names of the test functions of a file."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


@cache
def vectors() -> frozenset[str]:
    """Ids of the vectors of both games."""
    files = (ROOT / "tests" / "engine" / "vectors").glob("*.jsonl")
    text = "\n".join(path.read_text(encoding="utf-8") for path in files)
    return frozenset(re.findall(r'"id": ?"(\w+)"', text))


def check_place(place: str) -> None:
    """A place in backticks exists."""
    if found := HELP.match(place):
        assert found[1] in RULE_SETS, place
        assert all(found[2] in parts(found[1], language) for language in LANGUAGES), place
    elif place.startswith("/"):
        assert resolve(place).url_name == "lesson", place
    elif found := TEST.match(place):
        assert found[2] in functions_of(found[1]), place
        assert found[3] is None or found[3] in vectors(), place
    else:
        assert (ROOT / place).is_file(), place


def check_section(path: str, words: str) -> None:
    """The section and the entry a decision names stand in that file."""
    text = (ROOT / path).read_text(encoding="utf-8")
    for number in NUMBERED.findall(words):
        assert re.search(rf"^##+ {re.escape(number)}\.? ", text, re.M), (path, number)
    for entry in ENTRY.findall(words):
        assert re.search(rf"^\| \**{entry}\** \|", text, re.M), (path, entry)


def test_statements_are_numbered_and_said_once() -> None:
    listed = rows()
    assert [row.number for row in listed] == [f"S{n}" for n in range(1, len(listed) + 1)]
    assert len(listed) > 150
    assert len({row.statement for row in listed}) == len(listed)
    table = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("|")]
    assert len(table) == len(listed) + 4  # two headings with their rules


@pytest.mark.parametrize("row", rows(), ids=lambda row: row.number)
def test_every_place_exists(row: Row) -> None:
    places = re.findall(r"`([^`]+)`", row.where)
    assert places
    for place in places:
        check_place(place)
    for path, words in RULES.findall(row.where):
        check_section(path, words)


@pytest.mark.parametrize(
    "place",
    [
        "/help/koenigrufen/cardgames-zone/#h-nothing",
        "/help/koenigrufen/nothing/#h-deal",
        "tests/engine/test_vectors.py::test_nothing",
        "tests/engine/test_vectors.py::test_vector[X99]",
        "docs/rules/nothing.txt",
        "/help/",
    ],
)
def test_a_place_that_does_not_exist_is_noticed(place: str) -> None:
    with pytest.raises(AssertionError):
        check_place(place)


@pytest.mark.parametrize("words", ["§99", "§20.2 C99"])
def test_a_section_that_does_not_exist_is_noticed(words: str) -> None:
    with pytest.raises(AssertionError):
        check_section("docs/rules/koenigrufen.md", words)
