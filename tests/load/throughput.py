"""Bot hands through Celery: what storing them costs, and what a second worker brings.

``python -m tests.load.throughput [rounds] [pairs]`` starts the platform on a temporary folder and
prints two JSON lines:

``share_lost``: hands stored per CPU second of the bulk worker (main process and child, so with
Celery, broker client, database and publishing) against the bare loop (`engine.play.play_hand`
with the same strategy on dealt cards), in turns within one run.

``second_worker``: hands stored per second with one and with two pool processes, in turns.
"""

from __future__ import annotations

import json
import os
import random
import socket
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from celery import Celery

from bots.strategies import STRATEGIES
from config.env import redis_broker
from engine.play import play_hand
from engine.rules import rule_set
from engine.shuffle import shuffled
from tests.load.cpu import cpu_seconds, spread

RULES_ID = "koenigrufen/cardgames-zone"
STRATEGY = "club"
HANDS = 8
"""Hands of a series: one task each."""
SERIES_PER_ROUND = 25
PATIENCE_SECONDS = 180


# --- the two sides -----------------------------------------------------------------------------


def bare_rate(hands: int, seed: int) -> float:
    """Hands per CPU second of the loop that only plays; the cards are dealt before."""
    rules, players = rule_set(RULES_ID), [STRATEGIES[STRATEGY]] * 4
    rng = random.Random(seed)
    deals = [shuffled(rng) for _ in range(hands)]
    start = time.process_time()
    for number, cards in enumerate(deals):
        play_hand(rules, cards, number % 4, players)
    return hands / (time.process_time() - start)


class Bulk:
    """The bulk worker of a running platform. Use inside ``stack.database()``."""

    def __init__(self, stack: Any) -> None:
        self._stack = stack
        self._app = Celery(broker=redis_broker(stack.redis_url, 0))
        self._name = f"bulk@{socket.gethostname()}"

    def cpu(self) -> float:
        """CPU seconds of the worker with its children."""
        return cpu_seconds(self._stack.pid("bulk"))

    def resize(self, by: int) -> None:
        """Add (1) or remove (-1) a pool process, and let a new one warm up."""
        order = self._app.control.pool_grow if by > 0 else self._app.control.pool_shrink
        answer = order(1, destination=[self._name], reply=True, timeout=10)
        assert answer, "the worker did not answer"
        self.play(series=6)

    def play(self, series: int) -> float:
        """Have so many series played; seconds from the first message to the last stored hand."""
        from games.models import Series
        from games.services import series_jobs, series_start
        from games.tasks import dispatch

        begun = [series_start(table=table) for table in tables_make(series)]
        jobs = [job for one in begun for job in series_jobs(one)]
        unfinished = Series.objects.filter(pk__in=[s.pk for s in begun], next_due__isnull=False)
        start = time.monotonic()
        with self.broker():
            dispatch(jobs)
        while unfinished.exists():
            assert time.monotonic() - start < PATIENCE_SECONDS, "the hands were not played"
            time.sleep(0.05)
        return time.monotonic() - start

    @contextmanager
    def broker(self) -> Iterator[None]:
        """Let ``dispatch`` send to the platform's broker."""
        from games import tasks

        before, tasks.current_app = tasks.current_app, self._app
        try:
            yield
        finally:
            tasks.current_app = before


def tables_make(count: int) -> list[Any]:
    """So many tables of four club bots."""
    from bots.selectors import bot_version_builtin
    from games.services import SeatSpec, table_create

    seats = [SeatSpec(bot_version=bot_version_builtin(STRATEGY))] * 4
    return [
        table_create(name=f"Bench {n}", rules_id=RULES_ID, hands=HANDS, seats=seats)
        for n in range(count)
    ]


# --- measurements ------------------------------------------------------------------------------


def share_lost(bulk: Bulk, rounds: int) -> dict[str, Any]:
    """In turns: the bare loop, and as many hands through the worker."""
    hands = SERIES_PER_ROUND * HANDS
    bulk.play(SERIES_PER_ROUND)
    bare, stored = [], []
    for number in range(rounds):
        bare.append(bare_rate(hands, number))
        before = bulk.cpu()
        bulk.play(SERIES_PER_ROUND)
        stored.append(hands / (bulk.cpu() - before))
    lost = [1 - one / other for one, other in zip(stored, bare, strict=True)]
    return {
        "measured": "share_lost",
        "rounds": rounds,
        "hands_per_round": hands,
        "bare_hands_per_cpu_s": spread(bare, 1),
        "stored_hands_per_cpu_s": spread(stored, 1),
        "share_lost": spread(lost),
    }


def second_worker(bulk: Bulk, pairs: int, series: int = 250) -> dict[str, Any]:
    """One, two, two, one ... pool processes; the ratio within each pair of neighbours."""
    rates: dict[int, list[float]] = {1: [], 2: []}
    size = 1
    for wanted in ([1, 2, 2, 1] * pairs)[: 2 * pairs]:
        if wanted != size:
            bulk.resize(wanted - size)
            size = wanted
        rates[wanted].append(series * HANDS / bulk.play(series))
    ratios = [two / one for one, two in zip(rates[1], rates[2], strict=True)]
    return {
        "measured": "second_worker",
        "hands_per_run": series * HANDS,
        "pairs": pairs,
        "one_hands_per_s": spread(rates[1], 1),
        "two_hands_per_s": spread(rates[2], 1),
        "ratio": spread(ratios, 2),
    }


def run(rounds: int = 6, pairs: int = 2) -> Iterator[dict[str, Any]]:
    """Start the platform, measure, stop."""
    from tests.live.stack import live_stack

    folder = tempfile.TemporaryDirectory(prefix="tarock-load-")
    with folder as path, live_stack(Path(path)) as stack, stack.database():
        bulk = Bulk(stack)
        yield share_lost(bulk, rounds)
        yield second_worker(bulk, pairs)


def main(arguments: list[int]) -> None:
    """Print what was measured."""
    for found in run(*arguments):
        print(json.dumps(found))


if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.test"
    import django

    django.setup()
    main([int(value) for value in sys.argv[1:3]])
