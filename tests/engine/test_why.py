"""Why an action is refused: a code for every refused one, none for a legal one, no leak."""

from __future__ import annotations

import functools
import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from engine.actions import ARGUMENTS, Action
from engine.cards import PACK
from engine.phases.table import PHASES
from engine.record import HandRecord
from engine.rules import RULE_SETS, RuleSet, rule_set
from engine.state import HandState
from engine.view import Seat
from engine.why import CODES, why_not
from tests.engine import hands
from tests.engine.situations import dealt, said
from tests.engine.test_no_leak import twin

IN_CI = hands.COUNT >= hands.FULL
LOOKED_AT = 120 if IN_CI else 25
KINDS: dict[str, type] = {
    **dict.fromkeys(("card", "contract", "standing", "item", "suit", "phase", "verb"), str),
    **dict.fromkeys(("seat", "trick", "least", "held"), int),
    **dict.fromkeys(("cards", "items"), list),
}


@functools.lru_cache
def alphabet() -> tuple[Action, ...]:
    """Every token that makes sense somewhere: each verb with all it can be about."""
    rules = [rule_set(key) for key, data in RULE_SETS.items() if data["flow"]]
    contracts = sorted({contract.code for one in rules for contract in one.contracts})
    lists = [one.announce for one in rules]
    items = {item for one in lists for item in (*one.pre, *one.post, *one.defenders, *one.claims)}
    items |= {item for one in rules for contract in one.contracts for item in contract.bonuses}
    items |= {"uhu", "mondfang"}
    targets = [*sorted(items), *(f"game@{seat}" for seat in range(5)), "game", "pagat@1"]
    about: dict[str, list[str]] = {
        "bid": [*contracts, "XX"],
        "choose": [*contracts, "XX"],
        "call": [*PACK, "4th"],
        "concede": ["", "pagat", "uhu", "kakadu", "quapil"],
        "take": list("LR012345"),
        "discard": [*PACK, "?"],
        "announce": sorted(items),
        "claim": sorted(items),
        "kontra": targets,
        "rekontra": targets,
        "subkontra": targets,
        "play": list(PACK),
    }
    return tuple(Action(verb, arg) for verb in ARGUMENTS for arg in about.get(verb, [""]))


def reasons(state: HandState) -> dict[Action, Any]:
    """What the seat to move is told of every token."""
    assert state.turn is not None
    found = {action: why_not(state, state.turn, action) for action in alphabet()}
    return {action: reason and reason.to_json() for action, reason in found.items()}


def sampled(preset: str) -> list[tuple[HandRecord, list[HandState], int]]:
    """Places of the hands of the sample, some of each phase; all rare ones."""
    rng = random.Random(f"why {preset}")
    found = []
    for number, record in enumerate(hands.sample(preset)):
        states = list(record.states())
        plies: dict[str, list[int]] = {}
        for ply, state in enumerate(states):
            if not state.is_over:
                plies.setdefault(state.phase, []).append(ply)
        for phase, places in plies.items():
            if number < LOOKED_AT or phase in ("choose", "concede"):
                chosen = rng.sample(places, min(len(places), 3 if phase == "play" else 1))
                found += [(record, states, ply) for ply in chosen]
    return found


@pytest.mark.parametrize("preset", hands.PRESETS)
def test_every_refused_action_has_a_reason_and_no_legal_one(preset: str) -> None:
    phases: set[str] = set()
    for _, states, ply in sampled(preset):
        state = states[ply]
        legal = state.legal_actions()
        phases.add(state.phase)
        for action, reason in reasons(state).items():
            assert (reason is None) == (action in legal), (state.phase, action)
            assert reason is None or {*reason} == {"code", *CODES[reason["code"]]}
            for name, value in (reason or {}).items():
                assert name == "code" or isinstance(value, KINDS[name]), reason
                assert value != [], reason
    if IN_CI:
        assert phases == set(rule_set(preset).flow)


HOUSES: list[tuple[str, dict[str, Any]]] = [
    ("illustrated/beck", {"all_pass": "trischaken"}),
    ("illustrated/beck", {"overbid_after_take": False, "contra_levels": 3}),
    ("illustrated/beck", {"defenders_announce": True, "chain_required": True}),
    ("illustrated/loew-1954", {"uhu_enabled": True}),
    ("koenigrufen/tournament", {"contracts": ["TK", "PI", "BO"]}),
    ("koenigrufen/cardgames-zone", {"emperor_trick": "any_order"}),
]


