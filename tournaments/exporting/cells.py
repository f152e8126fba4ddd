"""Writing CSV that no spreadsheet mistakes for formulas."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def cell_escape(text: str) -> str:
    """Put an apostrophe before text that a spreadsheet would calculate (or that has one)."""
    return f"'{text}" if text.startswith(FORMULA_STARTS) or _is_escaped(text) else text


def cell_unescape(text: str) -> str:
    """Undo ``cell_escape``, so that a list exported and imported is the same list."""
    return text[1:] if _is_escaped(text) else text


def _is_escaped(text: str) -> bool:
    bare = text.lstrip("'")
    return bare != text and bare.startswith(FORMULA_STARTS)


def csv_bytes(rows: Iterable[Sequence[str | int | None]]) -> bytes:
    """UTF-8 CSV with CRLF; text is escaped, numbers (also negative ones) are left as numbers."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    for row in rows:
        writer.writerow([cell_escape(cell) if isinstance(cell, str) else cell for cell in row])
    return out.getvalue().encode()
