"""Whole series from one seat: on a phone, by keyboard only, over plain http to another name."""

from __future__ import annotations

import random
import re
import time
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from engine.rules import RULE_SETS, rule_set
from games.models import Hand, Series, Table
from tests.browser import keys, play
from tests.browser.harness import wait_until
from tests.browser.live import Heard, in_thread
from tests.browser.play import Choose, to_the_end
from tests.live.checks import assert_every_ply, assert_frames_right, assert_no_leak
from tests.live.stack import Stack

pytestmark = [pytest.mark.browser, pytest.mark.ci]
PHONE = (360, 640)
PATIENCE_SECONDS = 400
DEALT = [one for one in RULE_SETS if rule_set(one).is_dealt]
TOTALS = "[...document.querySelectorAll('.result td.total')].map((e) => e.textContent)"
IS_FINAL = "document.querySelector('main').table.isFinal"


def start(page: Page, rules: str, hands: int) -> None:
    """Begin a quick game against bots by pointer."""
    page.locator(f'[name="rules"][value="{rules}"]').check(force=True)
    page.locator(f'[name="hands"][value="{hands}"]').check(force=True)
    page.get_by_role("button", name="Geben").click()
    page.wait_for_selector("main[data-table]")


def check_frames(guest: Heard, spectator: Heard, hands: int) -> None:
    """Both saw every ply of every hand as the engine shows it, and nothing else."""
    table = Table.objects.get(public_id=guest.views[0]["table"])
    rows = list(Hand.objects.filter(series__table=table).order_by("number", "attempt"))
    assert len({hand.number for hand in rows}) == hands
    assert {hand.status for hand in rows} <= {"over", "redeal"}
    for heard in (guest, spectator):
        first = heard.views[0]
        if len(rows) == hands:
            assert_every_ply(heard.views, rows, (first["number"], first["ply"]))
    assert_frames_right(guest.views, "seat", 0)
    assert_frames_right(spectator.views, "spectator")
    for raw in guest.raw:
        assert_no_leak(raw, 0)
    for raw in spectator.raw:
        assert_no_leak(raw, None)


@pytest.mark.ci
def test_on_a_phone_before_a_spectator(stack: Stack, open_page: Any) -> None:
    guest, spectator = open_page(*PHONE, has_touch=True), open_page()
    heard = {page: Heard(page) for page in (guest, spectator)}
    guest.goto(f"{stack.url}play/")
    start(guest, "koenigrufen/cardgames-zone", 2)
    spectator.goto(guest.url)
    to_the_end(guest, PATIENCE_SECONDS, random.Random(1).choice)
    wait_until(spectator, IS_FINAL)
    assert guest.locator(".result tbody tr").count() == 4
    assert spectator.evaluate(TOTALS) == guest.evaluate(TOTALS)
    width = "document.documentElement.scrollWidth"
    assert guest.evaluate(width) <= PHONE[0]
    in_thread(stack, lambda: check_frames(heard[guest], heard[spectator], 2))


@pytest.mark.ci
def test_by_keyboard_only(stack: Stack, open_page: Any) -> None:
    page = open_page()
    page.goto(f"{stack.url}play/")
    keys.choose_radio(page, "rules", "illustrated/beck")
    keys.choose_radio(page, "hands", "2")
    keys.press(page, "main form button.pri")
    page.wait_for_selector("main[data-table]")
    page.set_default_timeout(play.CLICK_MS)
    pick: Choose = random.Random(3).choice
    deadline = time.monotonic() + PATIENCE_SECONDS
    while keys.step(page, pick):
        assert time.monotonic() < deadline, page.inner_text("main")
    assert page.locator(".result tbody tr").count() == 3
    page.set_default_timeout(30_000)
    table = page.get_attribute("main[data-table]", "data-table")
    series = Series.objects.filter(table__public_id=table)
    assert in_thread(stack, series.count) == 1
    keys.press(page, '[data-action="rematch"]')  # another series at the same table
    stack.wait_for(lambda: in_thread(stack, series.count) == 2)
    rules = in_thread(stack, lambda: Table.objects.get(public_id=table).rules_id)
    assert rules.partition("@")[0] == "illustrated/beck"


@pytest.mark.ci
def test_over_plain_http_to_a_name_in_the_house(stack: Stack, open_page: Any) -> None:
    """As phones in a pub reach a laptop: nothing at the table may need a secure context."""
    page = open_page(*PHONE)
    page.goto(f"http://club.test:{stack.port}/play/")
    assert page.evaluate("window.isSecureContext") is False
    start(page, "koenigrufen/tournament", 4)
    assert re.match(rf"http://club\.test:{stack.port}/t/", page.url)
    expect(page.locator('[data-part="net"]')).to_have_attribute("data-state", "open")
    to_the_end(page, PATIENCE_SECONDS, random.Random(4).choice)
    assert page.evaluate("window.isSecureContext") is False
    assert page.locator(".result tbody tr").count() == 4


@pytest.mark.soak
@pytest.mark.parametrize("rules", DEALT)
def test_every_rule_set_is_played_to_its_end(stack: Stack, open_page: Any, rules: str) -> None:
    guest, spectator = open_page(*PHONE), open_page()
    heard = {page: Heard(page) for page in (guest, spectator)}
    hands = min(rule_set(rules).hands_allowed)
    guest.goto(f"{stack.url}play/")
    start(guest, rules, hands)
    spectator.goto(guest.url)
    to_the_end(guest, 10 * PATIENCE_SECONDS, random.Random(rules).choice)
    wait_until(spectator, IS_FINAL, 60)
    assert spectator.evaluate(TOTALS) == guest.evaluate(TOTALS)
    if rule_set(rules).series.target is None:
        in_thread(stack, lambda: check_frames(heard[guest], heard[spectator], hands))
