"""The texts of the scripts: every key exists, none is left over, labels exist for every code."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from django.utils import translation

from engine.cards import PACK
from engine.rules import RULE_SETS, rule_set
from frontend import labels
from frontend.strings import table_strings, teaser_strings

SCRIPTS = settings.BASE_DIR / "frontend" / "static" / "js"
LANGUAGES = ("en", "de", "es")
DYNAMIC = ("phase.", "duty.", "said.", "say.", "result.", "line.", "net.", "talon.half.", "item.")
"""Beginnings of keys that scripts put together; each must be used as such a beginning."""


def _source() -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(SCRIPTS.glob("*.js")))


def _literal_keys() -> set[str]:
    return set(re.findall(r'"([a-z_]+(?:\.[a-z0-9_]+)*)"', _source()))


def _used_directly() -> set[str]:
    calls = r'(?:\.t|\bt|parts|button|say)\(\s*\n?\s*"([a-z_.0-9]+)"'
    return set(re.findall(calls, _source()))


def test_every_key_a_script_asks_for_exists() -> None:
    known = set(table_strings())
    asked = {key for key in _used_directly() if "." in key}
    assert asked
    assert {key for key in asked if key not in known} == set()


def _is_built(key: str, source: str) -> bool:
    return any(key.startswith(start) and f"`{start}${{" in source for start in DYNAMIC)


def test_no_text_is_left_over() -> None:
    literal, source = _literal_keys(), _source()
    unused = [key for key in table_strings() if key not in literal and not _is_built(key, source)]
    assert unused == []


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
            plain = key.partition("@")[0]
            if plain not in labels.RULE_SETS:
                continue
            assert labels.rule_set_name(key) != plain
            for contract in rule_set(plain).contracts:
                assert labels.contract_name(contract.code) != contract.code
                assert 1 <= len(labels.contract_meaning(contract.code).split()) <= 7


def test_german_names_of_cards() -> None:
    with translation.override("de"):
        assert labels.card_name("HK") == "Herz König"
        assert labels.card_name("DN") == "Karo Cavall"
        assert labels.card_name("CT") == "Kreuz 10"
        assert labels.card_name("04") == "Tarock IIII, Quapil"
        assert labels.card_name("22") == "Sküs"


def test_points_have_a_real_minus() -> None:
    assert [labels.signed(n) for n in (3, 0, -12, None)] == ["+3", "0", "\u221212", ""]
