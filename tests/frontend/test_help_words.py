"""Words of the reasons: a sentence for every code, and only placeholders that are delivered."""

from __future__ import annotations

import re

import pytest
from django.utils import translation

from bots.strategies import advice
from engine import why
from frontend.help_words import help_words
from games.selectors.practice import LEGAL

LANGUAGES = ("en", "de", "es")
LONGEST = 150
"""Characters: what two lines of a phone can hold."""
CODES = {
    **{f"why.{code}": params for code, params in why.CODES.items()},
    f"why.{LEGAL}": (),
    **{f"hint.{code}": params for code, params in advice.CODES.items()},
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_has_a_sentence_with_what_is_delivered(language: str) -> None:
    with translation.override(language):
        words = help_words()
    assert set(words) == set(CODES)
    for key, text in words.items():
        assert set(re.findall(r"{(\w+)}", text)) <= set(CODES[key]), key
        assert text.endswith(".") or text.endswith("?"), key
        assert len(text) <= LONGEST, (key, len(text))
        assert text[0] == text[0].upper(), key


@pytest.mark.parametrize("language", ["de", "es"])
def test_the_sentences_are_translated_and_say_the_same(language: str) -> None:
    with translation.override("en"):
        english = help_words()
    with translation.override(language):
        words = help_words()
    for key, text in words.items():
        assert text != english[key], key
        assert set(re.findall(r"{\w+}", text)) == set(re.findall(r"{\w+}", english[key])), key


def test_at_least_twenty_kinds_of_advice() -> None:
    assert len(advice.CODES) >= 20
