"""House rules: random valid option sets play by every property, all others are refused."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.errors import BadOption
from engine.record import HandRecord
from engine.rules import RULE_SETS, rule_set
from engine.rules.options import OPTIONS
from tests.engine import checks, hands, house_rules

# option sets per preset and hands under each of them
SETS, HANDS = (9, 8) if hands.COUNT >= hands.FULL else (1, 6)
ZONE, SEED = "koenigrufen/cardgames-zone", "koenigrufen/seed-bonuses"
CUP, VIENNA = "koenigrufen/tournament", "koenigrufen/tournament-vienna"
LOEW, BECK = "illustrated/loew-1954", "illustrated/beck"
MAYR = "illustrated/mayr-sedlaczek-2016"


def check_set(preset: str, number: int, count: int) -> None:
    """Plays some hands under one option set; the second referee knows the options too."""
    rules = house_rules.rules_under(preset, number)
    for at in range(count):
        checks.check_hand(hands.record(at * 5 + number, rules))


@pytest.mark.parametrize("preset", hands.PRESETS)
def test_random_option_sets(preset: str) -> None:
    for number in range(SETS):
        check_set(preset, number, HANDS)


@pytest.mark.soak
@pytest.mark.parametrize("preset", hands.PRESETS)
def test_many_random_option_sets(preset: str) -> None:
    for number in range(100, 140):
        check_set(preset, number, 20)


@pytest.mark.parametrize("preset", hands.PRESETS)
def test_the_generator_reaches_every_option_and_each_set_has_its_hash(preset: str) -> None:
    sets = [house_rules.option_set(preset, number) for number in range(60)]
    assert {name for found in sets for name in found} == set(house_rules.accepted(preset))
    texts = {json.dumps(found, sort_keys=True) for found in sets}
    hashes = {rule_set(preset, **found).hash for found in sets}
    assert len(texts) == len(hashes) > 50
    assert set(RULE_SETS[preset]["accepts"]) <= set(OPTIONS)


def test_options_do_not_change_the_published_preset_or_each_other() -> None:
    before = {preset: rule_set(preset).hash for preset in hands.PRESETS}
    plain = {preset: json.dumps(dict(RULE_SETS[preset])) for preset in hands.PRESETS}
    for preset in hands.PRESETS:
        for number in range(30):
            house_rules.rules_under(preset, 200 + number)
    assert {p: json.dumps(dict(RULE_SETS[p])) for p in hands.PRESETS} == plain
    assert {p: rule_set(p).hash for p in hands.PRESETS} == before


BAD: list[tuple[str, dict[str, Any]]] = [
    (ZONE, {"no_such_option": 1}),
    (ZONE, {"uhu_enabled": True}),
    (BECK, {"kontra_in_score": True}),
    (BECK, {"win_thirds": 106}),
    (ZONE, {"all_pass": "redeal"}),
    # out of range, or of another type
    (ZONE, {"win_thirds": 105}),
    (ZONE, {"win_thirds": 107.0}),
    (ZONE, {"win_thirds": "107"}),
    (ZONE, {"win_thirds": True}),
    (ZONE, {"win_thirds": None}),
    (ZONE, {"values": {"RU": 51}}),
    (ZONE, {"values": {"RU": -1}}),
    (ZONE, {"values": {"RU": 1.0}}),
    (ZONE, {"values": {"RU": True}}),
    (ZONE, {"values": {"RU": None}}),
    (ZONE, {"values": {"PI": 2}}),
    (ZONE, {"values": {}}),
    (ZONE, {"values": [1, 2]}),
    (ZONE, {"loss_values": {"RU": 51}}),
    (CUP, {"values": {"TK": 3}}),
    (CUP, {"bonus_multipliers": {"RU": -1}}),
    (CUP, {"bonus_multipliers": {"RU": 51}}),
    (CUP, {"bonus_values": {"pagat": [1]}}),
    (CUP, {"bonus_values": {"pagat": [1, 2, 3]}}),
    (CUP, {"bonus_values": {"pagat": [1, None]}}),
    (CUP, {"bonus_values": {"pagat": [1, 51]}}),
    (CUP, {"bonus_values": {"pagat": 1}}),
    (CUP, {"bonus_values": {"heads": [1, 2]}}),
    (ZONE, {"bonus_values": {"pagat": [1, 2]}}),
    (ZONE, {"bonus_values": {"valat": [1, 2]}}),
    (CUP, {"mondfang": 1}),
    (CUP, {"silent_failure_costs": "yes"}),
    (CUP, {"emperor_trick": "always"}),
    (CUP, {"emperor_trick": ["none"]}),
    (CUP, {"king_caught": 51}),
    (CUP, {"king_caught": -1}),
    (CUP, {"king_caught": True}),
    # nothing to choose from, or nothing to double
    (ZONE, {"contracts": []}),
    (ZONE, {"contracts": ["XX"]}),
    (ZONE, {"contracts": ["RU", "RU"]}),
    (ZONE, {"contracts": "RU"}),
    (ZONE, {"contracts": [1]}),
    (ZONE, {"contracts": [["RU"]]}),
    (ZONE, {"contracts": [None]}),
    (CUP, {"contracts": ["SX"]}),
    (CUP, {"contracts": ["RU", "BR", "SR"]}),
    (VIENNA, {"contracts": ["SX", "B1"]}),
    (VIENNA, {"contracts": ["FD", "FS"]}),
    (ZONE, {"contracts": ["RU"], "values": {"DR": 3}}),
    (ZONE, {"kontra_in_score": True}),
    (SEED, {"kontra_in_score": False}),
    (CUP, {"kontra_in_score": 1}),
    # Illustrated Tarock
    (LOEW, {"contra_levels": 4}),
    (LOEW, {"contra_levels": -1}),
    (LOEW, {"take_values": [1, 2]}),
    (LOEW, {"take_values": [1, 2, 51]}),
    (LOEW, {"take_values": {"1": 2}}),
    (MAYR, {"take_values": [1, 2, 3]}),
    (MAYR, {"take_values": []}),
    (MAYR, {"uhu_enabled": True}),
    (BECK, {"multipliers": {"3B": 0}}),
    (BECK, {"multipliers": {"3B": 11}}),
    (BECK, {"bonus_set": "graz"}),
    (BECK, {"all_pass": "forehand"}),
    (LOEW, {"all_pass": "trischaken"}),
    (BECK, {"max_redeals": 0}),
    (BECK, {"max_redeals": 101}),
    (BECK, {"match": {}}),
    (BECK, {"match": {"target": 19}}),
    (BECK, {"match": {"target": 1001}}),
    (BECK, {"match": {"target": 100, "bonus": 51}}),
    (BECK, {"match": {"target": 100, "mode": "x"}}),
    (BECK, {"match": 100}),
    (BECK, {"contracts": ["TK"], "all_pass": "trischaken"}),
    (BECK, {"bonus_values": {"kings": [5, 5, 10]}}),
    # lines of the club's own
    (ZONE, {"custom_lines": {}}),
    (ZONE, {"custom_lines": [{"name": "a"}]}),
    (ZONE, {"custom_lines": [{"name": "", "value": 1}]}),
    (ZONE, {"custom_lines": [{"name": "a" * 41, "value": 1}]}),
    (ZONE, {"custom_lines": [{"name": "a\nb", "value": 1}]}),
    (ZONE, {"custom_lines": [{"name": " a", "value": 1}]}),
    (ZONE, {"custom_lines": [{"name": "a", "value": 51}]}),
    (ZONE, {"custom_lines": [{"name": "a", "value": 1}, {"name": "A", "value": 2}]}),
    (ZONE, {"custom_lines": [{"name": f"n{n}", "value": 1} for n in range(13)]}),
    (ZONE, {"custom_lines": [{"name": 5, "value": 1}]}),
    (ZONE, {"custom_lines": ["a"]}),
]


@pytest.mark.parametrize(("preset", "options"), BAD, ids=[f"{p} {o}"[:70] for p, o in BAD])
def test_other_options_are_refused_with_a_reason(preset: str, options: dict[str, Any]) -> None:
    with pytest.raises(BadOption) as caught:
        rule_set(preset, **options)
    assert caught.value.code == "bad_option"
    assert len(caught.value.message) > 5
    assert caught.value.details["option"] in options


def test_what_is_no_json_is_refused() -> None:
    for value in ({1, 2}, object(), b"x", float("nan"), {"RU": float("inf")}, {1: 2}):
        with pytest.raises(BadOption):
            rule_set(ZONE, win_thirds=value)


def test_what_is_too_deep_or_too_long_to_be_written_is_refused() -> None:
    deep: list[Any] = []
    for _ in range(2000):
        deep = [deep]
    for value in (deep, {"RU": deep}, 10**5000):
        with pytest.raises(BadOption):
            rule_set(ZONE, values=value)


@pytest.mark.parametrize("preset", hands.PRESETS)
def test_every_wrong_type_is_refused_and_nothing_else_happens(preset: str) -> None:
    """Junk in place of any option's value is BadOption, whatever it is."""
    junk: list[Any] = [
        None,
        -1,
        10**9,
        1.5,
        "x",
        "",
        [],
        {},
        [[]],
        [{}],
        [None],
        {"x": 1},
        {"": []},
    ]
    junk += [{"RU": "1"}, {"RU": []}, {"3B": {}}, {"pagat": [None, None]}, {"pagat": "12"}]
    for name in OPTIONS:
        for value in junk:
            if (name, value) == ("custom_lines", []):
                continue
            with pytest.raises(BadOption):
                rule_set(preset, **{name: value})


def test_a_record_proves_its_options() -> None:
    rules = house_rules.rules_under(CUP, 3)
    record = hands.record(1, rules)
    text = record.to_text()
    assert HandRecord.from_text(text).verify().rules is rules
    assert record.options == rules.options != {}
