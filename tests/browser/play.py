"""Plays for a person in a real page: every action by mouse, usually the first legal one."""

from __future__ import annotations

import time
from collections.abc import Callable

from playwright.sync_api import Error, Page

TALK = ("announce", "claim", "kontra", "rekontra", "subkontra", "concede")
CORNER = {"x": 10, "y": 12}
"""Where a card is never covered by its neighbour: its index."""


def legal(page: Page) -> list[str]:
    """Return what the page would let the reader do now."""
    found: list[str] = page.evaluate("document.querySelector('main').table?.legal ?? []")
    return found


def act(page: Page, action: str) -> None:
    """Do one action the way a person does."""
    verb, _, argument = action.partition(":")
    if verb == "play":
        page.locator(f'button.hc[data-card="{argument}"]').click(position=CORNER)  # type: ignore[arg-type]
    elif verb == "discard":
        discard(page, argument)
    elif verb in {"call", "take", *TALK}:
        page.locator(f'.panel [data-action="{action}"]').click()
        page.locator('.act [data-key="confirm"]').click()
    elif verb in {"bid", "choose"}:
        page.locator(f'.panel [data-action="{action}"]').click()
        if page.locator('.act [data-key="confirm"]').count():
            page.locator('.act [data-key="confirm"]').click()
    else:
        page.locator(f'.act [data-action="{action}"]').click()


def discard(page: Page, first: str) -> None:
    """Fill the slots, beginning with this card, and lay everything away."""
    card = page.locator(f'button.hc[data-card="{first}"]')
    go = page.locator('.act [data-key="play"]')
    while go.is_disabled():
        card.click(position=CORNER)  # type: ignore[arg-type]
        card = page.locator("button.hc:not(.ill)").first
    go.click()


CLICK_MS = 3000
"""A control that a frame takes away in the middle of a click will not come back."""

Choose = Callable[[list[str]], str]


def first_of(actions: list[str]) -> str:
    """Choose the first action."""
    return actions[0]


def step(page: Page, choose: Choose = first_of) -> bool:
    """Act once if it is the reader's turn, or go on from a result; False at the very end."""
    if page.locator('[data-action="rematch"]').count():
        return False
    following = page.locator('.act [data-action="next"]')
    actions = legal(page)
    try:
        if actions:
            act(page, choose(actions))
        elif following.count():
            following.click()
        else:
            page.wait_for_timeout(60)
    except Error:
        # A frame replaced the button between looking and clicking; look again.
        page.wait_for_timeout(60)
    return True


def to_the_end(page: Page, seconds: float = 240, choose: Choose = first_of) -> None:
    """Play the series to its end."""
    end = time.monotonic() + seconds
    page.set_default_timeout(CLICK_MS)
    while step(page, choose):
        assert time.monotonic() < end, page.inner_text("main")
    page.set_default_timeout(30_000)
