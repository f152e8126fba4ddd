"""House rules: declared, bounded changes of a preset (koenigrufen.md §19.2)."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from typing import Any, Final

from ..errors import BadOption


def _win_thirds(data: dict[str, Any], value: Any) -> None:
    """Won from 35/1 (106) or from 35/2 (107)."""
    if type(value) is not int or value not in (106, 107):
        raise BadOption("win_thirds is 106 or 107", option="win_thirds")
    data["scoring"]["win_thirds"] = value


def _contracts(data: dict[str, Any], value: Any) -> None:
    """The contracts that are played; forehand needs one to choose after three passes."""
    known = {line["code"] for line in data["contracts"]}
    if not isinstance(value, list) or not value or not known.issuperset(map(str, value)):
        raise BadOption("contracts is a list of contract codes", option="contracts")
    data["contracts"] = [line for line in data["contracts"] if line["code"] in value]
    if all(line["bid_right"] == "fh_first" for line in data["contracts"]):
        raise BadOption("forehand has nothing to choose after three passes", option="contracts")


def _values(key: str) -> Callable[[dict[str, Any], Any], None]:
    def change(data: dict[str, Any], value: Any) -> None:
        lines = {line["code"]: line for line in data["contracts"]}
        if not isinstance(value, dict) or not lines.keys() >= value.keys():
            raise BadOption(f"{key}s maps contract codes to numbers", option=f"{key}s")
        for code, number in value.items():
            if type(number) is not int or not 0 <= number <= 50:
                raise BadOption(f"{key}s are whole numbers 0 to 50", option=f"{key}s")
            lines[code][key] = number

    return change


# option -> how it changes the data; applied in this order
OPTIONS: Final[Mapping[str, Callable[[dict[str, Any], Any], None]]] = {
    "contracts": _contracts,
    "values": _values("value"),
    "loss_values": _values("loss_value"),
    "win_thirds": _win_thirds,
}


def with_options(data: Mapping[str, Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """A copy of the preset with the agreed options. Raises BadOption."""
    for name in options:
        if name not in OPTIONS:
            raise BadOption(f"unknown option {name!r}", option=name)
    changed = copy.deepcopy(dict(data))
    for name, change in OPTIONS.items():
        if name in options:
            change(changed, options[name])
    return changed
