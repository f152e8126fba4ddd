"""Seating of an event: table sizes, who meets whom, who sits where, and the proof of quality.

Pure: values in, values out. Entrants are integers (their numbers), a table is a tuple of
entrants in seat order, a round is a tuple of tables, a plan is a tuple of rounds. The same
input and seed give the same plan on every machine: randomness comes from one
``random.Random(seed)``, no result depends on the order of a set.
"""

from tournaments.seating.certificate import Certificate, certificate_of, seating_check
from tournaments.seating.draw import DEFAULT_TRIALS, draw
from tournaments.seating.tables import Plan, Round, Table, hands_check, table_hands, table_sizes

__all__ = [
    "DEFAULT_TRIALS",
    "Certificate",
    "Plan",
    "Round",
    "Table",
    "certificate_of",
    "draw",
    "hands_check",
    "seating_check",
    "table_hands",
    "table_sizes",
]
