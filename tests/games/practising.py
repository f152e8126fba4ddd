"""Practice tables for tests: begun, played, asked for help."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils import timezone

from accounts.models import User
from games import selectors
from games.models import Hand, Series
from games.services import (
    Outcome,
    action_play,
    practice_take_back,
    series_play_slice,
    table_advance,
)

SeriesOf = Callable[..., Series]


def begun(series_of: SeriesOf, user: User, **options: Any) -> Hand:
    """A practice table of ``user``, forehand, who is to move; its bots always play the same."""
    options = {"first_dealer": 3, "practice": True, "slug": "club"} | options
    series = series_of(user.person, **options)
    table_advance(table_id=series.table_id)
    return now_at(series)


def now_at(series: Series) -> Hand:
    """The hand that is played, freshly read."""
    hand = Hand.objects.filter(series=series).exclude(status="void").latest("number", "attempt")
    return selectors.hand_get(hand.public_id)


def play(hand: Hand, user: User, *actions: str) -> Hand:
    """A message of the person, and whatever follows it."""
    act: dict[str, Any] = {
        "actions": actions,
        "actor": "person",
        "received_at": timezone.now(),
        "user": user,
    }
    action_play(hand_id=hand.pk, ply=hand.ply, **act)
    table_advance(table_id=hand.series.table_id)
    return now_at(hand.series)


def fallbacks(hand: Hand, user: User, until: str) -> Hand:
    """The hand played on with what a clock would play until the person is in a phase."""
    while selectors.hand_state(hand).phase != until:
        hand = play(hand, user, str(selectors.hand_state(hand).default_action()))
    return hand


def place_of(hand: Hand) -> dict[str, Any]:
    """Where somebody sees a hand."""
    return {"table": hand.series.table.public_id, "hand": hand.public_id, "ply": hand.ply}


def asked(hand: Hand, user: User) -> dict[str, Any]:
    return selectors.practice_hint(**place_of(hand), user=user)


def told(hand: Hand, user: User, action: str) -> dict[str, Any]:
    return selectors.practice_why(**place_of(hand), action=action, user=user)


def back(hand: Hand, user: User, ply: int | None = None) -> Outcome:
    return practice_take_back(
        hand_id=hand.public_id, ply=hand.ply if ply is None else ply, user=user
    )


def legal(hand: Hand) -> list[str]:
    return [str(action) for action in selectors.hand_state(hand).legal_actions()]


def finished(series_of: SeriesOf, *persons: Any, **options: Any) -> Hand:
    """The first hand of a series that has been played to its end."""
    series = series_of(*persons, **{"hands": 2, "slug": "club"} | options)
    table_advance(table_id=series.table_id)
    if not persons:
        series_play_slice(series_id=series.pk)
    hand = Hand.objects.get(series=series, number=0)
    while not hand.is_ended:
        user = persons[0].user
        hand = selectors.hand_get(hand.public_id)
        play(hand, user, legal(hand)[0])
        hand.refresh_from_db()
    return selectors.hand_get(hand.public_id)
