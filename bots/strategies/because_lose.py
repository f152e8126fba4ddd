"""Why the club plays a card where tricks are avoided."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from .base import FAMILY, HIGHER, INDEX, PACK, Action, View
from .losing import danger, missing_tricks
from .open_hands import giving
from .situation import Situation

CODES: Final[Mapping[str, tuple[str, ...]]] = {
    "open_declarer_takes": (),
    "open_declarer_escapes": (),
    "lead_is_beaten": ("card",),
    "lead_least_danger": ("card",),
    "stay_under": ("card", "best"),
    "throw_danger": ("card",),
    "take_with_highest": ("card",),
    "over_with_lowest": ("card",),
    "take_wanted_lead": ("card", "tricks"),
    "take_wanted": ("card", "tricks"),
    "keep_for_trick": ("card", "tricks"),
    "push_lead": ("suit",),
    "push_stay_under": ("card",),
    "push_over": ("card",),
    "push_low": ("card",),
    "push_unload": ("card",),
}


def card(view: View, legal: tuple[Action, ...], action: Action) -> tuple[str, Mapping[str, Any]]:
    """The reason for a card in a negative contract or in Trischaken."""
    situation = Situation(view)
    played, options = INDEX[action.arg], [INDEX[option.arg] for option in legal]
    is_declarer = situation.me == situation.declarer
    missing = missing_tricks(situation)
    if len(view["cards"]) > 1:
        gives = not is_declarer or missing > 0
        if 0 < len(giving(situation, options, to_declarer=gives)) < len(options):
            return "open_declarer_takes" if gives else "open_declarer_escapes", {}
    if situation.kind != "everyone" and not is_declarer:
        return _pushed(situation, played)
    if situation.kind != "everyone" and missing > 0:
        return _wanted(situation, played, missing)
    return _avoided(situation, played)


def _avoided(situation: Situation, played: int) -> tuple[str, Mapping[str, Any]]:
    named = {"card": PACK[played]}
    if situation.best < 0:
        is_beaten = situation.unseen & HIGHER[played] and danger(situation, played)[0] < 0
        return "lead_is_beaten" if is_beaten else "lead_least_danger", named
    if not situation.beats(played, situation.best):
        if not FAMILY[situation.trick[0]] >> played & 1:
            return "throw_danger", named
        return "stay_under", named | {"best": PACK[situation.best]}
    return "over_with_lowest" if situation.behind else "take_with_highest", named


def _wanted(situation: Situation, played: int, missing: int) -> tuple[str, Mapping[str, Any]]:
    named = {"card": PACK[played], "tricks": missing}
    if situation.best < 0:
        return "take_wanted_lead", named
    return "take_wanted" if situation.beats(played, situation.best) else "keep_for_trick", named


def _pushed(situation: Situation, played: int) -> tuple[str, Mapping[str, Any]]:
    """An opponent wants the declarer to take tricks."""
    named = {"card": PACK[played]}
    if situation.best < 0:
        return "push_lead", {"suit": PACK[played][0] if played >= 22 else "T"}
    if situation.best_seat == situation.declarer:
        is_over = situation.beats(played, situation.best)
        return "push_over" if is_over else "push_stay_under", named
    return "push_low" if situation.declarer in situation.behind else "push_unload", named
