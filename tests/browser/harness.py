"""Shows single pages in a real browser without a server: rendered by Django, served by routes.

Sockets are answered by the test. Tests of the whole stack are in tests/browser.
"""

from __future__ import annotations

import json
import mimetypes
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils import translation
from playwright.sync_api import Page, Route

ORIGIN = "http://tarock.test"
FRAMES = Path(__file__).parents[1] / "frontend" / "frames"
ARGUMENTS = [
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP club.test 127.0.0.1",  # a name that is no secure context
]


def sample(name: str) -> dict[str, Any]:
    """Return one of the sample frames."""
    frame: dict[str, Any] = json.loads((FRAMES / f"{name}.json").read_text(encoding="utf-8"))
    return frame


def config_of(frame: dict[str, Any], *, language: str = "de") -> dict[str, Any]:
    """Return the configuration of the table page for the rules of a frame."""
    from frontend.chat import chat_words
    from frontend.table_config import table_config
    from games.phrases import PHRASES

    state = frame["table_state"]
    with translation.override(language):
        config = table_config(table_id=state["id"], rules_id=state["rules"])
        config["strings"] |= chat_words()
    return config | {"phrases": list(PHRASES), "signed_in": True, "tends": False}


def table_html(
    frame: dict[str, Any],
    *,
    language: str = "de",
    pace: float = 0,
    cookies: dict[str, str] | None = None,
) -> str:
    """Return the page of a live table that begins with this frame; `cookies`: display choices."""
    request = RequestFactory().get("/")
    request.COOKIES.update(cookies or {})
    request.user = AnonymousUser()
    with translation.override(language):
        state = frame["table_state"]
        context = {
            "table": SimpleNamespace(
                public_id=state["id"], name=state["name"], rules_id=state["rules"]
            ),
            "title": state["name"],
            "frame": frame,
            "pace": pace,
            "config": config_of(frame, language=language),
            "rematch": {"hands": 2},
        }
        return render_to_string("frontend/table.html", context, request=request)


def put(page: Page, frame: dict[str, Any], language: str = "de") -> None:
    """Let the table show a frame of any rule set at once, whatever it showed before."""
    page.evaluate(
        "([frame, config]) => { const { table } = document.querySelector('main');"
        " table.config = config; table.words = new table.words.constructor(config);"
        " document.querySelectorAll('[data-part]').forEach((e) => delete e.drawnKey);"
        " table.newest = frame; table.pacer.current = frame; table.show(frame, { ms: 0 }); }",
        [frame, config_of(frame, language=language)],
    )


def _static(route: Route) -> None:
    path = route.request.url.removeprefix(ORIGIN).removeprefix("/static/").partition("?")[0]
    found = finders.find(path)
    if not found:
        route.fulfill(status=404, body="")
        return
    kind = mimetypes.guess_type(path)[0] or "text/plain"
    if path.endswith(".js"):
        kind = "text/javascript"
    route.fulfill(body=Path(str(found)).read_bytes(), content_type=kind)


DRAWN = '[data-part="title"]:not(:empty)'


def show(
    page: Page,
    html: str,
    *,
    path: str = "/",
    routes: dict[str, Any] | None = None,
    ready: str = DRAWN,
) -> None:
    """Open the page under the site's policy, at ``path``, and wait for the element ``ready``;
    ``routes`` answer other addresses."""
    policy = "; ".join(f"{k} {v}" for k, v in settings.CONTENT_SECURITY_POLICY.items())
    headers = {"Content-Security-Policy": policy, "Content-Type": "text/html; charset=utf-8"}
    page.route(f"{ORIGIN}/**", lambda route: route.fulfill(body=html, headers=headers))
    page.route(f"{ORIGIN}/static/**", _static)
    for address, answer in (routes or {}).items():
        page.route(address, answer)
    page.goto(f"{ORIGIN}{path}")
    page.wait_for_selector(ready)


def wait_until(page: Page, condition: str, seconds: float = 20) -> None:
    """Wait for a JavaScript expression. Playwright's own way evals inside the page, which the
    site's policy forbids."""
    deadline = time.monotonic() + seconds
    while not page.evaluate(condition):
        assert time.monotonic() < deadline, f"not within {seconds} s: {condition}"
        page.wait_for_timeout(50)


class Line:
    """The server's end of the page's socket: collects what is sent, sends what the test wants."""

    def __init__(self, page: Page) -> None:
        self.received: list[dict[str, Any]] = []
        self.route: Any = None
        page.route_web_socket("**/ws/**", self._open)

    def _open(self, route: Any) -> None:
        self.route = route
        route.on_message(self._message)

    def _message(self, text: str) -> None:
        message = json.loads(text)
        if message["type"] == "ping":
            self.route.send(json.dumps({"type": "pong"}))
        else:
            self.received.append(message)

    def send(self, message: dict[str, Any]) -> None:
        """Send one message to the page."""
        self.route.send(json.dumps(message))
