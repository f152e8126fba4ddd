"""Why the club announces, claims, doubles or says nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from . import blatt
from .base import BIRDS, GOAL_TRICKS, Action, View
from .talk import Speaker

_STRENGTH: Final = ("taroks", "high", "kings")
CODES: Final[Mapping[str, tuple[str, ...]]] = {
    "good_quiet": (),
    "announce_owed": ("item",),
    "announce_bird": ("item", "taroks"),
    "announce_trull": ("item", "taroks"),
    "announce_kings": ("item", "taroks"),
    "announce_ultimo": ("card", "taroks"),
    "announce_all": ("item", "taroks"),
    "announce_expected": ("item", "points"),
    "announce_without": ("item", "points"),
    "claim_pays": ("item",),
    "kontra_bird": ("item", "taroks"),
    "kontra_few_tricks": (),
    "kontra_expected": ("points",),
    "kontra_strong": _STRENGTH,
    "rekontra_expected": ("points",),
    "rekontra_strong": _STRENGTH,
}
_ITEMS: Final = {
    **dict.fromkeys(BIRDS, "announce_bird"),
    "trull": "announce_trull",
    "four_kings": "announce_kings",
    "valat": "announce_all",
}


def said(view: View, legal: tuple[Action, ...], action: Action) -> tuple[str, Mapping[str, Any]]:
    """The reason for a word of the announcements, ``good`` among them."""
    if action.verb == "good":
        return "good_quiet", {}
    item = action.arg.partition("@")[0]
    if action.verb == "claim":
        return "claim_pays", {"item": item}
    speaker = Speaker(view)
    if action.verb == "announce":
        if legal[0].verb != "good":
            return "announce_owed", {"item": item}
        return _announced(speaker, item)
    return _doubled(speaker, action.verb, item)


def _announced(speaker: Speaker, item: str) -> tuple[str, Mapping[str, Any]]:
    taroks = speaker.facts.taroks
    if item == "king_ultimo":
        return "announce_ultimo", {"card": speaker.view["called"], "taroks": taroks}
    if item in ("notrull", "nokings"):
        return "announce_without", {"item": item, "points": round(speaker.expected())}
    if item in ("p40", "p50") or (speaker.is_blatt and item == "valat"):
        return "announce_expected", {"item": item, "points": round(speaker.expected())}
    return _ITEMS[item], {"item": item, "taroks": taroks}


def _doubled(speaker: Speaker, verb: str, item: str) -> tuple[str, Mapping[str, Any]]:
    facts = speaker.facts
    strength = {"taroks": facts.taroks, "high": facts.stecher, "kings": facts.kings}
    if verb == "rekontra":
        if speaker.is_blatt:
            return "rekontra_expected", {"points": round(speaker.expected())}
        return "rekontra_strong", strength
    if item in BIRDS:
        return "kontra_bird", {"item": item, "taroks": facts.taroks}
    if speaker.contract in GOAL_TRICKS:
        return "kontra_few_tricks", {}
    if speaker.is_blatt:
        return "kontra_expected", {"points": round(blatt.points_left(speaker.hand, facts))}
    return "kontra_strong", strength
