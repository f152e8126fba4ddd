"""Results in words, on the page of a finished hand as at the table."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest
from django.utils import translation

from engine.cards import PACK
from engine.errors import BadOption
from engine.play import play_hand
from engine.rules import RULE_SETS, rule_set
from engine.view import OPEN
from frontend.hand_page import HandPage, page_of
from frontend.house_rules import house_rules
from frontend.rule_choice import GROUPS, choices_for

if TYPE_CHECKING:
    from random import Random

    from engine.actions import Action
    from engine.view import View

FRAMES = Path(__file__).parent / "frames"
NAMES = ["Leni", "Ferdl", "Hanna", "Korbinian"]
CSS = Path(__file__).parents[2] / "frontend" / "static" / "css" / "pages.css"


def shown(name: str) -> tuple[HandPage, dict[str, Any]]:
    view = json.loads((FRAMES / f"{name}.json").read_text(encoding="utf-8"))["view"]
    with translation.override("en"):
        return written(view), view


def written(view: Any, **options: Any) -> HandPage:
    rules, names = rule_set(view["rules"], **options), NAMES[: len(view["counts"])]
    return page_of(cast("View", view), names, rules, counts="contract" in view)


@pytest.mark.parametrize("language", ["de", "en", "es"])
@pytest.mark.parametrize("path", sorted(FRAMES.glob("*.json")), ids=lambda path: path.stem)
def test_every_finished_hand_has_a_page(path: Path, language: str) -> None:
    view = json.loads(path.read_text(encoding="utf-8"))["view"]
    if view["phase"] != "over":
        return
    with translation.override(language):
        page = written(view)
    assert page.title
    assert page.why
    assert "{" not in " ".join((page.title, *page.why, *page.course, *page.talk))
    assert len(page.seats) == len(view["counts"])


def test_a_bonus_names_its_owner_and_how_it_came_about() -> None:
    page, view = shown("over-bonuses")
    titles = [reason.split(". ")[0] for reason in page.why[1:]]
    assert len(titles) == len(view["score"]["lines"]) - 1
    assert any("announced: lost" in title for title in titles)
    assert any("kontra counts in the side account only" in why for why in page.why)
    assert page.has_ledger
    assert sum(seat.ledger or 0 for seat in page.seats) == 0


def test_where_everybody_writes_the_sum_is_shown_in_full() -> None:
    page, view = shown("over-written")
    line = view["score"]["lines"][0]
    base, over, total = line["base"], line["over"], max(line["points"])
    terms = [f"({base} + {over})", *(str(line[k]) for k in ("factor", "multiplier") if k in line)]
    assert f"{' × '.join(terms)} = {total} for Ferdl, Hanna" in page.why[0]
    assert not page.has_ledger


def test_trischaken_counts_everybody() -> None:
    page, view = shown("over-trischaken")
    assert page.title == "Trischaken"
    assert page.why[0].startswith("Card points: Leni ")
    assert {seat.role for seat in page.seats} == {"alone"}
    assert page.course == ("Everybody plays for himself: Trischaken.",)
    points = [int(trick.points.split()[0]) for trick in page.tricks]
    assert sum(points) in range(64, 77), "the talon belongs to the last trick; tricks are rounded"
    assert view["score"]["points"] == [seat.points for seat in page.seats]


def test_a_concession_and_a_redeal_are_said_calmly() -> None:
    page, _ = shown("over-conceded")
    assert page.title.endswith("conceded")
    assert "with the announced" in page.why[0]
    assert page.tricks == ()
    page, _ = shown("redeal")
    assert page.title == "The cards are dealt again"
    assert page.why == ("Nobody wanted to play. The same dealer deals again.",)
    assert [seat.points for seat in page.seats] == [0, 0, 0]


def test_the_last_of_many_redeals_is_a_hand_without_points() -> None:
    _, view = shown("redeal")
    with translation.override("en"):
        page = page_of(cast("View", view), NAMES[:3], rule_set("illustrated/beck"))
    assert page.title == "A hand without points"
    assert page.why == ("Nobody plays it, and the rules allow no further deal.",)


def test_a_double_round_is_named() -> None:
    """The points are those of the hand; the sheet has them doubled."""
    _, view = shown("over-bonuses")
    with translation.override("en"):
        rules = rule_set("koenigrufen/tournament")
        page = page_of(cast("View", view), NAMES, rules, factor=2)
    assert page.course[-1] == "Double round: the points count 2 times."


def test_a_forfeit_names_the_offender() -> None:
    _, view = shown("over-negative")
    line = {"item": "forfeit", "contract": "PI", "value": 2, "won": False, "alone": True}
    view["score"]["lines"] = [line | {"seat": 1, "points": [0, 0, 0, 0]}]
    with translation.override("en"):
        page = written(view)
    assert page.title == "Ferdl: hand forfeited"


def test_a_contract_that_only_house_rules_have_has_a_page() -> None:
    """Beck's Trischaken by agreement; the key of the rule set in the view does not tell."""
    options = {"all_pass": "trischaken"}
    rules = rule_set("illustrated/beck", **options)
    record = play_hand(rules, PACK, 0, [passing] * 3)
    with translation.override("en"):
        page = written(record.replay().view_for(OPEN), **options)
    assert page.title == "Trischaken"
    assert len(page.tricks) == 16
    points = [int(trick.points.split()[0]) for trick in page.tricks]
    assert sum(points) in range(40, 75), "the talon belongs to nobody"


