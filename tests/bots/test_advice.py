"""Advice of the club: what it would play itself, with a reason that holds, from the view alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from bots.strategies.advice import CODES, EXPLAIN, Advice, advise
from bots.strategies.base import CARD_POINTS, INDEX
from bots.strategies.exchange import chosen_discard
from bots.strategies.situation import Situation
from engine.actions import Action
from engine.phases.table import PHASES
from engine.play import rng_for
from engine.rules import rule_set
from engine.state import HandState
from engine.view import Seat, View
from tests.bots.tables import CLUB, base_view, cards_of, play_view
from tests.engine import hands

KINDS: dict[str, type] = {
    **dict.fromkeys(("card", "best", "contract", "standing", "item", "suit"), str),
    "items": list,
}
CUP, BECK = "koenigrufen/tournament@1", "illustrated/beck@1"


def advice(view: View) -> Advice:
    """What is advised in a view."""
    legal = tuple(Action.parse(text) for text in view["legal"])
    return advise(view, legal, rng_for(view))


def walked(preset: str, count: int) -> Iterator[tuple[View, Advice]]:
    """Every decision of rigged hands: bid as planned, so that every contract comes up, and played
    as advised."""
    rules = rule_set(preset)
    for number in range(count):
        plan = hands.plan_of(rules, number)
        bidder = hands.Player(plan, rules, number)
        cards = hands.planned_deal(number, rules, plan)
        state = HandState.deal(rules, cards, number % rules.hand_seats)
        while state.turn is not None:
            view, legal = state.view_for(Seat(state.turn)), state.legal_actions()
            found = advise(view, legal, rng_for(view))
            yield view, found
            is_bid = state.phase in ("auction", "choose") and len(legal) > 1
            action = bidder(view, legal, rng_for(view)) if is_bid else found.action
            state = state.apply(state.turn, action)


@pytest.mark.parametrize("preset", hands.PRESETS)
def test_every_phase_has_advice_and_it_is_what_the_club_plays(preset: str) -> None:
    phases: set[str] = set()
    for view, found in walked(preset, 8 if hands.COUNT < hands.FULL else 60):
        legal = tuple(Action.parse(text) for text in view["legal"])
        assert found.action == CLUB(view, legal, rng_for(view))
        assert (found.code == "only_one") == (len(legal) == 1)
        assert set(found.params) == set(CODES[found.code]), found
        assert all(isinstance(v, KINDS.get(k, int)) for k, v in found.params.items()), found
        twin = json.loads(json.dumps(view))
        assert advise(twin, legal, rng_for(twin)) == found
        assert twin == view
        json.dumps(found.reason())
        phases.add(view["phase"])
    assert {"auction", "discard", "play"} <= phases <= set(PHASES) == set(EXPLAIN)


def check_card(situation: Situation, legal: list[int], found: Advice) -> None:
    """What a reason for a card claims."""
    card, code = INDEX[found.action.arg], found.code
    best, params = situation.best, found.params
    beats = [c for c in legal if best >= 0 and situation.beats(c, best)]
    if code.startswith("win_"):
        assert card in beats
    if code == "win_cheapest":
        assert card == min(beats)
    if code in ("give_points", "leave_to_partner", "spare_high", "throw_cheap", "stay_under"):
        assert card not in beats
        assert best >= 0
    if code == "throw_cheap":
        assert not beats
    if code == "spare_high":
        assert beats
    if code == "give_points":
        assert params["seat"] == situation.best_seat
        assert params["points"] == CARD_POINTS[card] > 1
    if code.startswith("lead_"):
        assert best < 0
    if code in ("lead_draw", "lead_tarok", "lead_last_taroks"):
        assert card < 22
    if code == "take_with_highest":
        assert card == max(beats)
        assert not situation.behind
    if "card" in params:
        assert params["card"] == found.action.arg


@pytest.mark.parametrize("preset", hands.PRESETS)
def test_reasons_hold(preset: str) -> None:
    for view, found in walked(preset, 8 if hands.COUNT < hands.FULL else 60):
        params, verb = found.params, found.action.verb
        if view["phase"] == "play" and found.code != "only_one":
            legal = [INDEX[text[5:]] for text in view["legal"]]
            check_card(Situation(view), legal, found)
        if found.code.startswith("bid_"):
            assert found.action in (
                Action("bid", params["contract"]),
                Action("choose", params["contract"]),
            )
        if found.code.startswith("pass_"):
            assert verb == "pass"
        if found.code.startswith(("announce_", "kontra_", "rekontra_", "claim_")):
            assert verb == found.code.partition("_")[0]
        if found.code == "discard_void":
            chosen = chosen_discard(view)
            held = [card for card in view["cards"][str(view["seat"])] if card[0] == params["suit"]]
            assert all(chosen >> INDEX[card] & 1 for card in held)
            assert found.action.arg in held


def announced(item: str, seat: int = 0) -> list[dict[str, Any]]:
    return [{"item": item, "seat": seat, "stage": "post"}]


ALONE = ["declarer", "defender", "defender", "defender"]
TWO = ["declarer", "defender", "defender"]
LONG = cards_of("22 21 20 19 18 17 16 15 14 13 HK DK")
SAFE = cards_of("H4 H3 H2 D4 D3 D2 S7 S8 S9 C7 C8 01")
KING = cards_of("22 20 18 16 14 12 10 08 HK HJ DK SK")
STRONG_16 = cards_of("22 21 20 19 18 17 16 15 14 13 12 HK DK SK CK CQ")
TALK: dict[str, Any] = {"phase": "announce", "rules": CUP, "roles": ALONE}
GOOD = ["good", "announce:valat"]
TALON = {"packets": [["HK", "22", "D1"], ["S7", "C7", "H4"]]}
# code -> a view in which it is the reason
RARE: dict[str, View] = {
    "announce_all": base_view(
        LONG, contract={"code": "SD", "declarer": 0}, legal=["good", "announce:valat"], **TALK
    ),
    "kontra_few_tricks": base_view(
        SAFE,
        seat=1,
        contract={"code": "BE", "declarer": 0},
        legal=["good", "kontra:game@1"],
        **TALK,
    ),
    "kontra_bird": base_view(
        LONG,
        seat=1,
        contract={"code": "SD", "declarer": 0},
        announced=announced("pagat"),
        legal=["good", "kontra:pagat"],
        **TALK,
    ),
    "rekontra_strong": base_view(
        LONG, contract={"code": "SD", "declarer": 0}, legal=["good", "rekontra:game"], **TALK
    ),
    "rekontra_expected": base_view(
        STRONG_16,
        phase="announce_after",
        rules=BECK,
        roles=TWO,
        counts=[16] * 3,
        contract={"code": "SO", "declarer": 0},
        legal=["good", "rekontra:game"],
    ),
    "announce_ultimo": base_view(
        KING,
        seat=1,
        contract={"code": "RU", "declarer": 0},
        called="HK",
        legal=["good", "announce:king_ultimo"],
        phase="announce",
        rules=CUP,
        roles=["declarer", "partner", "defender", "defender"],
    ),
    "choose_cheapest": base_view(
        cards_of("12 09 05 HQ HJ DK DQ D1 SJ CQ C8 C9"),
        phase="choose",
        dealer=3,
        rules="koenigrufen/cardgames-zone@1",
        auction=[[0, "reserve"], [1, "pass"], [2, "pass"], [3, "pass"]],
        legal=["choose:SR", "choose:RU"],
    ),
    "take_promise": base_view(
        cards_of("20 19 18 17 16 15 14 13 12 HQ DQ SQ CQ H1 D1 S9"),
        phase="take",
        rules=BECK,
        roles=TWO,
        counts=[16] * 3,
        contract={"code": "3B", "declarer": 0},
        announced=announced("nokings"),
        talon=TALON,
        legal=["take:0", "take:1"],
    ),
    "play_due": play_view(
        cards_of("02 05"),
        cards_of("02 05"),
        contract="3B",
        rules=BECK,
        roles=TWO,
        announced=announced("uhu"),
        points=[0, 0, 0],
    )
    | {"counts": [2, 2, 2]},
}


@pytest.mark.parametrize("code", sorted(RARE))
def test_rare_reasons(code: str) -> None:
    assert advice(RARE[code]).code == code


def test_the_only_action_needs_no_other_reason() -> None:
    view = play_view(["01"], ["01"])
    assert advice(view) == Advice(Action("play", "01"), "only_one", {})


@pytest.mark.ci
def test_every_reason_occurs() -> None:
    found = set(RARE)
    for preset in hands.PRESETS:
        found |= {one.code for _, one in walked(preset, 120)}
    assert found == set(CODES)
