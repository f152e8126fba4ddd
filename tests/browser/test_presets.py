"""The live table with the phases, seats and lines that only some rule sets have."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import translation
from playwright.sync_api import Page, expect

from engine.rules import rule_set
from frontend.hand_page import page_of
from tests.browser.harness import FRAMES, Line, put, sample, show, table_html, wait_until

pytestmark = [pytest.mark.browser, pytest.mark.ci]
PHONE, DESK = (360, 560), (1280, 800)
SENT = "document.querySelector('main').table.pending"
HIT = """() => { const e = document.activeElement, r = e.getBoundingClientRect();
  const hit = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2);
  return [e.dataset.key, e.contains(hit)]; }"""
SAYINGS = [
    ("announce", "announce:four_kings", "Du sagst an: Vier Könige."),
    ("kontra-negative", "rekontra:game@2", "Du gibst Rekontra: Spiel gegen Hanna."),
    ("before", "announce:valat", "Du sagst an: Valat."),
    ("claim", "claim:trull", "Du meldest: Trull."),
    ("concede", "concede:uhu", "Du schleifst das Spiel."),
]
ENDINGS = [
    ("announce", "good", "Gut"),
    ("before", "good", "Weiter"),
    ("claim", "good", "Es liegt"),
    ("concede", "continue", "Weiterspielen"),
]


def opened(open_page: Any, name: str, size: tuple[int, int] = DESK) -> tuple[Page, Line]:
    page = open_page(*size)
    line = Line(page)
    show(page, table_html(sample(name)))
    return page, line


def reach(page: Page, key: str) -> None:
    """Press Tab until the control with this key has the focus, and see that it is in sight."""
    for _ in range(40):
        if page.evaluate("document.activeElement.dataset.key ?? ''") == key:
            break
        page.keyboard.press("Tab")
    assert page.evaluate(HIT) == [key, True]


@pytest.mark.parametrize("size", [PHONE, pytest.param(DESK, marks=pytest.mark.ci)], ids=str)
@pytest.mark.parametrize(("name", "action", "words"), SAYINGS)
def test_everything_can_be_said_by_keyboard(
    open_page: Any, size: tuple[int, int], name: str, action: str, words: str
) -> None:
    page, line = opened(open_page, name, size)
    reach(page, action)
    page.keyboard.press("Enter")
    expect(page.locator('[data-part="status"]')).to_have_text(words)
    assert line.received == []
    reach(page, "confirm")
    page.keyboard.press("Enter")
    wait_until(page, SENT)
    assert line.received[0]["actions"] == [action]


@pytest.mark.parametrize(("name", "action", "label"), ENDINGS)
def test_the_word_that_goes_on_is_one_click(
    open_page: Any, name: str, action: str, label: str
) -> None:
    page, line = opened(open_page, name)
    button = page.locator(f'.act [data-action="{action}"]')
    expect(button).to_have_text(label)
    button.click()
    wait_until(page, SENT)
    assert line.received[0]["actions"] == [action]


def test_a_compulsory_bird_comes_before_the_good(open_page: Any) -> None:
    page, _ = opened(open_page, "announce-bird")
    expect(page.locator('.act [data-key="good"]')).to_be_disabled()
    expect(page.locator('[data-part="status"]')).to_have_text("Du bist dran: sag einen Vogel an.")


def test_taking_over_stands_beside_good(open_page: Any) -> None:
    page, line = opened(open_page, "takeover", PHONE)
    assert page.locator(".act .btn").all_inner_texts() == ["Gut", "Unterer"]
    page.locator('.act [data-action="takeover"]').click()
    wait_until(page, SENT)
    assert line.received[0]["actions"] == ["takeover"]


def test_what_was_said_lies_on_the_felt_for_everybody(open_page: Any) -> None:
    page, _ = opened(open_page, "three-watch")
    view = sample("three-watch")["view"]
    said = page.locator(".felt .said li")
    assert said.count() == len(view["announced"]) + ("game" in view["factors"])
    for item, factor in view["factors"].items():
        assert f"×{factor}" in page.inner_text(".felt .said"), item
    assert page.inner_text('[data-part="factor"]') == f"×{view['factors']['game']}"


@pytest.mark.parametrize("size", [PHONE, DESK], ids=str)
def test_open_hands_lie_beside_the_names(open_page: Any, size: tuple[int, int]) -> None:
    page, _ = opened(open_page, "ouvert", size)
    cards = sample("ouvert")["view"]["cards"]
    rows = page.locator(".opp .minis")
    counts = [rows.nth(i).locator(".mini").count() for i in range(rows.count())]
    assert sorted(counts) == sorted(len(cards[seat]) for seat in "123")
    assert rows.first.is_visible()


def test_the_prize_lies_beside_the_trick(open_page: Any) -> None:
    page, _ = opened(open_page, "prize")
    packets = sample("prize")["view"]["talon"]["packets"]
    assert page.get_attribute(".prize .card", "data-card") == packets[2][0]
    expect(page.locator(".plate.p-right .d")).to_contain_text("Auge")


def test_three_players_sit_left_and_right_and_the_fourth_is_named(open_page: Any) -> None:
    page, _ = opened(open_page, "four", PHONE)
    assert page.inner_text(".plate.p-right .n") == "Ferdl"
    assert page.inner_text(".plate.p-left .n") == "Korbinian"
    assert page.inner_text(".plate.p-out") == "Hanna\nsetzt aus"


def test_a_redeal_is_never_the_end(open_page: Any) -> None:
    frame = sample("redeal")
    frame["number"] = frame["table_state"]["hand_count"] - 1
    page = open_page(*DESK)
    Line(page)
    show(page, table_html(frame))
    expect(page.locator(".result h2")).to_have_text("Es wird neu gegeben")
    expect(page.locator('.act [data-action="next"]')).to_have_text("Nächstes Spiel")


OVER = sorted(
    path.stem for path in FRAMES.glob("*.json") if path.stem.startswith(("over", "redeal"))
)
WORDS = """() => ({
  title: document.querySelector('.result h2').textContent,
  why: [document.querySelector('.result p.why').textContent,
    ...[...document.querySelectorAll('.result ul.why li')].map(
      (e) => `${e.children[0].textContent}. ${e.children[1].textContent}`)],
})"""


def test_the_table_and_the_page_of_a_hand_say_the_same(open_page: Any) -> None:
    page, _ = opened(open_page, "play")
    assert len(OVER) > 7
    for name in OVER:
        frame = sample(name)
        put(page, frame)
        seats = frame["table_state"]["seats"]
        names = ["Du", *(seats[i]["name"] for i in frame["view"]["seating"][1:])]
        with translation.override("de"):
            rules, is_over = rule_set(frame["view"]["rules"]), "contract" in frame["view"]
            wanted = page_of(frame["view"], names, rules, counts=is_over)
        shown = page.evaluate(WORDS)
        assert (shown["title"], tuple(shown["why"])) == (wanted.title, wanted.why), name


def test_a_result_with_kontra_shows_both_accounts(open_page: Any) -> None:
    page, _ = opened(open_page, "over-bonuses")
    score = sample("over-bonuses")["view"]["score"]
    cells = page.locator(".result tbody tr").first.locator("td").all_inner_texts()
    assert len(cells) == 3
    assert page.locator(".result ul.why li").count() == len(score["lines"]) - 1


def test_what_was_said_before_the_talon_stands_before_the_taking(open_page: Any) -> None:
    page, frame = open_page(*DESK), sample("claim")
    view = frame["view"]
    declarer = view["contract"]["declarer"]
    view["contract"]["code"] = "3B"
    view["talon"] = {"packets": [["05", "H1", "S7"], ["06", "H2", "C7"]], "taken": 0}
    view["announced"] = [
        {"item": "valat", "seat": declarer, "stage": "pre"},
        {"item": "pagat", "seat": declarer, "stage": "post"},
    ]
    Line(page)
    show(page, table_html(frame))
    text = page.locator('[data-part="course"]').inner_text()
    places = [text.find(word) for word in ("vor dem Talon", "nimmst", "Pagat ultimo")]
    assert -1 < places[0] < places[1] < places[2], text


def test_nothing_to_announce_shows_no_empty_panel(open_page: Any) -> None:
    page, frame = open_page(*DESK), sample("announce")
    frame["view"] |= {"legal": ["good"], "announced": [], "factors": {}}
    Line(page)
    show(page, table_html(frame))
    expect(page.locator('.act [data-action="good"]')).to_be_enabled()
    expect(page.locator('[data-part="panel"]')).to_be_hidden()
