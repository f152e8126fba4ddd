"""The live table where people meet: clocks, absence, free seats, practice, reasons, slots."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.harness import Line, sample, show, table_html, wait_until

pytestmark = [pytest.mark.browser, pytest.mark.ci]
PHONE, DESK = (360, 560), (1280, 800)
PENDING = "document.querySelector('main').table.pending"
CORNER: Any = {"x": 8, "y": 8}
STOPPED = datetime(2026, 11, 30, 12, tzinfo=UTC)
WORDS = """() => { const { words } = document.querySelector('main').table;
  words.canExplain = true;
  Object.assign(words.strings, {
    'why.follow_suit': 'Du hast {suit} und musst bedienen.',
    'why.bid_too_low': '{contract} ist nicht höher als {standing}.',
    'hint.cheapest': 'Die billigste Karte, {card}.' }); }"""


def opened(
    open_page: Any, frame: dict[str, Any], size: tuple[int, int] = DESK, **options: Any
) -> tuple[Page, Line]:
    page = open_page(*size)
    line = Line(page)
    show(page, table_html(frame, **options))
    wait_until(page, "document.querySelector('main').table.line === 'open'")
    return page, line


def changed(name: str, *, seats: dict[int, dict[str, Any]] | None = None, **state: Any) -> Any:
    """A sample with another table around it."""
    frame = sample(name)
    frame["table_state"] |= state
    for index, change in (seats or {}).items():
        frame["table_state"]["seats"][index] |= change
    return frame


def in_seconds(seconds: float) -> str:
    return (datetime.now(UTC) + timedelta(seconds=seconds)).isoformat()


def at(seconds: float) -> str:
    """So many seconds after the moment at which the page's clock is stopped."""
    return (STOPPED + timedelta(seconds=seconds)).isoformat()


def test_the_time_of_an_action_is_told_with_the_bank_behind_it(open_page: Any) -> None:
    frame = sample("play")
    page, line = opened(open_page, frame, PHONE)
    page.evaluate(
        "(at) => { document.querySelector('main').table.now = () => Date.parse(at); }", at(0)
    )
    own = page.locator('[data-part="own-clock"]')
    told = [
        ((40, 160), "40 s + 2:00", "x"),
        ((-1, 75), "Reserve 1:15", "x"),
        ((-1, 8), "Reserve 0:08", "x low"),
        ((9, 9), "9 s", "x low"),
    ]
    for step, ((deadline, until), text, css) in enumerate(told, start=1):
        clock = {"seat": 0, "deadline": at(deadline), "until": at(until), "bank_ms": 120_000}
        line.send(frame | {"clock": clock, "rev": frame["rev"] + step})
        expect(own).to_have_text(text)
        expect(own).to_have_class(css)


def test_a_clock_without_a_bank_stands_at_the_seat_to_move(open_page: Any) -> None:
    frame = sample("three-watch")
    turn = frame["view"]["turn"]
    page, _ = opened(open_page, frame | {"clock": {"seat": turn, "deadline": in_seconds(30)}})
    expect(page.locator(f'.clock[data-seat="{turn}"]')).to_contain_text("s")
    assert page.locator(".clock:not(:empty)").count() == 1


def test_who_is_away_and_who_is_played_for_is_marked(open_page: Any) -> None:
    seats: dict[int, dict[str, Any]] = {
        1: {"kind": "person", "present": False},
        2: {"kind": "person", "stand_in": "Club"},
    }
    page, _ = opened(open_page, changed("play", seats=seats), PHONE)
    expect(page.locator(".plate.p-right .gone")).to_have_text("nicht da")
    expect(page.locator(".plate.p-top .gone")).to_have_attribute("title", "Club spielt einstweilen")
    expect(page.locator(".seatlist li").nth(2)).to_contain_text("Club spielt einstweilen")


def test_bots_are_called_by_their_level_in_the_language_of_the_page(open_page: Any) -> None:
    seats: dict[int, dict[str, Any]] = {
        1: {"kind": "bot", "name": "Random 1"},
        2: {"kind": "person", "name": "Random 2"},
        3: {"kind": "bot", "name": "Club 3"},
    }
    page, _ = opened(open_page, changed("play", seats=seats))
    names = {place: page.inner_text(f".plate.p-{place} .n") for place in ("right", "top", "left")}
    assert names == {"right": "Zufall 1", "top": "Random 2", "left": "Club 3"}
    assert "Zufall 1" in page.inner_text(".sheet-table thead").replace("\u00ad", "")


