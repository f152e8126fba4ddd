"""Trick play: legal cards, the winner of a trick, the end of play (koenigrufen.md §10).

``legal_cards`` and ``trick_winner`` are pure functions for every preset; which of their options
are on is the rule set's data.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from ..actions import Action
from ..cards import FAMILY, MOND, PACK, PAGAT, SKUES, SUIT_CARDS, TAROKS, index_of
from .talk import reserved_cards

if TYPE_CHECKING:
    from ..state import HandState

PLAY: Final = tuple(Action("play", code) for code in PACK)
_BIRDS: Final = 0b1111
_NOTHING: Final[Mapping[int, int]] = {}
LOSING_KINDS: Final = ("negative", "everyone")


class Trick(NamedTuple):
    """A complete trick: the leader's seat, card indexes in order of play, the winner's seat."""

    lead: int
    cards: tuple[int, ...]
    winner: int


class Play(NamedTuple):
    """How far the play has come: the trick on the table, those before it, and who won what."""

    lead: int
    cards: tuple[int, ...]
    tricks: tuple[Trick, ...]
    won: tuple[int, ...]


def trick_winner(trick: Sequence[int], *, kind: str = "tarock", emperor: str = "none") -> int:
    """Position in a (perhaps incomplete) trick of the card that wins it (§10.3-§10.5)."""
    if emperor != "none" and len(trick) >= 3 and kind not in LOSING_KINDS:
        pagat = _emperor_pagat(trick, kind, emperor)
        if pagat >= 0:
            return pagat
    best, best_at = trick[0], 0
    family = FAMILY[best]
    trumps = 0 if kind == "suit" else TAROKS
    for at in range(1, len(trick)):
        card = trick[at]
        if family >> card & 1:
            if card > best:
                best, best_at = card, at
        elif trumps >> card & 1:
            family, best, best_at = TAROKS, card, at
    return best_at


def _emperor_pagat(trick: Sequence[int], kind: str, emperor: str) -> int:
    """Where the Pagat lies if it wins the emperor trick, else -1 (§10.5)."""
    cards = [1 << card for card in trick]
    if not {PAGAT, MOND, SKUES} <= set(cards) or (kind == "suit" and trick[0] >= 22):
        return -1
    pagat, mond, skues = cards.index(PAGAT), cards.index(MOND), cards.index(SKUES)
    if emperor == "mond_skus_pagat" and not mond < skues < pagat:
        return -1
    return pagat


def legal_cards(
    hand: int,
    trick: Sequence[int],
    *,
    kind: str = "tarock",
    overtake: bool = False,
    pagat_last: bool = False,
    reserved: Mapping[int, int] = _NOTHING,
    number: int = 1,
    lock: str = "none",
    emperor: str = "none",
) -> int:
    """The cards that may be played to a trick, as a mask; never empty (§10.7).

    ``reserved`` maps an announced card to the trick in which it is due, ``number`` is the trick
    now played (1-12); ``overtake`` and ``pagat_last`` concern negative contracts only.
    """
    if not trick:
        legal = (hand & SUIT_CARDS or hand) if kind == "suit" else hand
        free = False
    else:
        legal = hand & FAMILY[trick[0]] or hand & TAROKS or hand
        free = legal == hand and not hand & (FAMILY[trick[0]] | TAROKS)
    if kind in LOSING_KINDS and not free:
        if pagat_last and (hand & TAROKS).bit_count() > 1:
            legal &= ~PAGAT
        if overtake and trick:
            legal = _beating(legal, trick[trick_winner(trick)]) or legal
    if reserved and lock != "none" and kind == "tarock":
        return _locked(legal, trick, reserved, number, lock, emperor)
    return legal


def _beating(legal: int, best: int) -> int:
    """The cards of the winning card's family that beat it."""
    return legal & FAMILY[best] & ~((2 << best) - 1)


