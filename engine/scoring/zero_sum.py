"""Settlement in which the points of every hand add up to zero (koenigrufen.md §13-§16)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from ..cards import BIRDS
from ..phases.talk import GAME
from ..phases.talon import UNSEEN
from ..result import Bonus, ResultLine, is_custom
from ..rules.base import Contract, RuleSet
from .score import Score, ScoreLine, added
from .trischaken import trischaken_points

# silent ones do not count beside a Valat (§15)
_NOT_SILENT_WITH_VALAT: Final[Mapping[str, tuple[str, ...]]] = {
    "multiply": (*BIRDS, "king_ultimo", "trull", "four_kings", "mondfang", "king_caught"),
    "fixed": ("trull", "four_kings"),
}


def payment(
    value: int, *, won: bool, declarer: int, partner: int | None, seats: int = 4
) -> tuple[int, ...]:
    """Who gets what for one item: ±v each for two, ±3v for a lone declarer (§13.1)."""
    v = value if won else -value
    side = {declarer} if partner is None else {declarer, partner}
    gain = v * (seats - len(side)) // len(side)
    return tuple(gain if seat in side else -v for seat in range(seats))


def game_value(contract: Contract, *, won: bool) -> int:
    """Value of the game item; a lost one may cost another value (§13.2)."""
    return contract.value if won else contract.loss_value


def settle(rules: RuleSet, line: ResultLine) -> Score:
    """The score of a result line, which has been checked."""
    contract = rules.contract(line.contract)
    if line.forfeit >= 0:
        lines = [_forfeit_line(rules, contract, line)]
    elif contract.kind == "everyone":
        lines = [_everyone_line(rules, contract, line)]
    elif line.conceded:
        lines = [_concession_line(rules, contract, line)]
    elif contract.kind == "negative":
        lines = [_tricks_line(rules, contract, line), *_bonus_lines(rules, contract, line)]
    else:
        lines = [*_game_lines(rules, contract, line), *_bonus_lines(rules, contract, line)]
    seats = rules.hand_seats
    ledger = added([found.ledger or found.points for found in lines], seats)
    points = added([found.points for found in lines], seats)
    return Score(
        points=points,
        ledger=ledger,
        declarer_thirds=line.thirds,
        seat_thirds=line.seat_thirds,
        lines=tuple(lines),
        mond_caught=line.mond_caught or any(bonus.item == "mondfang" for bonus in line.bonuses),
    )


class _Paid(NamedTuple):
    """Points and ledger of an item."""

    points: tuple[int, ...]
    ledger: tuple[int, ...]


def _pay(rules: RuleSet, line: ResultLine, value: int, *, won: bool, factor: int) -> _Paid:
    """What an item pays that the declarer's side wins or loses."""
    partner = line.partner if line.partner >= 0 else None
    plain = payment(value, won=won, declarer=line.declarer, partner=partner, seats=rules.hand_seats)
    ledger = tuple(factor * points for points in plain)
    return _Paid(ledger if rules.kontra.counts_in_score else plain, ledger)


def is_won(rules: RuleSet, contract: Contract, line: ResultLine) -> bool:
    """From exact thirds, else from whole points, else as the line says (§3.3)."""
    if contract.kind == "negative":
        return bool(line.won) if line.tricks is None else line.tricks == contract.goal_tricks
    if line.thirds is not None:
        return line.thirds >= rules.scoring.win_thirds
    if line.points is not None and line.won is None:
        return line.points >= 36
    return bool(line.won)