def test_whoever_was_away_takes_his_seat_again(open_page: Any) -> None:
    page, line = opened(open_page, changed("play", seats={0: {"stand_in": "Club"}}))
    expect(page.locator('[data-part="status"]')).to_have_text("Du warst weg: Club spielt für dich.")
    page.locator('.act [data-key="back"]').click()
    page.wait_for_function("document.querySelector('main').table.outbox.count > 0")
    [sent] = [message for message in line.received if message["type"] == "return"]
    line.send({"type": "refused", "id": sent["id"], "code": "not_your_seat", "message": "Nein."})
    expect(page.locator('[data-part="status"]')).to_have_text("Nein.")


def waiting(**frame: Any) -> dict[str, Any]:
    found = changed(
        "play", kind="quick", status="open", starts_at=in_seconds(25), rows=[], totals=[0] * 4
    )
    for name in ("view", "last"):
        found.pop(name, None)
    for index in (2, 3):
        found["table_state"]["seats"][index] = {"index": index, "kind": "free", "name": ""}
    return found | {"hand": "", "number": 0, "ply": 0} | frame


@pytest.mark.parametrize("size", [PHONE, DESK], ids=str)
def test_a_table_that_waits_offers_its_free_seats(open_page: Any, size: tuple[int, int]) -> None:
    page, line = opened(open_page, waiting(), size)
    expect(page.locator('[data-part="countdown"]')).to_contain_text("nehmen Bots die freien Plätze")
    assert page.locator(".waiting .seatlist li").count() == 4
    sit = page.locator(".waiting .seatlist form")
    assert sit.count() == 2
    fields = sit.first.evaluate("(f) => [f.method, f.getAttribute('action'), f.seat.value]")
    table = sample("play")["table_state"]["id"]
    assert fields == ["post", f"/t/{table}/sit", "2"]
    box = sit.first.locator("button").bounding_box()
    assert box is not None
    assert box["height"] >= 44
    line.send(waiting(rev=sample("play")["rev"] + 1, table_seat=0, role="seat"))
    expect(page.locator('.waiting [data-key="leave"]')).to_be_visible()
    assert page.locator(".waiting .seatlist form").count() == 0
    line.send(sample("play") | {"rev": sample("play")["rev"] + 2})
    expect(page.locator("main")).to_have_attribute("data-phase", "play")
    expect(page.locator('[data-part="panel"]')).to_be_hidden()


@pytest.mark.parametrize("size", [PHONE, DESK], ids=str)
def test_a_table_that_waits_says_what_was_agreed(open_page: Any, size: tuple[int, int]) -> None:
    page, line = opened(open_page, sample("play"), size)
    page.evaluate(
        "() => Object.assign(document.querySelector('main').table.config, { title: 'Bei Anna',"
        " agreement: [['Uhr', 'keine'], ['Gespräch', 'nichts']], house_rules: ['Ohne Uhu'] })"
    )
    line.send(waiting(rev=sample("play")["rev"] + 1))
    panel = page.locator(".waiting")
    expect(panel.locator("h2")).to_have_text("Bei Anna")
    assert panel.locator("dl.agreed div").all_inner_texts() == ["Uhr\nkeine", "Gespräch\nnichts"]
    expect(panel.locator("ul.agreed")).to_have_text("Ohne Uhu")


def watched(phase: str, seat: dict[str, Any]) -> dict[str, Any]:
    """A lobby table as somebody sees it who has no seat there."""
    frame = changed(phase, kind="quick", status="running", seats={2: {"kind": "bot"} | seat})
    for name in ("seat", "legal"):
        frame["view"].pop(name, None)
    frame.pop("table_seat", None)
    return frame | {"role": "spectator"}


