"""What a rule set changes of its preset, as facts; the words for it are a front end's.

Every option is read as a table from subjects to plain values, before and after; what differs is a
``Difference``. So an option that repeats the preset's value is no difference, and one that stands
for many (the bonus set) shows as the values it changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from . import rule_set
from .base import RuleSet

Table = Mapping[str, Any]
Reader = Callable[[RuleSet], Table]


class Difference(NamedTuple):
    """One changed value.

    ``option`` is the option that sets such a value; ``subject`` the code of a contract, the name
    of a bonus or of a custom line, or empty. ``before`` and ``after`` are JSON values in the form
    the option takes, None for what is not there.
    """

    option: str
    subject: str
    before: Any
    after: Any


def differences(rules: RuleSet, preset: RuleSet | None = None) -> tuple[Difference, ...]:
    """What differs from the preset, in the order of the options; () without house rules.

    ``preset`` is the published rule set of the same key unless it is given. Raises
    UnknownRuleSet for a rule set that is not published.
    """
    found = tuple(_found(preset or rule_set(rules.key), rules))
    # a lost contract costs its value unless it has a price of its own
    told = [one._replace(option="loss_values") for one in found if one.option == "values"]
    return tuple(one for one in found if one not in told)


def _found(preset: RuleSet, rules: RuleSet) -> Iterator[Difference]:
    for option, read in _TABLES.items():
        if option not in rules.data["accepts"]:
            continue
        before, after = read(preset), read(rules)
        subjects = dict.fromkeys((*before, *after))
        if option in _ABOUT_WHAT_STAYS:
            subjects = dict.fromkeys(s for s in before if s in after)
        for subject in subjects:
            missing = False if option == "contracts" else None
            old, new = before.get(subject, missing), after.get(subject, missing)
            if old != new:
                yield Difference(option, subject, old, new)


def _contracts(rules: RuleSet) -> Table:
    """The contracts somebody can declare."""
    return {c.code: True for c in rules.contracts if c.bid_right != "all_pass"}


def _of_contracts(name: str) -> Reader:
    def read(rules: RuleSet) -> Table:
        return {c.code: getattr(c, name) for c in rules.contracts if c.kind != "everyone"}

    return read


def _bonus_values(rules: RuleSet) -> Table:
    """A value per way to score a bonus, None where it cannot be scored that way."""
    found: dict[str, Any] = {item: [*values] for item, values in rules.data["bonuses"].items()}
    if rules.valat.mode != "none":
        found["valat"] = [rules.valat.silent, rules.valat.announced]
    return found


def _of(part: str, name: str) -> Reader:
    def read(rules: RuleSet) -> Table:
        value = getattr(getattr(rules, part), name)
        return {"": list(value) if isinstance(value, tuple) else value}

    return read


def _all_pass(rules: RuleSet) -> Table:
    return {"": "trischaken" if rules.auction.all_pass == "everyone" else rules.auction.all_pass}


def _uhu(rules: RuleSet) -> Table:
    return {"": "uhu" in rules.bonuses}


def _defenders(rules: RuleSet) -> Table:
    return {"": bool(rules.announce.defenders)}


def _chain(rules: RuleSet) -> Table:
    return {"": rules.announce.chain == "required"}


def _levels(rules: RuleSet) -> Table:
    return {"": len(rules.kontra.factors["bonus_post"]) - 1}


def _stacks(rules: RuleSet) -> Table:
    factors = rules.kontra.factors
    return {"": len(factors["game_pre"]) > 1 and factors["bonus_pre"] == factors["game_pre"]}


def _match(rules: RuleSet) -> Table:
    series = rules.series
    return {"": {"target": series.target, "bonus": series.target_bonus} if series.target else None}


def _seats(rules: RuleSet) -> Table:
    return {"": rules.hand_seats}


def _sum_rule(rules: RuleSet) -> Table:
    return {"": rules.sum_rule}


def _custom_lines(rules: RuleSet) -> Table:
    return {line.name: line.value for line in rules.custom_lines}


# a contract that is off has no value to compare, a bonus that was added is another option's
_ABOUT_WHAT_STAYS: Final = frozenset(
    ("values", "loss_values", "bonus_multipliers", "multipliers", "bonus_values")
)
_TABLES: Final[Mapping[str, Reader]] = {
    "all_pass": _all_pass,
    "contracts": _contracts,
    "values": _of_contracts("value"),
    "loss_values": _of_contracts("loss_value"),
    "bonus_multipliers": _of_contracts("bonus_multiplier"),
    "multipliers": _of_contracts("multiplier"),
    "take_values": _of("auction", "take_values"),
    "uhu_enabled": _uhu,
    "defenders_announce": _defenders,
    "bonus_values": _bonus_values,
    "win_thirds": _of("scoring", "win_thirds"),
    "silent_failure_costs": _of("scoring", "silent_failure_costs"),
    "mondfang": _of("scoring", "mondfang"),
    "king_caught": _of("scoring", "king_caught"),
    "emperor_trick": _of("play", "emperor_trick"),
    "kontra_in_score": _of("kontra", "counts_in_score"),
    "contra_levels": _levels,
    "pre_factor_stacks": _stacks,
    "chain_required": _chain,
    "overbid_after_take": _of("auction", "overbid_after_take"),
    "overpoints_in_solo": _of("scoring", "overpoints_in_solo"),
    "loser_bonus_multiplied": _of("scoring", "loser_bonus_multiplied"),
    "silent_pagat_loss": _of("scoring", "silent_pagat_loss"),
    "silent_point_bonus": _of("scoring", "silent_point_bonus"),
    "double_rounds": _of("series", "double_rounds"),
    "max_redeals": _of("series", "max_redeals"),
    "match": _match,
    "seats": _seats,
    "sum_rule": _sum_rule,
    "custom_lines": _custom_lines,
}
