"""The whole way: a real browser on a real `manage.py up`."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.models import Person
from accounts.services import club_create, user_create
from games.models import Hand, Table
from tests.browser.harness import wait_until
from tests.browser.live import in_thread
from tests.live.stack import Stack
from tournaments.services import entrants_import, event_create, event_start, league_create
from tournaments.tasks import carry_out

pytestmark = [pytest.mark.browser, pytest.mark.ci]
RULES = "koenigrufen/cardgames-zone"
ENTRANTS = Path(__file__).parents[1] / "data" / "entrants_club.csv"


def _evening_of_threes() -> None:
    """Start an evening of bots in which one table has a fourth seat."""
    event = event_create(
        name="Dreierabend", rules_id="illustrated/beck", hands=3, rounds_total=1, paced=True
    )
    names = "name,bot\n" + "".join(f"Bot {n},random\n" for n in range(7))
    entrants_import(event=event, data=names.encode())
    carry_out(event, event_start(event=event))


def _tables_of_four() -> list[str]:
    tables = Table.objects.filter(event_ref__name="Dreierabend", size=4)
    return [table.public_id for table in tables]


def test_three_of_four_are_watched_while_the_dealer_sits_out(stack: Stack, open_page: Any) -> None:
    in_thread(stack, _evening_of_threes)
    stack.wait_for(lambda: in_thread(stack, _tables_of_four))
    page = open_page()
    page.goto(f"{stack.url}t/{in_thread(stack, _tables_of_four)[0]}")
    wait_until(page, "document.querySelector('main').table.frame.view?.tricks?.length > 1", 60)
    places = ["p-bot", "p-left", "p-right"]
    assert sorted(page.evaluate(PLACES)) == places
    expect(page.locator(".bar .out")).to_contain_text("setzt aus")
    assert page.locator(".cross .card").count() <= 3
    out = page.inner_text(".bar .out")
    wait_until(page, f"document.querySelector('.bar .out').textContent !== {out!r}", 120)
    assert sorted(page.evaluate(PLACES)) == places


PLACES = """() => [...document.querySelectorAll('.plate:not(.p-out)')]
  .map((e) => [...e.classList].find((name) => name.startsWith('p-')))"""


def test_from_home_one_click_leads_to_the_first_legal_button(stack: Stack, open_page: Any) -> None:
    page = open_page(360, 640)
    page.goto(stack.url)
    page.get_by_role("button", name="Gleich spielen").click()
    page.wait_for_selector("main[data-table]")
    wait_until(page, "document.querySelector('main').table?.legal.length > 0", 60)
    expect(page.locator(".act .btn:not([disabled])").first).to_be_visible()


def _demo() -> dict[str, str]:
    """A club with a league, a finished evening and one that goes on."""
    user = user_create(username="leni", password="kartenspiel7", display_name="Leni Stadler")
    club = club_create(name="Tarockclub am Inn", owner=user)
    league = league_create(name="Herbstliga", club=club, user=user)
    made = {}
    for name, rounds, paced in (("Clubabend", 1, False), ("Offener Tisch", None, True)):
        event = event_create(
            name=name, rules_id=RULES, hands=4, rounds_total=rounds, paced=paced,
            club=club, league=league if rounds else None, user=user,
        )  # fmt: skip
        entrants_import(event=event, data=ENTRANTS.read_bytes())
        carry_out(event, event_start(event=event))
        made[name] = event.public_id
    person = Person.objects.get(user=user)
    return made | {"club": club.slug, "league": league.public_id, "person": person.public_id}


@pytest.fixture(scope="module")
def demo(platform: Stack, django_db_blocker: Any) -> dict[str, str]:
    """Public ids of what the site shows."""
    with django_db_blocker.unblock():
        return in_thread(platform, _demo)


def rising(page: Page) -> dict[str, tuple[int, int]]:
    """Rev and ply of every live line of the page."""
    lines: list[list[str]] = page.evaluate(
        "[...document.querySelectorAll('[data-table]')]"
        ".map((e) => [e.dataset.table, e.dataset.rev ?? '-1', e.dataset.ply ?? '-1'])"
    )
    return {table: (int(rev), int(ply)) for table, rev, ply in lines}


def test_the_home_page_moves_by_itself(stack: Stack, demo: dict[str, str], open_page: Any) -> None:
    stack.wait_for(lambda: in_thread(stack, _shows_paced))
    page = open_page()
    page.goto(stack.url)
    before = rising(page)
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        after = rising(page)
        risen = [t for t, (rev, ply) in before.items() if t in after and _moved(after[t], rev, ply)]
        if len(risen) >= 2:
            break
        page.wait_for_timeout(200)
    assert len(risen) >= 2


def _moved(now: tuple[int, int], rev: int, ply: int) -> bool:
    """A later revision at another ply: the next hand's deal may stand at the same ply."""
    return now[0] > rev and now[1] != ply


