"""A person's history in words and numbers: filters, hands, points per hand with their interval."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from bots.statistics import Estimate, estimate_of_sums
from engine.rules import rule_set
from frontend import rule_names
from games.models import HandSeat, Table
from games.selectors.history import HistoryFilter, HistoryGroup

ENOUGH = 100
"""Fewer hands than this have no interval: too few to tell."""

PERIODS = {
    "7": gettext_lazy("the last 7 days"),
    "30": gettext_lazy("the last 30 days"),
    "365": gettext_lazy("the last 365 days"),
}
ROLES = {
    HandSeat.Role.DECLARER.value: gettext_lazy("declarer"),
    HandSeat.Role.PARTNER.value: gettext_lazy("partner"),
    HandSeat.Role.DEFENDER.value: gettext_lazy("defender"),
    HandSeat.Role.ALONE.value: pgettext_lazy("role", "alone"),
}
KINDS = {
    Table.Kind.QUICK.value: gettext_lazy("quick game"),
    Table.Kind.EVENT.value: gettext_lazy("evening"),
    Table.Kind.DAILY.value: gettext_lazy("deal of the day"),
}
BAR_WIDTH = 200
"""Units of the interval bar from the left to the right end."""


@dataclass(frozen=True, slots=True)
class Bar:
    """Where an interval lies in the drawing, in its units; ``zero`` is the line of no points."""

    zero: int
    left: int
    width: int
    mean: int


@dataclass(frozen=True, slots=True)
class Line:
    """One row of statistics: of which hands, how many, their mean. ``bar`` from 100 hands on."""

    name: str
    count: int
    mean: str
    margin: str = ""
    bar: Bar | None = None


@dataclass(frozen=True, slots=True)
class Section:
    """Points per hand under one rule set; these are never mixed."""

    rules_id: str
    count: int
    is_written: bool
    lines: tuple[Line, ...]


def filter_of(query: Mapping[str, str], now: datetime) -> HistoryFilter:
    """Return the filter of a query string; what it does not know is ignored."""

    def known(name: str, values: Iterable[str]) -> str:
        value = query.get(name, "")
        return value if value in values else ""

    def text(name: str, longest: int) -> str:
        return query.get(name, "").replace("\0", "")[:longest]  # PostgreSQL takes no NUL

    days = known("period", PERIODS)
    return HistoryFilter(
        rules_id=text("rules", 60),
        role=known("role", ROLES),
        contract=text("contract", 8),
        kind=known("kind", KINDS),
        since=now - timedelta(days=int(days)) if days else None,
    )


def sections_of(groups: Sequence[HistoryGroup]) -> list[Section]:
    """Return one section per rule set, that with most hands first."""
    by_rules: dict[str, list[HistoryGroup]] = {}
    for group in groups:
        by_rules.setdefault(group.rules_id, []).append(group)
    sections = [_section(rules_id, found) for rules_id, found in by_rules.items()]
    return sorted(sections, key=lambda section: -section.count)


def _section(rules_id: str, groups: Sequence[HistoryGroup]) -> Section:
    parts: list[tuple[str, list[HistoryGroup]]] = [(_("all hands"), list(groups))]
    for role, name in ROLES.items():
        parts.append((str(name), [group for group in groups if group.role == role]))
    own = [group for group in groups if group.role == HandSeat.Role.DECLARER]
    for code in sorted({group.contract for group in own}, key=rule_names.contract_name):
        of_code = [group for group in own if group.contract == code]
        parts.append((rule_names.contract_name(code), of_code))
    found = [(name, _count(part), _estimate(part)) for name, part in parts if part]
    reach = max((_reach(e) for _name, n, e in found if e and n >= ENOUGH), default=0.0)
    lines = tuple(_line(name, part, reach) for name, part in parts if part)
    is_written = rule_set(rules_id).sum_rule == "written"
    return Section(rules_id, _count(groups), is_written, lines)


def _count(groups: Iterable[HistoryGroup]) -> int:
    return sum(group.count for group in groups)


def _estimate(groups: Sequence[HistoryGroup]) -> Estimate | None:
    """None for a single hand, from which no error can be told."""
    count = _count(groups)
    if count < 2:
        return None
    total, squares = sum(g.total for g in groups), sum(g.squares for g in groups)
    return estimate_of_sums(count, total, squares)


def _reach(found: Estimate) -> float:
    return max(abs(end) for end in found.interval())


def _line(name: str, groups: Sequence[HistoryGroup], reach: float) -> Line:
    count = _count(groups)
    mean = sum(group.total for group in groups) / count
    found = _estimate(groups)
    if found is None or count < ENOUGH:
        return Line(name, count, decimal(mean))
    margin = found.interval()[1] - found.mean
    return Line(name, count, decimal(mean), decimal(margin, sign=False), _bar(found, reach))


def _bar(found: Estimate, reach: float) -> Bar:
    """The interval on a scale on which zero lies in the middle."""

    def at(value: float) -> int:
        return round(BAR_WIDTH / 2 * (1 + value / reach)) if reach else BAR_WIDTH // 2

    low, high = found.interval()
    return Bar(
        zero=BAR_WIDTH // 2, left=at(low), width=max(2, at(high) - at(low)), mean=at(found.mean)
    )


def decimal(value: float, *, sign: bool = True) -> str:
    """Return a number with two decimals as the language writes it; a real minus.

    >>> decimal(0.004), decimal(-1.5)
    ('0.00', '\u22121.50')
    """
    rounded = round(abs(value), 2)
    text = str(number_format(rounded, 2, use_l10n=True))
    if not sign or rounded == 0:
        return text
    return f"\u2212{text}" if value < 0 else f"+{text}"


@dataclass(frozen=True, slots=True)
class Choices:
    """What each filter offers: (value, name); only what the history has."""

    rules: tuple[tuple[str, str], ...]
    roles: tuple[tuple[str, str], ...]
    contracts: tuple[tuple[str, str], ...]
    periods: tuple[tuple[str, str], ...]
    kinds: tuple[tuple[str, str], ...]


def choices_of(groups: Sequence[HistoryGroup]) -> Choices:
    """Return the choices for a history with these groups (unfiltered)."""
    rules = sorted({group.rules_id for group in groups})
    roles = {group.role for group in groups}
    codes = {group.contract for group in groups if group.contract}
    return Choices(
        rules=tuple((found, rule_names.rule_set_name(found)) for found in rules),
        roles=tuple((role, str(name)) for role, name in ROLES.items() if role in roles),
        contracts=tuple((c, rule_names.contract_name(c)) for c in sorted(codes)),
        periods=tuple((days, str(name)) for days, name in PERIODS.items()),
        kinds=tuple((kind, str(name)) for kind, name in KINDS.items()),
    )


def place_of(table: Table) -> str:
    """Return where a hand was played."""
    event: dict[str, Any] | None = table.event_ref
    return event["name"] if event else str(KINDS[table.kind])
