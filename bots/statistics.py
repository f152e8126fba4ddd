"""Pure statistics for comparing bots: means with their error, and paired blocks of deals.

A *block* is one deal played several times with the bots' seats rotated. The luck of the deal
is common to the hands of a block, so the block means vary far less than single hands:
2-6 times fewer hands for the same certainty.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf, sqrt


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean of ``count`` values and its standard error, in the unit of the values."""

    mean: float
    error: float
    count: int

    @property
    def errors_above_zero(self) -> float:
        """The mean in standard errors; ±inf when the values did not vary at all."""
        if self.error:
            return self.mean / self.error
        return inf if self.mean > 0 else -inf if self.mean < 0 else 0.0

    def interval(self, errors: float = 1.96) -> tuple[float, float]:
        """The mean less and plus so many standard errors; 1.96 are 95 % of a normal curve."""
        return self.mean - errors * self.error, self.mean + errors * self.error

    def is_above_zero(self, errors: float = 3.0) -> bool:
        """Whether the mean exceeds zero by more than so many standard errors."""
        return self.errors_above_zero > errors


def estimate(values: Iterable[float]) -> Estimate:
    """Mean and standard error (sample deviation / √n).

    Raises ValueError for fewer than two values, from which no error can be told.

    >>> estimate([1, 2, 3, 4]).mean
    2.5
    """
    numbers = list(values)
    count = len(numbers)
    if count < 2:
        raise ValueError("an estimate needs at least two values")
    mean = sum(numbers) / count
    variance = sum((value - mean) ** 2 for value in numbers) / (count - 1)
    return Estimate(mean=mean, error=sqrt(variance / count), count=count)


def estimate_of_sums(count: int, total: int, squares: int) -> Estimate:
    """The same from the number of values, their sum and the sum of their squares.

    Raises ValueError for fewer than two values.

    >>> estimate_of_sums(4, 10, 30) == estimate([1, 2, 3, 4])
    True
    """
    if count < 2:
        raise ValueError("an estimate needs at least two values")
    variance = (squares - total * total / count) / (count - 1)
    return Estimate(mean=total / count, error=sqrt(max(0.0, variance) / count), count=count)


def block_estimate(blocks: Iterable[Sequence[float]]) -> Estimate:
    """Estimate of the mean per hand from blocks; ``count`` is the number of blocks.

    All blocks must have the same length, at least 1. Raises ValueError.
    """
    rows = [tuple(block) for block in blocks]
    if len({len(row) for row in rows}) > 1 or (rows and not rows[0]):
        raise ValueError("blocks must have the same number of hands")
    return estimate(sum(row) / len(row) for row in rows)


def paired_estimate(ours: Sequence[float], theirs: Sequence[float]) -> Estimate:
    """Estimate of the mean difference ``ours - theirs`` on the same deals."""
    return estimate(mine - other for mine, other in zip(ours, theirs, strict=True))
