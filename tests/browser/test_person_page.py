"""The page of a person in a browser: nothing too wide, targets large enough, the bar to scale."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils import timezone, translation
from playwright.sync_api import expect

from frontend import person_page, rule_names
from games.selectors.history import HistoryGroup
from tests.browser.harness import show
from tests.browser.test_table import SMALL

pytestmark = [pytest.mark.browser, pytest.mark.ci]

KOENIG, BECK = "koenigrufen/tournament@1", "illustrated/mayr-sedlaczek-2016@1"
GROUPS = [
    HistoryGroup(KOENIG, "declarer", "RU", "quick", 400, 120, 1400),
    HistoryGroup(KOENIG, "declarer", "B4", "event", 12, -30, 200),
    HistoryGroup(KOENIG, "partner", "RU", "quick", 300, 60, 900),
    HistoryGroup(KOENIG, "defender", "SD", "quick", 500, -900, 9000),
    HistoryGroup(BECK, "defender", "3B", "daily", 40, 200, 3000),
]
WIDER = """() => document.documentElement.scrollWidth - document.documentElement.clientWidth"""


def page_html(language: str) -> str:
    table = SimpleNamespace(public_id="t" * 12)
    hand = SimpleNamespace(public_id="h" * 12)
    with translation.override(language):
        line = {
            "at": timezone.now(),
            "place": "Herbstabend im Gasthaus Zur Linde",
            "table": table,
            "rules": rule_names.rule_set_name(BECK),
            "number": 3,
            "hand": hand,
            "is_told": True,
            "contract": rule_names.contract_name("SX"),
            "role": person_page.ROLES["defender"],
            "points": -12,
            "took_over": True,
        }
        request = RequestFactory().get("/p/x")
        request.user = AnonymousUser()
        context = {
            "person": SimpleNamespace(public_id="p" * 12, display_name="Maximiliana Huberová"),
            "clubs": [],
            "is_own": True,
            "running": [],
            "hands": [line, {**line, "hand": None, "is_told": False, "points": None}],
            "sections": person_page.sections_of(GROUPS),
            "choices": person_page.choices_of(GROUPS),
            "asked": {},
            "is_filtered": True,
            "newer": "?page=1",
            "older": "?page=3",
            "export": "",
        }
        return render_to_string("frontend/person.html", context, request=request)


@pytest.mark.parametrize("language", ["de", pytest.param("es", marks=pytest.mark.ci)])
@pytest.mark.parametrize("width", [360, pytest.param(1280, marks=pytest.mark.ci)])
def test_it_fits_and_can_be_touched(open_page: Any, width: int, language: str) -> None:
    page = open_page(width, 740)
    show(page, page_html(language), path="/p/x", ready="table.hist")
    assert page.evaluate(WIDER) <= 0
    assert page.evaluate(SMALL) == []
    # a table that is wider than a phone scrolls by itself, and nothing of it is cut off
    for box in page.locator(".scroll").all():
        assert box.evaluate("e => getComputedStyle(e).overflowX") == "auto"


@pytest.mark.parametrize("width", [360, pytest.param(1280, marks=pytest.mark.ci)])
def test_no_part_of_a_hand_is_cut(open_page: Any, width: int) -> None:
    page = open_page(width, 740)
    show(page, page_html("de"), path="/p/x", ready="table.hist")
    line = page.locator("table.hist tbody tr").first
    assert line.locator("td").count() == 5
    for cell in line.locator("td").all():
        box = cell.bounding_box()
        assert box is not None
        assert box["width"] > 0
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
    expect(line).to_contain_text("Herbstabend im Gasthaus Zur Linde")


def test_intervals_are_drawn_from_a_hundred_hands_on(open_page: Any) -> None:
    page = open_page(1280, 800)
    show(page, page_html("en"), path="/p/x", ready="table.hist")
    sections = page.locator(".stats")
    assert sections.count() == 2
    first = sections.nth(0)
    expect(first.locator("svg.ival").first).to_be_visible()
    few = first.locator("tr").filter(has_text="Quapil")
    expect(few).to_contain_text("too few to tell")
    expect(sections.nth(1)).to_contain_text("too few to tell")
    assert sections.nth(1).locator("svg").count() == 0
    # the mean of a line lies inside its interval
    for line in first.locator("svg.ival").all():
        left, width = (float(line.locator("rect").get_attribute(n) or 0) for n in ("x", "width"))
        mean = line.locator("path.m").get_attribute("d") or ""
        assert left <= float(mean.removeprefix("M").split(" ")[0]) <= left + width
