"""Why the club plays a card where points are to be won."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from .base import (
    CARD_POINTS,
    FAMILY,
    HIGHER,
    INDEX,
    KINGS,
    PACK,
    PAGAT,
    STECHER,
    TAROKS,
    THIRDS,
    Action,
    View,
)
from .odds import Odds
from .plans import DUE, bonds
from .relations import MATE_FROM, mate_chances
from .situation import Situation
from .trickplay import DRAW_FROM, NEED, STRONG, SURE, draw_from, thirds_needed

CODES: Final[Mapping[str, tuple[str, ...]]] = {
    "play_due": ("card",),
    "win_decides": ("points",),
    "win_cheapest": ("card", "points"),
    "win_sure": ("card", "points"),
    "win_likely": ("card", "points"),
    "win_hope": ("card",),
    "give_points": ("seat", "points"),
    "leave_to_partner": ("seat",),
    "throw_cheap": ("card",),
    "spare_high": ("card", "points"),
    "lead_draw": ("taroks",),
    "lead_tarok": ("card",),
    "lead_last_taroks": ("taroks",),
    "lead_winner": ("card",),
    "lead_king": ("card",),
    "lead_called_suit": ("suit",),
    "lead_long": ("suit", "count"),
    "lead_short": ("suit", "count"),
    "lead_last_of_suit": ("suit",),
    "lead_low": ("card",),
}


def card(view: View, legal: tuple[Action, ...], action: Action) -> tuple[str, Mapping[str, Any]]:
    """The reason for a card in a positive contract."""
    situation = Situation(view)
    mates = mate_chances(situation)
    played = INDEX[action.arg]
    if bonds(situation, mates).get(played) == DUE:
        return "play_due", {"card": action.arg}
    if situation.best < 0:
        return _lead(situation, played)
    return _follow(situation, mates, [INDEX[option.arg] for option in legal], played)


def _points(thirds: int) -> int:
    return (thirds + 1) // 3


def _follow(
    situation: Situation, mates: tuple[float, ...], options: list[int], played: int
) -> tuple[str, Mapping[str, Any]]:
    stake = situation.pot + THIRDS[played]
    named: dict[str, Any] = {"card": PACK[played], "points": _points(stake)}
    if not situation.beats(played, situation.best):
        return _lose(situation, mates, options, played)
    odds = Odds(situation, mates, FAMILY[situation.trick[0]])
    chance = odds.win_chance(played, 1.0)
    if chance < SURE:
        return ("win_likely", named) if chance >= 0.5 else ("win_hope", {"card": PACK[played]})
    need = thirds_needed(situation, mates)
    if need <= NEED and stake >= need:
        return "win_decides", {"points": _points(stake)}
    winners = [card for card in options if situation.beats(card, situation.best)]
    return "win_cheapest" if played == min(winners) else "win_sure", named


def _lose(
    situation: Situation, mates: tuple[float, ...], options: list[int], played: int
) -> tuple[str, Mapping[str, Any]]:
    seat = situation.best_seat
    if mates[seat] > MATE_FROM:
        if CARD_POINTS[played] > 1:
            return "give_points", {"seat": seat, "points": CARD_POINTS[played]}
        return "leave_to_partner", {"seat": seat}
    if any(situation.beats(card, situation.best) for card in options):
        return "spare_high", {"card": PACK[played], "points": _points(situation.pot)}
    return "throw_cheap", {"card": PACK[played]}


def _lead(situation: Situation, played: int) -> tuple[str, Mapping[str, Any]]:
    if played < 22:
        return _lead_tarok(situation, played)
    named: dict[str, Any] = {"suit": PACK[played][0]}
    family = FAMILY[played]
    count = (situation.hand & family).bit_count()
    is_suit_game = situation.kind == "suit"
    ruffs = situation.unseen & TAROKS and not is_suit_game
    if not situation.unseen & HIGHER[played] and not ruffs:
        return "lead_winner", {"card": PACK[played]}
    if 1 << played & KINGS:
        return "lead_king", {"card": PACK[played]}
    called = situation.called
    if called >= 0 and family >> called & 1 and situation.unseen >> called & 1:
        return "lead_called_suit", named
    if count == 1 and situation.hand & TAROKS and not is_suit_game:
        return "lead_last_of_suit", named
    role = situation.view["roles"][situation.me]
    if is_suit_game and role == "declarer":
        return "lead_long", named | {"count": count}
    if role in DRAW_FROM or is_suit_game:
        return "lead_low", {"card": PACK[played]}
    taroks = situation.hand & TAROKS
    is_strong = taroks.bit_count() >= STRONG[0] and (taroks & STECHER).bit_count() >= STRONG[1]
    if is_strong or count >= 4:
        return "lead_long", named | {"count": count}
    return "lead_short", named | {"count": count}


def _lead_tarok(situation: Situation, played: int) -> tuple[str, Mapping[str, Any]]:
    taroks = (situation.hand & TAROKS).bit_count()
    if not situation.unseen & TAROKS:
        return "lead_last_taroks", {"taroks": taroks}
    role = situation.view["roles"][situation.me]
    may_draw = role in DRAW_FROM and situation.kind != "suit" and 1 << played != PAGAT
    if may_draw and taroks >= draw_from(situation, role):
        return "lead_draw", {"taroks": taroks}
    return "lead_tarok", {"card": PACK[played]}
