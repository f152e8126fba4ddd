"""What a browser adds to a deal: on plain http, in silence, once, and only what it committed to."""

from __future__ import annotations

import hashlib
import hmac
import json
import random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from engine.shuffle import person_commitment
from tests.browser.harness import ORIGIN, Line, sample, show, table_html, wait_until

pytestmark = [pytest.mark.browser, pytest.mark.ci]
NAME = "7b2cq8mdw4kx/0/4/0/0/0123"
PROMISE = "v1:" + "5" * 64
OTHER = {"1": "e" * 64}


def shuffle(stage: str, commitments: dict[str, str], promise: str = PROMISE) -> dict[str, Any]:
    return {"id": NAME, "commitment": promise, "stage": stage, "commitments": commitments}


class Seat:
    """A page whose reader sits at table seat 2, and the server's end of its line."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.line = Line(page)
        self.frame = sample("play") | {"table_seat": 2, "deal": {"commitment": "", "replaced": []}}
        show(page, table_html(self.frame))
        wait_until(page, "document.querySelector('main').table.line === 'open'")

    def see(self, shuffle: dict[str, Any] | None, **changes: Any) -> None:
        """A newer frame of the same position arrives."""
        self.frame |= {"rev": self.frame["rev"] + 1} | changes
        frame = dict(self.frame) if shuffle is None else {**self.frame, "shuffle": shuffle}
        self.line.send(frame)
        wait_until(self.page, f"document.querySelector('main').dataset.rev === '{frame['rev']}'")

    def sent(self, count: int) -> list[dict[str, Any]]:
        """The first ``count`` contributions, once they are there."""
        for _ in range(200):
            found = [m for m in self.line.received if m["type"] == "contribute"]
            if len(found) >= count:
                return found
            self.page.wait_for_timeout(50)
        raise AssertionError(self.line.received)

    def answer(self, to: dict[str, Any], kind: str = "contributed", **more: Any) -> None:
        self.line.send({"type": kind, "id": to["id"], **more})


def test_sha256_and_hmac_where_there_is_no_crypto_subtle(open_page: Any) -> None:
    """The vectors of FIPS 180-4 and RFC 4231, and lengths around every block."""
    page = open_page()
    Line(page)
    show(page, table_html(sample("play")))
    assert page.evaluate("[isSecureContext, typeof crypto.subtle]") == [False, "undefined"]
    rng = random.Random("sha256")
    texts = [
        "",
        "abc",
        "Tarock",
        "ä" * 40,
        *("x" * n for n in (55, 56, 63, 64, 65, 119, 120, 1000)),
    ]
    keys = [rng.randbytes(n).hex() for n in (0, 20, 32, 63, 64, 65, 131)]
    hashes, codes = page.evaluate(
        "async ([texts, keys]) => {"
        " const { sha256, hmac, hex, fromHex } = await import('/static/js/sha256.js');"
        " return [texts.map((text) => hex(sha256(text))),"
        "  keys.map((key) => hex(hmac(fromHex(key), 'Hi There')))]; }",
        [texts, keys],
    )
    assert hashes == [hashlib.sha256(text.encode()).hexdigest() for text in texts]
    assert hashes[1] == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert codes == [
        hmac.new(bytes.fromhex(key), b"Hi There", hashlib.sha256).hexdigest() for key in keys
    ]


def test_first_the_hash_then_the_number(open_page: Any) -> None:
    seat = Seat(open_page())
    seat.see(shuffle("commit", {}))
    (first,) = seat.sent(1)
    assert first["shuffle"] == NAME
    assert "value" not in first
    seat.answer(first)
    seat.see(shuffle("commit", {"2": first["commitment"]}))
    seat.see(shuffle("reveal", {**OTHER, "2": first["commitment"]}))
    second = seat.sent(2)[1]
    assert person_commitment(NAME, 2, second["value"]) == first["commitment"]
    assert second["id"] != first["id"]
    seat.answer(second)
    seat.see(None)
    seat.see(shuffle("reveal", {**OTHER, "2": first["commitment"]}))  # once is enough
    seat.page.wait_for_timeout(100)
    assert len(seat.sent(2)) == 2
    expect(seat.page.locator('[data-part="deal"]')).to_be_hidden()
    assert seat.page.evaluate("document.querySelector('main').table.refusal") is None


def test_a_reload_and_a_second_tab_keep_the_number(open_page: Any) -> None:
    page = open_page()
    seat = Seat(page)
    seat.see(shuffle("commit", {}))
    (first,) = seat.sent(1)
    again = Seat(page)
    again.see(shuffle("reveal", {"2": first["commitment"]}))
    (value,) = again.sent(1)
    other = Seat(page.context.new_page())
    other.see(shuffle("reveal", {"2": first["commitment"]}))
    assert other.sent(1)[0]["value"] == value["value"]
    assert person_commitment(NAME, 2, value["value"]) == first["commitment"]


@pytest.mark.parametrize(
    ("promise", "own"),
    [("v1:" + "6" * 64, None), (PROMISE, "d" * 64)],
    ids=["another promise of the server", "a commitment of another device"],
)
def test_nothing_is_revealed(open_page: Any, promise: str, own: str | None) -> None:
    seat = Seat(open_page())
    seat.see(shuffle("commit", {}))
    (first,) = seat.sent(1)
    seat.answer(first, "refused", code="contribution_stands", message="no", details={})
    seat.see(shuffle("reveal", {"2": own or first["commitment"]}, promise))
    seat.page.wait_for_timeout(200)
    assert len(seat.sent(1)) == 1
    assert seat.page.evaluate("document.querySelector('main').table.refusal") is None


def test_what_has_no_answer_is_sent_again(open_page: Any) -> None:
    seat = Seat(open_page())
    seat.see(shuffle("commit", {}))
    first, second = seat.sent(2)[:2]
    assert json.dumps(first) == json.dumps(second)
    seat.answer(second)


def test_watchers_add_nothing(open_page: Any) -> None:
    page = open_page()
    line = Line(page)
    frame = sample("spectator")
    show(page, table_html(frame))
    wait_until(page, "document.querySelector('main').table.line === 'open'")
    line.send({**frame, "rev": frame["rev"] + 1, "shuffle": shuffle("commit", {})})
    wait_until(page, f"document.querySelector('main').dataset.rev === '{frame['rev'] + 1}'")
    page.wait_for_timeout(100)
    assert [m for m in line.received if m["type"] == "contribute"] == []


def test_who_was_replaced_is_told_quietly(open_page: Any) -> None:
    seat = Seat(open_page())
    line = seat.page.locator('[data-part="deal"]')
    seat.see(None, deal={"commitment": PROMISE, "replaced": [1]})
    expect(line).to_be_hidden()
    seat.see(None, deal={"commitment": PROMISE, "replaced": [2]})
    expect(line).to_have_text(
        "Dein Anteil an dieser Verteilung kam nicht rechtzeitig und wurde ersetzt."
        " In der Aufzeichnung steht es."
    )
    assert seat.page.evaluate(f"location.origin === {ORIGIN!r}")
