"""axe-core finds nothing serious on any page, in light and dark, on a phone and on a desk."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.harness import Line, put, sample, show, table_html
from tests.browser.pages import Site
from tests.live.stack import live_stack

pytestmark = [pytest.mark.browser, pytest.mark.ci]
WIDTHS = (360, 1280)
THEMES = ("light", "dark")
PHASES = (
    *("auction", "choose", "call", "take", "discard", "announce", "kontra", "claim"),
    *("lead", "play", "ouvert", "over-bonuses", "spectator", "five"),
)
PAGES = (
    *("home", "quick", "lobby", "daily", "event", "running", "projector", "replay"),
    *("verify", "person", "help", "rules", "lesson"),
)
OF_COLOURS = ("color-contrast", "link-in-text-block")
GRAVE = ("serious", "critical")


def violations(page: Page, theme: str) -> list[str]:
    """What is serious, one line for each element; the dark theme changes nothing but colours."""
    options: dict[str, Any] = {"resultTypes": ["violations"]}
    if theme == "dark":
        options["runOnly"] = {"type": "rule", "values": list(OF_COLOURS)}
    found = Axe().run(page, options=options).response["violations"]
    return [
        f"{one['id']}: {node['target']} {node['html'][:160]} {_why(node)}"
        for one in found
        if one["impact"] in GRAVE
        for node in one["nodes"]
    ]


def _why(node: dict[str, Any]) -> str:
    return "; ".join(check["message"][:200] for check in [*node["any"], *node["all"]])


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, django_db_blocker: Any) -> Iterator[Site]:
    """Pages with something on them, on a platform of their own: the demo's evenings never end."""
    folder = tmp_path_factory.mktemp("axe")
    with django_db_blocker.unblock(), live_stack(folder, TABLE_PACE="0", PLY_MS="300") as stack:
        yield Site(stack)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("width", WIDTHS)
def test_the_table_in_every_phase(open_page: Any, width: int, theme: str) -> None:
    page = open_page(width, 800, color_scheme=theme, bypass_csp=True, reduced_motion="reduce")
    Line(page)
    show(page, table_html(sample("play")))
    found = {}
    for name in PHASES:
        put(page, sample(name))
        if lines := violations(page, theme):
            found[name] = lines
    assert found == {}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("width", WIDTHS)
def test_every_page(site: Site, open_page: Any, width: int, theme: str) -> None:
    page = open_page(width, 800, color_scheme=theme, bypass_csp=True, reduced_motion="reduce")
    page.context.add_cookies(site.cookies())
    found = {}
    for name in PAGES:
        page.goto(site.url(name))
        page.wait_for_load_state("load")
        if lines := violations(page, theme):
            found[name] = lines
    assert found == {}
