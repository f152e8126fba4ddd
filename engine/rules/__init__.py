"""The registry of rule sets: ids such as ``koenigrufen/cardgames-zone``."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

from ..errors import BadOption, UnknownRuleSet
from . import illustrated, koenigrufen
from .base import Contract, RuleSet, rules_from_data
from .options import with_options
from .plain import NUMBERS

__all__ = ["PRESETS", "REGISTRY", "RULE_SETS", "Contract", "Registry", "RuleSet", "rule_set"]

PRESETS: Final[tuple[Mapping[str, Any], ...]] = (*koenigrufen.PRESETS, *illustrated.PRESETS)


class Registry:
    """Rule sets by their ids. ``REGISTRY`` has the published ones; one with more is for trying.

    ``presets`` are all versions that hands may have been played under, as data.
    """

    def __init__(self, presets: Iterable[Mapping[str, Any]]) -> None:
        ordered = sorted(presets, key=lambda data: data["version"])
        self._versions = {
            f"{data['family']}/{data['id']}@{data['version']}": data for data in ordered
        }
        self._newest = {f"{data['family']}/{data['id']}": data for data in ordered}
        self._built = functools.lru_cache(maxsize=256)(self._build)

    def rule_set(self, id: str, /, **options: Any) -> RuleSet:
        """The rule set ``id`` or ``id@version`` under these house rules; repeated calls share it.

        Options are JSON values. Raises UnknownRuleSet (also for another version), BadOption.
        """
        data = self._versions.get(id) if "@" in id else self._newest.get(id)
        if data is None:
            raise UnknownRuleSet(f"no rule set {id!r}", id=id)
        key = f"{data['family']}/{data['id']}@{data['version']}"
        try:
            return self._built(key, json.dumps(options, sort_keys=True))
        except (TypeError, ValueError, RecursionError) as error:
            raise BadOption("options are JSON values") from error

    def _build(self, key: str, options_text: str) -> RuleSet:
        options = json.loads(options_text)
        return rules_from_data(with_options(self._versions[key], options), options)


REGISTRY: Final = Registry((*PRESETS, NUMBERS))
# id -> newest version of the games that are played here
RULE_SETS: Final[Mapping[str, Mapping[str, Any]]] = {
    f"{data['family']}/{data['id']}": data for data in sorted(PRESETS, key=lambda d: d["version"])
}


def rule_set(id: str, /, **options: Any) -> RuleSet:
    """The published rule set ``id``: see ``Registry.rule_set``."""
    return REGISTRY.rule_set(id, **options)