def _shows_paced() -> bool:
    return Hand.objects.filter(status=Hand.Status.SHOWING).count() >= 2


def test_an_evening_moves_by_itself(stack: Stack, demo: dict[str, str], open_page: Any) -> None:
    page = open_page()
    page.goto(f"{stack.url}e/{demo['Offener Tisch']}")
    wait_until(page, "document.querySelectorAll('[data-table]').length >= 2", 60)
    before = rising(page)
    wait_until(
        page,
        "[...document.querySelectorAll('[data-total]')].some((e) => /[1-9]/.test(e.textContent))",
        120,
    )
    after = rising(page)
    assert any(after.get(table, mark)[0] > mark[0] for table, mark in before.items())


def _paths(demo: dict[str, str]) -> dict[str, str]:
    table = Table.objects.filter(status=Table.Status.FINISHED).first()
    assert table is not None
    hand = Hand.objects.filter(series__table=table, status=Hand.Status.OVER).first()
    assert hand is not None
    return {
        "home": "",
        "quick": "play/",
        "events": "e/",
        "finished": f"e/{demo['Clubabend']}",
        "running": f"e/{demo['Offener Tisch']}",
        "table": f"t/{table.public_id}",
        "hand": f"h/{hand.public_id}",
        "person": f"p/{demo['person']}",
        "club": f"c/{demo['club']}",
        "league": f"l/{demo['league']}",
        "help": "help/",
        "rules": "help/koenigrufen/tournament/",
        "login": "accounts/login/",
        "signup": "accounts/signup/",
    }


@pytest.mark.parametrize("width", [360, 1280])
def test_every_page_fits_and_logs_nothing(
    stack: Stack, demo: dict[str, str], open_page: Any, width: int, tmp_path: Path
) -> None:
    stack.wait_for(lambda: in_thread(stack, _has_finished))
    page = open_page(width, 800)
    for name, path in in_thread(stack, lambda: _paths(demo)).items():
        page.goto(f"{stack.url}{path}")
        page.wait_for_load_state("networkidle" if name in {"login", "signup"} else "load")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, name
        small = page.evaluate(SMALL_TARGETS)
        assert small == [], (name, small)
        page.screenshot(path=tmp_path / f"{name}-{width}.png", full_page=True)


def _has_finished() -> bool:
    return Table.objects.filter(status=Table.Status.FINISHED).exists()


SMALL_TARGETS = """() => [...document.querySelectorAll('main button, main summary, main a, nav a')]
  .filter((e) => e.checkVisibility() && !e.closest('p.lede, .hc, .prose') && !e.matches('.home'))
  .map((e) => [e.textContent.trim().slice(0, 30), e.getBoundingClientRect()])
  .filter(([, r]) => r.width && r.height < 44)
  .map(([name, r]) => `${name} ${Math.round(r.width)}x${Math.round(r.height)}`)"""


def test_an_evening_is_led_in_the_browser(stack: Stack, open_page: Any) -> None:
    page = open_page()
    page.goto(f"{stack.url}accounts/signup/")
    page.fill("input[name=username]", "organisator")
    page.fill("input[name=password1]", "kartenspiel7")
    page.locator("main button[type=submit]").click()
    page.goto(f"{stack.url}organise/")
    page.fill("input[name=name]", "Stammtisch Zur Linde")
    page.locator("main button").click()
    page.fill("input[name=name]", "Erster Abend")
    page.fill("input[name=rounds]", "1")
    page.locator("main button").click()
    page.set_input_files("input[name=file]", ENTRANTS)
    page.get_by_role("button", name="Nur prüfen").click()
    expect(page.locator(".report")).to_contain_text("26 Zeilen sind in Ordnung")
    page.set_input_files("input[name=file]", ENTRANTS)
    page.get_by_role("button", name="Einlesen").click()
    page.get_by_role("button", name="Runde 1 auslosen und beginnen").click()
    expect(page.locator(".tt.done")).to_have_count(6, timeout=120_000)
    expect(page.locator("#event-live .row")).to_have_count(26)
