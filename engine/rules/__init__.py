"""The registry of rule sets: ids such as ``koenigrufen/cardgames-zone``."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from typing import Any, Final

from ..errors import BadOption, UnknownRuleSet
from .base import Contract, RuleSet, rules_from_data
from .koenigrufen import CARDGAMES_ZONE
from .options import with_options

__all__ = ["RULE_SETS", "Contract", "RuleSet", "rule_set"]

RULE_SETS: Final[Mapping[str, Mapping[str, Any]]] = {
    f"{data['family']}/{data['id']}": data for data in (CARDGAMES_ZONE,)
}


def rule_set(id: str, /, **options: Any) -> RuleSet:
    """The rule set ``id`` or ``id@version`` under these house rules; repeated calls share it.

    Options are JSON values. Raises UnknownRuleSet (also for another version), BadOption.
    """
    name, _, version = id.partition("@")
    data = RULE_SETS.get(name)
    if data is None or version not in ("", str(data["version"])):
        raise UnknownRuleSet(f"no rule set {id!r}", id=id)
    try:
        return _built(name, json.dumps(options, sort_keys=True))
    except TypeError as error:
        raise BadOption("options are JSON values") from error


@functools.lru_cache(maxsize=256)
def _built(name: str, options_text: str) -> RuleSet:
    options = json.loads(options_text)
    return rules_from_data(with_options(RULE_SETS[name], options), options)
