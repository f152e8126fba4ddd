"""House rules: declared, bounded changes of a preset.

koenigrufen.md §19.2, illustrated-tarock.md §11.1. A preset lists the options it takes under
``accepts``; every option is one function that checks a JSON value and changes the data.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from ..errors import BadOption

Change = Callable[[dict[str, Any], Any], None]
MAX_VALUE: Final = 50
MAX_CUSTOM_LINES: Final = 12


def _refuse(option: str, why: str) -> BadOption:
    return BadOption(f"{option}: {why}", option=option)


def _whole(option: str, value: Any, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise _refuse(option, f"a whole number from {low} to {high}")
    return value


def _one_of(option: str, value: Any, known: Sequence[Any]) -> Any:
    if type(value) not in {type(k) for k in known} or value not in known:
        raise _refuse(option, "one of " + ", ".join(map(str, known)))
    return value


def _map(option: str, value: Any, known: Sequence[str]) -> dict[str, Any]:
    if not isinstance(value, dict) or not value or not set(known) >= value.keys():
        raise _refuse(option, "maps some of " + ", ".join(known))
    return value


def _contracts(data: dict[str, Any], value: Any) -> None:
    """The contracts that are played; somebody needs one to fall back on."""
    known = {line["code"] for line in data["contracts"]}
    if not isinstance(value, list) or not value or not known.issuperset(map(str, value)):
        raise _refuse("contracts", "a list of contract codes")
    if len(set(value)) != len(value):
        raise _refuse("contracts", "a contract is named twice")
    data["contracts"] = [line for line in data["contracts"] if line["code"] in value]
    rights = {line["bid_right"] for line in data["contracts"]}
    if rights <= {"fh_first", "all_pass"} or not _has_a_way_out(data):
        raise _refuse("contracts", "forehand has nothing to choose after three passes")


def _has_a_way_out(data: dict[str, Any]) -> bool:
    """Whether forehand can choose some contract with any hand after all passed."""
    if data.get("auction", {}).get("all_pass") != "forehand_chooses":
        return True
    no_call = data["calling"]["four_kings"] == "no_call_contracts"
    return any(
        line["bid_right"] != "fh_first"
        and not line.get("compulsory")
        and not (no_call and line["partner"] == "called")
        and not (line["kind"] == "suit" and data["discard"]["suit_game_min_suit_cards"])
        for line in data["contracts"]
    )


def _per_contract(option: str, key: str, low: int = 0, high: int = MAX_VALUE) -> Change:
    def change(data: dict[str, Any], value: Any) -> None:
        lines = _priced(data)
        for code, number in _map(option, value, list(lines)).items():
            lines[code][key] = _whole(option, number, low, high)

    return change


def _priced(data: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Contracts with a value of their own; where everybody plays, a table of its own pays."""
    return {line["code"]: line for line in data["contracts"] if line["kind"] != "everyone"}


def _values(data: dict[str, Any], value: Any) -> None:
    """What a contract pays, won or lost; ``loss_values`` may then say what a lost one costs."""
    lines = _priced(data)
    for code, number in _map("values", value, list(lines)).items():
        line, new = lines[code], _whole("values", number, 0, MAX_VALUE)
        if line["loss_value"] == line["value"]:
            line["loss_value"] = new
        line["value"] = new


def _multipliers(data: dict[str, Any], value: Any) -> None:
    """M of a contract: it multiplies game and bonuses alike (illustrated-tarock.md §8)."""
    lines = _priced(data)
    for code, number in _map("multipliers", value, list(lines)).items():
        factor = _whole("multipliers", number, 1, 10)
        lines[code] |= {"multiplier": factor, "bonus_multiplier": factor}


