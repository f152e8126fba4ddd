"""A browser per module, and pages whose errors end the test."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

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

    def make(width: int = 1280, height: int = 800, **options: object) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": height}, **{"locale": "de", **options}
        )  # type: ignore[arg-type]
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
        return page

    make.errors = errors  # type: ignore[attr-defined]
    yield make
    for context in contexts:
        context.close()
    assert errors == []
