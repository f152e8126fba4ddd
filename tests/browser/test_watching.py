"""Talk beside the table, the projector on the wall, a widget in a frame: in a real browser."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils import translation
from playwright.sync_api import Page, expect

from frontend.views.projector import projector_words
from tests.browser.harness import Line, sample, show, table_html, wait_until

pytestmark = [pytest.mark.browser, pytest.mark.ci]

STRANGER = '<img src=x onerror="window.stolen=1">'


# --- talk ---------------------------------------------------------------------------------------


def talking(**state: Any) -> dict[str, Any]:
    """A frame of somebody who sits at a table where people talk."""
    frame = sample("play")
    seat = frame["view"]["seating"][frame["view"]["seat"]]
    frame["table_seat"] = seat
    frame["table_state"] |= {"talk": "text", "access": "private", "rated": False} | state
    frame["talk"] = [line("a", (seat + 1) % 4, phrase="hello")]
    return frame


def line(name: str, seat: int, **what: str) -> dict[str, Any]:
    return {"id": name, "seat": seat, "channel": "table", **what}


def open_talk(page: Page, frame: dict[str, Any], language: str = "de") -> Line:
    """The table with its talk open."""
    found = Line(page)
    show(page, table_html(frame, language=language))
    if page.locator("[data-part=menu]").is_visible():
        page.click("[data-part=menu]")
    page.click("#tab-talk")
    return found


@pytest.mark.parametrize(("width", "height"), [(360, 640), (1280, 800)])
def test_a_phrase_takes_one_tap_and_is_read_in_ones_own_language(open_page, width, height):
    page = open_page(width, height)
    server = open_talk(page, talking(), "es")
    expect(page.locator(".chat .lines")).to_contain_text("¡Hola!")
    page.get_by_role("button", name="¡Gracias!", exact=True).click()
    for _ in range(200):
        if found := [message for message in server.received if message["type"] == "say"]:
            break
        page.wait_for_timeout(50)
    (sent,) = found
    assert (sent["phrase"], sent["channel"]) == ("thanks", "table")
    box = page.get_by_role("button", name="¡Gracias!", exact=True).bounding_box()
    assert box is not None
    assert box["height"] >= 44
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_stranger_s_text_is_text(open_page):
    page = open_page()
    frame = talking()
    server = open_talk(page, frame)
    seat = frame["talk"][0]["seat"]
    newer = frame | {"rev": frame["rev"] + 1, "talk": [line("b", seat, text=STRANGER)]}
    server.send(newer)
    bubble = page.locator("[data-part=bubble]")
    expect(bubble).to_contain_text(STRANGER)
    expect(page.locator(".chat .lines")).to_contain_text(STRANGER)
    assert page.locator(".chat img, .bubble img").count() == 0
    assert page.evaluate("window.stolen") is None


def test_a_line_that_arrives_leaves_what_is_being_written(open_page):
    page = open_page()
    frame = talking()
    server = open_talk(page, frame)
    field = page.locator(".chat input[type=text]")
    field.press_sequentially("Serv")
    newer = frame | {
        "rev": frame["rev"] + 1,
        "talk": [line("b", frame["talk"][0]["seat"], text="x")],
    }
    server.send(newer)
    expect(page.locator(".chat .lines")).to_contain_text("x")
    field = page.locator(".chat input[type=text]")
    expect(field).to_have_value("Serv")
    expect(field).to_be_focused()


def test_who_wants_no_talk_sees_none(open_page):
    page = open_page()
    found = Line(page)
    show(page, table_html(talking(), cookies={"talk": "0"}))
    page.click("#tab-talk")
    assert page.locator(".chat .lines, .phrases").count() == 0
    frame = talking()
    found.send(frame | {"rev": frame["rev"] + 1, "talk": [line("c", 1, phrase="sorry")]})
    wait_until(page, f"document.querySelector('main').dataset.rev == {frame['rev'] + 1}")
    expect(page.locator("[data-part=bubble]")).to_be_hidden()


def test_a_rated_table_says_when_to_talk(open_page):
    page = open_page()
    open_talk(page, talking(rated=True, talk="phrases"))
    expect(page.locator(".chat")).to_contain_text("zwischen den Spielen")
    assert page.locator(".phrases").count() == 0


def test_the_table_says_how_many_watch(open_page):
    page = open_page()
    frame = talking()
    server = open_talk(page, frame)
    mark = page.locator("[data-part=watchers]")
    expect(mark).to_be_empty()
    server.send(frame | {"table_state": frame["table_state"] | {"watchers": 3}})
    expect(mark).to_have_text("3 Leute schauen zu")


# --- projector ----------------------------------------------------------------------------------

NAMES = [f"{first} {last}" for first in "ABCDEFGH" for last in ("Auer", "Berger", "Moser", "Huber")]
PEOPLE = [*NAMES, *(f"Z{name}" for name in NAMES[:8])]


def projected(**more: Any) -> dict[str, Any]:
    tables = [
        {"id": f"t{n}", "number": n, "over": n % 4, "hands": 16, "done": False}
        for n in range(1, 11)
    ]
    return {
        "name": "Clubabend",
        "place": "Zur Linde",
        "status": "running",
        "round": 2,
        "rounds": 3,
        "people": len(PEOPLE),
        "seats": [[name, str(at % 10 + 1), str(at % 4 + 1)] for at, name in enumerate(PEOPLE)],
        "tables": tables,
        "standings": [[at + 1, name, 40 - 3 * at] for at, name in enumerate(PEOPLE)],
        "at": "2026-11-30T20:14:00+01:00",
        **more,
    }


def project(page: Page, data: dict[str, Any], language: str = "de") -> Line:
    """The projector page with this data; its socket is the test's."""
    found = Line(page)
    request = RequestFactory().get("/")
    request.user = AnonymousUser()
    with translation.override(language):
        config = {"socket": "/ws/event/e", "data": "/data", "strings": projector_words()}
        context = {
            "event": {"public_id": "0" * 12, "name": data["name"]},
            "config": config,
            "data": data,
        }
        html = render_to_string("frontend/projector.html", context, request=request)
    show(page, html)
    return found


