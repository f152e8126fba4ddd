"""What a result line may be under its rule set: refusals with the reason, before any point.

Used for lines from paper; lines read off a played hand pass by construction.
"""

from __future__ import annotations

from typing import Final, NoReturn

from ..cards import BIRDS
from ..errors import BadResult
from ..phases.replies import items_of_stage
from ..phases.talon import EXPOSURES
from ..result import STAGES, Bonus, ResultLine, is_custom
from ..rules.base import BonusValues, Contract, RuleSet
from .written import EVEN, GOALS, SILENT_POINTS
from .zero_sum import is_won

_MAY_FAIL_SILENTLY: Final = (*BIRDS, "king_ultimo")
_NEEDS_A_WON_GAME: Final = ("notrull", "nokings")


def _refuse(field: str, why: str) -> NoReturn:
    raise BadResult(why, field=field)


def check_line(rules: RuleSet, line: ResultLine) -> None:
    """Raises BadResult with ``field`` and reason when the line cannot have come about."""
    _check_seat(rules, "dealer", line.dealer)
    if line.seat_points:
        _check_points(rules, line.seat_points)
    if not line.contract:
        _check_bare(rules, line)
        return
    contract = next((c for c in rules.contracts if c.code == line.contract), None)
    if contract is None:
        _refuse("contract", f"{rules.id} has no contract {line.contract!r}")
    _check_sides(rules, contract, line)
    if line.mond_caught and (contract.kind in ("negative", "everyone") or line.conceded):
        _refuse("mond_caught", "the Mond cannot be caught in this game")
    if line.forfeit != -1:
        _check_forfeit(rules, line)
    elif contract.kind == "everyone":
        _check_everyone(rules, contract, line)
    elif line.conceded:
        _check_concession(rules, contract, line)
    elif contract.kind == "negative":
        _check_tricks(rules, contract, line)
    else:
        _check_card_points(rules, contract, line)
    _check_kontra(rules, contract, line)
    for bonus in line.bonuses:
        _check_bonus(rules, contract, line, bonus)
    _check_together(line)


def _check_seat(rules: RuleSet, field: str, seat: int, *, may_miss: bool = False) -> None:
    if not (-1 if may_miss else 0) <= seat < rules.hand_seats:
        _refuse(field, f"{field} is no seat of {rules.hand_seats}")


def _check_points(rules: RuleSet, points: tuple[int, ...]) -> None:
    """Points as written down keep the declared sum rule."""
    if len(points) != rules.hand_seats:
        _refuse("seat_points", f"{rules.hand_seats} seats have points")
    total = sum(points)
    if rules.sum_rule == "zero" and total != 0:
        _refuse("seat_points", f"the points add up to {total} instead of 0")


def _check_bare(rules: RuleSet, line: ResultLine) -> None:
    """Without a contract: plain numbers, or a hand that was dealt again."""
    if line != ResultLine("", line.dealer, seat_points=line.seat_points):
        _refuse("contract", "without a contract there is nothing else to settle")
    if rules.contracts and line.seat_points and any(line.seat_points):
        _refuse("contract", "points need a contract")
    if rules.contracts and not rules.series.max_redeals:
        _refuse("contract", "in this game every hand is played")
    if not rules.contracts and not line.seat_points:
        _refuse("seat_points", "the points are missing")


def _check_sides(rules: RuleSet, contract: Contract, line: ResultLine) -> None:
    if contract.bid_right == "all_pass":
        if line.declarer != -1:
            _refuse("declarer", f"nobody declares {contract.code}")
    else:
        _check_seat(rules, "declarer", line.declarer)
    forehand = (line.dealer + 1) % rules.hand_seats
    if contract.bid_right in ("fh_first", "fh_after") and line.declarer != forehand:
        _refuse("declarer", f"only forehand can declare {contract.code}")
    _check_seat(rules, "partner", line.partner, may_miss=True)
    if line.partner >= 0 and contract.partner != "called":
        _refuse("partner", f"{contract.code} is played alone")
    if line.partner >= 0 and line.partner == line.declarer:
        _refuse("partner", "nobody is his own partner")
    values = len(rules.auction.take_values) if contract.code in rules.auction.takeable else 0
    if not 0 <= line.take_state <= values:
        _refuse("take_state", f"{contract.code} cannot have been taken over like that")


def _no_counts(line: ResultLine, *allowed: str) -> None:
    given = {
        "thirds": line.thirds is not None,
        "points": line.points is not None,
        "won": line.won is not None,
        "tricks": line.tricks is not None,
        "seat_thirds": bool(line.seat_thirds),
        "conceded": bool(line.conceded),
        "bonuses": bool(line.bonuses),
        "kontra": bool(line.kontra),
    }
    for field, is_given in given.items():
        if is_given and field not in allowed:
            _refuse(field, f"{field} does not belong to this result")


