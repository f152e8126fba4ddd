"""What the rules of play ask of everybody beyond following suit, and what they reward silently.

A rule set says it in its data; a view names it, so that nobody needs a table of rule sets.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

from .phases.tricks import LOSING_KINDS
from .rules.base import Contract, RuleSet


def _is_losing(rules: RuleSet, contract: Contract) -> bool:
    return contract.kind in LOSING_KINDS


def _pays_silent_pagat(rules: RuleSet, contract: Contract) -> bool:
    """Whether a Pagat that takes the last trick, or is caught in it, counts without a word."""
    values = rules.bonuses.get("pagat")
    if values is None or values.silent is None or contract.kind != "tarock":
        return False
    return rules.sum_rule == "written" or "pagat" in contract.bonuses


# name -> whether the rule set has it at all, and whether it concerns a contract
_DUTIES: Final[
    Mapping[str, tuple[Callable[[RuleSet], bool], Callable[[RuleSet, Contract], bool]]]
] = {
    "overtake": (lambda rules: rules.play.negative_overtake, _is_losing),
    "pagat_last": (lambda rules: rules.play.negative_pagat_last, _is_losing),
    "emperor": (
        lambda rules: rules.play.emperor_trick != "none",
        lambda rules, contract: not _is_losing(rules, contract),
    ),
    "silent_pagat": (lambda rules: True, _pays_silent_pagat),
}


def duties(rules: RuleSet, contract: Contract | None) -> list[str]:
    """The duties of a contract; None, when there is none yet: those of any contract.

    ``overtake``: go over where possible; ``pagat_last``: the Pagat is the last tarok given
    (koenigrufen.md §10.7); ``emperor``: the Pagat may beat Mond and Sküs (§10.5);
    ``silent_pagat``: it counts in the last trick without a word (§14.1).
    """
    return list(_duties(rules, contract.code if contract else ""))


@lru_cache(maxsize=512)
def _duties(rules: RuleSet, code: str) -> tuple[str, ...]:
    asked = [rules.contract(code)] if code else rules.contracts
    return tuple(
        name
        for name, (has, concerns) in _DUTIES.items()
        if has(rules) and any(concerns(rules, one) for one in asked)
    )
