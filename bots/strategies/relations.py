"""Who plays with me: certain from the roles in the view, else a belief."""

from __future__ import annotations

from typing import Final

from .base import CARD_POINTS, FAMILY, INDEX
from .situation import Situation, beats

SMEARED: Final = 2.0  # gave a queen or knight to a trick the declarer was winning
LED_TAROK: Final = 1.5
LED_CALLED_SUIT: Final = 0.5
BEAT_DECLARER: Final = 0.5
MATE_FROM: Final = 0.7
FOE_BELOW: Final = 0.2
SMEAR_POINTS: Final = (3, 4)  # knight, queen


def mate_chances(situation: Situation) -> tuple[float, ...]:
    """Per hand seat, the chance that it plays on my side; 1.0 for myself."""
    view = situation.view
    roles = view["roles"]
    me = situation.me
    if "unknown" not in roles:
        mine = _is_attacker(roles[me])
        return tuple([1.0 if _is_attacker(role) == mine else 0.0 for role in roles])
    partner = partner_chances(situation)
    if me == situation.declarer:
        return tuple([1.0 if s == me else p for s, p in enumerate(partner)])
    # I do not hold the called card, so I defend
    return tuple(
        [
            1.0 if s == me else 0.0 if s == situation.declarer else 1.0 - p
            for s, p in enumerate(partner)
        ]
    )


def _is_attacker(role: str) -> bool:
    return role in ("declarer", "partner")


def partner_chances(situation: Situation) -> list[float]:
    """Per hand seat, the chance that it holds the called card, from what it played.

    The chances need not add up to 1: in a Solorufer the card may lie in the talon.
    """
    weights = evidence(situation)
    total = 0.0
    called = 1 << situation.called if situation.called >= 0 else 0  # 0: a fourth king, unnamed
    hidden = float(situation.hidden if situation.unseen & called else 0)
    family = FAMILY[situation.called] if called else 0
    for seat, role in enumerate(situation.view["roles"]):
        if role != "unknown" or situation.void[seat] & family:
            weights[seat] = 0.0
        else:
            weights[seat] *= situation.held[seat]
            total += weights[seat]
    if situation.view.get("talon", {}).get("taken") is not None:
        hidden = 0.0  # a called card may not be discarded, and the talon lay open
    total += hidden
    return [weight / total for weight in weights] if total else weights


def evidence(situation: Situation) -> list[float]:
    """Per seat, how much likelier its plays are for the partner than for a defender."""
    view = situation.view
    weights = [1.0] * situation.seats
    for trick in view["tricks"]:
        _weigh_trick(weights, trick["lead"], trick["cards"], situation)
    current = view["trick"]
    if current["cards"]:
        _weigh_trick(weights, current["lead"], current["cards"], situation)
    return weights


def _weigh_trick(weights: list[float], lead: int, cards: list[str], situation: Situation) -> None:
    declarer, seats = situation.declarer, situation.seats
    called = 1 << situation.called if situation.called >= 0 else 0
    best = first = INDEX[cards[0]]
    winner = seat = lead
    if seat != declarer:
        if first < 22:
            weights[seat] *= LED_TAROK
        elif FAMILY[first] & called:
            weights[seat] *= LED_CALLED_SUIT
    for code in cards[1:]:
        seat = (seat + 1) % seats
        card = INDEX[code]
        is_better = beats(card, best)
        if winner == declarer:
            if is_better:
                weights[seat] *= BEAT_DECLARER
            elif CARD_POINTS[card] in SMEAR_POINTS:
                weights[seat] *= SMEARED
        if is_better:
            best, winner = card, seat


def relation(chance: float) -> str:
    """``mate``, ``foe`` or ``unknown`` for a chance of playing on my side."""
    if chance > MATE_FROM:
        return "mate"
    return "foe" if chance < FOE_BELOW else "unknown"
