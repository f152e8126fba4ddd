"""The live table as its reader wants it: preferences, pauses, keys, what is read out, tabs."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.harness import Line, sample, show, table_html, wait_until

pytestmark = [pytest.mark.browser, pytest.mark.ci]
PHONE, DESK = (360, 560), (1280, 800)
PENDING = "document.querySelector('main').table.pending"
CORNER: Any = {"x": 8, "y": 8}


def opened(
    open_page: Any, frame: dict[str, Any], size: tuple[int, int] = DESK, **options: Any
) -> tuple[Page, Line]:
    touch = {"has_touch": True} if options.pop("touch", False) else {}
    page = open_page(*size, **touch)
    line = Line(page)
    show(page, table_html(frame, **options))
    wait_until(page, "document.querySelector('main').table.line === 'open'")
    return page, line


def after_trick(name: str, card: str, winner: int) -> dict[str, Any]:
    """The frame after this card has ended the trick of a sample."""
    frame: dict[str, Any] = json.loads(json.dumps(sample(name)))
    view = frame["view"]
    view["trick"]["cards"].append(card)
    view["tricks"].append(view["trick"] | {"winner": winner})
    view["trick"] = {"lead": winner, "cards": []}
    view["turn"] = winner
    own = view["cards"]["0"]
    own.remove(card)
    view.pop("legal", None)
    if winner == 0:
        view["legal"] = [f"play:{code}" for code in own]
    return frame | {"rev": frame["rev"] + 1, "ply": frame["ply"] + 1, "last": [f"play:{card}", 0]}


def test_a_trick_may_stay_until_the_reader_taps(open_page: Any) -> None:
    page, line = opened(open_page, sample("play"), PHONE, pace=1, cookies={"pause": "tap"})
    line.send(after_trick("play", "C8", 2))
    expect(page.locator(".cross .won")).to_have_count(1)
    page.wait_for_timeout(1900)  # longer than the usual pause
    expect(page.locator(".cross .card:not(.gone)")).to_have_count(4)
    page.locator(".felt").click(position={"x": 20, "y": 60})
    expect(page.locator(".cross .card")).to_have_count(0)


@pytest.mark.parametrize(("cookie", "ms"), [("800", 800), ("", 1500), ("3000", 3000)])
def test_the_pause_after_a_trick_is_chosen(open_page: Any, cookie: str, ms: int) -> None:
    page, _ = opened(open_page, sample("play"), cookies={"pause": cookie} if cookie else {}, pace=1)
    page.evaluate("window.held = []; const { table } = document.querySelector('main');"
                  "const { show } = table.pacer; table.pacer.show = (frame, info) => {"
                  " held.push(info.ms); show(frame, info); }; 0")  # fmt: skip
    frame = after_trick("play", "C8", 2)
    page.evaluate("(frame) => document.querySelector('main').table.receive(frame)", frame)
    wait_until(page, "held.length")
    assert page.evaluate("held[0]") == ms


def test_the_own_lead_cuts_the_pause_short(open_page: Any) -> None:
    page, line = opened(open_page, sample("play"), pace=1, cookies={"pause": "tap"})
    line.send(after_trick("play", "C8", 0))
    expect(page.locator(".cross .won")).to_have_count(1)
    page.wait_for_timeout(350)
    page.locator('button.hc[data-card="DK"]').click(position=CORNER)
    wait_until(page, PENDING)
    led = after_trick("play", "C8", 0)
    led["view"]["trick"]["cards"] = ["DK"]
    led["view"]["cards"]["0"].remove("DK")
    del led["view"]["legal"]
    line.send(led | {"rev": led["rev"] + 1, "ply": led["ply"] + 1, "last": ["play:DK", 0]})
    expect(page.locator(".cross .card:not(.gone)")).to_have_count(1)


def test_the_finished_trick_goes_to_the_pile_of_its_side(open_page: Any) -> None:
    page, line = opened(open_page, sample("play"), pace=1, cookies={"pause": "tap"})
    frame = after_trick("play", "C8", 0)
    line.send(frame)
    expect(page.locator(".cross .won")).to_have_count(1)
    page.evaluate(
        "window.piles = new Set(); new MutationObserver(() => document"
        ".querySelectorAll('.cross .gone').forEach((e) => piles.add(e.className.slice(-4))))"
        ".observe(document.querySelector('.cross'), { subtree: true, attributes: true })"
    )
    page.locator(".act [data-key='go']").click()
    expect(page.locator(".cross .card")).to_have_count(0)
    assert page.evaluate("[...piles]") == ["to-l"]
    expect(page.locator('[data-part="left"]')).to_contain_text("1 Stich")


def test_holding_the_pile_shows_its_last_trick(open_page: Any) -> None:
    page, _ = opened(open_page, sample("play"))
    view = sample("play")["view"]
    box = page.locator('[data-part="right"]').bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 10, box["y"] + 10)
    page.mouse.down()
    shown = page.eval_on_selector_all(".cross .card", "list => list.map((e) => e.dataset.card)")
    assert sorted(shown) == sorted(view["tricks"][-1]["cards"])
    page.mouse.up()
    shown = page.eval_on_selector_all(".cross .card", "list => list.map((e) => e.dataset.card)")
    assert sorted(shown) == sorted(view["trick"]["cards"])


@pytest.mark.parametrize(
    ("rules", "may"),
    [("illustrated/beck", False), ("illustrated/mayr-sedlaczek-2016", True)],
)
def test_the_last_trick_of_the_others_may_be_seen_where_the_rules_allow_it(
    open_page: Any, rules: str, may: bool
) -> None:
    frame = sample("three")
    view = frame["view"]
    view["tricks"] = [{"lead": 1, "cards": ["H1", "H2", "H3"], "winner": 1}]
    assert view["contract"]["declarer"] == view["seat"] == 0
    frame["table_state"]["rules"] = view["rules"] = f"{rules}@1"
    page, _ = opened(open_page, frame)
    button = page.locator('.act [data-key="last"]')
    expect(button).to_be_enabled() if may else expect(button).to_be_disabled()
    line = page.locator('[data-part="course"] li[data-n="1"]').inner_text()
    assert ("♥" in line, "macht den Stich" in line) == (may, True)


def test_one_tap_plays_if_the_reader_wants_that(open_page: Any) -> None:
    page, line = opened(open_page, sample("play"), (360, 640), touch=True, cookies={"tap": "1"})
    page.locator('button.hc[data-card="CQ"]').tap(position=CORNER)
    wait_until(page, PENDING)
    assert line.received[0]["actions"] == ["play:CQ"]


def only_one() -> dict[str, Any]:
    frame = sample("play")
    frame["view"] |= {"legal": ["play:C8"], "fallback": "play:C8"}
    return frame


def test_the_only_card_lies_ready_and_is_played_by_itself_on_request(open_page: Any) -> None:
    page, line = opened(open_page, only_one(), cookies={"auto": "1"})
    wait_until(page, PENDING)
    assert line.received[0]["actions"] == ["play:C8"]
    page, line = opened(open_page, only_one())
    expect(page.locator(".hc.up")).to_have_attribute("data-card", "C8")
    page.wait_for_timeout(700)
    assert line.received == []


def test_in_the_first_moment_a_click_only_lifts(open_page: Any) -> None:
    page, line = opened(open_page, sample("three-watch") | {"rev": 0}, pace=1)
    page.evaluate(
        """(frame) => { const { table } = document.querySelector('main');
        table.receive(frame, { jump: true });
        const card = document.querySelector('button.hc[data-card="C8"]');
        card.click(); }""",
        sample("play"),
    )
    expect(page.locator(".hc.up")).to_have_attribute("data-card", "C8")
    assert line.received == []


def test_letters_answer_and_can_be_switched_off(open_page: Any) -> None:
    page, line = opened(open_page, sample("auction"), cookies={"letters": "0"})
    page.keyboard.press("p")
    page.wait_for_timeout(100)
    assert line.received == []
    page.locator("#tab-settings").click()
    page.locator('.settings [name="letters"][value=""]').click()
    page.keyboard.press("p")
    wait_until(page, PENDING)
    assert line.received[0]["actions"] == ["pass"]


def test_arrow_keys_lead_into_the_hand_and_between_its_rows(open_page: Any) -> None:
    page, line = opened(open_page, sample("play"), PHONE)
    page.keyboard.press("ArrowRight")
    card = "document.activeElement.dataset"
    first = page.evaluate(f"{card}.row")
    page.keyboard.press("ArrowUp")
    assert {first, page.evaluate(f"{card}.row")} == {"0", "1"}
    page.keyboard.press("End")
    assert page.evaluate(f"{card}.card") == page.evaluate(
        "document.querySelector('main').table.hand.order.at(-1)"
    )
    assert line.received == []


def test_the_focus_stays_in_the_hand_when_a_card_leaves_it(open_page: Any) -> None:
    page, line = opened(open_page, sample("play"), PHONE)
    page.locator('button.hc[data-card="C8"]').focus()
    page.keyboard.press("Enter")
    wait_until(page, PENDING)
    line.send(after_trick("play", "C8", 0))
    wait_until(page, "document.querySelector('main').table.legal.length > 0")
    assert page.evaluate("document.activeElement.matches('button.hc')")
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    wait_until(page, PENDING)
    assert len(line.received) == 2


def test_every_action_is_read_out(open_page: Any) -> None:
    page, line = opened(open_page, sample("play"))
    line.send(after_trick("play", "C8", 2))
    names = [seat["name"] for seat in sample("play")["table_state"]["seats"]]
    said = page.locator('[data-part="spoken"]')
    expect(said).to_contain_text(f"Du: Kreuz 8. {names[2]} macht den Stich, ")
    expect(said).to_have_attribute("role", "log")
    expect(page.locator('[data-part="status"]')).to_have_text(f"{names[2]} ist dran.")


def test_the_title_and_a_notice_call_back_to_the_table(open_page: Any) -> None:
    page, line = opened(open_page, sample("play"), PHONE)
    assert page.title().startswith("● Du bist dran")
    page.locator('[data-part="menu"]').click()
    page.locator('[data-part="notice"]').click()
    expect(page.locator("main.drawer")).to_have_count(0)
    page.locator('button.hc[data-card="C8"]').click(position=CORNER)
    line.send(after_trick("play", "C8", 2))
    wait_until(page, "!document.title.includes('Du bist dran')")
    expect(page.locator('[data-part="notice"]')).to_be_hidden()


def test_no_title_and_notice_for_those_who_do_not_want_them(open_page: Any) -> None:
    page, _ = opened(open_page, sample("play"), PHONE, cookies={"notice": "0"})
    assert "Du bist dran" not in page.title()
    page.locator('[data-part="menu"]').click()
    expect(page.locator('[data-part="notice"]')).to_be_hidden()


def test_sound_is_off_until_it_is_wanted(open_page: Any) -> None:
    page, line = opened(open_page, sample("play"))
    page.evaluate(
        "window.notes = 0;"
        "BaseAudioContext.prototype.createOscillator = new Proxy("
        "BaseAudioContext.prototype.createOscillator, { apply: (target, that, args) => {"
        " notes += 1; return Reflect.apply(target, that, args); } }); 0"
    )
    context = "document.querySelector('main').table.alerts.sounds.context"
    page.locator(".felt").click(position={"x": 20, "y": 300})
    assert page.evaluate(context) is None
    page.locator("#tab-settings").click()
    page.locator('.settings [name="sound"][value="1"]').click()
    page.locator(".felt").click(position={"x": 20, "y": 300})
    wait_until(page, f"{context}?.state === 'running'")
    later = sample("play")
    line.send(later | {"rev": later["rev"] + 1, "ply": later["ply"] + 4})
    wait_until(page, "notes > 0")


@pytest.mark.parametrize("size", [PHONE, DESK], ids=str)
def test_the_tabs_beside_the_table_work_by_keyboard(open_page: Any, size: tuple[int, int]) -> None:
    page, _ = opened(open_page, sample("play"), size)
    if size == PHONE:
        page.locator('[data-part="menu"]').click()
        assert page.evaluate("document.activeElement.id") == "tab-sheet"
    page.locator("#tab-sheet").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#tab-settings")).to_have_attribute("aria-selected", "true")
    expect(page.locator("#side-settings")).to_be_visible()
    expect(page.locator("#side-sheet")).to_be_hidden()
    small = page.evaluate(
        "[...document.querySelectorAll('aside button')].filter((e) => e.checkVisibility() && "
        "e.getBoundingClientRect().height < 44).map((e) => e.textContent)"
    )
    assert small == []
    page.keyboard.press("Escape")
    if size == PHONE:
        expect(page.locator("main.drawer")).to_have_count(0)
        assert page.evaluate("document.activeElement.dataset.part") == "menu"


def test_motion_can_be_switched_off_by_hand(open_page: Any) -> None:
    page, _ = opened(open_page, sample("play"), cookies={"motion": "0"})
    moving = page.evaluate(
        "[...document.querySelectorAll('*')]"
        ".filter((e) => getComputedStyle(e).animationName !== 'none').length"
    )
    assert moving == 0


HELP = '<div class="in-drawer"><h1>Regeln</h1><a href="/help/lesson/">Mehr</a></div>'


def test_the_rules_come_into_the_drawer_and_the_table_stays(open_page: Any) -> None:
    page, _ = opened(open_page, sample("play"), PHONE)
    asked: list[str] = []

    def answer(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(body=HELP, content_type="text/html")

    page.route("**/help/**", answer)
    page.locator('[data-part="menu"]').click()
    page.locator("#tab-help").click()
    expect(page.locator("#side-help h1")).to_have_text("Regeln")
    page.locator("#side-help a").click()
    expect(page.locator("#side-help h1")).to_have_text("Regeln")
    assert [url.partition("/help/")[2] for url in asked] == [
        "koenigrufen/cardgames-zone/?part=1",
        "lesson/?part=1",
    ]
    assert page.evaluate("location.pathname") == "/"
