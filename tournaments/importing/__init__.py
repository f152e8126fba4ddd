"""Lists from the outside world, read with a report per line and never half-imported."""

from tournaments.importing.entrants import (
    MAX_BYTES,
    MAX_ROWS,
    EntrantRow,
    entrants_parse,
)
from tournaments.importing.report import ImportReport, Problem

__all__ = [
    "MAX_BYTES",
    "MAX_ROWS",
    "EntrantRow",
    "ImportReport",
    "Problem",
    "entrants_parse",
]
