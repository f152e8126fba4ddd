"""Choosing house rules: those with a sentence of their own, for the forms that open a table.

A form offers for each rule set what it accepts and does not play anyway; what is sent for another
rule set than the chosen one does not count. Values of games, lines of the club and the like go
over REST.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from engine.errors import BadOption
from engine.rules import RULE_SETS, rule_set
from engine.rules.describe import differences
from frontend.house_rules import CHOSEN, house_rules


@dataclass(frozen=True, slots=True)
class HouseRule:
    """One house rule to tick: what the form sends for it, and its sentence."""

    key: str
    text: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The house rules of one rule set."""

    rules: str
    choices: tuple[HouseRule, ...]


def house_choices(sent: Iterable[str] = ()) -> list[HouseRules]:
    """Return what every rule set offers, with what was ``sent`` ticked."""
    ticked = set(sent)
    return [
        HouseRules(
            rules=key,
            choices=tuple(
                HouseRule(name, house_rules(key, {option: value})[0], name in ticked)
                for name, (option, value) in _offered(key).items()
            ),
        )
        for key in RULE_SETS
        if rule_set(key).is_dealt
    ]


def house_options(rules_id: str, sent: Iterable[str]) -> dict[str, Any]:
    """Return the options of ``rules_id`` that were ticked; of two answers to one question the
    later one."""
    offered = _offered(rules_id) if rules_id in RULE_SETS else {}
    return dict(offered[name] for name in sent if name in offered)


@cache
def _offered(rules_id: str) -> dict[str, tuple[str, Any]]:
    """What the form sends -> option and value."""
    return {f"{rules_id}:{option}={value}": (option, value) for option, value in _fitting(rules_id)}


def _fitting(rules_id: str) -> Iterator[tuple[str, Any]]:
    for option, value in CHOSEN:
        try:
            found = differences(rule_set(rules_id, **{option: value}))
        except BadOption:
            continue
        if [difference.option for difference in found] == [option]:
            yield option, value
