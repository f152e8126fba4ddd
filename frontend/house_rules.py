"""House rules in plain words: what a table plays otherwise than its preset."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.rules import rule_set
from engine.rules.describe import Difference, differences
from frontend import rule_names

_CHANGED: dict[str, str | Promise] = {
    "values": gettext_lazy("{what}: worth {after} instead of {before}"),
    "loss_values": gettext_lazy("{what}: costs {after} instead of {before} when lost"),
    "bonus_multipliers": gettext_lazy("{what}: bonuses times {after} instead of {before}"),
    "multipliers": gettext_lazy("{what}: times {after} instead of {before}"),
    "bonus_values": gettext_lazy("{what}: worth {after} instead of {before}"),
    "take_values": gettext_lazy("A bid taken over counts {after} instead of {before}"),
    "king_caught": gettext_lazy("The called king caught counts {after}"),
    "contra_levels": gettext_lazy("Steps of kontra: {after} instead of {before}"),
    "max_redeals": gettext_lazy("After {after} redeals in a row the hand counts without points"),
    "seats": gettext_lazy("{after} players"),
    "custom_lines": gettext_lazy("A line of the club: {what}, {after}"),
}
"""Option -> sentence with the value before and after."""

CHOSEN: dict[tuple[str, Any], str | Promise] = {
    ("contracts", False): gettext_lazy("Without {what}"),
    ("contracts", True): gettext_lazy("With {what}"),
    ("all_pass", "trischaken"): gettext_lazy("When all pass, Trischaken is played"),
    ("all_pass", "redeal"): gettext_lazy("When all pass, the cards are dealt again"),
    ("uhu_enabled", True): gettext_lazy("The Uhu counts"),
    ("uhu_enabled", False): gettext_lazy("The Uhu does not count"),
    ("defenders_announce", True): gettext_lazy("Defenders may announce Pagat and Uhu"),
    ("defenders_announce", False): gettext_lazy("Defenders announce nothing"),
    ("win_thirds", 106): gettext_lazy("35 points and one card win"),
    ("win_thirds", 107): gettext_lazy("35 points and two cards win"),
    ("silent_failure_costs", True): gettext_lazy("A bonus lost silently costs its value"),
    ("silent_failure_costs", False): gettext_lazy("A bonus lost silently costs nothing"),
    ("mondfang", True): gettext_lazy("The Mond caught by the Sküs counts"),
    ("mondfang", False): gettext_lazy("The Mond caught by the Sküs does not count"),
    ("emperor_trick", "none"): gettext_lazy("No emperor trick"),
    ("emperor_trick", "any_order"): gettext_lazy(
        "Emperor trick: the Pagat wins over Mond and Sküs"
    ),
    ("emperor_trick", "mond_skus_pagat"): gettext_lazy(
        "Emperor trick: only in the order Mond, Sküs, Pagat"
    ),
    ("kontra_in_score", True): gettext_lazy("Kontra counts in the score"),
    ("kontra_in_score", False): gettext_lazy("Kontra counts in the side account only"),
    ("pre_factor_stacks", True): gettext_lazy("Kontra before the talon doubles once more"),
    ("pre_factor_stacks", False): gettext_lazy("Kontra before the talon does not double twice"),
    ("chain_required", True): gettext_lazy("Who announces 50 announces 40 too, and so on"),
    ("chain_required", False): gettext_lazy("50 may be announced without 40"),
    ("overbid_after_take", True): gettext_lazy("After a takeover one may bid higher"),
    ("overbid_after_take", False): gettext_lazy("After a takeover nobody may bid higher"),
    ("overpoints_in_solo", True): gettext_lazy("Points above 35 count in a Solo"),
    ("overpoints_in_solo", False): gettext_lazy("Points above 35 do not count in a Solo"),
    ("loser_bonus_multiplied", True): gettext_lazy("A bonus lost is multiplied like one made"),
    ("loser_bonus_multiplied", False): gettext_lazy("A bonus lost is not multiplied"),
    ("silent_pagat_loss", True): gettext_lazy("A silent Pagat caught in the last trick costs"),
    ("silent_pagat_loss", False): gettext_lazy("A silent Pagat caught costs nothing"),
    ("silent_point_bonus", True): gettext_lazy("40 and 50 points count silently too"),
    ("silent_point_bonus", False): gettext_lazy("40 and 50 points count only when announced"),
    ("double_rounds", True): gettext_lazy("Double rounds are played"),
    ("double_rounds", False): gettext_lazy("No double rounds"),
    ("sum_rule", "zero"): gettext_lazy("The points of a hand add up to zero"),
    ("sum_rule", "written"): gettext_lazy("Everybody writes his own points"),
}
"""Option and its new value -> sentence."""


def house_rules(rules_id: str, options: Mapping[str, Any]) -> list[str]:
    """Return the differences to the preset as sentences; nothing without house rules."""
    return [_sentence(found) for found in differences(rule_set(rules_id, **options))]


def _sentence(found: Difference) -> str:
    if found.option == "match":
        return _match(found.after)
    what = found.subject
    if found.option == "custom_lines":
        pass  # the club's own word, even if it is a code
    elif what in rule_names.CONTRACTS:
        what = rule_names.contract_name(what)
    elif what in rule_names.BONUSES:
        what = rule_names.bonus_name(what)
    text = _CHANGED.get(found.option) or CHOSEN[found.option, found.after]
    return str(text).format(what=what, before=_value(found.before), after=_value(found.after))


def _value(value: Any) -> str:
    """Return a number, or several as 1 / 2 / 4 with a dash for what cannot be scored."""
    if isinstance(value, list | tuple):
        return " / ".join(_value(number) for number in value)
    return "–" if value is None else str(value)


def _match(value: Mapping[str, int] | None) -> str:
    if value is None:
        return _("A fixed number of hands")
    return _("Played to {target} points, with {bonus} more for who reaches them").format(**value)
