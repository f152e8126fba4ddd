"""What a player's browser has to fetch for the table, besides the cards."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from playwright.sync_api import Page

from tests.browser.harness import ORIGIN, Line, sample, show, table_html, wait_until

pytestmark = [pytest.mark.browser, pytest.mark.ci]
MOST_BYTES = 150_000
HEADERS_BYTES = 400  # of each answer


def transferred(html: str, paths: set[str]) -> dict[str, int]:
    """Bytes of the page and its files as the server sends them: compressed where that helps
    (config/staticfiles.py, frontend/views/tables.py).
    """
    contents = {"page": html.encode()}
    for path in paths:
        found = finders.find(path)
        assert found, path
        contents[path] = Path(str(found)).read_bytes()
    return {
        name: HEADERS_BYTES + min(len(raw), len(gzip.compress(raw, 9)))
        for name, raw in contents.items()
    }


def test_the_table_is_light_without_its_cards(open_page: Any) -> None:
    page: Page = open_page(360, 640)
    Line(page)
    asked: set[str] = set()
    page.on("request", lambda request: asked.add(request.url.partition("?")[0]))
    html = table_html(sample("play"))
    show(page, html)
    wait_until(page, "document.querySelector('main').table.line === 'open'")
    start = f"{ORIGIN}/static/"
    paths = {url.removeprefix(start) for url in asked if url.startswith(start)}
    assert {"js/table.js", "css/table.css", "cards/cards.svg"} <= paths
    sizes = transferred(html, paths - {"cards/cards.svg"})
    assert sum(sizes.values()) <= MOST_BYTES, sorted(sizes.items(), key=lambda item: -item[1])[:9]
