"""The check of a deal in the reader's browser: on plain http, and it finds what was changed."""

from __future__ import annotations

import re
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.urls import reverse
from django.utils import translation
from playwright.sync_api import Browser, FilePayload, Page

from engine import shuffle
from engine.errors import BadRecord
from engine.record import HandRecord
from engine.shuffle import BOT, Part
from frontend.views import verify
from tests.browser.harness import ORIGIN, show, wait_until
from tests.engine import together
from tests.engine.together import NAME, PARTS, SECRET, TAMPERED, VALUES

pytestmark = [pytest.mark.browser, pytest.mark.ci]
RECORD = together.record()
TEXT = RECORD.to_text()
HAND = "s0m3jk369vt3"
ADDRESS = f"{ORIGIN}{reverse('hand-record', args=[HAND])}"
FOUND = """() => [...document.querySelectorAll('[data-part=own-check] li')]
  .map((e) => [e.dataset.step, e.dataset.state])"""


def html() -> str:
    """The page of a hand, before its script has run."""
    hand = SimpleNamespace(public_id=HAND, number=3, commitment=RECORD.commitment, nonce=SECRET)
    request = RequestFactory().get("/")
    request.user = AnonymousUser()
    with translation.override("de"):
        context = {"hand": hand, "title": "Tisch", "claim": "", "steps": [], "is_true": True}
        context["config"] = verify.config_of(HAND)
        return render_to_string("frontend/verify.html", context, request=request)


def opened(open_page: Any, text: str = TEXT) -> Page:
    """The page; the server gives out ``text`` as the record of the hand."""
    page: Page = open_page()
    routes = {ADDRESS: lambda route: route.fulfill(body=text, content_type="text/plain")}
    show(page, html(), routes=routes, ready="[data-part=own-check] [data-step]")
    return page


def choose(page: Page, text: str) -> dict[str, str]:
    """Check a downloaded record; state by step."""
    page.evaluate("document.querySelector('[data-part=own-check]').replaceChildren()")
    file = FilePayload(name="record.txt", mimeType="text/plain", buffer=text.encode())
    page.set_input_files("[data-part=own-file]", [file])
    wait_until(page, "document.querySelector('[data-part=own-check] [data-step]') !== null")
    return dict(page.evaluate(FOUND))


def test_a_true_record_holds(open_page: Any) -> None:
    page = opened(open_page)
    assert page.evaluate("isSecureContext") is False
    steps = ["form", "commitment", "persons", "cards", "actions"]
    assert page.evaluate(FOUND) == [[step, "holds"] for step in steps]
    assert "Die 54 Karten folgen aus dem Geheimnis und den Zahlen." in page.inner_text("main")


def test_every_tampered_record_is_found_by_its_broken_step(open_page: Any) -> None:
    page = opened(open_page)
    for what, (change, step) in TAMPERED.items():
        found = choose(page, change(TEXT))
        broken = [name for name, state in found.items() if state == "broken"]
        assert broken[:1] == [step], what
    assert choose(page, TEXT)["cards"] == "holds"


NO_RECORDS = [
    "",
    "x\n",
    TEXT.replace("\nend\n", "\n"),
    TEXT + "more\n",
    TEXT.replace("cards 07", "cards 08"),
    re.sub(r"\nactions \d+", "\nactions 3", TEXT),
    TEXT.replace("0:p:", "0:x:"),
    TEXT.replace("1:r:", "0:r:"),
]


def test_no_record_at_all(open_page: Any) -> None:
    page = opened(open_page)
    for text in NO_RECORDS:
        with pytest.raises(BadRecord):
            HandRecord.from_text(text)
        assert choose(page, text) == {"form": "broken"}


def test_other_kinds_claim_less(open_page: Any) -> None:
    bots = tuple(Part(seat, BOT) for seat in range(4))
    of_bots = replace(
        RECORD,
        cards=shuffle.deal_cards(SECRET, NAME, bots),
        commitment=shuffle.deal_commitment(SECRET, NAME, bots),
        contributions=shuffle.parts_to_text(bots),
        entries=(),
        result=None,
    )
    given = replace(
        RECORD,
        commitment=shuffle.given_commitment(SECRET, NAME, RECORD.cards),
        contributions="",
    )
    old = "ab" * 16
    before = replace(given, nonce=old, commitment=shuffle.commitment(old, RECORD.cards))
    none = replace(given, nonce="", commitment="")
    page = opened(open_page)
    for record, commitment, cards in (
        (of_bots, "holds", "holds"),
        (given, "holds", "unclaimed"),
        (before, "holds", "unclaimed"),
        (none, "unclaimed", "unclaimed"),
        (replace(given, nonce="12" * 32), "broken", "unclaimed"),
        (replace(before, nonce="cd" * 16), "broken", "unclaimed"),
    ):
        found = choose(page, record.to_text())
        assert (found["commitment"], found["persons"], found["cards"]) == (
            commitment,
            "unclaimed",
            cards,
        )
        assert HandRecord.from_text(record.to_text()) == record


def test_the_browser_that_took_part_remembers(open_page: Any) -> None:
    page = opened(open_page)
    commitments = {str(part.seat): part.commitment for part in PARTS if part.commitment}
    deal = {
        "promise": RECORD.commitment,
        "value": VALUES[0],
        "commitment": PARTS[0].commitment,
        "commitments": commitments,
    }
    for changes, state in (
        ({}, "holds"),
        ({"promise": "v1:" + "0" * 64}, "broken"),
        ({"value": "0" * 64}, "broken"),
        ({"commitments": {**commitments, "2": "0" * 64}}, "broken"),
    ):
        page.evaluate(
            "([key, deal]) => localStorage.setItem('tarock-deals', JSON.stringify({[key]: deal}))",
            [f"{NAME}#0", {**deal, **changes}],
        )
        assert choose(page, TEXT)["seen"] == state


def test_a_record_that_is_out_of_reach(browser: Browser) -> None:
    page = browser.new_page()
    routes = {ADDRESS: lambda route: route.fulfill(status=503)}
    show(page, html(), routes=routes, ready="[data-part=own-check]")
    said = "document.querySelector('[data-part=own-check]').textContent"
    wait_until(
        page, f"{said} === 'Die Aufzeichnung war nicht zu bekommen. Wähle eine heruntergeladene.'"
    )
    assert choose(page, TEXT)["cards"] == "holds"
    page.close()
