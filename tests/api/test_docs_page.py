"""The API page in a real browser, under the site's content security policy."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, sync_playwright
from pytest_django.live_server_helper import LiveServer

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
]


@pytest.fixture
def page(chromium: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Page]:
    # Playwright's own event loop makes Django believe that this thread is asynchronous.
    monkeypatch.setitem(os.environ, "DJANGO_ALLOW_ASYNC_UNSAFE", "true")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield browser.new_page()
        browser.close()


def test_the_page_lists_the_endpoints_without_a_complaint(
    page: Page, live_server: LiveServer
) -> None:
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.goto(f"{live_server.url}/api/v1/docs")
    page.wait_for_selector('[data-path="/api/v1/persons/me/"], [data-path="/api/v1/persons/me"]')
    assert [text for text in complaints if not text.startswith(("log", "debug"))] == []
    inside = (live_server.url, "data:", "blob:")
    assert all(url.startswith(inside) for url in requests)
