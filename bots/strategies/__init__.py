"""Built-in strategies, by the name a bot version carries."""

from __future__ import annotations

from typing import Final

from . import club, random
from .base import Strategy

STRATEGIES: Final[dict[str, Strategy]] = {"club": club.choose, "random": random.choose}

__all__ = ["STRATEGIES", "Strategy"]