def _locked(
    legal: int,
    trick: Sequence[int],
    reserved: Mapping[int, int],
    number: int,
    lock: str,
    emperor: str,
) -> int:
    """What the announcements leave of the legal cards (§10.6)."""
    left = legal
    early_birds = 0
    for card, due in reserved.items():
        bit = 1 << card
        if not legal & bit or due < number:
            continue
        if due == number:
            return bit
        wins = trick_winner((*trick, card), emperor=emperor) == len(trick)
        if lock == "hard" or wins:
            left &= ~bit
        elif bit & _BIRDS:
            early_birds |= bit
    if early_birds:
        left &= ~early_birds | 1 << (early_birds.bit_length() - 1)
    if left:
        return left
    birds = sum(1 << card for card in reserved if legal >> card & 1) & _BIRDS
    return 1 << (birds.bit_length() - 1) if birds else legal


def enter(state: HandState) -> HandState | None:
    """Forehand leads to the first trick, or the declarer where the contract says so (§10.1).

    Without a contract nothing is played: the hand is dealt again.
    """
    if state.contract is None:
        return None
    lead = state.declarer if state.contract.leader == "declarer" else state.forehand
    return state.step(phase="play", turn=lead, play=Play(lead, (), (), (0,) * len(state.hands)))


def legal(state: HandState) -> tuple[Action, ...]:
    """Cards of the seat to move, by canonical index."""
    rules, contract, play = state.rules.play, state.contract, state.play
    assert contract is not None
    assert state.turn is not None
    mask = legal_cards(
        state.hands[state.turn],
        play.cards,
        kind=contract.kind,
        overtake=rules.negative_overtake,
        pagat_last=rules.negative_pagat_last,
        reserved=reserved_cards(state, state.turn) if state.talk.items else _NOTHING,
        number=len(play.tricks) + 1,
        lock=rules.announced_card_lock,
        emperor=rules.emperor_trick,
    )
    found = []
    while mask:
        low = mask & -mask
        found.append(PLAY[low.bit_length() - 1])
        mask ^= low
    return tuple(found)


def apply(state: HandState, action: Action) -> HandState:
    """The state after a card; the winner of a complete trick leads to the next."""
    seat, play = state.turn, state.play
    assert seat is not None
    card = index_of(action.arg)
    hands = state.hands_with(seat, state.hands[seat] & ~(1 << card))
    cards = (*play.cards, card)
    if len(cards) < len(hands):
        turn = (seat + 1) % len(hands)
        play = Play(play.lead, cards, play.tricks, play.won)
        return state.moved(turn=turn, hands=hands, play=play)
    play = _collect(state, cards)
    over = not hands[play.lead] or _has_failed(state, play)
    return state.moved(turn=None if over else play.lead, hands=hands, play=play)


def _collect(state: HandState, cards: tuple[int, ...]) -> Play:
    """The complete trick goes to its winner."""
    contract, play = state.contract, state.play
    assert contract is not None
    at = trick_winner(cards, kind=contract.kind, emperor=state.rules.play.emperor_trick)
    winner = (play.lead + at) % len(cards)
    pile = 0
    for card in cards:
        pile |= 1 << card
    won = list(play.won)
    won[winner] |= pile
    return Play(winner, (), (*play.tricks, Trick(play.lead, cards, winner)), tuple(won))


def tricks_of(play: Play, seat: int) -> int:
    """Number of tricks a seat has won."""
    return play.won[seat].bit_count() // len(play.won)


def _has_failed(state: HandState, play: Play) -> bool:
    """A negative contract ends as soon as it has failed (§10.8)."""
    goal = state.contract.goal_tricks if state.contract else None
    return goal is not None and tricks_of(play, state.declarer) > goal


def prizes(state: HandState) -> tuple[int, ...]:
    """Talon cards that went to each seat with its tricks, as masks (koenigrufen.md §12).

    All six with the last trick, or one with each of the first six.
    """
    found = [0] * len(state.hands)
    contract, tricks = state.contract, state.play.tricks
    if contract is not None and contract.talon == "perTrick":
        for card, trick in zip(state.talon, tricks, strict=False):
            found[trick.winner] |= 1 << card
    elif contract is not None and contract.talon == "last" and state.is_over:
        found[tricks[-1].winner] = sum(1 << card for card in state.talon)
    return tuple(found)
