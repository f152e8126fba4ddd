"""The rule for names, against what people paste."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.errors import BadName
from accounts.names import MAX_LENGTH, name_clean, name_key


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("  Sepp   Huber ", "Sepp Huber"),
        ("Zoë Mu\u0308ller", "Zoë Müller"),
        ("Sepp\u00a0Huber", "Sepp Huber"),
        ("O'Brien-Țîr", "O'Brien-Țîr"),
        ("نام\u200cها", "نام\u200cها"),
        ("🂡 Karte", "🂡 Karte"),
        ("x" * 60, "x" * 60),
        ("a\u0301\u0316\u0316", "á\u0316\u0316"),
        ("e\u0302\u0301n 1\ufe0f\u20e3", "ến 1\ufe0f\u20e3"),
        ("ש\u05c1\u05bc\u05b8 ที่", "ש\u05b8\u05bc\u05c1 ที่"),
    ],
)
def test_good_names(text: str, clean: str) -> None:
    assert name_clean(text) == clean


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "empty"),
        ("   ", "empty"),
        ("\u200d", "empty"),
        ("\u3164 \u2800\u034f", "empty"),
        ("x" * 61, "too_long"),
        ("a\tb", "character"),
        ("a\nb", "character"),
        ("a\x00b", "character"),
        ("abc\u202edef", "character"),
        ("abc\u2066def", "character"),
        ("abc\u200fdef", "character"),
        ("\ufeffabc", "character"),
        ("abc\u2028def", "character"),
        ("abc\udc80", "character"),
        ("q\u0316\u0316\u0316", "character"),
        ("q\u0316\u0316\u200d\u0316", "character"),
        ("q\u20dd\u20dd\u20dd", "character"),
        ("ส" + "\u0e47" * 5, "character"),
    ],
)
def test_bad_names(text: str, reason: str) -> None:
    with pytest.raises(BadName) as caught:
        name_clean(text)
    assert caught.value.details["reason"] == reason


@pytest.mark.parametrize("other", ["ANNA", "An\u200dna", "Ａnna", "Anna\ufe0f"])
def test_names_that_read_the_same_have_one_key(other: str) -> None:
    assert name_key(other) == name_key("Anna")
    assert name_key(other) != name_key("An na")


def test_the_character_is_named() -> None:
    with pytest.raises(BadName) as caught:
        name_clean("abc\u202edef")
    assert caught.value.details["character"] == "U+202E"


@given(st.text(max_size=80))
def test_a_clean_name_stays_as_it_is(text: str) -> None:
    try:
        clean = name_clean(text)
    except BadName:
        return
    assert name_clean(clean) == clean
    assert unicodedata.is_normalized("NFC", clean)
    assert 0 < len(clean) <= MAX_LENGTH