def _check_forfeit(rules: RuleSet, line: ResultLine) -> None:
    _check_seat(rules, "forfeit", line.forfeit)
    if rules.revoke == "none":
        _refuse("forfeit", "this rule set has no forfeit")
    _no_counts(line, "bonuses")
    if any(bonus.stage == "silent" for bonus in line.bonuses):
        _refuse("bonuses", "a forfeited hand has announced bonuses only")


def _check_everyone(rules: RuleSet, contract: Contract, line: ResultLine) -> None:
    _no_counts(line, "seat_thirds")
    counts = line.seat_thirds
    if len(counts) != rules.hand_seats or any(count < 0 for count in counts):
        _refuse("seat_thirds", "everybody's card points are needed")
    is_whole = contract.talon in ("last", "perTrick")
    if sum(counts) > 210 or (is_whole and sum(counts) != 210):
        _refuse("seat_thirds", "the card points of all are 70 together")


def _check_concession(rules: RuleSet, contract: Contract, line: ResultLine) -> None:
    _no_counts(line, "conceded")
    if not rules.talon.concede_if_called_in_talon or contract.partner != "called":
        _refuse("conceded", f"{contract.code} cannot be conceded")
    if contract.talon not in EXPOSURES or line.partner >= 0:
        _refuse("conceded", "only with the called card in the talon turned up")
    allowed = contract.compulsory or ("game",)
    if line.conceded not in allowed:
        _refuse("conceded", f"{contract.code} pays " + " or ".join(allowed))


def _check_tricks(rules: RuleSet, contract: Contract, line: ResultLine) -> None:
    _no_counts(line, "tricks", "won", "kontra", "bonuses")
    if line.tricks is None:
        if line.won is None:
            _refuse("tricks", "the tricks of the declarer are missing")
        return
    if not 0 <= line.tricks <= rules.trick_count:
        _refuse("tricks", f"there are {rules.trick_count} tricks")
    if line.won is not None and line.won != (line.tricks == contract.goal_tricks):
        _refuse("won", "won does not fit the tricks")


def _check_card_points(rules: RuleSet, contract: Contract, line: ResultLine) -> None:
    _no_counts(line, "thirds", "points", "won", "bonuses", "kontra")
    points, threshold = line.whole_points, rules.scoring.win_thirds
    if line.thirds is not None and not 0 <= line.thirds <= 210:
        _refuse("thirds", "there are 210 thirds")
    if line.points is not None and not 0 <= line.points <= 70:
        _refuse("points", "there are 70 points")
    if line.thirds is not None and line.points not in (None, points):
        _refuse("points", "points do not fit the thirds")
    _check_fraction(rules, contract, line)
    if points is None:
        if line.won is None or rules.sum_rule == "written":
            _refuse("points", "the points of the declarer's side are missing")
        return
    if line.thirds is None and points == EVEN and threshold <= 3 * EVEN + 1:
        if line.won is None:
            _refuse("won", "35 points may be won or lost here: say which")
        return
    won = line.thirds >= threshold if line.thirds is not None else points > EVEN
    if line.won is not None and line.won != won:
        _refuse("won", "won does not fit the points")


def _check_fraction(rules: RuleSet, contract: Contract, line: ResultLine) -> None:
    """With three players a pile's fraction tells how many cards were discarded (§1.2)."""
    if line.thirds is None or rules.hand_seats != 3:
        return
    exposure = EXPOSURES.get(contract.talon)
    if line.thirds % 3 != (exposure.packet_size if exposure else 0) % 3:
        _refuse("thirds", f"no pile of {contract.code} counts that many thirds")


def _check_kontra(rules: RuleSet, contract: Contract, line: ResultLine) -> None:
    if line.game_stage not in ("post", "pre"):
        _refuse("game_stage", "post or pre")
    targets = {"game"}
    if contract.kind == "negative":
        targets = {f"game@{s}" for s in range(rules.hand_seats) if s != line.declarer}
    for target, steps in line.kontra.items():
        if target not in targets:
            _refuse("kontra", f"{target!r} cannot be doubled here")
        if not 1 <= steps <= _levels(rules, contract, "game", line.game_stage):
            _refuse("kontra", f"{target} cannot be doubled {steps} times")
    if line.game_stage == "pre" and not line.kontra:
        _refuse("game_stage", "nothing was doubled before the talon")


def _levels(rules: RuleSet, contract: Contract, kind: str, stage: str) -> int:
    if stage == "pre" and contract.talon not in EXPOSURES:
        return 0
    factors = rules.kontra.factors.get(f"{kind}_{stage}")
    return len(factors) - 1 if factors else rules.kontra.max_factor.bit_length() - 1


