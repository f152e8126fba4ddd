"""What an import found: the rows it would take, and every problem with its place in the file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext_lazy as _

REASONS = {
    "too_large": _("The file is larger than %(limit)s kB."),
    "empty": _("The file is empty."),
    "no_rows": _("The file has a header but no entrants."),
    "encoding": _("The file is not UTF-8 text. Save it as CSV (UTF-8)."),
    "unreadable": _("This line cannot be read as CSV."),
    "column_missing": _("The column “%(column)s” is missing."),
    "column_twice": _("The column “%(column)s” appears twice."),
    "column_unknown": _("The column “%(column)s” is not known."),
    "too_many_rows": _("More than %(limit)s entrants."),
    "too_many_cells": _("This line has more cells than the header."),
    "name_empty": _("The name is missing."),
    "name_too_long": _("The name is longer than %(limit)s characters."),
    "name_character": _("The name contains the character %(character)s, which is not allowed."),
    "name_twice": _("This name stands in line %(first)s already."),
    "name_taken": _("An entrant of this name is in the event already."),
    "number_bad": _("“%(value)s” is not a number from 1 to %(limit)s."),
    "number_twice": _("This number stands in line %(first)s already."),
    "number_taken": _("This number belongs to another entrant of the event."),
    "bot_unknown": _("“%(value)s” is not a bot; use %(known)s or leave the cell empty."),
}


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong: line (from 1), column name or "", stable code, facts."""

    line: int
    column: str
    code: str
    details: Mapping[str, Any] = field(default_factory=dict)

    @property
    def reason(self) -> str:
        """The problem in the reader's language."""
        return str(REASONS[self.code]) % dict(self.details)

    def to_json(self) -> dict[str, Any]:
        """Line, column, code and reason."""
        return {
            "line": self.line,
            "column": self.column,
            "code": self.code,
            "reason": self.reason,
        }


@dataclass(frozen=True, slots=True)
class ImportReport:
    """Result of an import or a dry run. ``imported`` is 0 as soon as there is one problem."""

    rows: int
    problems: tuple[Problem, ...]
    imported: int = 0
    dry_run: bool = False

    @property
    def is_ok(self) -> bool:
        """Whether the file can be imported."""
        return not self.problems

    def to_json(self) -> dict[str, Any]:
        """The report as plain values, problems in the reader's language."""
        return {
            "rows": self.rows,
            "imported": self.imported,
            "dry_run": self.dry_run,
            "problems": [problem.to_json() for problem in self.problems],
        }
