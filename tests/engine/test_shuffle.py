"""Deals made together: golden vectors, an even distribution, and records that prove the deal."""

from __future__ import annotations

import hashlib
import hmac
import itertools
import random
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from engine import shuffle
from engine.cards import PACK
from engine.errors import BadRecord
from engine.proof import BROKEN, HOLDS, STEPS, UNCLAIMED, UNSEEN, prove
from engine.record import HandRecord
from engine.shuffle import BOT, PERSON, REPLACED, Part
from tests.engine import together
from tests.engine.together import NAME, PARTS, SECRET, TAMPERED, VALUES
from tests.project.test_rule_docs import rows

DOCS = (Path(__file__).resolve().parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
RECORD = together.record()
TEXT = RECORD.to_text()
STATES = {step.name: step.state for step in prove(RECORD)[0]}


def vectors() -> dict[str, str]:
    """The worked example of docs/protocol.md."""
    section = DOCS[DOCS.index("\n## Deals\n") :].split("\n## ")[1]
    return {row[0]: row[1].strip("`") for row in rows(section, "what", "value")}


def test_the_documented_example_is_what_the_engine_makes() -> None:
    example = vectors()
    assert example.pop("name") == NAME
    assert example.pop("secret") == SECRET
    assert example.pop("value of the bot at 3") == shuffle.bot_value(SECRET, NAME, 3)
    assert example.pop("commitment") == shuffle.deal_commitment(SECRET, NAME, PARTS)
    assert example.pop("value of the person at 0") == VALUES[0]
    assert example.pop("value of the person at 2") == VALUES[2]
    assert example.pop("his commitment") == shuffle.person_commitment(NAME, 2, VALUES[2])
    assert example.pop("commitment of the person at 1") == PARTS[1].commitment
    assert example.pop("value that replaces his") == shuffle.replacement_value(SECRET, NAME, 1)
    cards = shuffle.deal_cards(SECRET, NAME, PARTS)
    assert example.pop("cards") == "".join(cards)
    given = example.pop("as a deal that was given (nonce: the secret)")
    assert given == shuffle.given_commitment(SECRET, NAME, cards)
    seed, block = example.pop("seed"), example.pop("first block of the stream")
    assert example == {}
    assert shuffle.ordered(stream_of(seed)) == cards
    assert bytes(itertools.islice(stream_of(seed), 32)).hex() == block


def stream_of(seed: str):
    """The stream as the page describes it, written a second time."""
    for at in itertools.count():
        text = f"tarock-deal 1 cards\n{at}\n".encode()
        yield from hmac.new(bytes.fromhex(seed), text, hashlib.sha256).digest()


def test_hashes_are_about_the_documented_bytes() -> None:
    text = f"tarock-deal 1 person\n{NAME}\n0\n{VALUES[0]}\n".encode()
    assert PARTS[0].commitment == hashlib.sha256(text).hexdigest()
    text = f"tarock-deal 1 bot\n{NAME}\n3\n".encode()
    bot = hmac.new(bytes.fromhex(SECRET), text, hashlib.sha256).hexdigest()
    text = f"tarock-deal 1 commitment\n{NAME}\n{SECRET}\n0:p\n1:p\n2:p\n3:b:{bot}\n".encode()
    assert RECORD.commitment == "v1:" + hashlib.sha256(text).hexdigest()


# --- no bias -------------------------------------------------------------------------------------


def test_every_card_may_lie_at_every_place() -> None:
    """Chi-squared over places and cards, 53 x 53 degrees of freedom: mean 2809, deviation 75."""
    deals = 5400
    found: Counter[tuple[int, str]] = Counter()
    for number in range(deals):
        name = shuffle.deal_name("distribution/0", number, 0, 0, (0, 1, 2, 3))
        found.update(enumerate(shuffle.deal_cards(SECRET, name, PARTS)))
    expected = deals / 54
    cells = itertools.product(range(54), PACK)
    chi_squared = sum((found[cell] - expected) ** 2 / expected for cell in cells)
    assert 2809 - 4 * 75 < chi_squared < 2809 + 4 * 75


def test_bytes_beyond_the_last_multiple_are_left_out() -> None:
    """54 places: 216 is the first byte that would favour a place."""
    rest = [0] * 60
    plain = shuffle.ordered(iter([53, *rest]))
    assert shuffle.ordered(iter([215, *rest])) == plain
    assert shuffle.ordered(iter([216, 255, 53, *rest])) == plain
    assert shuffle.ordered(iter([0, *rest])) != plain


@pytest.mark.parametrize("places", [2, 3, 32, 33, 53, 54])
def test_each_place_is_reached_by_equally_many_bytes(places: int) -> None:
    """All 256 bytes for the exchange with ``places`` to choose from; the others move nothing."""
    before = [n - 1 for n in range(54, places, -1)]  # every card stays where it is
    after = [n - 1 for n in range(places - 1, 1, -1)]
    reached: Counter[str] = Counter()
    for byte in range(256):
        if byte >= 256 - 256 % places:
            assert shuffle.ordered(iter([*before, byte, places - 1, *after])) == PACK
            continue
        reached[shuffle.ordered(iter([*before, byte, *after]))[places - 1]] += 1
    assert set(reached) == set(PACK[:places])
    assert set(reached.values()) == {256 // places}


# --- everything matters --------------------------------------------------------------------------


def test_the_commitment_knows_nothing_of_what_persons_do() -> None:
    silent = tuple(p if p.kind == BOT else Part(p.seat, REPLACED) for p in PARTS)
    assert shuffle.deal_commitment(SECRET, NAME, silent) == RECORD.commitment
    assert shuffle.deal_cards(SECRET, NAME, silent) != RECORD.cards


def test_every_contribution_changes_the_deal() -> None:
    rng = random.Random("contributions")
    deals = {shuffle.deal_cards(SECRET, NAME, PARTS)}
    for seat in (0, 2):
        value = rng.randbytes(32).hex()
        fresh = Part(seat, PERSON, shuffle.person_commitment(NAME, seat, value), value)
        changed = [fresh if part.seat == seat else part for part in PARTS]
        deals.add(shuffle.deal_cards(SECRET, NAME, changed))
        gone = [Part(seat, REPLACED) if part.seat == seat else part for part in PARTS]
        deals.add(shuffle.deal_cards(SECRET, NAME, gone))
    assert len(deals) == 5
    assert shuffle.deal_cards("11" * 32, NAME, PARTS) not in deals


def test_secrets_are_drawn_afresh() -> None:
    drawn = {shuffle.deal_secret() for _ in range(8)}
    assert len(drawn) == 8
    assert all(re.fullmatch("[0-9a-f]{64}", secret) for secret in drawn)


# --- contributions as text -----------------------------------------------------------------------


def test_contributions_are_read_back() -> None:
    text = shuffle.parts_to_text(PARTS)
    assert shuffle.parts_from_text(text) == PARTS
    assert shuffle.parts_from_text("") == ()
    assert shuffle.parts_from_text("0:r/1:b") == (Part(0, REPLACED), Part(1, BOT))


@pytest.mark.parametrize(
    "text",
    [
        "0:b/0:b", "1:b/0:b", "0:b/", "/0:b", "6:b", "00:b", "0:p", "0:p:" + "a" * 64,
        "0:b:" + "a" * 64, "0:r:" + "A" * 64, "0:r:" + "a" * 63, "0:x", "0:b\n", "-",
        f"0:p:{'a' * 64}:{'b' * 64}:{'c' * 64}",
    ],
)  # fmt: skip
def test_other_contributions_are_refused(text: str) -> None:
    with pytest.raises(BadRecord):
        shuffle.parts_from_text(text)
    changed = TEXT.replace(f"contributions {RECORD.contributions}", f"contributions {text}")
    if text != "-":  # an empty value
        with pytest.raises(BadRecord) as caught:
            HandRecord.from_text(changed)
        assert caught.value.details["line"] in (12, 13)


# --- records -------------------------------------------------------------------------------------


def test_a_true_record_holds_in_every_step() -> None:
    assert tuple(STATES) == STEPS
    assert set(STATES.values()) == {HOLDS}
    assert HandRecord.from_text(TEXT) == RECORD
    assert RECORD.verify().is_over


@pytest.mark.parametrize("what", TAMPERED)
def test_a_tampered_record_is_refused_by_its_broken_step(what: str) -> None:
    change, step = TAMPERED[what]
    changed = change(TEXT)
    assert changed != TEXT
    record = HandRecord.from_text(changed)
    with pytest.raises(BadRecord) as caught:
        record.verify()
    assert caught.value.details["step"] == step
    broken = [found.name for found in prove(record)[0] if found.state == BROKEN]
    assert broken[0] == step


def test_steps_are_judged_for_themselves() -> None:
    """A wrong commitment says nothing about the play, nor a wrong result about the deal."""
    wrong = replace(RECORD, commitment="v1:" + "0" * 64, result=(0, 0, 0, 0))
    assert {step.name for step in prove(wrong)[0] if step.state == BROKEN} == {
        "commitment",
        "result",
    }
    unknown = replace(RECORD, rules_key="koenigrufen/cardgames-zone@9")
    states = {step.name: step.state for step in prove(unknown)[0]}
    assert (states["rules"], states["actions"], states["result"]) == (BROKEN, UNSEEN, UNSEEN)
    assert states["cards"] == HOLDS


def test_a_table_of_bots_claims_its_commitment_only() -> None:
    parts = tuple(Part(seat, BOT) for seat in range(4))
    record = replace(
        RECORD,
        cards=shuffle.deal_cards(SECRET, NAME, parts),
        commitment=shuffle.deal_commitment(SECRET, NAME, parts),
        contributions=shuffle.parts_to_text(parts),
        entries=(),
        result=None,
    )
    states = {step.name: step.state for step in prove(record)[0]}
    assert states == {**dict.fromkeys(STEPS, HOLDS), "persons": UNCLAIMED}


def test_a_given_deal_claims_that_it_stood() -> None:
    promise = shuffle.given_commitment(SECRET, NAME, RECORD.cards)
    record = replace(RECORD, commitment=promise, contributions="")
    states = {step.name: step.state for step in prove(record)[0]}
    assert (states["commitment"], states["persons"], states["cards"]) == (
        HOLDS,
        UNCLAIMED,
        UNCLAIMED,
    )
    assert HandRecord.from_text(record.to_text()).verify().is_over
    for changed in (
        replace(record, number=4),
        replace(record, nonce="22" * 32),
        replace(record, cards=(*RECORD.cards[:52], RECORD.cards[53], RECORD.cards[52])),
        replace(record, contributions="0:b/1:b/2:b/3:b"),
    ):
        assert prove(changed)[0][0].state == BROKEN


def test_a_secret_or_seats_that_are_missing_break_the_commitment() -> None:
    for changed in (
        replace(RECORD, nonce=""),
        replace(RECORD, nonce="ab" * 16),
        replace(RECORD, commitment=""),
        replace(RECORD, contributions=""),
        replace(RECORD, contributions=shuffle.parts_to_text(PARTS[:3])),
    ):
        assert prove(changed)[0][0].state == BROKEN
