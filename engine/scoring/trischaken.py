"""Trischaken: everybody for himself, the fewest points are best (koenigrufen.md §12)."""

from __future__ import annotations

from collections.abc import Sequence

from ..rules.base import RuleSet

MAYOR_THIRDS = 107


def trischaken_points(rules: RuleSet, thirds: Sequence[int], forehand: int) -> tuple[int, ...]:
    """Points per seat; ``thirds`` are the card points of each, a seat with none took no trick.

    The table is the rule set's: ``ooe`` (Upper Austria), ``vienna``, or ``written``
    (illustrated-tarock.md §9).
    """
    assert rules.trischaken is not None
    table = rules.trischaken["table"]
    top = max(thirds)
    losers = [seat for seat, count in enumerate(thirds) if count == top]
    if table == "written":
        return _written(rules, thirds, losers)
    is_doubled = forehand in losers
    if is_doubled:
        losers = [forehand]
    is_mayor = top >= MAYOR_THIRDS
    if table == "vienna":
        total = 6 * (2 if is_mayor else 1) * (2 if is_doubled else 1)
    else:
        total = _upper_austrian_total(thirds, losers, is_doubled=is_doubled, is_mayor=is_mayor)
    return _shared(thirds, losers, total)


def _upper_austrian_total(
    thirds: Sequence[int], losers: list[int], *, is_doubled: bool, is_mayor: bool
) -> int:
    """What the losers pay together."""
    if len(losers) == 2:
        return 4
    if len(losers) == 3:
        return 3
    each = (2 if is_doubled else 1) * (2 if is_mayor else 1)
    if each == 1 and _virgins(thirds, losers) == 2:
        return 4  # two each, instead of one and a half
    return 3 * each


def _virgins(thirds: Sequence[int], losers: list[int]) -> int:
    return sum(count == 0 for seat, count in enumerate(thirds) if seat not in losers)


def _shared(thirds: Sequence[int], losers: list[int], total: int) -> tuple[int, ...]:
    """The losers pay in equal parts; those without a trick, else all others, share it."""
    others = [seat for seat in range(len(thirds)) if seat not in losers]
    winners = [seat for seat in others if thirds[seat] == 0] or others
    pay, gain = total // len(losers), total // len(winners)
    return tuple(
        -pay if seat in losers else gain if seat in winners else 0 for seat in range(len(thirds))
    )


def _written(rules: RuleSet, thirds: Sequence[int], losers: list[int]) -> tuple[int, ...]:
    """Everybody writes his own; when all are equal nobody writes anything."""
    values = rules.trischaken
    assert values is not None
    if len(losers) == len(thirds):
        return (0,) * len(thirds)
    best = values["other"] + values["no_trick"]
    return tuple(
        values["loser"] if seat in losers else values["other"] if count else best
        for seat, count in enumerate(thirds)
    )