def _game_lines(rules: RuleSet, contract: Contract, line: ResultLine) -> Iterator[ScoreLine]:
    valat = next((bonus for bonus in line.bonuses if bonus.item == "valat"), None)
    kontra = 2 ** line.kontra.get(GAME, 0)
    if valat is not None and rules.valat.mode == "multiply":
        yield _valat_line(rules, contract, line, valat, kontra)
        return
    won = is_won(rules, contract, line)
    value = game_value(contract, won=won)
    tricks, discards, talon = line.parts or (None, None, None)
    paid = _pay(rules, line, value, won=won, factor=kontra)
    yield ScoreLine(
        item=GAME,
        contract=contract.code,
        value=value,
        won=won,
        factor=kontra,
        alone=line.partner < 0,
        thirds=line.thirds,
        tricks_thirds=tricks,
        discards_thirds=discards,
        talon_thirds=talon,
        points=paid.points,
        ledger=paid.ledger,
    )
    if valat is not None:
        yield _valat_line(rules, contract, line, valat, 1)


def _valat_line(
    rules: RuleSet, contract: Contract, line: ResultLine, valat: Bonus, kontra: int
) -> ScoreLine:
    """Valat multiplies the game, which it replaces, or pays extra points (§15)."""
    number = rules.valat.silent if valat.stage == "silent" else rules.valat.announced
    declarers_win = line.is_on_side(valat.seat) == valat.won
    value = number
    if rules.valat.mode == "multiply":
        value = _multiplied(contract, number, won=declarers_win)
    factor = kontra * 2**valat.kontra
    paid = _pay(rules, line, value, won=declarers_win, factor=factor)
    return ScoreLine(
        item="valat",
        contract=contract.code,
        value=value,
        won=valat.won,
        factor=factor,
        alone=line.partner < 0,
        stage=valat.stage,
        seat=valat.seat,
        points=paid.points,
        ledger=paid.ledger,
    )


def _multiplied(contract: Contract, number: int, *, won: bool) -> int:
    """The game with a Valat; with all six cards he pays the opponents twice as much (§15)."""
    return contract.value * number * (2 if contract.talon == UNSEEN and not won else 1)


def _bonus_lines(rules: RuleSet, contract: Contract, line: ResultLine) -> Iterator[ScoreLine]:
    has_valat = any(
        bonus.item == "valat" and (bonus.stage != "silent" or bonus.won) for bonus in line.bonuses
    )
    silenced = _NOT_SILENT_WITH_VALAT.get(rules.valat.mode, ()) if has_valat else ()
    for bonus in line.bonuses:
        if bonus.item == "valat" or (bonus.stage == "silent" and bonus.item in silenced):
            continue
        declarers_win = line.is_on_side(bonus.seat) == bonus.won
        value = bonus_value(rules, bonus)
        multiplier = 1 if is_custom(bonus) else contract.bonus_multiplier
        factor = 2**bonus.kontra
        paid = _pay(rules, line, value * multiplier, won=declarers_win, factor=factor)
        yield ScoreLine(
            item=bonus.item,
            contract=contract.code,
            value=value,
            won=bonus.won,
            factor=factor,
            multiplier=multiplier,
            alone=line.partner < 0,
            stage=bonus.stage,
            seat=bonus.seat,
            points=paid.points,
            ledger=paid.ledger,
        )


def bonus_value(rules: RuleSet, bonus: Bonus) -> int:
    """What a bonus is worth before multiplier and kontra."""
    if bonus.item == "mondfang":
        return 1
    if bonus.item == "king_caught":
        return rules.scoring.king_caught
    if is_custom(bonus):
        return rules.custom_lines[int(bonus.item[7:])].value
    values = rules.bonuses[bonus.item]
    return (values.silent if bonus.stage == "silent" else values.post) or 0


def _tricks_line(rules: RuleSet, contract: Contract, line: ResultLine) -> ScoreLine:
    """Exactly the goal wins; every opponent has his own kontra (§11, §13.2)."""
    won = is_won(rules, contract, line)
    value = game_value(contract, won=won)
    plain = payment(value, won=won, declarer=line.declarer, partner=None, seats=rules.hand_seats)
    doubled = [
        points * 2 ** line.kontra.get(f"{GAME}@{seat}", 0) for seat, points in enumerate(plain)
    ]
    doubled[line.declarer] = 0
    doubled[line.declarer] = -sum(doubled)
    ledger = tuple(doubled)
    return ScoreLine(
        item=GAME,
        contract=contract.code,
        value=value,
        won=won,
        alone=True,
        points=ledger if rules.kontra.counts_in_score else plain,
        ledger=ledger,
        tricks_won=line.tricks,
    )


