"""The live table against recorded frames: layout, input, order of frames, lost answers."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.harness import FRAMES, Line, put, sample, show, table_html, wait_until
from tests.browser.play import act

pytestmark = pytest.mark.browser
SIZES = {
    "phone": (360, 640),
    "small phone": (360, 560),
    "desk": (1280, 800),
    "projector": (1920, 1080),
}
NAMES = sorted(path.stem for path in FRAMES.glob("*.json"))

OUTSIDE = """() => [...document.querySelectorAll(
    '.bar, .slip, .act .btn, .hand, .hc, .plate, .panel')]
  .filter((e) => e.checkVisibility({ visibilityProperty: true }))
  .map((e) => [e.className, e.getBoundingClientRect()])
  .filter(([, r]) => r.width && (r.left < -1 || r.top < -1
    || r.right > innerWidth + 1 || r.bottom > innerHeight + 8))
  .map(([name, r]) => `${name} ${[r.left, r.top, r.right, r.bottom].map(Math.round)}`)"""
SMALL = """() => [...document.querySelectorAll('button, a, summary')]
  .filter((e) => e.checkVisibility({ visibilityProperty: true }) && !e.matches('.hc, .skip, .home'))
  .map((e) => [e.textContent.trim() || e.className, e.getBoundingClientRect()])
  .filter(([, r]) => r.width && (r.width < 44 || r.height < 44))
  .map(([name, r]) => `${name} ${Math.round(r.width)}x${Math.round(r.height)}`)"""
WATCH_TRICK = """() => {
  const seen = (window.seen = {});
  new MutationObserver(() => {
    const cards = document.querySelectorAll('.cross .card').length;
    if (!seen.won && document.querySelector('.cross .won')) {
      seen.won = performance.now();
      seen.cards = cards;
      setTimeout(() => (seen.said = document.querySelector('[data-part=status]').textContent), 50);
    }
    if (seen.won && !seen.gone && cards === 0) seen.gone = performance.now();
  }).observe(document.querySelector('.cross'), {
    childList: true, subtree: true, attributes: true });
}"""
SCROLLS = """() => [document.documentElement, document.body, document.querySelector('main')]
  .filter((e) => e.scrollWidth > innerWidth || e.scrollHeight > innerHeight)
  .map((e) => `${e.tagName} ${e.scrollWidth}x${e.scrollHeight}`)"""
COVERED = """() => [...document.querySelectorAll('button.hc')].filter((e) => {
  const r = e.getBoundingClientRect();
  const hit = document.elementFromPoint(r.left + 10, r.top + 12);
  return !e.contains(hit);
}).map((e) => e.dataset.card)"""


OTHER_TRAYS = [
    *(("fourth", "call:4"), ("take-threes", "take:1"), ("take-pairs", "take:2")),
    *(("take-singles", "take:5"), ("discard-six", "discard"), ("discard-nineteen", "discard")),
]


def opened(open_page: Any, name: str, size: str = "desk", **options: Any) -> tuple[Page, Line]:
    width, height = SIZES[size]
    page = open_page(width, height)
    line = Line(page)
    show(page, table_html(sample(name), **options))
    return page, line


@pytest.mark.parametrize(
    "size",
    [
        "small phone",
        "desk",
        pytest.param("phone", marks=pytest.mark.ci),
        pytest.param("projector", marks=pytest.mark.ci),
    ],
)
def test_everything_is_in_sight(open_page: Any, size: str) -> None:
    width, height = SIZES[size]
    page = open_page(width, height, reduced_motion="reduce")
    Line(page)
    show(page, table_html(sample("play")))
    checks = {"outside": OUTSIDE, "small": SMALL, "covered": COVERED, "scrolls": SCROLLS}
    problems = {}
    for name in NAMES:
        put(page, sample(name))
        problems[name] = {what: page.evaluate(check) for what, check in checks.items()}
    clean: dict[str, list[str]] = {"outside": [], "small": [], "covered": [], "scrolls": []}
    assert {name: found for name, found in problems.items() if found != clean} == {}


@pytest.mark.parametrize(
    "language",
    ["de", pytest.param("en", marks=pytest.mark.ci), pytest.param("es", marks=pytest.mark.ci)],
)
def test_every_language_fits_a_phone(open_page: Any, language: str) -> None:
    page, _ = opened(open_page, "play", "small phone", language=language)
    for name in NAMES:
        put(page, sample(name), language)
        assert page.evaluate(SCROLLS) == [], name
        assert "{" not in page.inner_text("main"), name


def test_a_phone_has_the_agreed_bands(open_page: Any) -> None:
    page, _ = opened(open_page, "play", "phone")
    heights = {
        name: page.locator(selector).first.bounding_box()["height"]
        for name, selector in {
            "bar": ".bar",
            "players": ".opp",
            "slip": ".slip",
            "hand": ".hand",
        }.items()
    }
    assert heights == {"bar": 40, "players": 64, "slip": 76, "hand": 170}
    card = page.locator(".hc .card").first.bounding_box()
    assert card is not None
    assert (card["width"], card["height"]) == (64, 104)


def test_the_next_seat_sits_to_the_right(open_page: Any) -> None:
    page, _ = opened(open_page, "play")
    names = [seat["name"] for seat in sample("play")["table_state"]["seats"]]
    for index, place in ((1, "right"), (2, "top"), (3, "left")):
        assert page.inner_text(f".plate.p-{place} .n") == names[index]


def test_one_click_plays_a_card_once(open_page: Any) -> None:
    page, line = opened(open_page, "play")
    card = page.locator('button.hc[data-card="C8"]')
    card.dblclick(position={"x": 8, "y": 8})
    expect(page.locator(".cross .sent")).to_have_count(1)
    frame = sample("play")
    assert line.received == [
        {
            "type": "act",
            "id": "c1",
            "hand": frame["hand"],
            "ply": frame["ply"],
            "actions": ["play:C8"],
        }
    ]


def test_an_illegal_card_says_why(open_page: Any) -> None:
    page, line = opened(open_page, "play")
    page.locator('button.hc[data-card="DK"]').click(position={"x": 8, "y": 8}, force=True)
    expect(page.locator('[data-part="status"]')).to_have_text("Kreuz bedienen.")
    assert {message["type"] for message in line.received} <= {"why"}


def test_touch_lifts_first_and_plays_second(open_page: Any) -> None:
    page = open_page(360, 640, has_touch=True)
    line = Line(page)
    show(page, table_html(sample("play")))
    page.locator('button.hc[data-card="CQ"]').tap(position={"x": 8, "y": 8})
    expect(page.locator(".hc.up")).to_have_attribute("data-card", "CQ")
    expect(page.locator('.act [data-key="play"]')).to_have_text("Kreuz Dame spielen")
    assert line.received == []
    page.locator('button.hc[data-card="CQ"]').tap(position={"x": 8, "y": 8})
    expect(page.locator(".cross .sent")).to_have_count(1)
    assert line.received[0]["actions"] == ["play:CQ"]


def test_keys_reach_every_card_and_play(open_page: Any) -> None:
    page, line = opened(open_page, "play")
    page.locator('button.hc[tabindex="0"]').focus()
    seen = set()
    for _ in sample("play")["view"]["cards"]["0"]:
        seen.add(page.evaluate("document.activeElement.dataset.card"))
        page.keyboard.press("ArrowRight")
    assert seen == set(sample("play")["view"]["cards"]["0"])
    while page.evaluate("document.activeElement.dataset.card") != "C8":
        page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(page.locator(".cross .sent")).to_have_count(1)
    assert line.received[0]["actions"] == ["play:C8"]


def test_a_dear_contract_takes_a_second_click(open_page: Any) -> None:
    page, line = opened(open_page, "auction")
    row = page.locator('.list [data-action="bid:DR"]')
    row.click()
    assert line.received == []
    expect(row).to_have_attribute("aria-pressed", "true")
    page.locator('.act [data-key="confirm"]').click()
    wait_until(page, "document.querySelector('main').table.pending")
    assert line.received[0]["actions"] == ["bid:DR"]


def test_buttons_are_the_legal_list(open_page: Any) -> None:
    page, _ = opened(open_page, "auction")
    legal = set(sample("auction")["view"]["legal"])
    shown = page.evaluate(
        "[...document.querySelectorAll('.panel [data-action], .act [data-action]:not([disabled])')]"
        ".map((e) => e.dataset.action)"
    )
    assert set(shown) == legal


@pytest.mark.parametrize(
    ("name", "verb"),
    [
        *(("call", "call"), ("take", "take"), ("discard", "discard")),
        *(pytest.param(name, verb, marks=pytest.mark.ci) for name, verb in OTHER_TRAYS),
    ],
)
def test_trays_send_one_message_each(open_page: Any, name: str, verb: str) -> None:
    page, line = opened(open_page, name)
    action = next(a for a in sample(name)["view"]["legal"] if a.startswith(verb))
    act(page, action)
    wait_until(page, "document.querySelector('main').table.pending")
    assert line.received[0]["actions"][0] == action
    assert len(line.received) == 1


def test_the_talon_previews_the_merged_hand(open_page: Any) -> None:
    page, _ = opened(open_page, "take")
    page.locator('.box[data-key="box1"]').click()
    packet = sample("take")["view"]["talon"]["packets"][1]
    fresh = page.eval_on_selector_all(".hc.new", "list => list.map((e) => e.dataset.card)")
    assert sorted(fresh) == sorted(packet)


def test_a_refusal_is_said_and_leaves_everything_usable(open_page: Any) -> None:
    page, line = opened(open_page, "play")
    page.locator('button.hc[data-card="C8"]').click(position={"x": 8, "y": 8})
    expect(page.locator(".cross .sent")).to_have_count(1)
    line.send(
        {
            "type": "refused",
            "id": "c1",
            "code": "stale_action",
            "message": "Zu spät.",
            "details": {},
        }
    )
    expect(page.locator('[data-part="status"]')).to_have_text("Zu spät.")
    expect(page.locator(".cross .sent")).to_have_count(0)
    expect(page.locator('button.hc[data-card="C8"]')).to_be_visible()


def test_without_an_answer_the_page_asks_again(open_page: Any) -> None:
    page, line = opened(open_page, "play")
    page.locator('button.hc[data-card="C8"]').click(position={"x": 8, "y": 8})
    page.wait_for_timeout(1700)
    assert [message["type"] for message in line.received] == ["act", "sync"]
    line.send(sample("play"))
    expect(page.locator(".cross .sent")).to_have_count(0)


def test_older_and_equal_frames_are_dropped(open_page: Any) -> None:
    page, line = opened(open_page, "play")
    newest = sample("play")
    for change in ({"rev": newest["rev"] - 1, "ply": 40}, {"ply": newest["ply"] - 1}, {}):
        line.send(sample("trick-end") | {"rev": newest["rev"], "hand": newest["hand"]} | change)
    newer = sample("play")
    newer["rev"] += 1
    line.send(newer)
    expect(page.locator("main")).to_have_attribute("data-rev", str(newest["rev"] + 1))
    assert page.get_attribute("main", "data-ply") == str(newest["ply"])


def test_the_next_hand_begins_although_its_ply_is_lower(open_page: Any) -> None:
    page, line = opened(open_page, "over")
    following = sample("auction") | {"rev": 999, "hand": "nexthand0000", "number": 6}
    line.send(following)
    page.locator('.act [data-action="next"]').click()
    expect(page.locator("main")).to_have_attribute("data-phase", "auction")


def test_the_result_explains_itself_and_leads_on(open_page: Any) -> None:
    page, _ = opened(open_page, "over")
    points = sample("over")["view"]["score"]["points"]
    text = page.inner_text(".result")
    assert "Augen" in text
    for value in points:
        assert (f"+{value}" if value > 0 else f"\u2212{-value}") in text


def test_a_result_keeps_its_number_while_the_next_hand_runs(open_page: Any) -> None:
    over = sample("over")
    state = over["table_state"] | {"number": over["number"] + 1}
    page = open_page(*SIZES["desk"])
    Line(page)
    show(page, table_html(over | {"table_state": state}))
    shown = page.inner_text('[data-part="number"]')
    expect(page.locator(".result .meta")).to_have_text(shown)


def test_the_last_hand_ends_with_places_and_a_new_game(open_page: Any) -> None:
    page, line = opened(open_page, "over")
    last = sample("over")
    last["rev"] += 1
    last["table_state"] |= {"status": "finished", "number": 7, "kind": "quick"}
    line.send(last)
    page.locator('.act [data-action="next"]').click()
    expect(page.locator('[data-action="rematch"]')).to_be_visible()
    assert page.locator(".result tbody tr").count() == 4


def asked(by: list[int]) -> dict[str, Any]:
    """The end of a series while those of these table seats would like another one."""
    last = sample("over")
    state = last["table_state"] | {"status": "finished", "number": 7, "kind": "quick"}
    until = "2030-01-01T20:00:00+00:00"
    state |= {"rematch": {"by": by, "until": until}}
    state["seats"] = [s | ({} if s["index"] in by else {"asked": True}) for s in state["seats"]]
    return last | {"rev": last["rev"] + 1, "table_state": state}


def test_who_is_asked_for_another_series_may_say_no(open_page: Any) -> None:
    page, line = opened(open_page, "over", "phone")
    frame = asked([1])
    line.send(frame)
    name = frame["table_state"]["seats"][1]["name"]
    expect(page.locator('[data-part="status"]')).to_contain_text(f"{name}: noch eine Serie?")
    expect(page.locator(".act button")).to_have_text(["Nein, danke", "Ich bin dabei"])
    assert str(page.locator(".act form").get_attribute("action")).endswith("/leave")
    expect(page.locator('.act [data-action="rematch"]')).to_have_attribute("form", "rematch")


def test_who_wants_another_series_is_at_its_first_hand_at_once(open_page: Any) -> None:
    page, line = opened(open_page, "over", "phone")
    line.send(asked([0]))
    expect(page.locator('[data-part="status"]')).to_contain_text("Die anderen sind gefragt.")
    expect(page.locator('.act [data-action="rematch"]')).to_have_count(0)
    following = sample("auction")
    line.send(following | {"hand": "another0000", "rev": sample("over")["rev"] + 9})
    expect(page.locator("main[data-phase]")).to_have_attribute("data-phase", "auction")


def test_a_shared_first_place_is_said_in_a_sentence_of_its_own(open_page: Any) -> None:
    page, line = opened(open_page, "over")
    last = sample("over")
    state = last["table_state"] | {"status": "finished", "number": 7, "kind": "quick"}
    state["totals"] = [-points for points in last["view"]["score"]["points"]]
    line.send(last | {"rev": last["rev"] + 1, "table_state": state})
    page.locator('.act [data-action="next"]').click()
    names = ["Du", *(seat["name"] for seat in state["seats"][1:])]
    expect(page.locator(".result h2")).to_have_text(
        f"Den ersten Platz teilen sich: {', '.join(names)}."
    )


def test_at_normal_pace_a_trick_stays_in_sight(open_page: Any) -> None:
    page, line = opened(open_page, "play", pace=1)
    end = json.loads(json.dumps(sample("play")))
    view = end["view"]
    view["trick"]["cards"].append("C8")
    view["tricks"].append(view["trick"] | {"winner": 2})
    view["trick"] = {"lead": 2, "cards": []}
    view["turn"] = 2
    del view["legal"], view["fallback"]
    end |= {"rev": end["rev"] + 1, "ply": end["ply"] + 1}
    page.evaluate(WATCH_TRICK)
    line.send(end)
    wait_until(page, "window.seen.gone")
    assert page.evaluate("window.seen.cards") == 4
    assert "macht den Stich" in page.evaluate("window.seen.said")
    assert page.evaluate("window.seen.gone - window.seen.won") >= 1400


def test_a_spectator_may_change_his_place(open_page: Any) -> None:
    page, _ = opened(open_page, "open")
    view = sample("open")["view"]
    before = page.eval_on_selector_all("button.hc", "list => list.map((e) => e.dataset.card)")
    assert sorted(before) == sorted(view["cards"]["0"])
    page.locator(".plate.p-right").click()
    after = page.eval_on_selector_all("button.hc", "list => list.map((e) => e.dataset.card)")
    assert sorted(after) == sorted(view["cards"]["1"])


def test_without_motion_nothing_moves(open_page: Any) -> None:
    page = open_page(1280, 800, reduced_motion="reduce")
    Line(page)
    show(page, table_html(sample("play")))
    moving = page.evaluate(
        "[...document.querySelectorAll('*')]"
        ".filter((e) => getComputedStyle(e).animationName !== 'none').length"
    )
    assert moving == 0


@pytest.mark.parametrize(("language", "letters"), [("de", "KDCB"), ("en", "KQNJ"), ("es", "RDCS")])
def test_court_letters_follow_the_language(open_page: Any, language: str, letters: str) -> None:
    page, _ = opened(open_page, "play", language=language)
    shown = page.evaluate(
        "['de', 'en', 'es'].filter((l) => getComputedStyle(document.documentElement)"
        ".getPropertyValue(`--card-${l}`).trim() === '1')"
    )
    assert shown == ([] if language == "de" else [language]), letters


def test_a_table_without_a_hand_to_show_waits_for_one(open_page: Any) -> None:
    """Spectators of an evening's table see nothing before its first hand is over."""
    hand = sample("spectator")
    nothing = {k: v for k, v in hand.items() if k not in ("view", "last", "clock")}
    page = open_page(*SIZES["desk"])
    line = Line(page)
    show(page, table_html(nothing | {"hand": "", "number": 0, "ply": 0, "rev": 1}))
    line.send(hand | {"rev": 2})
    expect(page.locator("main")).to_have_attribute("data-ply", str(hand["ply"]))


def test_a_late_spectator_sees_the_last_hand_before_the_end(open_page: Any) -> None:
    over = sample("over") | {"role": "spectator"}
    over["view"].pop("seat")
    state = over["table_state"]
    last = state.get("hand_count", state["hands"]) - 1
    playing = over | {"number": last - 1, "table_state": state | {"number": last}}
    page = open_page(*SIZES["desk"])
    line = Line(page)
    show(page, table_html(playing))
    expect(page.locator('[data-part="number"]')).to_contain_text(str(last))
    page.wait_for_timeout(200)  # at pace 0 it would go on to the end at once
    assert page.evaluate("document.querySelector('main').table.isFinal") is False
    ended = state | {"number": last, "status": "finished"}
    line.send(over | {"hand": "last", "number": last, "rev": over["rev"] + 1, "table_state": ended})
    wait_until(page, "document.querySelector('main').table.isFinal")