def _check_bonus(rules: RuleSet, contract: Contract, line: ResultLine, bonus: Bonus) -> None:
    _check_seat(rules, "bonuses", bonus.seat)
    if bonus.stage not in STAGES:
        _refuse("bonuses", f"{bonus.stage!r} is no stage")
    if is_custom(bonus):
        _check_custom(rules, line, bonus)
        return
    values = _values_of(rules, contract, bonus.item)
    if values is None:
        _refuse("bonuses", f"{contract.code} has no bonus {bonus.item!r}")
    if not _is_scored(rules, values, bonus):
        _refuse("bonuses", f"{bonus.item} is not scored {bonus.stage}")
    if not _is_in_time(rules, contract, bonus):
        _refuse("bonuses", f"{bonus.item} is not announced then")
    if bonus.stage == "silent" and not bonus.won and not _may_fail(rules, bonus):
        _refuse("bonuses", f"{bonus.item} cannot fail without having been announced")
    is_never = bonus.stage == "silent" or bonus.item in rules.announce.claims
    levels = 0 if is_never else _levels(rules, contract, "bonus", bonus.stage)
    if not 0 <= bonus.kontra <= levels:
        _refuse("bonuses", f"{bonus.item} cannot be doubled {bonus.kontra} times")
    _check_owner(rules, contract, line, bonus)


def _check_custom(rules: RuleSet, line: ResultLine, bonus: Bonus) -> None:
    known = {f"custom:{number}" for number in range(len(rules.custom_lines))}
    if bonus.item not in known:
        _refuse("bonuses", f"there is no line {bonus.item!r}")
    if (bonus.stage, bonus.kontra) != ("silent", 0) or bonus.seat != line.declarer:
        _refuse("bonuses", "a line of the club is won or lost by the declarer's side")


def _values_of(rules: RuleSet, contract: Contract, item: str) -> BonusValues | None:
    """The values of a bonus this contract can have."""
    if rules.sum_rule == "written":
        return rules.bonuses.get(item)
    if item == "mondfang" and rules.scoring.mondfang and contract.kind != "negative":
        return BonusValues(1)
    if item == "king_caught" and rules.scoring.king_caught and contract.partner == "called":
        return BonusValues(rules.scoring.king_caught)
    if item not in contract.bonuses:
        return None
    if item == "valat":
        return BonusValues(rules.valat.silent, rules.valat.announced)
    return rules.bonuses.get(item)


def _is_scored(rules: RuleSet, values: BonusValues, bonus: Bonus) -> bool:
    if bonus.stage == "silent" and bonus.item in SILENT_POINTS:
        return values.silent is not None or rules.scoring.silent_point_bonus
    return getattr(values, bonus.stage) is not None


def _is_in_time(rules: RuleSet, contract: Contract, bonus: Bonus) -> bool:
    """Whether an item of Illustrated Tarock belongs to the stage it was announced in (§7)."""
    if rules.sum_rule != "written" or bonus.stage == "silent":
        return True
    is_shown = contract.talon in EXPOSURES
    if bonus.item in rules.announce.claims:
        return is_shown or bonus.stage == "post"
    items = items_of_stage(rules.announce, bonus.stage, is_shown=is_shown)
    return bonus.item in items or bonus.item in rules.announce.defenders


def _may_fail(rules: RuleSet, bonus: Bonus) -> bool:
    if rules.sum_rule == "written":
        return bonus.item == "pagat" and rules.scoring.silent_pagat_loss
    return rules.scoring.silent_failure_costs and bonus.item in _MAY_FAIL_SILENTLY


def _check_owner(rules: RuleSet, contract: Contract, line: ResultLine, bonus: Bonus) -> None:
    """Who may have a bonus, and what the points say about it."""
    is_mine = line.is_on_side(bonus.seat)
    if bonus.item == "king_ultimo" and not is_mine:
        _refuse("bonuses", "the called king is the declarer's side's")
    if bonus.item == "king_caught" and is_mine:
        _refuse("bonuses", "only the opponents catch the called king")
    if rules.sum_rule != "written":
        is_valat = bonus.item == "valat" and bonus.won and line.forfeit == -1
        if is_valat and is_won(rules, contract, line) != is_mine:
            _refuse("bonuses", "who wins all tricks wins the game")
        return
    is_free = bonus.item in rules.announce.claims or (
        bonus.stage == "silent" and bonus.item in BIRDS
    )
    may = is_free or (bonus.stage == "post" and bonus.item in rules.announce.defenders)
    if not is_mine and not may:
        _refuse("bonuses", f"{bonus.item} is the declarer's")
    points = line.whole_points
    if points is None:
        return
    if bonus.item in GOALS and bonus.won != (points >= GOALS[bonus.item]):
        _refuse("bonuses", f"{bonus.item} does not fit {points} points")
    if bonus.item in (*_NEEDS_A_WON_GAME, "valat") and bonus.won and points <= EVEN:
        _refuse("bonuses", f"{bonus.item} is lost with the game")


def _check_together(line: ResultLine) -> None:
    """Every bonus once; three honours cannot lie in one hand and two in another."""
    items = [bonus.item for bonus in line.bonuses]
    if len(set(items)) != len(items):
        _refuse("bonuses", "a bonus is named twice")
    if "trull" in items and "heads" in items:
        _refuse("bonuses", "nobody else can hold two honours beside the Trull")
