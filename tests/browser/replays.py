"""Pages of finished hands for the browser tests, made of record files without a database."""

from __future__ import annotations

import functools
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import parse_qs, urlsplit

from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils import translation
from playwright.sync_api import Page, Route

from engine.record import HandRecord
from engine.state import HandState
from engine.view import OPEN
from games.selectors.replay import plies_of
from tests.browser.harness import ORIGIN, show
from tests.engine.make_records import FOLDER

NAMES = ("Anna", "Bert", "Cilli", "Dora")
HAND = "h" * 12


@functools.cache
def played(name: str) -> tuple[HandRecord, tuple[HandState, ...]]:
    """A golden record, ``"tournament/RU"``, with its states."""
    path = Path(FOLDER / f"{name}.txt")
    record = HandRecord.from_text(path.read_text(encoding="ascii"))
    return record, tuple(record.states())


def frames_of(name: str, seat: int | None = None) -> dict[str, Any]:
    """What ``GET /api/v1/hands/<id>/frames`` answers for a record."""
    record, states = played(name)
    points = list(record.result or ())
    row = {"number": 0, "hand": HAND, "dealer": record.dealer, "contract": "", "declarer": None}
    contract = states[-1].contract
    if contract is not None:
        row |= {"contract": contract.code, "declarer": states[-1].declarer, "alone": False}
    seats = [
        {"index": i, "name": name, "kind": "person", "present": True}
        for i, name in enumerate(NAMES[: len(points)])
    ]
    return {
        "hand": HAND,
        "table": "t" * 12,
        "number": 0,
        "attempt": 0,
        "seat": seat,
        "table_state": {
            **{"id": "t" * 12, "name": "Stammtisch", "kind": "quick", "status": "finished"},
            **{"rules": record.rules_key, "hands": 4, "hand_count": 4, "number": 0},
            **{"size": len(points), "seats": seats, "totals": points},
            "rows": [row | {"points": points}],
        },
        "plies": plies_of(states, record.entries, seat),
    }


def hand_html(name: str, *, language: str = "de") -> str:
    """The page of a record as if it were a stored hand."""
    from frontend import hand_page
    from frontend.replay_config import replay_config

    record, states = played(name)
    rules = record.rules()
    table = SimpleNamespace(
        public_id="t" * 12, rules_id=record.rules_key, rules_options=dict(record.options)
    )
    hand = SimpleNamespace(
        public_id=HAND,
        number=0,
        seating=list(record.seating),
        commitment=record.commitment,
        nonce=record.nonce,
        series=SimpleNamespace(table=table),
    )
    names = NAMES[: rules.hand_seats]
    request = RequestFactory().get(f"/h/{HAND}")
    request.user = AnonymousUser()
    with translation.override(language):
        page = hand_page.page_of(states[-1].view_for(OPEN), names, rules)
        context = {
            "hand": hand,
            "table": table,
            "title": "Stammtisch",
            "page": page,
            "results": [(seat, None) for seat in page.seats],
            "sheet": [],
            "replay": replay_config(hand, rules),  # type: ignore[arg-type]
        }
        return render_to_string("frontend/hand.html", context, request=request)


def open_replay(page: Page, name: str, query: str = "", *, language: str = "de") -> None:
    """Show the replay of a record and wait until it is drawn."""

    def frames(route: Route) -> None:
        seat = parse_qs(urlsplit(route.request.url).query).get("seat", [""])[0]
        route.fulfill(json=frames_of(name, int(seat) if seat else None))

    html = hand_html(name, language=language)
    show(page, html, path=f"/h/{HAND}{query}", routes={"**/frames*": frames})


def place(page: Page) -> int:
    """Where the replay stands."""
    return int(page.locator("[data-replay]").get_attribute("data-place") or -1)


__all__ = ["HAND", "NAMES", "ORIGIN", "frames_of", "hand_html", "open_replay", "place", "played"]
