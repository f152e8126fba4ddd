"""What an arbiter's ruling against a seat pays (koenigrufen.md §16)."""

from __future__ import annotations

import pytest

from engine.errors import BadResult
from engine.result import Bonus, ResultLine
from engine.rules import rule_set
from engine.scoring import settle

CUP, VIENNA = "koenigrufen/tournament", "koenigrufen/tournament-vienna"
ZONE = "koenigrufen/cardgames-zone"
PAGAT = Bonus("pagat", "post", 0, False)
TRULL = Bonus("trull", "post", 1, True)
VALAT = Bonus("valat", "post", 0, False)


def line(contract: str, offender: int, *bonuses: Bonus, partner: int = -1) -> ResultLine:
    """Seat 0 declares and is forehand."""
    return ResultLine(
        contract, 3, declarer=0, partner=partner, forfeit=offender, bonuses=tuple(bonuses)
    )


@pytest.mark.parametrize(
    ("rules", "ruled", "points"),
    [
        # every regular player gets v + B, a lone declarer three times as much
        (CUP, line("DR", 1, PAGAT, TRULL), (24, -40, 8, 8)),
        (CUP, line("DR", 0, PAGAT, TRULL), (-24, 8, 8, 8)),
        # the bonuses of a solo count twice
        (CUP, line("SD", 2, PAGAT), (36, 12, -60, 12)),
        # regular opponents of six cards are paid the loss value
        (CUP, line("SX", 1), (12, -28, 8, 8)),
        # with a partner nobody gets three times as much
        (CUP, line("RU", 3, TRULL, partner=2), (3, 3, 3, -9)),
        (CUP, line("RU", 0, TRULL, partner=2), (-9, 3, 3, 3)),
        # an announced Valat multiplies the game, or is added
        (CUP, line("DR", 1, VALAT), (96, -160, 32, 32)),
        (VIENNA, line("DR", 1, VALAT), (75, -125, 25, 25)),
        (CUP, line("BE", 3), (6, 2, 2, -10)),
        # the offender's side loses the game at its normal value
        (ZONE, line("SR", 1, partner=2), (2, -2, 2, -2)),
        (ZONE, line("SR", 2, partner=2), (-2, 2, -2, 2)),
        (ZONE, line("DR", 0), (-12, 4, 4, 4)),
        (ZONE, line("BE", 0), (-12, 4, 4, 4)),
        (ZONE, line("BE", 2), (12, -4, -4, -4)),
    ],
)
def test_a_forfeit_pays(rules: str, ruled: ResultLine, points: tuple[int, ...]) -> None:
    ruled.check(rule_set(rules))
    score = settle(rule_set(rules), ruled)
    assert score.points == score.ledger == points
    (only,) = score.lines
    assert (only.item, only.seat, only.won) == ("forfeit", ruled.forfeit, False)


def test_a_forfeited_valat_with_six_cards_pays_as_a_lost_one() -> None:
    """The opponents' reward is four times eight, twice, whatever a lost Sechserdreier costs."""
    ruled, points = line("SX", 1, VALAT), (96, -224, 64, 64)
    assert settle(rule_set(CUP), ruled).points == points
    assert settle(rule_set(CUP, loss_values={"SX": 3}), ruled).points == points


@pytest.mark.parametrize(("rules", "points"), [(CUP, (2, 2, 2, -6)), (ZONE, (2, -2, 2, -2))])
def test_a_partner_may_sit_anywhere(rules: str, points: tuple[int, ...]) -> None:
    ruled = ResultLine("SR", 3, declarer=2, partner=0, forfeit=3)
    ruled.check(rule_set(rules))
    assert settle(rule_set(rules), ruled).points == points


@pytest.mark.parametrize(
    ("rules", "offender", "points"),
    [
        (CUP, 3, (2, 2, 2, -6)),
        (CUP, 1, (4, -12, 4, 4)),
        (VIENNA, 3, (6, 6, 6, -18)),
        (VIENNA, 1, (6, -18, 6, 6)),
    ],
)
def test_a_forfeited_trischaken_pays(rules: str, offender: int, points: tuple[int, ...]) -> None:
    ruled = ResultLine("TK", 0, declarer=1, forfeit=offender)
    ruled.check(rule_set(rules))
    assert settle(rule_set(rules), ruled).points == points


def test_no_other_result_stands_beside_a_forfeit() -> None:
    """Silent bonuses and card points do not count; Illustrated Tarock has no forfeit."""
    with pytest.raises(BadResult):
        line("DR", 1, Bonus("trull", "silent", 0, True)).check(rule_set(CUP))
    with pytest.raises(BadResult):
        ResultLine("DR", 0, declarer=0, forfeit=1, points=40).check(rule_set(CUP))
    with pytest.raises(BadResult):
        ResultLine("3B", 0, declarer=0, forfeit=1).check(rule_set("illustrated/beck"))
