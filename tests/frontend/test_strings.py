"""The texts of the scripts: every key exists, none is left over, labels exist for every code."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from django.utils import translation

from engine.cards import PACK
from engine.rules import PRESETS, RULE_SETS, rule_set
from frontend import labels, rule_names
from frontend.chat import chat_words, phrase_words
from frontend.lesson.words import lesson_strings
from frontend.replay_words import replay_strings
from frontend.strings import table_strings, teaser_strings
from frontend.table_config import bonuses_config, contracts_config, rules_config
from frontend.views.projector import projector_words

SCRIPTS = settings.BASE_DIR / "frontend" / "static" / "js"
LANGUAGES = ("en", "de", "es")
DYNAMIC = (
    *("phase.", "duty.", "said.", "say.", "say.good.", "role.", "take.", "net.", "talon.half."),
    *("result.", "result.redeal.", "line.", "talk.", "talk.sentence.", "course.", "standing."),
    "explain.",
)
"""Beginnings of keys that scripts put together; each must be used as such a beginning."""


def _source() -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(SCRIPTS.glob("*.js")))


def _literal_keys() -> set[str]:
    return set(re.findall(r'"([a-z_]+(?:\.[a-z0-9_]+)*)"', _source()))


def _used_directly() -> set[str]:
    calls = r'(?:\.t|\bt|parts|button|say)\(\s*\n?\s*"([a-z_.0-9]+)"'
    return set(re.findall(calls, _source()))


def test_every_key_a_script_asks_for_exists() -> None:
    known = {*table_strings(), *chat_words(), *replay_strings(), *lesson_strings()}
    known |= set(projector_words())
    asked = {key for key in _used_directly() if "." in key}
    assert asked
    assert {key for key in asked if key not in known} == set()


def _is_built(key: str, source: str) -> bool:
    return any(key.startswith(start) and f"`{start}${{" in source for start in DYNAMIC)


def test_no_text_is_left_over() -> None:
    literal, source = _literal_keys(), _source()
    keys = table_strings() | replay_strings() | lesson_strings()
    unused = [key for key in keys if key not in literal and not _is_built(key, source)]
    assert unused == []


def test_no_word_of_the_talk_is_left_over() -> None:
    literal, phrases = _literal_keys(), {f"phrase.{code}" for code in phrase_words()}
    assert "`phrase.${" in _source()
    assert set(chat_words()) - phrases <= literal


def test_no_word_of_the_projector_is_left_over() -> None:
    assert set(projector_words()) <= _literal_keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_set_phrase_has_words_of_its_own(language: str) -> None:
    with translation.override(language):
        words = phrase_words()
    assert len(set(words.values())) == len(words) == 16
    assert all(len(text) <= 40 for text in words.values())


def test_the_home_page_needs_no_more_than_the_table_has() -> None:
    assert set(teaser_strings()) <= set(table_strings())


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_have_different_names(language: str) -> None:
    with translation.override(language):
        names = [labels.card_name(code) for code in PACK]
    assert len(set(names)) == len(PACK)
    assert all(names)


@pytest.mark.parametrize("language", LANGUAGES)
def test_contracts_and_rule_sets_have_names(language: str) -> None:
    with translation.override(language):
        for key in RULE_SETS:
            assert rule_names.rule_set_name(key) != key
            assert rule_names.rule_set_contents(key)
            for contract in rule_set(key).contracts:
                assert rule_names.contract_name(contract.code) != contract.code
                assert 1 <= len(rule_names.contract_meaning(contract.code).split()) <= 7
        names = [str(name) for name, _what in rule_names.RULE_SETS.values()]
        assert len(set(names)) == len(names)


BONUSES = {
    *(item for data in PRESETS for item in data["bonuses"]),
    *(item for data in PRESETS for line in data["contracts"] for item in line.get("bonuses", ())),
    *("mondfang", "king_caught", "uhu"),
}


def test_every_bonus_has_a_name_a_short_one_and_a_meaning() -> None:
    assert rule_names.BONUSES.keys() >= BONUSES
    for name, short, meaning in rule_names.BONUSES.values():
        assert name
        assert meaning
        assert len(str(short)) <= 12


def test_every_phase_and_verb_has_words() -> None:
    strings = table_strings()
    for key in RULE_SETS:
        for phase in rule_set(key).flow:
            assert f"phase.{phase}" in strings
            assert phase == "play" or f"duty.{phase}" in strings
    for verb in ("reserve", "pass", "hold", "takeover", "retake", "good"):
        assert {f"say.{verb}", f"said.{verb}"} <= strings.keys()
    for verb in ("announce", "claim", "kontra", "rekontra", "subkontra", "concede"):
        assert {f"say.{verb}", f"talk.{verb}", f"talk.sentence.{verb}"} <= strings.keys()


def test_the_auction_says_what_a_contract_pays() -> None:
    def pays(rules_id: str, code: str, **options: object) -> tuple[str, ...]:
        rules = rule_set(rules_id, **options)
        return tuple(rule_names.contract_pays(rules, rules.contract(code)))

    with translation.override("en"):
        assert pays("koenigrufen/tournament", "SX") == ("+4 / \u22128", "from each")
        assert pays("koenigrufen/tournament", "BR") == ("+1 / \u22121", "and the bird")
        assert pays("koenigrufen/tournament", "TK") == ("", "")
        assert pays("illustrated/loew-1954", "1B") == ("3 × 3", "and points above 35")
        assert pays("illustrated/loew-1954", "SO") == ("8 × 4", "")
        assert pays("illustrated/beck", "3B", values={"3B": 7}) == ("7", "and points above 35")


def test_the_page_knows_of_the_rules_what_it_draws() -> None:
    vienna, beck = rule_set("koenigrufen/tournament-vienna"), rule_set("illustrated/beck")
    assert rules_config(vienna)["answers"] == []
    assert rules_config(beck)["answers"] == ["takeover", "hold"]
    assert rules_config(rule_set("illustrated/loew-1954"))["answers"][-1] == "retake"
    assert bonuses_config(vienna)["valat"]["post"] == 20
    assert bonuses_config(rule_set("koenigrufen/tournament"))["valat"]["times"] == 8
    assert bonuses_config(beck)["pagat"]["pre"] == 20
    contracts = contracts_config(beck)
    assert [code for code in contracts if contracts[code]["confirm"]] == ["2B", "1B", "SO"]


def test_taking_over_is_worded_as_in_the_sources() -> None:
    with translation.override("de"):
        words = table_strings()
        beck = words | rule_names.call_words(rule_set("illustrated/beck"))
        loew = words | rule_names.call_words(rule_set("illustrated/loew-1954"))
    assert (beck["said.takeover"], beck["said.hold"]) == ("Unterer", "mein Spiel")
    assert (loew["said.takeover"], loew["said.retake"]) == ("Ablösung", "zweite Ablösung")
    assert rule_names.call_words(rule_set("koenigrufen/tournament")) == {}


def test_german_names_of_cards() -> None:
    with translation.override("de"):
        assert labels.card_name("HK") == "Herz König"
        assert labels.card_name("DN") == "Karo Cavall"
        assert labels.card_name("CT") == "Kreuz 10"
        assert labels.card_name("04") == "Tarock IIII, Quapil"
        assert labels.card_name("22") == "Sküs"


def test_points_have_a_real_minus() -> None:
    assert [labels.signed(n) for n in (3, 0, -12, None)] == ["+3", "0", "\u221212", ""]


@pytest.mark.parametrize(
    ("name", "kind", "shown"),
    [
        ("Random 2", "bot", "Zufall 2"),
        ("Club", "bot", "Club"),
        ("Random", "bot", "Zufall"),
        ("Random Walker", "bot", "Random Walker"),
        ("Random 2", "person", "Random 2"),
        ("Uhu", "bot", "Uhu"),
        ("", "free", ""),
    ],
)
def test_a_bot_is_called_by_its_level(name: str, kind: str, shown: str) -> None:
    with translation.override("de"):
        assert labels.seat_name(name, kind) == shown