@pytest.mark.parametrize("size", [PHONE, DESK], ids=str)
@pytest.mark.parametrize("phase", ["auction-wait", "spectator", "over"])
def test_who_watches_may_sit_down(open_page: Any, phase: str, size: tuple[int, int]) -> None:
    page, line = opened(open_page, watched(phase, {"warm": True}), size)
    join = page.locator('.act [data-key="join"]')
    expect(join).to_be_in_viewport()
    found = join.evaluate(
        "(b) => [b.form.method, b.form.getAttribute('action'), b.form.seat.value]"
    )
    table = sample(phase)["table_state"]["id"]
    assert found == ["post", f"/t/{table}/sit", "2"]
    later = watched(phase, {"warm": True, "claimed": "Resi"})
    line.send(later | {"rev": later["rev"] + 1})
    expect(join).to_have_count(0)
    # it was this reader: the page that the form answers with knows
    page.evaluate("() => { document.querySelector('main').table.config.claim = 2; }")
    line.send(later | {"rev": later["rev"] + 2})
    undo = page.locator('.act [data-key="unclaim"]')
    expect(undo).to_be_in_viewport()
    assert undo.evaluate("(b) => [b.form.getAttribute('action'), b.form.stay.value]") == [
        f"/t/{table}/leave",
        "1",
    ]
    if phase != "over":
        status = page.locator('[data-part="status"]')
        expect(status).to_have_text("Ab dem nächsten Spiel sitzt du hier.")
        expect(status).to_be_in_viewport()


def test_nobody_sits_down_twice_or_where_no_seat_is_to_be_had(open_page: Any) -> None:
    page, line = opened(open_page, watched("spectator", {}))
    join = page.locator('[data-key="join"]')
    expect(join).to_have_count(0)
    mine = changed("play", kind="quick", seats={2: {"kind": "bot", "warm": True}})
    line.send(mine | {"rev": mine["rev"] + 1})
    expect(page.locator("main")).to_have_attribute("data-role", mine["role"])
    expect(join).to_have_count(0)


@pytest.mark.parametrize("size", [PHONE, DESK], ids=str)
def test_giving_up_a_seat_in_a_hand_asks_once(open_page: Any, size: tuple[int, int]) -> None:
    frame = changed("play", kind="quick", seats={1: {"kind": "person", "present": True}})
    page, line = opened(open_page, frame, size)
    part = page.locator('[data-part="leave"]')
    if size == PHONE:
        page.locator('[data-part="menu"]').click()
    expect(part.locator("button")).to_be_in_viewport()
    part.locator("button").press("Enter")
    expect(part.locator("p")).to_contain_text("Ein Bot spielt dieses Spiel zu Ende")
    expect(part.locator('[data-key="stay"]')).to_be_focused()
    page.keyboard.press("Enter")
    expect(part.locator('[data-key="leave"]')).to_be_focused()
    expect(part.locator("form, p")).to_have_count(0)
    page.keyboard.press("Enter")
    page.keyboard.press("Shift+Tab")
    sure = part.locator('[data-key="leave-yes"]')
    expect(sure).to_be_focused()
    expect(sure).to_be_in_viewport()
    table = frame["table_state"]["id"]
    assert sure.evaluate("(b) => b.form.getAttribute('action')") == f"/t/{table}/leave"
    # between two hands nothing is left to say
    over = changed("over", kind="quick", seats={1: {"kind": "person", "present": True}})
    line.send(over | {"rev": over["rev"] + 5, "number": frame["number"] + 1, "hand": "o" * 12})
    expect(part.locator('form [data-key="leave"]')).to_have_count(1)


def test_an_illegal_card_gets_the_reason_of_the_server(open_page: Any) -> None:
    page, line = opened(open_page, sample("play"), PHONE)
    page.evaluate(WORDS)
    page.locator('button.hc[data-card="DK"]').click(position=CORNER, force=True)
    wait_until(page, "document.querySelector('main').table.questions.waiting.size")
    asked = line.received[0]
    frame = sample("play")
    assert asked == {"type": "why", "id": asked["id"], "hand": frame["hand"],
                     "ply": frame["ply"], "action": "play:DK"}  # fmt: skip
    status = page.locator('[data-part="status"]')
    line.send({"type": "why", "id": asked["id"], "action": "play:DK", "code": "follow_suit",
               "suit": "C"})  # fmt: skip
    expect(status).to_have_text("Du hast Kreuz und musst bedienen.")
    page.locator('button.hc[data-card="DK"]').click(position=CORNER, force=True)
    expect(status).to_have_text("Du hast Kreuz und musst bedienen.")
    assert len(line.received) == 1  # remembered