def _bonus_values(data: dict[str, Any], value: Any) -> None:
    """Other values of bonuses that can be scored already: one number per way to score them."""
    bonuses: dict[str, list[int | None]] = data["bonuses"]
    known = list(bonuses) + (["valat"] if data["valat"]["mode"] != "none" else [])
    for item, numbers in _map("bonus_values", value, known).items():
        old = bonuses.get(item) or [data["valat"]["silent"], data["valat"]["announced"]]
        if not isinstance(numbers, list) or len(numbers) != len(old):
            raise _refuse("bonus_values", f"{item} has {len(old)} values")
        for number, before in zip(numbers, old, strict=True):
            if (number is None) != (before is None):
                raise _refuse("bonus_values", f"{item} is not scored that way")
            if number is not None:
                _whole("bonus_values", number, 0, MAX_VALUE)
        if item in bonuses:
            bonuses[item] = list(numbers)
        else:
            data["valat"] |= {"silent": numbers[0], "announced": numbers[1]}


def _in(part: str, key: str, option: str, known: Sequence[Any]) -> Change:
    """An option that replaces one value of a part by one of the known ones."""

    def change(data: dict[str, Any], value: Any) -> None:
        data.setdefault(part, {})[key] = _one_of(option, value, known)

    return change


def _number_in(part: str, key: str, option: str, low: int, high: int) -> Change:
    def change(data: dict[str, Any], value: Any) -> None:
        data.setdefault(part, {})[key] = _whole(option, value, low, high)

    return change


def _switch(part: str, key: str, option: str) -> Change:
    return _in(part, key, option, (False, True))


def _kontra_in_score(data: dict[str, Any], value: Any) -> None:
    if data["kontra"]["max_factor"] == 1:
        raise _refuse("kontra_in_score", "there is no kontra in this rule set")
    data["kontra"]["counts_in_score"] = _one_of("kontra_in_score", value, (False, True))


def _custom_lines(data: dict[str, Any], value: Any) -> None:
    """Lines of the club's own, for the desk: a name and a value."""
    if not isinstance(value, list) or len(value) > MAX_CUSTOM_LINES:
        raise _refuse("custom_lines", f"a list of at most {MAX_CUSTOM_LINES} lines")
    names = set()
    for line in value:
        if not isinstance(line, dict) or line.keys() != {"name", "value"}:
            raise _refuse("custom_lines", "a line has a name and a value")
        name = line["name"]
        if not isinstance(name, str) or not 1 <= len(name) <= 40 or not name.isprintable():
            raise _refuse("custom_lines", "a name has 1 to 40 characters")
        if name != name.strip() or name.casefold() in names:
            raise _refuse("custom_lines", "names differ and begin and end with a letter")
        names.add(name.casefold())
        _whole("custom_lines", line["value"], 0, MAX_VALUE)
    data["custom_lines"] = value


def _take_values(data: dict[str, Any], value: Any) -> None:
    """Game values of a contract taken over, held, retaken (illustrated-tarock.md §3.1)."""
    length = len(data["auction"].get("take_values", ()))
    if not length or not isinstance(value, list) or len(value) != length:
        raise _refuse("take_values", f"a list of {length} numbers")
    data["auction"]["take_values"] = [
        _whole("take_values", number, 0, MAX_VALUE) for number in value
    ]


def _all_pass(data: dict[str, Any], value: Any) -> None:
    if _one_of("all_pass", value, ("redeal", "trischaken")) == "trischaken":
        data["auction"]["all_pass"] = "everyone"
        data["contracts"] = [data["agreed"]["everyone"], *data["contracts"]]


def _uhu(data: dict[str, Any], value: Any) -> None:
    """Löw's Uhu, which has to be agreed (illustrated-tarock.md §6.1)."""
    if _one_of("uhu_enabled", value, (False, True)):
        data["bonuses"]["uhu"] = data["agreed"]["uhu"]
        data["announce"]["post"].append("uhu")
        data["announce"]["defenders"].append("uhu")


def _defenders_announce(data: dict[str, Any], value: Any) -> None:
    if _one_of("defenders_announce", value, (False, True)):
        data["announce"]["defenders"] = ["pagat", "uhu"]


def _bonus_set(data: dict[str, Any], value: Any) -> None:
    """Another published set of bonus values, by its name (illustrated-tarock.md §6.2)."""
    sets = data["agreed"]["bonus_sets"]
    data["bonuses"] |= sets[_one_of("bonus_set", value, list(sets))]


