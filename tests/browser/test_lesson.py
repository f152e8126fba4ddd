"""The lesson in a browser: to its end at 360 px, by keyboard alone, with wrong choices."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.harness import show, wait_until
from tests.browser.lessons import lesson_html
from tests.browser.test_table import SMALL

pytestmark = [pytest.mark.browser, pytest.mark.ci]

WIDER = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
STEPS = 16


def opened(page: Page, language: str = "de", pace: float = 0) -> Page:
    show(page, lesson_html(language=language, pace=pace), path="/lesson/")
    return page


def right_of(page: Page) -> list[str]:
    found: list[str] = page.evaluate("document.querySelector('main').lesson.decision?.right ?? []")
    return found


def step_of(page: Page) -> int:
    found: int = page.evaluate("document.querySelector('main').lesson.step")
    return found


def do(page: Page, actions: list[str]) -> None:
    """Act as a person does; cards that go away are chosen first and sent together."""
    verb, _, argument = actions[0].partition(":")
    if verb == "discard":
        for action in actions:
            click_card(page, action.partition(":")[2])
        page.locator('.act [data-key="play"]').click()
    elif verb == "play":
        click_card(page, argument)
    else:
        page.locator(f'.panel [data-action="{actions[0]}"]').click()
        if verb != "bid":
            page.locator('.act [data-key="confirm"]').click()


def click_card(page: Page, code: str) -> None:
    """Click where a card shows its index; also one that may not be played."""
    page.locator(f'button.hc[data-card="{code}"]').click(position={"x": 10, "y": 12}, force=True)


@pytest.mark.parametrize(
    "language",
    ["de", pytest.param("en", marks=pytest.mark.ci), pytest.param("es", marks=pytest.mark.ci)],
)
def test_to_the_end_at_360_px(open_page: Any, language: str) -> None:
    page = opened(open_page(360, 640, reduced_motion="reduce"), language)
    for step in range(STEPS):
        assert step_of(page) == step
        assert page.evaluate(WIDER) is False
        text = page.locator('[data-part="say"]').inner_text()
        assert text
        assert "{" not in text
        do(page, right_of(page))
    expect(page.locator('[data-part="next"]')).to_be_visible()
    expect(page.locator(".result")).to_be_visible()
    assert "39" in page.locator('[data-part="say"]').inner_text()
    assert page.locator('[data-part="next"] a').count() == 3
    assert page.evaluate(WIDER) is False
    assert page.evaluate(SMALL) == []


@pytest.mark.parametrize("language", ["de", "en", "es"])
def test_all_own_cards_are_in_sight_at_first(open_page: Any, language: str) -> None:
    page = opened(open_page(360, 640, reduced_motion="reduce"), language)
    assert page.locator("button.hc").count() == 12
    lowest = max(box["y"] + box["height"] for box in boxes(page, "button.hc .card"))
    assert lowest <= 640
    assert min(box["y"] for box in boxes(page, "button.hc .card")) > max(
        box["y"] for box in boxes(page, ".act .btn")
    )


def boxes(page: Page, css: str) -> list[Any]:
    return [found.bounding_box() for found in page.locator(css).all()]


def test_a_wrong_choice_is_answered_and_nothing_moves(open_page: Any) -> None:
    page = opened(open_page(360, 640, reduced_motion="reduce"), "en")
    instead = page.locator('[data-part="instead"]')
    page.locator('.act [data-action="pass"]').click()
    expect(instead).to_contain_text("Bid Rufer")
    assert step_of(page) == 0
    for _ in range(4):
        page.locator('[data-part="skip"]').click()
    # not allowed: a suit he need not follow with
    click_card(page, "DK")
    expect(instead).to_contain_text("play a tarok")
    # allowed, but not good
    click_card(page, "05")
    expect(instead).to_contain_text("XV")
    assert step_of(page) == 4
    click_card(page, "15")
    expect(instead).to_have_text("")
    assert step_of(page) == 5


def test_by_keyboard_alone(open_page: Any) -> None:
    page = opened(open_page(1280, 800, reduced_motion="reduce"))
    for _ in range(4):
        page.locator('[data-part="skip"]').press("Enter")
    for step in range(4, STEPS):
        code = right_of(page)[0].partition(":")[2]
        for _ in range(30):
            focused = page.evaluate("document.activeElement.dataset.card ?? ''")
            assert focused, "the focus is not on a card"
            if focused == code:
                break
            page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        assert step_of(page) == step + 1
    expect(page.locator('[data-part="next"]')).to_be_visible()


def test_back_and_forth(open_page: Any) -> None:
    page = opened(open_page(1280, 800))
    back, skip = page.locator('[data-part="back"]'), page.locator('[data-part="skip"]')
    expect(back).to_be_disabled()
    for _ in range(7):
        skip.click()
    text = page.locator('[data-part="say"]').inner_text()
    back.click()
    back.click()
    assert step_of(page) == 5
    skip.click()
    skip.click()
    assert page.locator('[data-part="say"]').inner_text() == text
    assert page.locator('[data-part="progress"]').get_attribute("value") == "7"
    while step_of(page) < STEPS:
        skip.click()
    expect(skip).to_be_disabled()
    back.click()
    assert step_of(page) == STEPS - 1
    expect(page.locator('[data-part="next"]')).to_be_hidden()


def test_the_others_move_one_after_the_other(open_page: Any) -> None:
    page = opened(open_page(1280, 800), pace=0.2)
    wait_until(page, "document.querySelector('main').dataset.place === '2'")
    page.locator('[data-part="skip"]').click()
    expect(page.locator('[data-part="skip"]')).to_be_disabled()
    wait_until(page, "document.querySelector('main').dataset.place === '5'")
    expect(page.locator('[data-part="skip"]')).to_be_enabled()