def test_a_question_that_is_refused_changes_nothing(open_page: Any) -> None:
    page, line = opened(open_page, sample("play"))
    page.evaluate(WORDS)
    page.locator('button.hc[data-card="DK"]').click(position=CORNER, force=True)
    wait_until(page, "document.querySelector('main').table.questions.waiting.size")
    line.send({"type": "refused", "id": line.received[0]["id"], "code": "bad_message",
               "message": "Unbekannt.", "details": {}})  # fmt: skip
    wait_until(page, "!document.querySelector('main').table.questions.waiting.size")
    expect(page.locator('[data-part="status"]')).to_have_text("Kreuz bedienen.")


@pytest.mark.parametrize("size", [PHONE, DESK], ids=str)
def test_the_auction_says_why_not(open_page: Any, size: tuple[int, int]) -> None:
    page, line = opened(open_page, sample("auction"), size)
    page.evaluate(WORDS)
    frame = sample("auction")
    line.send(frame | {"rev": frame["rev"] + 1})
    page.locator(".whynot summary").click()
    wait_until(page, "document.querySelector('main').table.questions.waiting.size > 1")
    legal = frame["view"]["legal"]
    assert not {message["action"] for message in line.received} & set(legal)
    first = line.received[0]
    line.send({"type": "why", "id": first["id"], "action": first["action"],
               "code": "bid_too_low", "contract": "RU", "standing": "SR"})  # fmt: skip
    expect(page.locator(".whynot dd").first).to_have_text("Rufer ist nicht höher als Solorufer.")
    expect(page.locator('.act [data-action="pass"]')).to_be_in_viewport()


@pytest.mark.parametrize("size", [PHONE, DESK], ids=str)
def test_practice_offers_a_hint_and_takes_back(open_page: Any, size: tuple[int, int]) -> None:
    page, line = opened(open_page, changed("play", practice=True), size)
    page.evaluate(WORDS)
    for key in ("hint", "take_back"):
        box = page.locator(f'.act [data-key="{key}"]').bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
    page.locator('.act [data-key="hint"]').click()
    wait_until(page, "document.querySelector('main').table.questions.waiting.size")
    frame, asked = sample("play"), line.received[0]
    assert asked == {"type": "hint", "id": asked["id"], "hand": frame["hand"], "ply": frame["ply"]}
    line.send({"type": "hint", "id": asked["id"], "action": "play:C8",
               "reason": {"code": "cheapest", "card": "C8"}})  # fmt: skip
    expect(page.locator('[data-part="status"]')).to_have_text(
        "Tipp: Kreuz 8 spielen. Die billigste Karte, Kreuz 8."
    )
    expect(page.locator(".hinted")).to_have_attribute("data-card", "C8")
    page.locator('.act [data-key="take_back"]').click()
    earlier = sample("play")
    line.send(earlier | {"rev": earlier["rev"] + 1, "ply": earlier["ply"] - 4})
    expect(page.locator("main")).to_have_attribute("data-ply", str(earlier["ply"] - 4))
    assert line.received[-1]["type"] == "take_back"
    expect(page.locator(".hinted")).to_have_count(0)


@pytest.mark.parametrize("size", [PHONE, DESK], ids=str)
def test_a_hint_is_seen_in_the_auction(open_page: Any, size: tuple[int, int]) -> None:
    page, line = opened(open_page, changed("auction", practice=True), size)
    page.locator('.act [data-key="hint"]').click()
    wait_until(page, "document.querySelector('main').table.questions.waiting.size")
    line.send({"type": "hint", "id": line.received[0]["id"], "action": "bid:DR",
               "reason": {"code": "only_one"}})  # fmt: skip
    status = page.locator('[data-part="status"]')
    expect(status).to_contain_text("Tipp: Dreier.")
    box = status.bounding_box()
    assert box is not None
    assert min(box["width"] / 10, box["height"]) >= 20
    expect(page.locator(".panel .hinted")).to_have_attribute("data-action", "bid:DR")


def test_there_are_no_hints_at_other_tables(open_page: Any) -> None:
    page, _ = opened(open_page, sample("play"))
    assert page.locator('[data-key="hint"], [data-key="take_back"]').count() == 0


