"""Plays for a person who has no pointer: Tab, arrows and Enter only."""

from __future__ import annotations

from playwright.sync_api import Error, Page

from tests.browser.play import TALK, Choose, first_of, legal

MOST_TABS = 60


def focus(page: Page, css: str) -> None:
    """Press Tab until the control has the focus. Raises AssertionError if none gets it."""
    for _ in range(MOST_TABS):
        if page.evaluate("(css) => document.activeElement.matches(css)", css):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"not within {MOST_TABS} tabs: {css}")


def press(page: Page, css: str, key: str = "Enter") -> None:
    """Give a control the focus and press a key."""
    focus(page, css)
    page.keyboard.press(key)


def choose_radio(page: Page, name: str, value: str) -> None:
    """Reach a group of choices and go down it to the one with this value."""
    focus(page, f'[name="{name}"]')
    for _ in range(MOST_TABS):
        if page.locator(f'[name="{name}"]:checked').input_value() == value:
            return
        page.keyboard.press("ArrowDown")
    raise AssertionError(f"{name} has no {value}")


def act(page: Page, action: str) -> None:
    """Do one action."""
    verb, _, argument = action.partition(":")
    if verb == "play":
        card(page, argument)
    elif verb == "discard":
        discard(page, argument)
    elif verb in {"call", "take", *TALK}:
        press(page, f'.panel [data-action="{action}"]')
        press(page, '.act [data-key="confirm"]')
    elif verb in {"bid", "choose"}:
        press(page, f'.panel [data-action="{action}"]')
        if page.locator('.act [data-key="confirm"]').count():
            press(page, '.act [data-key="confirm"]')
    else:
        press(page, f'.act [data-action="{action}"]')


def card(page: Page, code: str) -> None:
    """Go along the cards to this one and choose it."""
    focus(page, "button.hc")
    for _ in range(MOST_TABS):
        if page.evaluate("document.activeElement.dataset.card") == code:
            page.keyboard.press("Enter")
            return
        page.keyboard.press("ArrowRight")
    raise AssertionError(f"{code} was not reached")


def discard(page: Page, first: str) -> None:
    """Fill the slots, beginning with this card, and lay everything away."""
    card(page, first)
    while page.locator('.act [data-key="play"]').is_disabled():
        code = page.locator("button.hc:not(.ill)").first.get_attribute("data-card")
        assert code is not None
        card(page, code)
    press(page, '.act [data-key="play"]')


def step(page: Page, choose: Choose = first_of) -> bool:
    """As `play.step`, by keys."""
    if page.locator('[data-action="rematch"]').count():
        return False
    actions = legal(page)
    try:
        if actions:
            act(page, choose(actions))
        elif page.locator('.act [data-action="next"]').count():
            press(page, '.act [data-action="next"]')
        else:
            page.wait_for_timeout(60)
    except (Error, AssertionError):
        # A frame replaced the control between looking and pressing; look again.
        page.wait_for_timeout(60)
    return True
