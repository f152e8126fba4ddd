"""Settlement in which everybody writes his own points (illustrated-tarock.md §5-§9)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from ..cards import BIRDS, KINGS, TRULL, shown
from ..phases.talk import GAME
from ..phases.tricks import tricks_of
from ..result import Bonus, ResultLine, declarer_parts, is_custom
from ..rules.base import Contract, RuleSet
from .score import Score, ScoreLine, added
from .trischaken import trischaken_points

if TYPE_CHECKING:
    from ..state import HandState

EVEN: Final = 35
GOALS: Final = {"p40": 40, "p50": 50}
# credited to the holder alone, always by the cards in one hand at the start of play
HAND_BONUSES: Final = ("trull", "kings", "heads")
SILENT_POINTS: Final = {"p40": 5, "p50": 10}


# --- what a played hand came to ------------------------------------------------------------------


def detect(state: HandState) -> tuple[tuple[Bonus, ...], Mapping[str, int], str]:
    """Bonuses, the doublings of the game, and the stage in which it was doubled."""
    found = (*_announced(state), *_silent(state), *_in_hand(state))
    steps = [step for step in state.talk.doublings if step.target == GAME]
    kontra = {GAME: len(steps)} if steps else {}
    return found, kontra, steps[0].stage if steps else "post"


def _announced(state: HandState) -> Iterator[Bonus]:
    for item in state.talk.items:
        kontra = sum(step.target == item.item for step in state.talk.doublings)
        won = _is_made(state, item.item, item.seat)
        yield Bonus(item.item, item.stage, item.seat, won, kontra)


def _silent(state: HandState) -> Iterator[Bonus]:
    """What was made without a word, where the rule set pays that; a Pagat may also be caught."""
    for item, values in state.rules.bonuses.items():
        if item in HAND_BONUSES or state.talk.announced(item) is not None:
            continue
        if values.silent is None and not (
            item in SILENT_POINTS and state.rules.scoring.silent_point_bonus
        ):
            continue
        if item in BIRDS:
            yield from _silent_bird(state, item)
        elif _is_made(state, item, state.declarer):
            yield Bonus(item, "silent", state.declarer, True)


def _silent_bird(state: HandState, item: str) -> Iterator[Bonus]:
    """Made by its holder, or captured in its trick by the other side (Pagat only, §7)."""
    card = BIRDS[item].bit_length() - 1
    trick = state.play.tricks[state.rules.trick_count - card - 1]
    if card not in trick.cards:
        return
    holder = (trick.lead + trick.cards.index(card)) % len(state.hands)
    if trick.winner == holder:
        yield Bonus(item, "silent", holder, True)
        return
    is_captured = (holder == state.declarer) != (trick.winner == state.declarer)
    if item == "pagat" and is_captured and state.rules.scoring.silent_pagat_loss:
        yield Bonus(item, "silent", holder, False)


def _in_hand(state: HandState) -> Iterator[Bonus]:
    """Hand bonuses: those claimed, or all there are where nobody has to claim them (§7)."""
    rules = state.rules.announce
    if rules.claim == "before_play":
        for claim in state.talk.claims:
            yield Bonus(claim.item, "post", claim.seat, True)
        return
    for seat in range(len(state.hands)):
        hand = _hand_at_start(state, seat)
        honours = (hand & TRULL).bit_count()
        held = {"trull": honours == 3, "kings": hand & KINGS == KINGS, "heads": honours == 2}
        for item in rules.claims:
            if held[item]:
                yield Bonus(item, "silent", seat, True)


def _hand_at_start(state: HandState, seat: int) -> int:
    """A hand at the start of play, after exchange and discard."""
    found = 0
    for trick in state.play.tricks:
        card = trick.cards[(seat - trick.lead) % len(state.hands)]
        found |= 1 << card
    return found


def _is_made(state: HandState, item: str, seat: int) -> bool:
    """Whether a bonus came true for a seat (§5)."""
    points = shown(sum(declarer_parts(state)))
    if item in BIRDS:
        card = BIRDS[item].bit_length() - 1
        trick = state.play.tricks[state.rules.trick_count - card - 1]
        if card not in trick.cards or trick.winner != seat:
            return False
        return (trick.lead + trick.cards.index(card)) % len(state.hands) == seat
    if item in GOALS:
        return points >= GOALS[item]
    if item == "valat":
        return tricks_of(state.play, state.declarer) == state.rules.trick_count
    forbidden = {"notrull": TRULL, "nokings": KINGS}[item]
    return points > EVEN and not _hand_at_start(state, state.declarer) & forbidden


# --- what it pays --------------------------------------------------------------------------------


def game_value(rules: RuleSet, contract: Contract, take_state: int) -> int:
    """G: the game value, another one when the bid was taken over (§3.1)."""
    return rules.auction.take_values[take_state - 1] if take_state else contract.value


def factor(rules: RuleSet, kind: str, stage: str, steps: int) -> int:
    """The kontra factor of ``game`` or ``bonus`` in a stage (§7)."""
    return rules.kontra.factors[f"{kind}_{stage}"][steps] if steps else 1


def settle(rules: RuleSet, line: ResultLine) -> Score:
    """The score of a result line, which has been checked."""
    contract = rules.contract(line.contract)
    if contract.kind == "everyone":
        forehand = (line.dealer + 1) % rules.hand_seats
        points = trischaken_points(rules, line.seat_thirds, forehand)
        lines = [ScoreLine("trischaken", contract.code, 0, won=False, points=points)]
    else:
        lines = [_game_line(rules, contract, line), *_bonus_lines(rules, contract, line)]
    points = added([found.points for found in lines], rules.hand_seats)
    return Score(
        points=points,
        ledger=points,
        declarer_thirds=line.thirds,
        seat_thirds=line.seat_thirds,
        lines=tuple(lines),
        mond_caught=line.mond_caught,
    )


def _credited(line: ResultLine, seats: int, value: int, *, to_declarer: bool) -> tuple[int, ...]:
    """The declarer, or both defenders in full."""
    return tuple(value if (seat == line.declarer) == to_declarer else 0 for seat in range(seats))


def _game_line(rules: RuleSet, contract: Contract, line: ResultLine) -> ScoreLine:
    """(G + E) × kontra × M, to the declarer or to each defender (§8)."""
    points = line.whole_points
    assert points is not None
    won = points > EVEN
    base = game_value(rules, contract, line.take_state)
    counts = contract.talon != "solo" or rules.scoring.overpoints_in_solo
    over = abs(points - EVEN) if counts else 0
    kontra = factor(rules, "game", line.game_stage, line.kontra.get(GAME, 0))
    total = (base + over) * kontra * contract.multiplier
    tricks, discards, talon = line.parts or (None, None, None)
    return ScoreLine(
        item=GAME,
        contract=contract.code,
        value=base + over,
        won=won,
        factor=kontra,
        multiplier=contract.multiplier,
        alone=True,
        base=base,
        over=over,
        points=_credited(line, rules.hand_seats, total, to_declarer=won),
        thirds=line.thirds,
        tricks_thirds=tricks,
        discards_thirds=discards,
        talon_thirds=talon,
    )


def _bonus_lines(rules: RuleSet, contract: Contract, line: ResultLine) -> Iterator[ScoreLine]:
    for bonus in line.bonuses:
        value = bonus_value(rules, bonus)
        kontra = factor(rules, "bonus", bonus.stage, bonus.kontra)
        multiplier = 1 if is_custom(bonus) else contract.bonus_multiplier
        if not bonus.won and not rules.scoring.loser_bonus_multiplied:
            multiplier = 1
        total = value * kontra * multiplier
        yield ScoreLine(
            item=bonus.item,
            contract=contract.code,
            value=value,
            won=bonus.won,
            factor=kontra,
            multiplier=multiplier,
            stage=bonus.stage,
            seat=bonus.seat,
            points=_bonus_points(line, rules.hand_seats, bonus, total),
        )


def _bonus_points(line: ResultLine, seats: int, bonus: Bonus, total: int) -> tuple[int, ...]:
    """Made: to the owner. Failed: to the declarer, or to both defenders in full (§8)."""
    if bonus.won:
        return tuple(total if seat == bonus.seat else 0 for seat in range(seats))
    return _credited(line, seats, total, to_declarer=bonus.seat != line.declarer)


def bonus_value(rules: RuleSet, bonus: Bonus) -> int:
    """What a bonus is worth before multiplier and kontra."""
    if is_custom(bonus):
        return rules.custom_lines[int(bonus.item[7:])].value
    values = rules.bonuses[bonus.item]
    if bonus.stage == "silent":
        return SILENT_POINTS.get(bonus.item, 0) if values.silent is None else values.silent
    return (values.pre if bonus.stage == "pre" else values.post) or 0
