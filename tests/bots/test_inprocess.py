"""The in-process runner: it finds the strategy, and no bug of a strategy stops a hand."""

from __future__ import annotations

import logging
import random
from collections.abc import Iterator

import pytest

from bots import strategies
from bots.errors import UnknownRunner, UnknownStrategy
from bots.models import Bot, BotVersion
from bots.runners import inprocess
from engine.actions import Action
from engine.play import play_hand, rng_for
from engine.shuffle import shuffled
from engine.view import View
from tests.bots.tables import CLUB, RULES, deal, decisions


def version(strategy: str, runner: str = "inprocess") -> BotVersion:
    return BotVersion(bot=Bot(slug="x", name="X"), number=1, runner=runner, strategy=strategy)


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Two strategies that fail: one raises, one answers what is not legal."""

    def raises(view: View, legal: tuple[Action, ...], rng: random.Random) -> Action:
        raise ZeroDivisionError

    def cheats(view: View, legal: tuple[Action, ...], rng: random.Random) -> Action:
        return Action("play", "22") if legal[0].verb != "play" else Action("pass")

    monkeypatch.setitem(strategies.STRATEGIES, "raises", raises)
    monkeypatch.setitem(strategies.STRATEGIES, "cheats", cheats)
    yield
    inprocess._guarded.cache_clear()


def faults(strategy: str) -> float:
    count: float = inprocess.FAULTS.labels(strategy=strategy)._value.get()
    return count


def test_plays_what_the_strategy_plays() -> None:
    for view, action in decisions(deal(3), [CLUB] * 4):
        assert inprocess.choose(version("club"), view) == action


def test_random_numbers_come_from_the_view() -> None:
    for view, _ in decisions(deal(4), [CLUB] * 4):
        legal = tuple(Action.parse(text) for text in view["legal"])
        expected = strategies.STRATEGIES["random"](view, legal, rng_for(view))
        assert inprocess.choose(version("random"), view) == expected


@pytest.mark.parametrize("name", ["raises", "cheats"])
def test_a_failing_strategy_plays_the_fallback(
    broken: None, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    before = faults(name)
    with caplog.at_level(logging.ERROR):
        views = [view for view, _ in decisions(deal(5), [CLUB] * 4)]
        for view in views:
            assert str(inprocess.choose(version(name), view)) == view["fallback"]
    assert faults(name) - before == len(views)
    assert len(caplog.records) == len(views)
    assert f"strategy {name}" in caplog.text
    assert "cards" not in caplog.text  # the log of a running hand is no way to look at them


def test_a_failing_strategy_does_not_stop_a_hand(broken: None) -> None:
    choosers = [inprocess.chooser_for(version(name)) for name in ("club", "raises")] * 2
    cards = shuffled(random.Random(1))
    record = play_hand(RULES, cards, 0, choosers)
    assert record.result is not None
    assert sum(record.result) == 0


def test_unknown_names_are_refused() -> None:
    with pytest.raises(UnknownStrategy):
        inprocess.chooser_for(version("grandmaster"))
    with pytest.raises(UnknownRunner):
        inprocess.chooser_for(version("club", runner="remote"))