def _concession_line(rules: RuleSet, contract: Contract, line: ResultLine) -> ScoreLine:
    """Lost at once, alone: the game and the announced value of one bird (§8.4)."""
    value = contract.loss_value
    if line.conceded != GAME:
        value += (rules.bonuses[line.conceded].post or 0) * contract.bonus_multiplier
    points = payment(value, won=False, declarer=line.declarer, partner=None, seats=rules.hand_seats)
    return ScoreLine(GAME, contract.code, value, won=False, points=points, alone=True)


def _everyone_line(rules: RuleSet, contract: Contract, line: ResultLine) -> ScoreLine:
    forehand = (line.dealer + 1) % rules.hand_seats
    points = trischaken_points(rules, line.seat_thirds, forehand)
    return ScoreLine("trischaken", contract.code, contract.value, won=False, points=points)


def _forfeit_line(rules: RuleSet, contract: Contract, line: ResultLine) -> ScoreLine:
    """What an arbiter's ruling against a seat pays (§16)."""
    value, points = forfeit_points(rules, contract, line)
    return ScoreLine(
        item="forfeit",
        contract=contract.code,
        value=value,
        won=False,
        alone=line.partner < 0,
        seat=line.forfeit,
        points=points,
    )


def forfeit_points(
    rules: RuleSet, contract: Contract, line: ResultLine
) -> tuple[int, tuple[int, ...]]:
    """The offender's side loses the game, or he pays what each of the others would have got.

    Returns the value of the game and the points. Kontras are ignored, silent bonuses too.
    """
    seats, offender = rules.hand_seats, line.forfeit
    if contract.kind == "everyone":
        assert rules.trischaken is not None
        is_forehand = offender == (line.dealer + 1) % seats
        each = rules.trischaken["forehand_revoke" if is_forehand else "regular_revoke"]
        return each, _paid_by(offender, [each] * seats)
    if rules.revoke == "side_loses_game":
        won = not line.is_on_side(offender)
        value = game_value(contract, won=won)
        partner = line.partner if line.partner >= 0 else None
        return value, payment(value, won=won, declarer=line.declarer, partner=partner, seats=seats)
    extra = _announced_value(rules, contract, line)
    rewards = []
    for seat in range(seats):
        won = line.is_on_side(seat)
        share = 3 if won and line.partner < 0 else 1
        rewards.append(share * (_forfeit_value(rules, contract, line, won=won) + extra))
    return contract.value, _paid_by(offender, rewards)


def _paid_by(offender: int, rewards: list[int]) -> tuple[int, ...]:
    total = sum(reward for seat, reward in enumerate(rewards) if seat != offender)
    return tuple(-total if seat == offender else r for seat, r in enumerate(rewards))


def _forfeit_value(rules: RuleSet, contract: Contract, line: ResultLine, *, won: bool) -> int:
    if rules.valat.mode == "multiply" and any(bonus.item == "valat" for bonus in line.bonuses):
        return _multiplied(contract, rules.valat.announced, won=won)
    return game_value(contract, won=won)


def _announced_value(rules: RuleSet, contract: Contract, line: ResultLine) -> int:
    """All announced bonuses together; a multiplied Valat is in the game."""
    found = 0
    for bonus in line.bonuses:
        if bonus.stage == "silent":
            continue
        if bonus.item == "valat":
            found += rules.valat.announced if rules.valat.mode == "fixed" else 0
        else:
            found += bonus_value(rules, bonus) * contract.bonus_multiplier
    return found