WIDER = """[...document.querySelectorAll('body *')].filter((e) => !e.closest('nav'))
  .filter((e) => e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.outerHTML)"""


def names(page: Page) -> list[str]:
    return page.locator(".name").all_inner_texts()


def test_names_are_large_in_two_columns_of_sixteen(open_page):
    page = open_page(1920, 1080)
    project(page, projected())
    assert names(page) == PEOPLE[:32]
    size = page.evaluate("parseFloat(getComputedStyle(document.querySelector('.name')).fontSize)")
    assert size >= 40
    columns = page.evaluate(
        "new Set([...document.querySelectorAll('.row')].map((r) =>"
        " Math.round(r.getBoundingClientRect().left))).size"
    )
    assert columns == 2
    assert page.evaluate(
        "[...document.querySelectorAll('.row')].every((r) =>"
        " r.getBoundingClientRect().bottom <= innerHeight)"
    )
    expect(page.locator("[data-part=page]")).to_have_text("Seite 1 von 2")


def test_keys_choose_scenes_and_space_holds_them(open_page):
    page = open_page(1920, 1080)
    project(page, projected())
    title = page.locator("[data-part=title]")
    for key, text in (("3", "Tabelle"), ("2", "Runde 2 von 3"), ("1", "Plätze, Runde 2")):
        page.keyboard.press(key)
        expect(title).to_have_text(text)
    page.keyboard.press(" ")
    held = "document.querySelector('main').projector.elapsed"
    before = page.evaluate(held)
    page.wait_for_timeout(700)
    assert page.evaluate(held) == before
    expect(page.locator("[data-part=page]")).to_contain_text("angehalten")
    page.keyboard.press(" ")
    wait_until(page, f"{held} > {before}")


def test_pages_turn_and_scenes_take_turns(open_page):
    page = open_page(1920, 1080)
    project(page, projected())
    late = "document.querySelector('main').projector.elapsed = 1e6"
    page.evaluate(late)
    wait_until(page, "document.querySelector('.name').textContent === 'ZA Auer'")
    page.evaluate(late)
    expect(page.locator("[data-part=title]")).to_have_text("Runde 2 von 3")
    page.keyboard.press("1")
    for _ in range(2):
        page.evaluate(late)
    expect(page.locator("[data-part=title]")).to_have_text("Plätze, Runde 2")


def test_the_round_follows_the_socket_and_waits_for_the_late_ones(open_page):
    page = open_page(1280, 720)
    server = project(page, projected())
    page.keyboard.press("2")
    expect(page.locator(".big")).to_have_text("10")
    expect(page.locator(".row").first).to_contain_text("Spiel 1 von 16")
    rows = [
        {"id": f"t{n}", "rev": 9, "number": 5, "totals": [], "status": "finished"}
        for n in range(1, 8)
    ]
    server.send(
        {"type": "event", "event": "e", "status": "running", "round": 2, "rev": 9, "tables": rows}
    )
    expect(page.locator(".big")).to_have_text("3")


def test_a_lost_line_leaves_what_is_there_and_says_as_of_when(open_page):
    page = open_page(1920, 1080, is_cut=True, timezone_id="Europe/Vienna")
    server = project(page, projected())
    stale = page.locator("[data-part=stale]")
    expect(stale).to_be_empty()
    page.route_web_socket("**/ws/**", lambda route: route.close())
    server.route.close()
    expect(stale).to_have_text("Stand 20:14", timeout=20_000)
    assert names(page) == PEOPLE[:32]


def test_a_phone_reads_it_too(open_page):
    page = open_page(360, 640)
    project(page, projected(), "es")
    assert page.evaluate(WIDER) == []
    assert 6 <= len(names(page)) < 32
    page.get_by_role("button", name="Clasificación").click()
    expect(page.locator("[data-part=title]")).to_have_text("Clasificación")


def test_an_evening_that_has_not_begun_says_so(open_page):
    page = open_page(1280, 720)
    project(page, projected(round=0, seats=[], tables=[], standings=[]))
    expect(page.locator(".nothing")).to_have_text("Der Abend hat noch nicht begonnen.")
    expect(page.locator("[data-part=title]")).to_have_text("Clubabend")
