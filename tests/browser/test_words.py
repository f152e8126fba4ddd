"""At 360 px no word is cut off, in any language: every page, and the table in every phase."""

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


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_phase_of_the_table_cuts_a_word(open_page: Any, language: str) -> None:
    page: Page = open_page(WIDTH, 640)
    names = sorted(path.stem for path in FRAMES.glob("*.json"))
    page.route_web_socket(re.compile(".*"), lambda socket: None)
    show(page, table_html(sample(names[0]), language=language))
    cut: dict[str, list[str]] = {}
    for name in names:
        put(page, sample(name), language)
        if found := page.evaluate(CUT):
            cut[name] = found
    assert cut == {}


LOST = """() => { const { words } = document.querySelector('main').table;
  const net = document.querySelector('[data-part="net"]');
  net.dataset.state = 'waiting';
  net.lastElementChild.textContent = words.t('net.waiting', { time: '20:44' });
  const menu = document.querySelector('[data-part="menu"]').getBoundingClientRect();
  return [net.lastElementChild.scrollWidth - net.lastElementChild.clientWidth, menu.right]; }"""


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
    page.set_content(f"<!doctype html>{html}<p>Trull</p>")
    assert [text.split(":")[0] for text in page.evaluate(CUT)] == ["clipped", "outside", "clipped"]
