"""What a player's browser has to fetch for the table, on the running platform."""

from __future__ import annotations

import pytest

from tests.browser.harness import wait_until
from tests.live.stack import Stack

pytestmark = [pytest.mark.browser, pytest.mark.ci]
MOST_BYTES = 150_000


def test_the_table_is_light_without_its_cards(stack: Stack, open_page: object) -> None:
    page = open_page(360, 640)  # type: ignore[operator]
    page.goto(f"{stack.url}play/")
    page.get_by_role("button", name="Geben").click()
    page.wait_for_selector("main[data-table]")
    table = page.url
    page = open_page(360, 640)  # type: ignore[operator]
    line = page.context.new_cdp_session(page)
    names: dict[str, str] = {}
    sizes: dict[str, int] = {}
    line.on(
        "Network.responseReceived", lambda m: names.update({m["requestId"]: m["response"]["url"]})
    )
    line.on(
        "Network.loadingFinished", lambda m: sizes.update({m["requestId"]: m["encodedDataLength"]})
    )
    line.send("Network.enable")
    page.goto(table)
    wait_until(page, "document.querySelector('main').table?.line === 'open'")
    fetched = {names[key]: round(size) for key, size in sizes.items() if key in names}
    assert any("table" in name and name.endswith(".js") for name in fetched)
    without_cards = {name: size for name, size in fetched.items() if "/cards" not in name}
    heaviest = sorted(without_cards.items(), key=lambda item: -item[1])[:8]
    assert sum(without_cards.values()) <= MOST_BYTES, heaviest
