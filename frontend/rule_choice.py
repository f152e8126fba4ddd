"""Choosing a rule set and the number of hands it allows, for the quick game and for evenings.

The form offers every number some rule set allows; the page shows those of the chosen one. That
needs no script: rule sets with equal numbers form a group, and the style sheet hides the rest.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.rules import RULE_SETS, rule_set
from engine.rules.base import RuleSet
from frontend import rule_names

GROUPS = 6
"""So many groups of rule sets the style sheet tells apart (frontend/static/css/pages.css)."""


@dataclass(frozen=True, slots=True)
class RuleChoice:
    """One rule set to choose: its name, what it contains, the numbers of hands it allows."""

    key: str
    name: str
    what: str
    group: int
    hands: tuple[int, ...]
    default_hands: int
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class HandsChoice:
    """One number of hands, with the groups of rule sets that allow it."""

    number: int
    groups: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Choices:
    """Everything ``frontend/rule_choice.html`` shows."""

    rule_sets: tuple[RuleChoice, ...]
    hands: tuple[HandsChoice, ...]


def choices_for(*, rules: str = "", hands: int | None = None, rated: bool = True) -> Choices:
    """Return the choices with this rule set and number chosen, else with the usual ones.

    Where nothing is ``rated`` two hands are enough in every game.
    """
    keys = [key for key in RULE_SETS if rule_set(key).is_dealt]
    chosen = rules if rules in keys else keys[0]
    allowed = {key: _allowed(rule_set(key), rated=rated) for key in keys}
    groups = list(dict.fromkeys(allowed.values()))
    number = hands if hands in allowed[chosen] else rule_set(chosen).default_hands
    return Choices(
        rule_sets=tuple(
            RuleChoice(
                key=key,
                name=rule_names.rule_set_name(key),
                what=rule_names.rule_set_contents(key),
                group=groups.index(allowed[key]),
                hands=allowed[key],
                default_hands=rule_set(key).default_hands,
                is_chosen=key == chosen,
            )
            for key in keys
        ),
        hands=tuple(
            HandsChoice(
                number=n,
                groups=" ".join(str(i) for i, group in enumerate(groups) if n in group),
                is_chosen=n == number,
            )
            for n in sorted({n for group in groups for n in group})
        ),
    )


def _allowed(rules: RuleSet, *, rated: bool) -> tuple[int, ...]:
    return rules.hands_allowed if rated else rules.hands_unrated
