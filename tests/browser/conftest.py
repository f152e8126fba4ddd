"""A browser per module, and pages whose errors end the test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, ViewportSize, sync_playwright

from tests.browser.harness import ARGUMENTS
from tests.live.stack import Stack, live_stack

Open = Callable[..., Page]
CUT = ("WebSocket connection to", "Failed to load resource: net::")
"""What Chromium says of a line that is cut."""


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    """Debian's Chromium; per module, so that its event loop is gone before asynchronous tests."""
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        yield started
        started.close()


@pytest.fixture(scope="package")
def platform(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """One platform for the folder, without pauses in the pages and with a quick playback. Who
    kills its parts starts one of his own.
    """
    folder = tmp_path_factory.mktemp("stack")
    with live_stack(folder, TABLE_PACE="0", PLY_MS="300", ALLOWED_HOSTS="club.test") as running:
        yield running


@pytest.fixture
def stack(platform: Stack, django_db_blocker: Any) -> Iterator[Stack]:
    """The platform; `live.in_thread` works on its database."""
    with django_db_blocker.unblock():
        yield platform


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
            is_line = is_cut and said.text.startswith(CUT)
            if said.type == "error" and not is_line:
                errors.append(said.text)

        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", on_console)
        return page

    yield make
    for context in contexts:
        context.close()
    assert errors == []
