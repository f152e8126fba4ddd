"""The reader's own cards: how they lie, what a finger does, and what nothing may move."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from engine.view import Seat
from tests.browser.harness import Line, put, sample, show, table_html, wait_until
from tests.frontend.make_frames import PLAIN, frame, states

pytestmark = [pytest.mark.browser, pytest.mark.ci]
PHONE, DESK = (360, 560), (1280, 800)
PENDING = "document.querySelector('main').table.pending"
LYING = """() => [...document.querySelectorAll('button.hc')].map((e) => {
  const r = e.getBoundingClientRect();
  return { code: e.dataset.card, row: e.dataset.row, x: r.x, width: r.width, height: r.height,
           cut: e.classList.contains('cut') };
})"""
PITCHES = [(12, 56), (16, 40), (19, 31)]


def opened(
    open_page: Any, given: dict[str, Any], size: tuple[int, int] = PHONE, **options: Any
) -> tuple[Page, Line]:
    touch = {"has_touch": True} if options.pop("touch", False) else {}
    page = open_page(*size, **touch)
    line = Line(page)
    show(page, table_html(given, **options))
    wait_until(page, "document.querySelector('main').table.line === 'open'")
    return page, line


def holding(count: int) -> dict[str, Any]:
    """A frame in which the reader holds so many cards, half of them taroks."""
    found = sample("play")
    taroks = [f"{n:02}" for n in range(1, 23)]
    suits = [suit + rank for suit in "HD" for rank in "KQNJ1234"]
    half = (count + 1) // 2
    found["view"]["cards"]["0"] = sorted([*taroks[-half:], *suits[: count - half]])
    found["view"]["legal"] = [f"play:{code}" for code in found["view"]["cards"]["0"]]
    found["view"]["trick"] = {"lead": 0, "cards": []}
    return found


def gaps(cards: list[dict[str, Any]], row: str) -> list[float]:
    places = sorted(card["x"] for card in cards if card["row"] == row)
    return [b - a for a, b in pairwise(places)]


@pytest.mark.parametrize(("count", "pitch"), PITCHES)
def test_two_rows_have_the_agreed_pitch(open_page: Any, count: int, pitch: int) -> None:
    page, _ = opened(open_page, holding(count))
    cards = page.evaluate(LYING)
    assert {card["row"] for card in cards} == {"0", "1"}
    assert {(card["width"], card["height"]) for card in cards} == {(64, 104)}
    found = [min(gaps(cards, row)) for row in "01"]
    assert min(found) >= pitch - 1
    assert max(found) <= 57
    rows = page.evaluate(
        "[0, 1].map((n) => new DOMMatrix(getComputedStyle("
        "document.querySelector(`.hc[data-row='${n}']`)).transform).m42)"
    )
    assert 58 <= rows[1] - rows[0] <= 62  # of the back row its index shows


def test_six_cards_lie_in_one_row(open_page: Any) -> None:
    page, _ = opened(open_page, holding(6))
    assert {card["row"] for card in page.evaluate(LYING)} == {"only"}


@pytest.mark.parametrize(("count", "rows"), [(12, 1), (19, 2)])
def test_a_wide_screen_has_one_row_while_the_pitch_allows_it(
    open_page: Any, count: int, rows: int
) -> None:
    page, _ = opened(open_page, holding(count), DESK)
    cards = page.evaluate(LYING)
    assert len({card["row"] for card in cards}) == rows
    if rows == 1:
        assert min(gaps(cards, "only")) >= 60


@pytest.mark.parametrize("count", [6, 12, 16, 19])
@pytest.mark.parametrize("size", [PHONE, DESK, (1920, 1080)], ids=str)
def test_a_neighbour_never_cuts_a_numeral(
    open_page: Any, size: tuple[int, int], count: int
) -> None:
    page, _ = opened(open_page, holding(count), size)
    cards = page.evaluate(LYING)
    for row in {card["row"] for card in cards}:
        line = sorted((card for card in cards if card["row"] == row), key=lambda card: card["x"])
        for card, following in pairwise(line):
            if following["x"] - card["x"] < 0.72 * card["width"] - 1:
                assert card["cut"], card
    roman = page.evaluate(
        "[...document.querySelectorAll('.hc.cut')].map((e) =>"
        " getComputedStyle(e).getPropertyValue('--card-roman').trim())"
    )
    assert set(roman) <= {"0"}


def finger(page: Page, kind: str, x: float, y: float) -> None:
    page.evaluate(
        "([kind, x, y]) => document.elementFromPoint(x, y).dispatchEvent(new PointerEvent(kind,"
        " { clientX: x, clientY: y, bubbles: true, cancelable: true, pointerType: 'touch' }))",
        [kind, x, y],
    )


def middle(page: Page, code: str) -> tuple[float, float]:
    box = page.locator(f'button.hc[data-card="{code}"]').bounding_box()
    assert box is not None
    return box["x"] + 12, box["y"] + 90


def test_sliding_shows_the_card_large_and_letting_go_lifts_it(open_page: Any) -> None:
    page, line = opened(open_page, sample("play"), touch=True)
    start, end = middle(page, "DK"), middle(page, "CQ")
    finger(page, "pointerdown", *start)
    expect(page.locator(".peek .card")).to_have_attribute("data-card", "DK")
    finger(page, "pointermove", *end)
    peek = page.locator(".peek")
    expect(peek.locator(".card")).to_have_attribute("data-card", "CQ")
    box = peek.bounding_box()
    assert box is not None
    assert box["width"] == 96
    assert box["y"] + box["height"] < end[1] - 40  # above the thumb
    finger(page, "pointerup", *end)
    expect(peek).to_be_hidden()
    expect(page.locator(".hc.up")).to_have_attribute("data-card", "CQ")
    assert line.received == []


def test_a_flick_upwards_plays(open_page: Any) -> None:
    page, line = opened(open_page, sample("play"), touch=True)
    x, y = middle(page, "CQ")
    finger(page, "pointerdown", x, y)
    page.evaluate(
        "([x, y]) => document.querySelector('.hand').dispatchEvent(new PointerEvent('pointerup',"
        " { clientX: x, clientY: y, bubbles: true, pointerType: 'touch' }))",
        [x, y - 60],
    )
    wait_until(page, PENDING)
    assert line.received[0]["actions"] == ["play:CQ"]


def test_illegal_cards_sink_and_keep_their_contrast(open_page: Any) -> None:
    page = open_page(*PHONE, reduced_motion="reduce")
    Line(page)
    show(page, table_html(sample("play")))
    legal = {action[5:] for action in sample("play")["view"]["legal"]}
    for code, sunk, opacity in page.evaluate(
        "[...document.querySelectorAll('button.hc')].map((e) => { const s = getComputedStyle(e);"
        " return [e.dataset.card, s.getPropertyValue('--dy'), s.opacity]; })"
    ):
        assert (sunk, opacity) == ("0px" if code in legal else "6px", "1"), code


SHIFTS = """() => { window.shifts = []; new PerformanceObserver((list) => {
  for (const { value, hadRecentInput, sources } of list.getEntries())
    if (!hadRecentInput) shifts.push([value, document.querySelector('main').dataset.phase,
      ...sources.map(({ node }) => `${node?.className ?? node?.nodeName} ${node?.textContent}`)]);
}).observe({ type: 'layout-shift' }); }"""


@pytest.mark.parametrize("size", [PHONE, DESK], ids=str)
def test_nothing_shifts_during_a_hand(open_page: Any, size: tuple[int, int]) -> None:
    hand = [frame(state, Seat(0), "seat") for state in states(11, "RU", PLAIN)]
    assert hand[-1]["view"]["phase"] == "over"
    assert len(hand) > 50
    page, line = opened(open_page, hand[0], size)
    page.evaluate(SHIFTS)
    for following in hand[1:-1]:  # the result takes the place of felt and cards
        line.send(following)
        wait_until(page, f"document.querySelector('main').dataset.ply === '{following['ply']}'")
        page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    shifts = page.evaluate("shifts")
    # a hundredth of what counts as a good page; on a desk the auction's buttons have a place of
    # their own
    assert sum(value for value, *_ in shifts) < 0.004, json.dumps(shifts, indent=1)


@pytest.mark.parametrize("z", ["125", "150"])
@pytest.mark.parametrize("size", [PHONE, DESK], ids=str)
def test_larger_text_fits(open_page: Any, size: tuple[int, int], z: str) -> None:
    page, _ = opened(open_page, sample("play"), size, cookies={"z": z})
    for name in ("play", "auction", "take", "discard", "announce", "call", "over", "said", "five"):
        put(page, sample(name))
        assert page.evaluate(
            "[document.documentElement, document.querySelector('main')].filter((e) =>"
            " e.scrollWidth > innerWidth || e.scrollHeight > innerHeight).length"
        ) == 0, name  # fmt: skip
        assert page.evaluate(
            "[...document.querySelectorAll('.bar, .slip, .act .btn, .hand, .plate, .panel')]"
            ".filter((e) => e.checkVisibility({ visibilityProperty: true })).filter((e) => {"
            " const r = e.getBoundingClientRect();"
            " return r.left < -1 || r.right > innerWidth + 1 || r.bottom > innerHeight + 8; })"
            ".map((e) => e.className)"
        ) == [], name  # fmt: skip
