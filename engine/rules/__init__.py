"""The registry of rule sets: ids such as ``koenigrufen/cardgames-zone``."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from typing import Any, Final

from ..errors import BadOption, UnknownRuleSet
from . import illustrated, koenigrufen
from .base import Contract, RuleSet, rules_from_data
from .options import with_options
from .plain import NUMBERS

__all__ = ["PRESETS", "RULE_SETS", "Contract", "RuleSet", "rule_set"]

PRESETS: Final[tuple[Mapping[str, Any], ...]] = (*koenigrufen.PRESETS, *illustrated.PRESETS)
# id -> newest version of the games that are played here
RULE_SETS: Final[Mapping[str, Mapping[str, Any]]] = {
    f"{data['family']}/{data['id']}": data for data in sorted(PRESETS, key=lambda d: d["version"])
}
_NEWEST: Final[Mapping[str, Mapping[str, Any]]] = {**RULE_SETS, "plain/numbers": NUMBERS}
# every published version; finished hands keep theirs
_VERSIONS: Final[Mapping[str, Mapping[str, Any]]] = {
    f"{data['family']}/{data['id']}@{data['version']}": data for data in (*PRESETS, NUMBERS)
}


def rule_set(id: str, /, **options: Any) -> RuleSet:
    """The rule set ``id`` or ``id@version`` under these house rules; repeated calls share it.

    Options are JSON values. Raises UnknownRuleSet (also for another version), BadOption.
    """
    data = _VERSIONS.get(id) if "@" in id else _NEWEST.get(id)
    if data is None:
        raise UnknownRuleSet(f"no rule set {id!r}", id=id)
    key = f"{data['family']}/{data['id']}@{data['version']}"
    try:
        return _built(key, json.dumps(options, sort_keys=True))
    except TypeError as error:
        raise BadOption("options are JSON values") from error


@functools.lru_cache(maxsize=256)
def _built(key: str, options_text: str) -> RuleSet:
    options = json.loads(options_text)
    return rules_from_data(with_options(_VERSIONS[key], options), options)
