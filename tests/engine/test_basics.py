"""Cards, actions, shuffling and the limits of the package."""

import ast
import random
import re
import secrets
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.actions import ARGUMENTS, Action
from engine.cards import (
    ALL_CARDS,
    COURTS,
    FAMILY,
    PACK,
    code_of,
    codes_of,
    index_of,
    indexes_of,
    mask_of,
    shown,
    thirds,
)
from engine.errors import BadAction, TarockError
from engine.shuffle import commitment, nonce, shuffled

CARD = re.compile(r"^(0[1-9]|1[0-9]|2[0-2]|[HD][KQNJ1-4]|[SC][KQNJT987])$")
CODES = ("01", "22", "HK", "D4", "S7", "CT")


def test_the_pack_has_the_canonical_order() -> None:
    assert len(set(PACK)) == 54
    assert all(CARD.match(code) for code in PACK)
    fixed = {"01": 0, "22": 21, "H4": 22, "HK": 29, "D4": 30, "DK": 37}
    fixed |= {"S7": 38, "SK": 45, "C7": 46, "CK": 53}
    assert {code: index_of(code) for code in fixed} == fixed
    assert all(code_of(index_of(code)) == code for code in PACK)


def test_masks_are_sets_of_cards() -> None:
    assert mask_of(PACK) == ALL_CARDS
    assert codes_of(mask_of(["CK", "01", "H1"])) == ("01", "H1", "CK")
    assert indexes_of(0) == []
    assert [court.bit_count() for court in COURTS] == [4, 4, 4, 4]
    assert FAMILY[index_of("D1")] == mask_of(code for code in PACK if code[0] == "D")


def test_shown_points_of_two_sides_add_up_to_70() -> None:
    assert thirds(ALL_CARDS) == 210
    for count in range(211):
        assert shown(count) + shown(210 - count) == 70
        assert (shown(count) >= 36) == (count >= 107)


@pytest.mark.parametrize("verb", ARGUMENTS)
def test_every_verb_survives_the_round_trip(verb: str) -> None:
    arguments = ["", *CODES, "RU", "3B", "4th", "L", "5", "?", "uhu", "p40", "game@2"]
    tokens = [f"{verb}:{arg}" if arg else verb for arg in arguments]
    parsed = 0
    for token in tokens:
        try:
            action = Action.parse(token)
        except BadAction:
            continue
        parsed += 1
        assert str(action) == token
        assert Action.parse(str(action)) == action
    assert parsed


@pytest.mark.parametrize(
    "token",
    [
        *("", ":", "play", "play:", "play:23", "play:H5", "play:S1", "play:15 ", "PLAY:15"),
        *("pass:", "pass:15", "bid:ru", "bid:RUF", "take:R2", "take:6", "call:5th", "play:１５"),
        *("kontra:game@9", "resign", "play:15\n", "play:15:16", "x" * 1000),
        *(None, 5, ["play:15"]),
    ],
)
def test_anything_else_is_refused(token: object) -> None:
    with pytest.raises(BadAction):
        Action.parse(token)  # type: ignore[arg-type]


@given(st.text(max_size=12))
def test_parsing_text_gives_the_same_text_back_or_refuses(token: str) -> None:
    try:
        action = Action.parse(token)
    except BadAction:
        return
    assert str(action) == token


def test_shuffles_are_packs_and_repeatable_with_a_seed() -> None:
    assert sorted(shuffled()) == sorted(PACK)
    assert shuffled(random.Random(7)) == shuffled(random.Random(7)) != shuffled(random.Random(8))


def test_every_card_of_a_secret_shuffle_may_lie_anywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chi-squared with 53 degrees of freedom: 97 is exceeded once in 5,000 times; seeded here."""
    monkeypatch.setattr(secrets, "randbelow", random.Random("shuffle").randrange)
    packs = [shuffled() for _ in range(5400)]
    for place in (0, 26, 53):
        found = Counter(pack[place] for pack in packs)
        assert sum((found[card] - 100) ** 2 / 100 for card in PACK) < 97
    for card in (PACK[0], PACK[-1]):
        places = Counter(pack.index(card) for pack in packs)
        assert sum((places[at] - 100) ** 2 / 100 for at in range(54)) < 97


def test_the_commitment_depends_on_nonce_and_order() -> None:
    secret = nonce()
    assert re.fullmatch(r"[0-9a-f]{32}", secret)
    assert secret != nonce()
    promise = commitment(secret, PACK)
    assert re.fullmatch(r"v0:[0-9a-f]{64}", promise)
    assert promise == commitment(secret, list(PACK))
    assert promise != commitment(nonce(), PACK)
    assert promise != commitment(secret, PACK[::-1])


def test_refusals_carry_code_message_and_details() -> None:
    error = TarockError("no", seat=3)
    assert (error.code, error.http_status, str(error), error.details) == (
        "error",
        400,
        "no",
        {"seat": 3},
    )


def test_the_engine_imports_only_itself_and_the_standard_library() -> None:
    (folder,) = map(Path, engine.__path__)
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.level == 0:
                assert node.module is not None
                names = [node.module]
            elif isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            else:
                continue
            for name in names:
                assert name.split(".")[0] in sys.stdlib_module_names, (path, name)
