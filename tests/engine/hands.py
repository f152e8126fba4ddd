"""Generated hands: seeded deals, some of them rigged, played by choosers that vary contracts."""

from __future__ import annotations

import functools
import os
import random
from collections.abc import Iterator

from engine.actions import Action
from engine.cards import KINGS, PACK, QUEENS, codes_of
from engine.play import play_hand
from engine.record import HandRecord
from engine.rules import RuleSet, rule_set
from engine.shuffle import shuffled
from engine.state import HandState
from engine.view import View

ZONE = rule_set("koenigrufen/cardgames-zone")
# how many hands the properties look at: a sample, or the full number in CI
COUNT = int(os.environ.get("TAROCK_HANDS") or (2000 if os.environ.get("CI") == "true" else 200))


def chooser(view: View, legal: tuple[Action, ...], rng: random.Random) -> Action:
    """Random, but with auctions that end in every contract about equally often."""
    if view["phase"] == "auction":
        quiet = [a for a in legal if a.verb in ("pass", "reserve")]
        return rng.choice(quiet) if rng.random() < 0.7 else rng.choice(legal[:3])
    return rng.choice(legal)


def rigged(rng: random.Random, first: int, kings: int, queens: int) -> tuple[str, ...]:
    """A deal in which the seat that gets packet ``first`` holds so many kings and queens."""
    wanted = [*codes_of(KINGS)[:kings], *codes_of(QUEENS)[:queens]]
    others = [card for card in shuffled(rng) if card not in wanted]
    places = [6 * first + i for i in range(6)] + [30 + 6 * first + i for i in range(6)]
    fixed = dict(zip(places, wanted, strict=False))
    return tuple(fixed[at] if at in fixed else others.pop() for at in range(len(PACK)))


def deal(number: int) -> tuple[str, ...]:
    """Deal ``number`` of the sample: every tenth has a hand with three or four kings."""
    rng = random.Random(f"deal {number}")
    if number % 10:
        return shuffled(rng)
    return rigged(rng, rng.randrange(4), rng.choice((3, 4)), rng.choice((0, 2, 4)))


def record(number: int, rules: RuleSet = ZONE) -> HandRecord:
    """Hand ``number`` of the sample, played to its end."""
    return play_hand(rules, deal(number), number % 4, [chooser] * 4, hand=f"hand{number:08d}")


@functools.lru_cache(maxsize=1)
def sample() -> tuple[HandRecord, ...]:
    """The sample of this run."""
    return tuple(record(number) for number in range(COUNT))


def states(count: int = COUNT) -> Iterator[HandState]:
    """Every state of the first hands of the sample."""
    for played in sample()[:count]:
        yield from played.states()