@pytest.mark.parametrize("house", range(len(HOUSES)))
def test_house_rules_have_reasons_too(house: int) -> None:
    preset, options = HOUSES[house]
    rules = rule_set(preset, **options)
    for number in range(12 if IN_CI else 4):
        for state in hands.record(number, rules).states():
            if state.turn is not None and state.ply % 3 == number % 3:
                legal = state.legal_actions()
                for action, reason in reasons(state).items():
                    assert (reason is None) == (action in legal), (state.phase, action)


@pytest.mark.parametrize("preset", hands.PRESETS)
def test_equal_knowledge_gives_equal_reasons(preset: str) -> None:
    """States that differ only in cards the seat to move has not seen."""
    rng = random.Random(f"why, no leak {preset}")
    compared: Counter[str] = Counter()
    for record, states, ply in sampled(preset):
        state = states[ply]
        assert state.turn is not None
        other = twin(record, states, ply, Seat(state.turn), rng)
        if other is not None:
            assert other.view_for(Seat(state.turn)) == state.view_for(Seat(state.turn))
            assert reasons(other) == reasons(state)
            compared[state.phase] += 1
    assert compared.total() >= 60
    assert compared["play"] >= 20


def test_others_learn_only_whose_turn_it_is() -> None:
    state = next(iter(hands.record(0).states()))
    action = Action("play", "22")
    assert state.turn is not None
    told = [why_not(state, seat, action) for seat in range(4) if seat != state.turn]
    assert [one and one.to_json() for one in told] == [
        {"code": "not_your_turn", "seat": state.turn}
    ] * 3


def test_after_the_end_nothing_is_possible() -> None:
    state = hands.record(0).replay()
    assert str((why_not(state, 0, Action("pass")) or ("",))[0]) == "hand_over"


ZONE, CUP = rule_set("koenigrufen/cardgames-zone"), rule_set("koenigrufen/tournament")
VIENNA = rule_set("koenigrufen/tournament-vienna")
LOEW, BECK = rule_set("illustrated/loew-1954"), rule_set("illustrated/beck")
MAYR = rule_set("illustrated/mayr-sedlaczek-2016")
STRONG = ["22", "21", "20", "19", "18", "17", "16", "HK", "DK", "SK", "H1", "D1"]
BIRDS = ["01", "02", "22", "21", "20", "19", "18", "17", "HK", "D1", "S7", "C7"]
LOW = ["H4", "H3", "D4", "D3", "S7", "S8", "C7", "C8", "S9", "C9", "ST", "CT"]
FOUR = ["HK", "DK", "SK", "CK", "22", "21", "20", "19", "H1", "D1", "S7", "C7"]

STEPS = rule_set("illustrated/beck", chain_required=True)
SLOW = rule_set("illustrated/beck", overbid_after_take=False)
LAID, SMALL = "discard:H1 discard:D1 discard:S7", "discard:D1 discard:S7 discard:C7"
RECORDS = Path(__file__).parents[1] / "records"
SOLO = "bid:SO"
TRICKS = "play:D1 play:DK play:D4 play:D3 play:10 play:11 play:12"

