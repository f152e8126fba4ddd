"""A browser per module, and pages whose errors end the test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, ViewportSize, sync_playwright

from tests.browser.harness import ARGUMENTS

Open = Callable[..., Page]


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    """Debian's Chromium; per module, so that its event loop is gone before asynchronous tests."""
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        yield started
        started.close()


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Open]:
    """Make pages of a size; at the end of the test they must have logged no error."""
    contexts = []
    errors: list[str] = []

    def make(width: int = 1280, height: int = 800, *, is_cut: bool = False, **options: Any) -> Page:
        """`is_cut`: the page's line will be cut, so failing connections are no errors."""
        size: ViewportSize = {"width": width, "height": height}
        context = browser.new_context(viewport=size, **{"locale": "de", **options})
        contexts.append(context)
        page = context.new_page()

        def on_console(said: ConsoleMessage) -> None:
            is_line = is_cut and said.text.startswith("WebSocket connection to")
            if said.type == "error" and not is_line:
                errors.append(said.text)

        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", on_console)
        return page

    yield make
    for context in contexts:
        context.close()
    assert errors == []