@pytest.mark.parametrize("size", [PHONE, DESK], ids=str)
def test_discards_lie_in_slots_until_they_go_together(
    open_page: Any, size: tuple[int, int]
) -> None:
    page, line = opened(open_page, sample("discard-six"), size)
    legal = [a[8:] for a in sample("discard-six")["view"]["legal"]]
    go, slots = page.locator('.act [data-key="play"]'), page.locator(".slots .sl.full")
    for code in legal[:6]:
        expect(go).to_be_disabled()
        page.locator(f'button.hc[data-card="{code}"]').click(position=CORNER)
    expect(go).to_have_text("6 Karten weglegen")
    assert page.locator("button.hc:not(.ill)[aria-disabled='false'].up").count() == 0
    box = slots.first.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    slots.nth(1).click()
    expect(go).to_have_text("Noch 1 Karte wählen")
    expect(page.locator(f'button.hc[data-card="{legal[1]}"]')).to_be_visible()
    page.locator(f'button.hc[data-card="{legal[6]}"]').click(position=CORNER)
    go.click()
    wait_until(page, PENDING)
    chosen = [legal[0], *legal[2:7]]
    assert line.received[0]["actions"] == [f"discard:{code}" for code in chosen]


def test_the_foot_of_the_discards_counts_and_a_tarok_wears_its_fate(open_page: Any) -> None:
    frame = sample("discard")
    view = frame["view"]
    tarok = next(code for code in view["cards"]["0"] if code[0] in "01")
    view["legal"] = [f"discard:{tarok}"]
    page, line = opened(open_page, frame, PHONE)
    page.locator(f'button.hc[data-card="{tarok}"]').click(position=CORNER)
    expect(page.locator(".sl .shown").last).to_have_text("wird gezeigt")
    expect(page.locator(".tray .foot").first).to_contain_text("gelegt · ohne")
    # nothing else is legal before this one is gone
    page.locator('.act [data-key="play"]').click()
    wait_until(page, PENDING)
    assert line.received[0]["actions"] == [f"discard:{tarok}"]


STANDING = """[...document.querySelectorAll('.felt .said li')]
  .map((e) => [e.children[0].textContent, e.dataset.standing])"""


def test_announcements_on_the_felt_say_how_they_stand(open_page: Any) -> None:
    frame = sample("three-watch")
    page, _ = opened(open_page, frame)
    found = dict(page.evaluate(STANDING))
    assert found["Uhu"] == found["Valat"] == "lost"  # fell in the first trick; a trick is lost
    assert found["40"] == "open"


def test_a_match_to_a_score_shows_the_score(open_page: Any) -> None:
    frame = changed("over")
    page = open_page(*PHONE)
    Line(page)
    show(page, table_html(frame))
    page.evaluate(
        "() => { const { table } = document.querySelector('main');"
        " table.words.rules.target = 100; table.frame.table_state.factor = 2;"
        " table.frame.table_state.number = table.frame.number;"
        " document.querySelectorAll('[data-part]').forEach((e) => delete e.drawnKey);"
        " table.draw(); }"
    )
    number = frame["number"] + 1
    expect(page.locator('[data-part="number"] .short')).to_have_text(f"{number} → 100 ×2")
    expect(page.locator(".result .meta").first).to_have_text(f"Spiel {number}, bis 100 Punkte")


@pytest.mark.parametrize("size", [PHONE, DESK], ids=str)
def test_names_on_the_sheet_are_never_cut(open_page: Any, size: tuple[int, int]) -> None:
    seats = {1: {"name": "Maximiliane"}, 2: {"name": "Bartholomäus Oberleitner"}}
    page, _ = opened(open_page, changed("five", seats=seats), size)
    if size == PHONE:
        page.locator('[data-part="menu"]').click()
    cut = page.evaluate(
        "[...document.querySelectorAll('.sheet-table thead th')].filter((e) =>"
        " e.scrollWidth > e.clientWidth || getComputedStyle(e).textOverflow === 'ellipsis')"
        ".map((e) => e.textContent)"
    )
    assert cut == []


@pytest.mark.parametrize("size", [PHONE, DESK], ids=str)
def test_the_result_names_who_sat_the_hand_out(open_page: Any, size: tuple[int, int]) -> None:
    frame = sample("over")
    state = frame["table_state"]
    state["size"], state["totals"] = 5, [*state["totals"], 7]
    state["seats"].append({**state["seats"][1], "index": 4, "name": "Resi"})
    for row in state["rows"]:
        row["points"].append(0)
    page, _ = opened(open_page, frame, size)
    rows = page.locator(".result tbody tr")
    expect(rows).to_have_count(5)
    assert rows.nth(4).locator("th, td").all_inner_texts()[-1] == "+7"
    expect(rows.nth(4)).to_contain_text("Resi")