# rule set, hands by seat (-1: the talon), what was said, refused action, what the seat is told
CASES: list[tuple[RuleSet, dict[int, list[str]], str, str, dict[str, Any]]] = [
    (ZONE, {}, "", "pass", {"code": "forehand_never_passes_first"}),
    (ZONE, {}, "", "play:22", {"code": "wrong_phase", "phase": "auction"}),
    (ZONE, {}, "", "hold", {"code": "no_bid_yet"}),
    (ZONE, {}, "", "takeover", {"code": "no_such_call", "verb": "takeover"}),
    (ZONE, {}, "", "bid:TK", {"code": "contract_off", "contract": "TK"}),
    (ZONE, {}, "reserve", "reserve", {"code": "reserve_first_word"}),
    (ZONE, {}, "reserve bid:SR", "hold", {"code": "hold_is_forehands"}),
    (
        *(ZONE, {}, "reserve bid:SR", "bid:RU"),
        {"code": "bid_too_low", "contract": "RU", "standing": "SR"},
    ),
    (ZONE, {}, "reserve pass pass pass", "pass", {"code": "must_choose"}),
    (CUP, {}, "", "bid:RU", {"code": "bid_after_passes", "contract": "RU"}),
    (CUP, {}, "reserve", "bid:SX", {"code": "bid_first_word", "contract": "SX"}),
    (CUP, {0: FOUR}, "", "bid:SR", {"code": "needs_missing_king", "contract": "SR"}),
    (
        *(CUP, {0: STRONG}, "", "bid:BR"),
        {"code": "needs_bird", "contract": "BR", "items": ["pagat", "uhu", "kakadu", "quapil"]},
    ),
    (VIENNA, {}, "", "bid:DR", {"code": "first_word_limited", "contract": "DR"}),
    (VIENNA, {}, "", "hold", {"code": "no_such_call", "verb": "hold"}),
    (
        *(VIENNA, {1: STRONG}, "reserve", "bid:FD"),
        {"code": "needs_suit_cards", "contract": "FD", "least": 6, "held": 5},
    ),
    (BECK, {}, "", "good", {"code": "no_bid_yet"}),
    (BECK, {}, "bid:3B", "pass", {"code": "good_after_bid"}),
    (BECK, {}, "bid:3B", "hold", {"code": "hold_after_takeover"}),
    (BECK, {}, "bid:3B", "retake", {"code": "no_such_call", "verb": "retake"}),
    (BECK, {}, "bid:2B", "takeover", {"code": "not_taken_over", "standing": "2B"}),
    (BECK, {}, "bid:3B good", "takeover", {"code": "takeover_first_answer"}),
    (LOEW, {}, "bid:3B", "retake", {"code": "retake_after_hold"}),
    (MAYR, {}, "bid:3B", "takeover", {"code": "no_such_call", "verb": "takeover"}),
    (ZONE, {0: STRONG}, "bid:RU pass pass pass", "call:HK", {"code": "call_not_own", "card": "HK"}),
    (ZONE, {0: STRONG}, "bid:RU pass pass pass", "call:CQ", {"code": "call_only", "cards": ["CK"]}),
    (ZONE, {0: STRONG}, "bid:RU pass pass pass", "call:4th", {"code": "fourth_is_named"}),
    (
        *(CUP, {0: LOW}, "bid:SR pass pass pass", "call:4th"),
        {"code": "fourth_needs_three", "held": 0},
    ),
    (ZONE, {0: STRONG}, "bid:DR pass pass pass", "take:0", {"code": "no_such_packet"}),
    (
        *(ZONE, {0: STRONG}, "bid:DR pass pass pass take:L", "discard:HK"),
        {"code": "keep_king", "card": "HK"},
    ),
    (
        *(ZONE, {0: STRONG}, "bid:DR pass pass pass take:L", "discard:22"),
        {"code": "keep_trull", "card": "22"},
    ),
    (
        *(ZONE, {0: STRONG}, "bid:DR pass pass pass take:L", "discard:17"),
        {"code": "taroks_last", "card": "17"},
    ),
    (ZONE, {0: LOW}, "bid:DR pass pass pass take:L", "discard:?", {"code": "not_your_card"}),
    (
        *(CUP, {0: ["05", "HQ"]}, "bid:FD pass pass pass take:L", "discard:HQ"),
        {"code": "suits_last", "card": "HQ"},
    ),
    (
        *(CUP, {0: STRONG}, "bid:DR pass pass pass take:L discard:H1", "announce:valat"),
        {"code": "wrong_phase", "phase": "discard"},
    ),
    (CUP, {0: STRONG}, "bid:SD pass pass pass", "announce:king_ultimo", {"code": "item_off"}),
    (CUP, {0: STRONG}, "bid:SD pass pass pass", "announce:pagat", {"code": "needs_card"}),
    (CUP, {0: STRONG}, "bid:SD pass pass pass", "kontra:game", {"code": "kontra_own_side"}),
    (CUP, {0: STRONG}, "bid:SD pass pass pass", "rekontra:game", {"code": "doubled_step_first"}),
    (CUP, {0: STRONG}, "bid:SD pass pass pass good", "kontra:pagat", {"code": "not_announced"}),
    (CUP, {0: STRONG}, "bid:SD pass pass pass good", "kontra:game@0", {"code": "kontra_for_all"}),
    (
        *(CUP, {0: BIRDS}, "bid:SD pass pass pass announce:pagat", "announce:pagat"),
        {"code": "announced_already", "item": "pagat", "seat": 0},
    ),
    (
        *(CUP, {0: STRONG}, "bid:SD pass pass pass good kontra:game", "kontra:game"),
        {"code": "doubled_already", "verb": "kontra"},
    ),
    (
        *(CUP, {0: STRONG}, "bid:SD pass pass pass good kontra:game good", "rekontra:game"),
        {"code": "rekontra_is_owners"},
    ),
    (
        *(
            CUP,
            {0: STRONG},
            "bid:SD pass pass pass good kontra:game good good good",
            "announce:valat",
        ),
        {"code": "announce_first_turn"},
    ),
    (
        CUP,
        {0: LOW},
        "bid:BE pass pass pass good",
        "kontra:game",
        {"code": "kontra_each_for_himself"},
    ),
    (CUP, {0: LOW}, "bid:BE pass pass pass good", "kontra:game@2", {"code": "kontra_own_share"}),
    (ZONE, {0: LOW}, "bid:BE pass pass pass", "announce:valat", {"code": "wrong_phase"}),
    (CUP, {0: BIRDS}, "bid:BR pass pass pass call:DK", "good", {"code": "wrong_phase"}),
    (
        *(VIENNA, {0: FOUR, 1: ["HQ"]}, f"reserve pass pass pass choose:RU call:HQ take:L {LAID}"),
        *("announce:king_ultimo", {"code": "ultimo_needs_king"}),
    ),
    (
        *(CUP, {0: BIRDS, -1: ["H2"]}, f"bid:BR pass pass pass call:DK take:L {SMALL}", "good"),
        {"code": "owes_bird", "items": ["pagat", "uhu"]},
    ),
    (
        *(STEPS, {}, "bid:3B good good", "announce:p50"),
        {"code": "lower_first", "item": "p50", "items": ["p40"]},
    ),
    (
        *(CUP, {}, "bid:FS pass pass pass good kontra:game", "announce:valat"),
        {"code": "kontra_or_valat"},
    ),
    (
        *(MAYR, {0: BIRDS}, f"bid:3B good good announce:p50 good good good take:0 {SMALL}"),
        *("announce:p40", {"code": "higher_said_before", "items": ["p50"]}),
    ),
    (SLOW, {}, "bid:3B takeover", "bid:2B", {"code": "answer_takeover", "contract": "2B"}),
    (
        LOEW,
        {0: [*STRONG[:7], "01"]},
        f"{SOLO} claim:trull",
        "claim:trull",
        {"code": "claimed_already"},
    ),
    (
        *(ZONE, {0: FOUR, -1: ["HQ"]}, "bid:RU pass pass pass call:HQ take:L", "discard:HQ"),
        {"code": "keep_called", "card": "HQ"},
    ),
    (
        *(CUP, {0: BIRDS, 1: ["DK", "10"], 2: ["D4", "11"], 3: ["D3", "12"]}),
        f"bid:SD pass pass pass announce:pagat announce:uhu good good good good {TRICKS}",
        *("play:01", {"code": "higher_bird_first", "card": "01", "trick": 12}),
    ),
]