def _contra_levels(data: dict[str, Any], value: Any) -> None:
    """How often may be doubled: each further step by as much as the one before."""
    levels = _whole("contra_levels", value, 0, 3)
    factors = data["kontra"]["factors"]
    for key, known in factors.items():
        if len(known) > 1:
            step = known[-1] // known[-2]
            longer = [*known, known[-1] * step, known[-1] * step * step]
            factors[key] = longer[: levels + 1]


def _pre_factor_stacks(data: dict[str, Any], value: Any) -> None:
    """A kontra before the talon multiplies the doubled value once more (§14 A8)."""
    if _one_of("pre_factor_stacks", value, (False, True)):
        factors = data["kontra"]["factors"]
        factors["bonus_pre"] = list(factors["game_pre"])


def _chain_required(data: dict[str, Any], value: Any) -> None:
    """50 needs 40, Valat needs 50 (illustrated-tarock.md §11.1)."""
    if _one_of("chain_required", value, (False, True)):
        data["announce"]["chain"] = "required"


def _seats(data: dict[str, Any], value: Any) -> None:
    data["hand_seats"] = _whole("seats", value, 2, 6)


def _sum_rule(data: dict[str, Any], value: Any) -> None:
    data["sum_rule"] = _one_of("sum_rule", value, ("zero", "written"))


def _match(data: dict[str, Any], value: Any) -> None:
    """``{"target": 100}``: to so many points instead of a fixed number of hands (§10)."""
    if not isinstance(value, dict) or not {"target", "bonus"} >= value.keys():
        raise _refuse("match", "has a target and a bonus")
    data["series"]["target"] = _whole("match", value.get("target"), 20, 1000)
    data["series"]["target_bonus"] = _whole("match", value.get("bonus", 10), 0, MAX_VALUE)


# option -> how it changes the data; applied in this order
OPTIONS: Final[Mapping[str, Change]] = {
    "contracts": _contracts,
    "all_pass": _all_pass,
    "values": _values,
    "loss_values": _per_contract("loss_values", "loss_value"),
    "bonus_multipliers": _per_contract("bonus_multipliers", "bonus_multiplier"),
    "multipliers": _multipliers,
    "take_values": _take_values,
    "bonus_set": _bonus_set,
    "uhu_enabled": _uhu,
    "defenders_announce": _defenders_announce,
    "bonus_values": _bonus_values,
    "win_thirds": _in("scoring", "win_thirds", "win_thirds", (106, 107)),
    "silent_failure_costs": _switch("scoring", "silent_failure_costs", "silent_failure_costs"),
    "mondfang": _switch("scoring", "mondfang", "mondfang"),
    "king_caught": _number_in("scoring", "king_caught", "king_caught", 0, MAX_VALUE),
    "emperor_trick": _in(
        "play", "emperor_trick", "emperor_trick", ("none", "any_order", "mond_skus_pagat")
    ),
    "kontra_in_score": _kontra_in_score,
    "contra_levels": _contra_levels,
    "pre_factor_stacks": _pre_factor_stacks,
    "chain_required": _chain_required,
    "overbid_after_take": _switch("auction", "overbid_after_take", "overbid_after_take"),
    "overpoints_in_solo": _switch("scoring", "overpoints_in_solo", "overpoints_in_solo"),
    "loser_bonus_multiplied": _switch(
        "scoring", "loser_bonus_multiplied", "loser_bonus_multiplied"
    ),
    "silent_pagat_loss": _switch("scoring", "silent_pagat_loss", "silent_pagat_loss"),
    "silent_point_bonus": _switch("scoring", "silent_point_bonus", "silent_point_bonus"),
    "double_rounds": _switch("series", "double_rounds", "double_rounds"),
    "max_redeals": _number_in("series", "max_redeals", "max_redeals", 1, 100),
    "match": _match,
    "seats": _seats,
    "sum_rule": _sum_rule,
    "custom_lines": _custom_lines,
}


def with_options(data: Mapping[str, Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """A copy of the preset with the agreed options. Raises BadOption."""
    for name in options:
        if name not in OPTIONS or name not in data["accepts"]:
            raise BadOption(f"{data['family']}/{data['id']} has no option {name!r}", option=name)
    changed = copy.deepcopy(dict(data))
    for name, change in OPTIONS.items():
        if name in options:
            change(changed, options[name])
    return changed
