"""At 360 px no word is cut off, in any language: every page, and the table in every phase, in every
size of text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Page, sync_playwright

from tests.browser.harness import ARGUMENTS, FRAMES, put, sample, show, table_html
from tests.frontend.site import addresses, site_made

pytestmark = [pytest.mark.browser, pytest.mark.ci]
LANGUAGES = ("de", "en", "es")
WIDTH = 360
CUT = Path(__file__).with_name("cut.js").read_text(encoding="utf-8")


def _pages(language: str) -> Iterator[tuple[str, str]]:
    """Every page, as somebody signed in and as a stranger."""
    site = site_made()
    for user in (site.user, None):
        client = Client(headers={"accept-language": language})
        if user:
            client.force_login(user)
        for name, path in addresses(site):
            if user is None and not name.startswith(("account_", "home", "table")):
                continue  # a stranger sees less of the same
            answer = client.get(path)
            if "<html" in answer.text:
                yield f"{name} {answer.status_code} {'own' if user else ''}", answer.text


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_cuts_a_word(chromium: str, language: str) -> None:
    """A browser of its own, begun when the pages are written: beside its loop the ORM refuses
    to work. So these tests come before those that share one.
    """
    written = dict(_pages(language))
    cut: dict[str, list[str]] = {}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        page = browser.new_page(viewport={"width": WIDTH, "height": 640})
        page.route_web_socket(re.compile(".*"), lambda socket: None)
        for name, html in written.items():
            if name.startswith("projector "):
                continue  # made for a wall, not for a phone (tests/browser/test_watching.py)
            show(page, html, ready="body")
            if found := page.evaluate(CUT):
                cut[name] = found
        browser.close()
    assert cut == {}
    assert len(written) > 25


LIFT = """() => { const { table } = document.querySelector('main');
  for (const code of table.cardActions.keys()) {
    table.hand.lift(code);
    if (table.words.card(code).length > 12) break; } }"""
"""Lift a card with a long name, so that the button names it."""
LOOSE = """() => [...document.querySelectorAll('.act .btn')].filter((e) =>
  e.getBoundingClientRect().right > e.closest('.slip').getBoundingClientRect().right + 1)
  .map((e) => `outside of its bar: ${e.textContent}`)"""


@pytest.mark.parametrize(
    ("width", "size"), [(WIDTH, ""), (WIDTH, "125"), (WIDTH, "150"), (1280, "150")]
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_phase_of_the_table_cuts_a_word(
    open_page: Any, language: str, width: int, size: str
) -> None:
    page: Page = open_page(width, 640 if width == WIDTH else 800)
    names = sorted(path.stem for path in FRAMES.glob("*.json"))
    page.route_web_socket(re.compile(".*"), lambda socket: None)
    show(page, table_html(sample(names[0]), language=language, cookies={"z": size}))
    cut: dict[str, list[str]] = {}
    for name in names:
        for practice in (False, True):
            frame = sample(name)
            frame["table_state"]["practice"] = practice
            put(page, frame, language)
            page.evaluate(LIFT)
            if found := page.evaluate(CUT) + page.evaluate(LOOSE):
                cut[f"{name} {practice}"] = found
    assert cut == {}


LOST = """() => { const { words } = document.querySelector('main').table;
  const net = document.querySelector('[data-part="net"]');
  net.dataset.state = 'waiting';
  net.lastElementChild.textContent = words.t('net.waiting', { time: '20:44' });
  const menu = document.querySelector('[data-part="menu"]').getBoundingClientRect();
  return [net.lastElementChild.scrollWidth - net.lastElementChild.clientWidth, menu.right]; }"""


@pytest.mark.parametrize("width", [WIDTH, 1280])
def test_the_display_menu_fits_in_the_largest_text(open_page: Any, width: int) -> None:
    page: Page = open_page(width, 640)
    page.route_web_socket(re.compile(".*"), lambda socket: None)
    show(page, table_html(sample("play"), cookies={"z": "150"}))
    if width == WIDTH:
        page.locator('[data-part="menu"]').click()
    page.locator("#beside .display summary").click()
    for box in (one.bounding_box() for one in page.locator("#beside .display button").all()):
        assert box is not None
        assert box["x"] >= 0
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["y"] + box["height"] <= 640


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lost_line_is_said_in_full(open_page: Any, language: str) -> None:
    page: Page = open_page(WIDTH, 640)
    page.route_web_socket(re.compile(".*"), lambda socket: None)
    show(page, table_html(sample("five"), language=language))
    hidden, edge = page.evaluate(LOST)
    assert hidden <= 0
    assert edge <= WIDTH
    assert page.evaluate(CUT) == []


def test_a_cut_word_is_noticed(open_page: Any) -> None:
    page: Page = open_page(WIDTH, 640)
    style = "width:40px;white-space:nowrap"
    html = f'<p style="{style};overflow:hidden">Kontra und Rekontra</p><button style="{style}">'
    html += 'Rekontra</button><p style="overflow:hidden;height:8px">Talon</p>'
    html += f'<p style="{style};overflow:hidden;text-overflow:ellipsis">Kontra und Rekontra</p>'
    html += f'<button style="{style};overflow:hidden;text-overflow:ellipsis">Subkontra</button>'
    html += f'<div style="{style};overflow-y:auto">Kontra und Rekontra</div>'
    html += f'<div class="scroll" style="{style};overflow-x:auto">Kontra und Rekontra</div>'
    page.set_content(f"<!doctype html>{html}<p>Trull</p>")
    found = [text.split(":")[0] for text in page.evaluate(CUT)]
    assert found == ["clipped", "outside", "clipped", "outside", "clipped"]