def place(rules: RuleSet, held: dict[int, list[str]], tokens: str) -> HandState:
    talon = held.get(-1, [])
    return said(dealt(rules, {s: cards for s, cards in held.items() if s >= 0}, talon), tokens)


@pytest.mark.parametrize("case", range(len(CASES)))
def test_what_a_seat_is_told(case: int) -> None:
    rules, held, tokens, refused, expected = CASES[case]
    state = place(rules, held, tokens)
    assert state.turn is not None
    reason = why_not(state, state.turn, Action.parse(refused))
    assert reason is not None
    told = reason.to_json()
    assert {name: told[name] for name in expected} == expected
    json.dumps(told)


def recorded(count: int) -> list[HandState]:
    """Places of the stored hands in which more than following suit may be asked."""
    found = []
    for path in sorted(RECORDS.rglob("*.txt")):
        for state in HandRecord.from_text(path.read_text("ascii")).states():
            contract = state.contract
            is_plain = state.phase == "play" and contract is not None and contract.kind == "tarock"
            if state.turn is not None and (not is_plain or state.talk.items):
                found.append(state)
    return random.Random("why, recorded").sample(found, count)


def test_every_code_occurs() -> None:
    """In the stored hands or in a case above; and no other."""
    states = [place(*case[:3]) for case in CASES] + recorded(1500)
    found = {"hand_over", "not_your_turn"}
    for state in states:
        found |= {reason["code"] for reason in reasons(state).values() if reason}
    assert found == set(CODES)
    assert set(PHASES) <= {state.phase for state in states}
