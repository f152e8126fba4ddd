"""The replay of a finished hand: scrubber, keys, link at a ply, viewpoints, explanations."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.harness import wait_until
from tests.browser.replays import HAND, ORIGIN, frames_of, hand_html, open_replay, place
from tests.browser.test_table import SIZES, SMALL

pytestmark = [pytest.mark.browser, pytest.mark.ci]

RECORD = "tournament/br-announced-made"
WIDER = """() => [...document.querySelectorAll('main *')]
  .filter((e) => !e.closest('.scrubber, .rp-log, .hand, .felt, .opp, .vh, .panel'))
  .map((e) => [e.className || e.tagName, e.getBoundingClientRect()])
  .filter(([, r]) => r.width && (r.left < -1 || r.right > document.documentElement.clientWidth + 1))
  .map(([name, r]) => `${name} ${Math.round(r.left)} ${Math.round(r.right)}`)"""


def last_of(name: str) -> int:
    """The place of the result of a record that was played out."""
    return len(frames_of(name)["plies"])


def ends_of_tricks(name: str) -> list[int]:
    plies = frames_of(name)["plies"]
    counts = [len(ply["view"].get("tricks", [])) for ply in plies]
    return [at for at in range(1, len(plies)) if counts[at] > counts[at - 1]]


@pytest.mark.parametrize(
    "size", ["small phone", "desk", pytest.param("projector", marks=pytest.mark.ci)]
)
def test_the_steps_are_48_px_and_nothing_is_wider_than_the_page(open_page: Any, size: str) -> None:
    page = open_page(*SIZES[size], reduced_motion="reduce")
    open_replay(page, RECORD)
    steps = page.locator(".scrubber button")
    assert steps.count() == 14
    for box in (steps.nth(i).bounding_box() for i in range(14)):
        assert box["width"] >= 48
        assert box["height"] == 48
    for at in (0, 6, 20, last_of(RECORD)):
        page.evaluate(f"document.querySelector('[data-replay]').replay.go({at})")
        assert page.evaluate(WIDER) == [], at
    small = page.evaluate(SMALL)
    assert [name for name in small if not name.startswith(("Stammtisch", "T"))] == []


OPEN_CARDS = """() => [...document.querySelectorAll('.mini, button.hc')].filter((e) => {
  const r = e.getBoundingClientRect();
  return !e.contains(document.elementFromPoint(r.left + 6, r.top + 8)); }).length"""


@pytest.mark.parametrize("size", [(360, 640), (1000, 720), (1280, 800), (1920, 1080)])
def test_nothing_lies_over_the_open_hands(open_page: Any, size: tuple[int, int]) -> None:
    page = open_page(*size, reduced_motion="reduce")
    open_replay(page, RECORD)
    page.locator("[data-replay]").evaluate("(e) => e.scrollIntoView()")
    assert page.locator(".mini:visible, .hand button.hc").count() == 48
    assert page.evaluate(OPEN_CARDS) == 0
    expect(page.locator('[data-part="panel"]')).to_be_hidden()
    expect(page.locator('[data-part="status"]')).to_be_in_viewport()
    page.keyboard.press("ArrowRight")
    expect(page.locator('[data-part="panel"]')).to_be_visible()
    if size[0] >= 1000:  # on a phone the auction takes the place of the players
        assert page.evaluate(OPEN_CARDS) == 0


def test_keys_go_by_move_and_by_trick(open_page: Any) -> None:
    page = open_page(1280, 800)
    open_replay(page, RECORD)
    first, second, *_ = ends_of_tricks(RECORD)
    assert place(page) == 0
    for key, at in [
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("Shift+ArrowRight", first),
        ("ArrowDown", second),
        ("ArrowUp", first),
        ("Shift+ArrowLeft", 0),
        ("ArrowLeft", 0),
        ("End", last_of(RECORD)),
        ("ArrowRight", last_of(RECORD)),
        ("Home", 0),
    ]:
        page.keyboard.press(key)
        assert place(page) == at, key
    # also while a card of the hand has the focus
    page.locator("button.hc").first.focus()
    page.keyboard.press("ArrowRight")
    assert place(page) == 1
    # but not in the list of seats
    page.locator('[data-part="viewpoint"]').focus()
    page.keyboard.press("Home")
    assert place(page) == 1


def test_every_ply_has_a_sentence_and_the_table_agrees(open_page: Any) -> None:
    page = open_page(1280, 800)
    open_replay(page, RECORD, language="en")
    plies = frames_of(RECORD)["plies"]
    lines = page.locator(".rp-log li")
    assert lines.count() == len(plies)
    texts = lines.all_inner_texts()
    assert texts[0] == "Anna deals, Bert is forehand."
    assert all(text and "{" not in text and "ply." not in text for text in texts)
    call = next(text for text in texts if "calls" in text)
    assert call.startswith("Bert plays Besserrufer and calls ")
    at = ends_of_tricks(RECORD)[0]
    page.evaluate(f"document.querySelector('[data-replay]').replay.go({at})")
    expect(page.locator('[data-part="status"]')).to_have_text(
        lines.nth(at).evaluate("e => e.textContent")
    )
    assert page.locator(".cross .card").count() == 4
    assert page.locator(".cross .won").count() == 1
    assert page.locator(".rp-log li[aria-current]").count() == 1
    lines.nth(9).click()
    assert place(page) == 9


def test_a_link_leads_to_its_ply_and_seat(open_page: Any) -> None:
    page = open_page(1280, 800)
    open_replay(page, RECORD, "?ply=31&seat=2")
    assert place(page) == 31
    expect(page.locator('[data-part="viewpoint"]')).to_have_value("2")
    # one seat's view: the cards of the others lie face down
    assert page.locator(".mini:not(.back)").count() == 0
    assert page.locator(".hand button.hc").count() == len(
        frames_of(RECORD, 2)["plies"][31]["view"]["cards"]["2"]
    )
    page.keyboard.press("ArrowRight")
    assert page.url == f"{ORIGIN}/h/{HAND}?ply=32&seat=2"
    page.locator('[data-part="viewpoint"]').select_option("")
    wait_until(page, "document.querySelectorAll('.mini.back').length === 0")
    assert page.url == f"{ORIGIN}/h/{HAND}?ply=32"


@pytest.mark.ci
@pytest.mark.parametrize("query", ["?ply=-5", "?ply=x&seat=9", "?seat=&ply="])
def test_a_strange_link_shows_the_deal(open_page: Any, query: str) -> None:
    page = open_page(1280, 800)
    open_replay(page, RECORD, query)
    assert place(page) == 0


def test_sharing_works_on_plain_http(open_page: Any) -> None:
    page = open_page(360, 640)
    open_replay(page, RECORD, "?ply=12")
    assert page.evaluate("isSecureContext") is False
    page.locator('[data-part="share"]').click()
    link = page.locator('[data-part="link"]')
    expect(link).to_have_value(f"{ORIGIN}/h/{HAND}?ply=12")
    expect(page.locator('[data-part="told"]')).not_to_have_text("")


def test_a_plate_turns_the_table_or_changes_the_seat(open_page: Any) -> None:
    page = open_page(1280, 800)
    open_replay(page, RECORD, "?ply=31")
    assert "Anna" in page.locator(".p-bot").inner_text()
    page.locator(".p-right").click()
    assert "Bert" in page.locator(".p-bot").inner_text()
    page.locator('[data-part="viewpoint"]').select_option("1")
    wait_until(page, "document.querySelectorAll('.mini:not(.back)').length === 0")
    page.locator(".p-right").click()
    expect(page.locator('[data-part="viewpoint"]')).to_have_value("2")


def test_explain_tells_terms_points_and_bonuses(open_page: Any) -> None:
    page = open_page(1280, 800)
    open_replay(page, RECORD, language="en")
    terms = page.locator('[data-part="terms"]')
    expect(terms).to_be_hidden()
    page.locator('[data-part="explain"]').click()
    expect(terms).to_contain_text("right of the dealer")
    page.evaluate(f"document.querySelector('[data-replay]').replay.go({ends_of_tricks(RECORD)[1]})")
    expect(terms).to_contain_text("of 36 points")
    states = terms.locator(".standing li")
    assert states.count() == 5
    found = {states.nth(i).get_attribute("data-state") for i in range(5)}
    assert found == {"open", "made", "lost"}
    page.keyboard.press("End")
    expect(terms).to_contain_text("Valat (Bert): made")


EVERY_TEXT = """() => {
  const { replay } = document.querySelector('[data-replay]');
  const texts = [];
  for (let at = 0; at <= replay.controls.last; at += 1) {
    replay.go(at);
    texts.push(replay.main.innerText);
  }
  return texts;
}"""


@pytest.mark.parametrize(
    ("name", "language"),
    [
        ("beck/3b-won", "de"),
        ("tournament/be-won", "es"),
        pytest.param("tournament-vienna/b1-kontra", "de", marks=pytest.mark.ci),
        pytest.param("tournament/tk-mayor", "es", marks=pytest.mark.ci),
    ],
)
def test_other_games_have_sentences_too(open_page: Any, name: str, language: str) -> None:
    page = open_page(360, 640)
    open_replay(page, name, language=language)
    page.locator('[data-part="explain"]').click()
    texts = page.evaluate(EVERY_TEXT)
    assert len(texts) == last_of(name) + 1
    for text in texts:
        for wrong in ("{", "undefined", "NaN", "explain.", "ply."):
            assert wrong not in text


def test_without_a_script_there_is_the_description_alone(open_page: Any) -> None:
    page = open_page(1280, 800, java_script_enabled=False)
    html = hand_html(RECORD)
    page.route(f"{ORIGIN}/**", lambda route: route.fulfill(body=html, content_type="text/html"))
    from tests.browser import harness

    page.route(f"{ORIGIN}/static/**", harness._static)
    page.goto(f"{ORIGIN}/h/{HAND}")
    expect(page.locator("[data-replay]")).to_be_hidden()
    expect(page.locator("ol.tricks")).to_be_visible()


def test_a_replay_that_cannot_be_loaded_says_so(open_page: Any) -> None:
    page = open_page(1280, 800, is_cut=True)
    html = hand_html(RECORD, language="en")
    page.route(f"{ORIGIN}/**", lambda route: route.fulfill(body=html, content_type="text/html"))
    from tests.browser import harness

    page.route(f"{ORIGIN}/static/**", harness._static)
    page.route("**/frames*", lambda route: route.fulfill(body="nothing"))
    page.goto(f"{ORIGIN}/h/{HAND}")
    expect(page.locator("#replay-failed")).to_be_visible()
    expect(page.locator("[data-replay]")).to_be_hidden()
