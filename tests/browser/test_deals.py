"""A series whose deals everybody makes, on the running platform, with the waits people have."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from engine.shuffle import PERSON, parts_from_text
from games.models import Hand
from games.selectors import hand_verify
from tests.browser import play
from tests.browser.live import in_thread
from tests.live.stack import Stack, live_stack

pytestmark = [pytest.mark.browser, pytest.mark.ci]


@pytest.fixture(scope="module")
def waiting(tmp_path_factory: pytest.TempPathFactory, django_db_blocker: Any) -> Iterator[Stack]:
    """A platform that waits for contributions, long enough for a busy machine."""
    folder = tmp_path_factory.mktemp("stack")
    waits = {"DEAL_WAIT_MS": "60000", "REVEAL_WAIT_MS": "60000"}
    with django_db_blocker.unblock(), live_stack(folder, TABLE_PACE="0", **waits) as running:
        yield running


def _hands(table: str) -> list[Hand]:
    found = Hand.objects.filter(series__table__public_id=table).select_related("series__table")
    return list(found.order_by("number", "attempt"))


def _verified(table: str) -> list[Hand]:
    hands = _hands(table)
    for hand in hands:
        hand_verify(hand)
    return hands


def _finished(page: Page, stack: Stack) -> str:
    page.goto(f"{stack.url}play/")
    page.evaluate(
        "() => { const form = document.querySelector('main form[action=\"/play/\"]');"
        " const two = document.createElement('input');"
        " Object.assign(two, { type: 'hidden', name: 'hands', value: '2' });"
        " for (const other of form.querySelectorAll('[name=hands]')) other.disabled = true;"
        " form.append(two); form.requestSubmit(); }"
    )
    page.wait_for_url("**/t/*")
    play.to_the_end(page)
    return page.url.rsplit("/", 1)[1]


def test_a_browser_adds_to_every_deal_and_checks_it_afterwards(
    waiting: Stack, open_page: Any
) -> None:
    page = open_page()
    table = _finished(page, waiting)
    hands = in_thread(waiting, lambda: _verified(table))
    assert len(hands) == 2
    for hand in hands:
        assert parts_from_text(hand.contributions)[0].kind == PERSON
        page.goto(f"{waiting.url}h/{hand.public_id}")
        page.locator(f'a[href="/h/{hand.public_id}/verify"]').click()
        expect(page.locator('[data-part="own-check"] [data-step="seen"]')).to_have_count(1)
        found = page.locator('[data-part="own-check"] li, [data-part="steps"] li')
        states = found.evaluate_all("lines => lines.map((line) => line.dataset.state)")
        assert set(states) == {"holds"}
        assert len(states) == 14
