"""Entrant lists: CSV with the columns name (required), number, bot.

UTF-8 with or without byte order mark, comma or semicolon. ``bot`` is the slug of a built-in bot
or empty for a person. Nothing here touches the database.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from accounts.errors import BadName
from accounts.names import MAX_LENGTH, name_clean, name_key
from tournaments.exporting.cells import cell_unescape
from tournaments.importing.report import Problem

MAX_BYTES = 512 * 1024
MAX_ROWS = 1000
MAX_NUMBER = 9999
MAX_PROBLEMS = 200
"""A report stops here; whoever opens a wrong file does not need a line for each of its lines."""
COLUMNS = ("name", "number", "bot")


@dataclass(frozen=True, slots=True)
class EntrantRow:
    """One good line; ``number`` None asks for the next free one, ``bot`` "" is a person."""

    line: int
    name: str
    number: int | None
    bot: str


@dataclass(frozen=True, slots=True)
class Taken:
    """What the event already holds, as ``name_key`` keys and numbers."""

    names: Collection[str] = ()
    numbers: Collection[int] = ()


class _Stop(Exception):
    """The file as a whole cannot be read on."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem


def entrants_parse(
    data: bytes, *, bots: Collection[str], taken: Taken | None = None
) -> tuple[list[EntrantRow], list[Problem]]:
    """Read a list; the rows are good for import only if there are no problems.

    The size is checked before anything is decoded. Problems come in line order, at most
    MAX_PROBLEMS of them.
    """
    rows: list[EntrantRow] = []
    problems: list[Problem] = []
    try:
        reader, header = _open(data)
        checker = _Checker(sorted(bots), taken or Taken())
        for line, cells in _lines(reader, len(header)):
            if len(rows) >= MAX_ROWS:
                raise _Stop(Problem(line, "", "too_many_rows", {"limit": MAX_ROWS}))
            row = checker.check(line, dict(zip(header, cells, strict=False)), problems)
            rows.append(row)
            if len(problems) >= MAX_PROBLEMS:
                break
        if not rows:
            raise _Stop(Problem(1, "", "no_rows"))
    except _Stop as stop:
        problems.append(stop.problem)
    return rows, sorted(problems, key=lambda problem: problem.line)


Reader = Iterator[tuple[int, list[str]]]


def _open(data: bytes) -> tuple[Reader, list[str]]:
    """Decode, find the separator, check the header."""
    if len(data) > MAX_BYTES:
        raise _Stop(Problem(1, "", "too_large", {"limit": MAX_BYTES // 1024}))
    text = _decode(data)
    if not text.strip():
        raise _Stop(Problem(1, "", "empty"))
    reader = _records(text)
    for line, cells in reader:
        if any(cells):
            return reader, _header(line, cells)
    raise _Stop(Problem(1, "", "empty"))


def _decode(data: bytes) -> str:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise _Stop(Problem(line, "", "encoding")) from None
    if "\0" in text:  # UTF-16 without a mark, or no text at all
        raise _Stop(Problem(text[: text.index("\0")].count("\n") + 1, "", "encoding"))
    return text


def _records(text: str) -> Reader:
    """(line on which the record begins, stripped cells) of every record."""
    first = text.lstrip("\r\n").splitlines()[0]
    separator = ";" if first.count(";") > first.count(",") else ","
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    while True:
        line = reader.line_num + 1
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error:
            raise _Stop(Problem(line, "", "unreadable")) from None
        yield line, [cell.strip(" \u00a0") for cell in cells]


def _header(line: int, cells: list[str]) -> list[str]:
    header = [cell.casefold() for cell in cells]
    while header and not header[-1]:
        header.pop()
    for number, column in enumerate(header):
        if column not in COLUMNS:
            raise _Stop(Problem(line, column[:60], "column_unknown", {"column": column[:60]}))
        if column in header[:number]:
            raise _Stop(Problem(line, column, "column_twice", {"column": column}))
    if "name" not in header:
        raise _Stop(Problem(line, "name", "column_missing", {"column": "name"}))
    return header


def _lines(reader: Reader, width: int) -> Reader:
    """Records with something in them; too many cells are a wrong separator or a stray one."""
    for line, cells in reader:
        if not any(cells):
            continue
        if any(cells[width:]):
            raise _Stop(Problem(line, "", "too_many_cells"))
        yield line, cells[:width]


class _Checker:
    """Checks cells line by line and remembers which line took a name or a number."""

    def __init__(self, bots: list[str], taken: Taken) -> None:
        self.bots = bots
        self.taken = taken
        self.names: dict[str, int] = {}
        self.numbers: dict[int, int] = {}

    def check(self, line: int, cells: Mapping[str, str], problems: list[Problem]) -> EntrantRow:
        """The row; whatever is wrong with it is appended to ``problems``."""
        name = self._name(line, cells["name"], problems)
        number = self._number(line, cells.get("number", ""), problems)
        bot = cells.get("bot", "").casefold()
        if bot and bot not in self.bots:
            facts = {"value": bot[:30], "known": ", ".join(self.bots)}
            problems.append(Problem(line, "bot", "bot_unknown", facts))
        return EntrantRow(line, name, number, bot)

    def _name(self, line: int, cell: str, problems: list[Problem]) -> str:
        try:
            name = name_clean(cell_unescape(cell))
        except BadName as error:
            facts = {"limit": MAX_LENGTH, **error.details}
            problems.append(Problem(line, "name", f"name_{error.details['reason']}", facts))
            return ""
        key = name_key(name)
        if key in self.taken.names:
            problems.append(Problem(line, "name", "name_taken"))
        elif key in self.names:
            problems.append(Problem(line, "name", "name_twice", {"first": self.names[key]}))
        self.names.setdefault(key, line)
        return name

    def _number(self, line: int, cell: str, problems: list[Problem]) -> int | None:
        if not cell:
            return None
        number = int(cell) if cell.isascii() and cell.isdigit() and len(cell) <= 6 else 0
        if not 1 <= number <= MAX_NUMBER:
            facts = {"value": cell[:20], "limit": MAX_NUMBER}
            problems.append(Problem(line, "number", "number_bad", facts))
            return None
        if number in self.taken.numbers:
            problems.append(Problem(line, "number", "number_taken"))
        elif number in self.numbers:
            facts = {"first": self.numbers[number]}
            problems.append(Problem(line, "number", "number_twice", facts))
        self.numbers.setdefault(number, line)
        return number