def passing(view: View, legal: tuple[Action, ...], rng: Random) -> Action:
    return legal[0]


HOUSE = [
    ("koenigrufen/tournament", {}, []),
    ("koenigrufen/tournament", {"win_thirds": 106}, ["35 points and one card win"]),
    (
        "koenigrufen/tournament",
        {"values": {"DR": 5}},
        ["Dreier: worth 5 instead of 4"],
    ),
    (
        "koenigrufen/tournament",
        {"custom_lines": [{"name": "RU", "value": 5}, {"name": "{0}", "value": 2}]},
        ["A line of the club: RU, 5", "A line of the club: {0}, 2"],
    ),
    (
        "illustrated/beck",
        {"bonus_values": {"p50": [None, 10, 20]}},
        ["With 50: worth – / 10 / 20 instead of – / 20 / 40"],
    ),
    (
        "illustrated/beck",
        {"match": {"target": 100}, "all_pass": "trischaken"},
        [
            "When all pass, Trischaken is played",
            "Played to 100 points, with 10 more for who reaches them",
        ],
    ),
]


@pytest.mark.parametrize(("rules", "options", "wanted"), HOUSE)
def test_house_rules_are_said_in_plain_words(
    rules: str, options: dict[str, Any], wanted: list[str]
) -> None:
    with translation.override("en"):
        assert house_rules(rules, options) == wanted


def test_every_switch_of_every_preset_has_a_sentence() -> None:
    """Whatever a boolean option is set to, the page can say it."""
    for key in RULE_SETS:
        for option in rule_set(key).data.get("accepts", ()):
            for value in (False, True):
                try:
                    rule_set(key, **{option: value})
                except BadOption:  # no switch, or not with this value
                    continue
                house_rules(key, {option: value})


def test_the_choice_of_rules_offers_what_each_allows() -> None:
    choices = choices_for(rules="koenigrufen/tournament")
    dealt = [key for key in RULE_SETS if rule_set(key).is_dealt]
    assert [rules.key for rules in choices.rule_sets] == dealt
    for rules in choices.rule_sets:
        allowed = tuple(h.number for h in choices.hands if str(rules.group) in h.groups.split())
        assert allowed == rules.hands
    assert [h.number for h in choices.hands if h.is_chosen] == [16]
    assert max(rules.group for rules in choices.rule_sets) < GROUPS
    css = CSS.read_text(encoding="utf-8")
    assert css.count('[data-group="') == css.count('[data-groups~="') == GROUPS


def test_an_impossible_number_makes_way_for_the_usual_one() -> None:
    choices = choices_for(rules="illustrated/beck", hands=20)
    assert [h.number for h in choices.hands if h.is_chosen] == [12]
