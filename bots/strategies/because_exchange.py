"""Why the club calls a card, gives up, takes a packet, lays a card away."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from .base import (
    BITS,
    CARD_POINTS,
    INDEX,
    KINDS,
    KINGS,
    PACK,
    QUEENS,
    SUIT_OF,
    SUITS,
    TAROKS,
    TRULL,
    Action,
    View,
    highest,
    mask,
)
from .exchange import Offer, chosen_discard, offers
from .facts import hand_facts, has_guarded_queen

CODES: Final[Mapping[str, tuple[str, ...]]] = {
    "call_unnamed": (),
    "call_guarded_queen": ("suit",),
    "call_queen": ("suit",),
    "call_knight": ("suit",),
    "call_length": ("suit", "count"),
    "call_none_held": ("suit",),
    "concede_hopeless": ("taroks", "high", "kings"),
    "play_on": ("taroks", "high", "kings"),
    "take_promise": ("items",),
    "take_called": ("card",),
    "take_trull": ("card",),
    "take_taroks": ("count",),
    "take_king": ("card",),
    "take_suits": ("points",),
    "take_void": (),
    "take_points": ("points",),
    "discard_tarok": ("card",),
    "discard_tarok_first": ("card",),
    "discard_void": ("suit",),
    "discard_points": ("card", "points"),
    "discard_short": ("suit", "count"),
    "discard_low": ("card",),
}
SHORT: Final = 3


def call(view: View, legal: tuple[Action, ...], action: Action) -> tuple[str, Mapping[str, Any]]:
    """What the suit of the called card has to offer."""
    if action.arg == "4th":
        return "call_unnamed", {}
    hand = mask(view["cards"][str(view["seat"])])
    suit = SUITS[SUIT_OF[INDEX[action.arg]]]
    named = {"suit": action.arg[0]}
    if has_guarded_queen(hand, suit):
        return "call_guarded_queen", named
    if hand & suit & QUEENS:
        return "call_queen", named
    if hand & suit & (QUEENS >> 1):
        return "call_knight", named
    count = (hand & suit).bit_count()
    return ("call_length", named | {"count": count}) if count else ("call_none_held", named)


def concede(view: View, legal: tuple[Action, ...], action: Action) -> tuple[str, Mapping[str, Any]]:
    """What the hand would be with the better packet."""
    hand = mask(view["cards"][str(view["seat"])])
    found = [hand_facts(hand | mask(packet)) for packet in view["talon"]["packets"]]
    best = max(found, key=lambda facts: facts.points)
    strength = {"taroks": best.taroks, "high": best.stecher, "kings": best.kings}
    return "concede_hopeless" if action.verb == "concede" else "play_on", strength


def take(view: View, legal: tuple[Action, ...], action: Action) -> tuple[str, Mapping[str, Any]]:
    """Where the packet is furthest ahead of the next best one."""
    found = offers(view, legal)
    mine = found.pop(action)
    other = max(found.values(), key=lambda offer: offer.value)
    if other.broken and not mine.broken:
        said = [done["item"] for done in view["announced"]]
        return "take_promise", {"items": [i for i in said if i in ("notrull", "nokings")]}
    ahead = {
        "worth": mine.worth - other.worth,
        "saved": mine.saved - other.saved,
        "gained": mine.gained - other.gained,
    }
    main = max(ahead, key=lambda name: ahead[name])
    if main == "saved":
        return "take_void", {}
    if main == "worth":
        return _worth(view, mine, other)
    return "take_points", {"points": mine.gained}


def _worth(view: View, mine: Offer, other: Offer) -> tuple[str, Mapping[str, Any]]:
    """Which cards make the packet good."""
    packet = mine.packet
    if KINDS.get(view["contract"]["code"]) == "suit":
        return "take_suits", {"points": mine.gained}
    if packet & BITS.get(view.get("called", ""), 0):
        return "take_called", {"card": view["called"]}
    if packet & TRULL and not other.packet & TRULL:
        return "take_trull", {"card": PACK[highest(packet & TRULL)]}
    taroks = (packet & TAROKS).bit_count()
    if taroks > (other.packet & TAROKS).bit_count() or (taroks and not packet & KINGS):
        return "take_taroks", {"count": taroks}
    if packet & KINGS:
        return "take_king", {"card": PACK[highest(packet & KINGS)]}
    return "take_points", {"points": mine.gained}


def discard(view: View, legal: tuple[Action, ...], action: Action) -> tuple[str, Mapping[str, Any]]:
    """What laying this card away is good for."""
    card, named = INDEX[action.arg], {"card": action.arg}
    is_suit_game = KINDS.get(view["contract"]["code"]) == "suit"
    if card < 22:
        return "discard_tarok_first" if is_suit_game else "discard_tarok", named
    hand = mask(view["cards"][str(view["seat"])]) | mask(view.get("discards", ()))
    suit = SUITS[SUIT_OF[card]]
    if not is_suit_game and not hand & suit & ~chosen_discard(view):
        return "discard_void", {"suit": action.arg[0]}
    if CARD_POINTS[card] > 1:
        return "discard_points", named | {"points": CARD_POINTS[card]}
    count = (hand & suit).bit_count()
    if count <= SHORT:
        return "discard_short", {"suit": action.arg[0], "count": count}
    return "discard_low", named
