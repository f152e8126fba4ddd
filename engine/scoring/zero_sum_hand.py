"""What a played hand came to where points add up to zero (koenigrufen.md §9, §14, §15)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from ..cards import BIRDS, KINGS, MOND, SKUES, TRULL
from ..phases.talk import GAME
from ..phases.tricks import Trick, tricks_of
from ..result import Bonus, mond_is_caught, talon_of_declarer
from ..sides import is_declarers

if TYPE_CHECKING:
    from ..state import HandState

_OWNED: Final = {"trull": TRULL, "four_kings": KINGS}


def detect(state: HandState) -> tuple[tuple[Bonus, ...], Mapping[str, int], str]:
    """Bonuses, kontras of the game that hold, and the stage of these (always ``post``)."""
    assert state.contract is not None
    if state.contract.kind == "negative":
        seats = [seat for seat in range(len(state.hands)) if seat != state.declarer]
        steps = {
            f"{GAME}@{seat}": _steps(state, f"{GAME}@{seat}", state.declarer) for seat in seats
        }
        return (), {target: count for target, count in steps.items() if count}, "post"
    bonuses = tuple(_bonuses(state))
    game = _steps(state, GAME, state.declarer)
    return bonuses, {GAME: game} if game else {}, "post"


def _steps(state: HandState, target: str, owner: int) -> int:
    """Doublings of a target up to the first that came from the wrong side (§9).

    A Solorufer whose called card lay in the talon knows no kontra (§8.5).
    """
    if talon_of_declarer(state):
        return 0
    owners = is_declarers(state, owner)
    count = 0
    for step in state.talk.doublings:
        if step.target != target:
            continue
        if (is_declarers(state, step.seat) == owners) != (step.level == 2):
            break
        count += 1
    return count


def _bonuses(state: HandState) -> Iterator[Bonus]:
    """Announced bonuses, and silent ones for the side that made them (§14.2)."""
    contract = state.contract
    assert contract is not None
    for item in contract.bonuses:
        made, failed = _outcome(state, item)
        announced = state.talk.announced(item)
        if announced is not None:
            won = made >= 0 and is_declarers(state, made) == is_declarers(state, announced.seat)
            kontra = _steps(state, item, announced.seat)
            yield Bonus(item, "post", announced.seat, won, kontra)
        elif made >= 0:
            yield Bonus(item, "silent", made, True)
        elif failed >= 0 and state.rules.scoring.silent_failure_costs:
            yield Bonus(item, "silent", failed, False)
    yield from _catches(state)


def _catches(state: HandState) -> Iterator[Bonus]:
    """House rules: the Mond, the called king caught by the other side (§14.1, §19.2)."""
    scoring, seats = state.rules.scoring, len(state.hands)
    if scoring.mondfang and mond_is_caught(state):
        skues = SKUES.bit_length() - 1
        trick = next(t for t in state.play.tricks if skues in t.cards and _mond_index() in t.cards)
        yield Bonus("mondfang", "silent", trick.winner, True)
    if scoring.king_caught and state.called >= 0 and KINGS >> state.called & 1:
        for trick in state.play.tricks:
            if state.called in trick.cards and not is_declarers(state, trick.winner % seats):
                yield Bonus("king_caught", "silent", trick.winner, True)


def _mond_index() -> int:
    return MOND.bit_length() - 1


def _outcome(state: HandState, item: str) -> tuple[int, int]:
    """A seat of the side that made a bonus, and the seat that failed silently; -1 for nobody."""
    if item in BIRDS:
        return _bird(state, item)
    if item == "king_ultimo":
        return _king_ultimo(state)
    if item == "valat":
        return _valat(state), -1
    return _owner_of(state, _OWNED[item]), -1


def _bird(state: HandState, item: str) -> tuple[int, int]:
    """The bird has to win its trick itself (§14.2)."""
    card = BIRDS[item].bit_length() - 1
    due = state.rules.trick_count - card
    player = _player_in(state, card, due)
    if player < 0:
        return -1, -1
    return (player, -1) if state.play.tricks[due - 1].winner == player else (-1, player)


def _player_in(state: HandState, card: int, number: int) -> int:
    """Who played a card in trick ``number`` (from 1); -1 if it did not fall in it."""
    trick: Trick = state.play.tricks[number - 1]
    if card not in trick.cards:
        return -1
    return (trick.lead + trick.cards.index(card)) % len(state.hands)


def _king_ultimo(state: HandState) -> tuple[int, int]:
    """The called king falls in the last trick and the declarer's side wins that."""
    if state.called < 0 or not KINGS >> state.called & 1:
        return -1, -1
    player = _player_in(state, state.called, state.rules.trick_count)
    if player < 0:
        return -1, -1
    is_won = is_declarers(state, state.play.tricks[-1].winner)
    return (state.declarer, -1) if is_won else (-1, state.declarer)


def _valat(state: HandState) -> int:
    """A seat of the side that won all tricks, -1 without one."""
    mine = tricks_of(state.play, state.declarer)
    if state.partner >= 0:
        mine += tricks_of(state.play, state.partner)
    if mine == state.rules.trick_count:
        return state.declarer
    return _an_opponent(state) if mine == 0 else -1


def _an_opponent(state: HandState) -> int:
    return next(seat for seat in range(len(state.hands)) if not is_declarers(state, seat))


def _owner_of(state: HandState, cards: int) -> int:
    """A seat of the side that owns all these cards at the end, -1 without one (§3.4)."""
    mine = sum(1 << card for card in state.discards) | talon_of_declarer(state)
    for seat, pile in enumerate(state.play.won):
        if is_declarers(state, seat):
            mine |= pile
    if cards & mine == cards:
        return state.declarer
    return -1 if cards & mine else _an_opponent(state)
