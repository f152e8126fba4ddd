"""Records: round trips, strict parsing, and proofs that fail when something was changed."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.actions import Action
from engine.errors import BadRecord
from engine.play import play_hand
from engine.record import ACTORS, Entry, HandRecord, entries_from_text, entries_to_text
from engine.rules import rule_set
from tests.engine import hands, house_rules

RECORDS = sorted((Path(__file__).parents[1] / "records").glob("*.txt"))
H1 = (Path(__file__).parents[1] / "records" / "h1.txt").read_text(encoding="ascii")
RECORD = HandRecord.from_text(H1)
FULL = play_hand(
    hands.ZONE,
    hands.deal(3),
    1,
    [hands.chooser] * 4,
    series="series-1",
    number=6,
    attempt=1,
    seating=(0, 1, 3, 4),
    nonce="0123456789abcdef" * 2,
)


@pytest.mark.parametrize("path", RECORDS, ids=[path.stem for path in RECORDS])
def test_stored_records_verify_and_keep_their_bytes(path: Path) -> None:
    text = path.read_text(encoding="ascii")
    record = HandRecord.from_text(text)
    assert record.to_text() == text
    assert record.verify().is_over


def test_a_full_header_survives() -> None:
    text = FULL.to_text()
    assert HandRecord.from_text(text) == FULL
    assert HandRecord.from_text(text).verify().seating == (0, 1, 3, 4)
    assert "attempt 1\n" in text
    assert FULL.commitment.startswith("v0:")


def test_everybody_at_a_table_may_contribute_to_the_deal() -> None:
    given = "/".join(f"{seat}:p:{'0f' * 32}:{'a5' * 32}" for seat in range(6))
    record = replace(FULL, contributions=given)
    assert HandRecord.from_text(record.to_text()) == record
    with pytest.raises(BadRecord) as caught:
        HandRecord.from_text(replace(FULL, contributions=given + "/0:b").to_text())
    assert caught.value.details["line"] == 12


def test_a_hand_in_progress_has_no_result() -> None:
    started = replace(RECORD, entries=RECORD.entries[:20], result=None)
    assert HandRecord.from_text(started.to_text()) == started
    assert started.verify().ply == 20
    with pytest.raises(BadRecord, match="result"):
        replace(started, result=(1, -1, -1, 1)).verify()


def test_states_go_from_the_deal_to_the_end() -> None:
    states = list(RECORD.states())
    assert [state.ply for state in states] == list(range(len(RECORD.entries) + 1))
    assert states[-1] == RECORD.replay()


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("tarock-record 1", "tarock-record 2", 1),
        ("rules koenigrufen/cardgames-zone@1 ", "rules koenigrufen/cardgames-zone ", 2),
        ("options {}", "options {} ", 3),
        ("options {}", 'options {"win_thirds": 106}', 3),
        ("options {}", "options []", 3),
        ("options {}", "options {'a':1}", 3),
        ("series -\n", "", 4),
        ("number 0", "number 00", 5),
        ("number 0", "number -1", 5),
        ("attempt 0", "attempt", 6),
        ("dealer 1", "dealer 9", 7),
        ("seating 0 1 2 3", "seating 0 1 2 3 ", 8),
        ("cards 0405", "cards 0404", 9),
        ("cards 0405", "cards 0406", 9),
        ("nonce -", "nonce 00", 10),
        ("commitment -", "commitment v1:00", 11),
        ("contributions -", "contributions ä", 12),
        ("actions 58", "actions 57", 71),
        ("actions 58", "actions 59", 72),
        ("2 reserve person 0", "2 reserve person", 14),
        ("2 reserve person 0", "2  reserve person 0", 14),
        ("2 reserve person 0", "2 resign person 0", 14),
        ("2 reserve person 0", "2 reserve robot 0", 14),
        ("2 reserve person 0", "2 reserve person 01", 14),
        ("result 1 -1 -1 1", "result one", 72),
        ("result 1 -1 -1 1", "result 01 -1 -1 1", 72),
        ("result 1 -1 -1 1", "result 1 -1 -1 1 -0", 72),
        ("result 1 -1 -1 1", "result 1 -01 -1 1", 72),
        ("result 1 -1 -1 1\n", "result 1 -1 -1 1\n\n", 73),
        ("\nend\n", "\nend", 73),
        ("\nend\n", "\n", 73),
        ("\nend\n", "\nend\nend\n", 74),
        ("\n", "\r\n", 1),
    ],
)
def test_the_parser_names_the_line_it_refuses(old: str, new: str, line: int) -> None:
    assert old in H1
    with pytest.raises(BadRecord) as caught:
        HandRecord.from_text(H1.replace(old, new, -1 if old == "\n" else 1))
    assert caught.value.details["line"] == line
    assert caught.value.details["reason"]


@pytest.mark.parametrize("text", ["", "\n", "x", "end\n", "tarock-record 1\n", "a" * 70_000])
def test_no_record_at_all(text: str) -> None:
    with pytest.raises(BadRecord):
        HandRecord.from_text(text)


@given(st.integers(0, len(H1) - 1), st.characters(max_codepoint=300), st.booleans())
def test_a_damaged_record_is_refused_or_still_a_canonical_record(
    at: int, char: str, insert: bool
) -> None:
    text = H1[:at] + char + H1[at + (not insert) :]
    try:
        record = HandRecord.from_text(text)
        assert record.to_text() == text
        record.verify()
    except BadRecord:
        return
    assert text == H1 or record.result == (1, -1, -1, 1)


def test_what_was_changed_does_not_verify() -> None:
    with pytest.raises(BadRecord, match="hash"):
        replace(RECORD, rules_hash="0" * 16).verify()
    with pytest.raises(BadRecord, match="hash"):
        replace(RECORD, options={"win_thirds": 106}).verify()
    with pytest.raises(BadRecord, match="rules"):
        replace(RECORD, options={"id": 1}).verify()
    with pytest.raises(BadRecord, match="rules"):
        replace(RECORD, rules_key="koenigrufen/cardgames-zone@9").verify()
    with pytest.raises(BadRecord, match="result"):
        replace(RECORD, result=(3, -1, -1, -1)).verify()
    with pytest.raises(BadRecord, match="result"):
        replace(RECORD, result=None).verify()
    with pytest.raises(BadRecord, match="commitment"):
        replace(FULL, commitment="v0:" + "0" * 64).verify()
    with pytest.raises(BadRecord, match="commitment"):
        replace(FULL, nonce="f" * 32).verify()
    with pytest.raises(BadRecord, match="deal"):
        replace(RECORD, seating=(0, 1, 2)).verify()
    with pytest.raises(BadRecord, match="deal"):
        replace(RECORD, seating=(0, 1, 2, 3, 3)).verify()


def test_an_illegal_entry_is_named() -> None:
    entries = list(RECORD.entries)
    entries[12] = Entry(entries[12].seat, Action("play", "22"), "person")
    with pytest.raises(BadRecord, match="entry 13") as caught:
        replace(RECORD, entries=tuple(entries)).replay()
    assert caught.value.details["entry"] == 13
    extra = (*RECORD.entries, Entry(0, Action("pass"), "person"))
    with pytest.raises(BadRecord, match="over"):
        replace(RECORD, entries=extra).replay()


def test_entries_are_lines_that_can_be_appended() -> None:
    rng = random.Random(1)
    entries = tuple(
        Entry(e.seat, e.action, rng.choice(ACTORS), rng.randrange(100_000)) for e in RECORD.entries
    )
    text = entries_to_text(entries[:9]) + entries_to_text(entries[9:])
    assert entries_from_text(text) == entries
    assert entries_from_text("") == ()
    assert entries_to_text([Entry(2, Action("bid", "RU"), "clock", 61000)]) == (
        "2 bid:RU clock 61000\n"
    )


@pytest.mark.parametrize(
    ("text", "line"),
    [("2 pass bot 0", 1), ("2 pass bot 0\n\n", 2), ("2 pass bot 0\n2 play:99 bot 0\n", 2)],
)
def test_broken_entries_are_refused(text: str, line: int) -> None:
    with pytest.raises(BadRecord) as caught:
        entries_from_text(text)
    assert caught.value.details["line"] == line


def test_forced_passes_are_played_by_the_rule() -> None:
    entries = [e for record in hands.sample() for e in record.entries]
    forced = [e for e in entries if e.actor == "rule"]
    assert forced
    assert {str(e.action) for e in forced} == {"pass"}
    assert {e.actor for e in entries} == {"rule", "bot"}


# --- records somebody has tampered with ----------------------------------------------------------
A = TypeVar("A")
R = TypeVar("R")
Mutation = Callable[[str, random.Random], str]


def _flip(text: str, rng: random.Random) -> str:
    """Another character in one place, mostly one the grammar knows."""
    at = rng.randrange(len(text))
    char = rng.choice('0123456789HDSCKQNJT:@ -{}[]"\n\x00\x85é\u2028' + text)
    return text[:at] + char + text[at + rng.choice((0, 1)) :]


def _cut(text: str, rng: random.Random) -> str:
    return text[: rng.randrange(len(text))]


def _lines(change: Callable[[list[str], random.Random], None]) -> Mutation:
    def mutate(text: str, rng: random.Random) -> str:
        lines = text.split("\n")
        change(lines, rng)
        return "\n".join(lines)

    return mutate


def _drop(lines: list[str], rng: random.Random) -> None:
    del lines[rng.randrange(len(lines))]


def _repeat(lines: list[str], rng: random.Random) -> None:
    at = rng.randrange(len(lines))
    lines.insert(rng.randrange(len(lines)), lines[at])


def _exchange(lines: list[str], rng: random.Random) -> None:
    one, other = rng.sample(range(len(lines)), 2)
    lines[one], lines[other] = lines[other], lines[one]


def _swap_tokens(lines: list[str], rng: random.Random) -> None:
    """Two words of the record in each other's places, in one line or in two."""
    places = [(at, n) for at, line in enumerate(lines) for n in range(len(line.split(" ")))]
    (one, a), (other, b) = rng.sample(places, 2)
    words = [line.split(" ") for line in lines]
    words[one][a], words[other][b] = words[other][b], words[one][a]
    lines[:] = [" ".join(line) for line in words]


def _entry_dropped(lines: list[str], rng: random.Random) -> None:
    """An action less, and the number of actions says so."""
    at = next(n for n, line in enumerate(lines) if line.startswith("actions "))
    count = int(lines[at].split(" ")[1])
    if count:
        del lines[at + 1 + rng.randrange(count)]
    lines[at] = f"actions {max(0, count - 1)}"


def _number(lines: list[str], rng: random.Random) -> None:
    """Another number in one word."""
    places = [(at, n) for at, line in enumerate(lines) for n in range(len(line.split(" ")))]
    at, n = rng.choice(places)
    words = lines[at].split(" ")
    words[n] = rng.choice(("0", "1", "2", "3", "5", "9", "-1", "7" * 30, "01", "1e3", ""))
    lines[at] = " ".join(words)


def _other_rules(lines: list[str], rng: random.Random) -> None:
    """The rule set, or its options, of another hand; the hash belongs to them."""
    preset = rng.choice(hands.PRESETS)
    rules = house_rules.rules_under(preset, rng.randrange(9)) if rng.random() < 0.5 else None
    rules = rules or rule_set(preset)
    fresh = hands.record(1, rules).to_text().split("\n")
    lines[1:3] = fresh[1:3]
    if rng.random() < 0.3:
        lines[7] = fresh[7]
    if rng.random() < 0.3:
        lines[6] = f"dealer {rng.randrange(6)}"


def _own_options(lines: list[str], rng: random.Random) -> None:
    """Options of the same preset, with their hash."""
    preset = lines[1].split(" ")[1].split("@")[0]
    rules = house_rules.rules_under(preset, rng.randrange(9))
    lines[1:3] = hands.record(1, rules).to_text().split("\n")[1:3]


MUTATIONS: dict[str, Mutation] = {
    "flip": _flip,
    "cut": _cut,
    "drop": _lines(_drop),
    "repeat": _lines(_repeat),
    "exchange": _lines(_exchange),
    "swap": _lines(_swap_tokens),
    "less": _lines(_entry_dropped),
    "number": _lines(_number),
    "rules": _lines(_other_rules),
    "options": _lines(_own_options),
}


@pytest.mark.parametrize("preset", hands.PRESETS)
def test_a_tampered_record_is_refused_with_line_and_reason_or_proves_itself(preset: str) -> None:
    rng = random.Random(f"tampered {preset}")
    outcomes: Counter[str] = Counter()
    for number, original in enumerate(hands.sample(preset)[:60]):
        text = original.to_text()
        for name, mutate in MUTATIONS.items():
            for _ in range(3 if name in ("flip", "swap", "number") else 1):
                changed = mutate(text, rng)
                if rng.random() < 0.2 and changed:
                    changed = _flip(changed, rng)
                outcomes[refused_or_proved(changed, text)] += 1
        assert outcomes.total() >= 16 * (number + 1)
    assert outcomes["form"] > outcomes.total() // 3
    assert outcomes["hand"]
    assert outcomes["proved"] + outcomes["same"]


def attempted(what: Callable[[A], R], given: A) -> tuple[R | None, BadRecord]:
    """The outcome, or the one refusal there may be."""
    try:
        return what(given), BadRecord("")
    except BadRecord as error:
        return None, error


def refused_or_proved(text: str, original: str) -> str:
    """What became of a text: the form refused, the hand refused, or a hand that is proved."""
    if text == original:
        return "same"
    record, refusal = attempted(HandRecord.from_text, text)
    if record is None:
        assert 1 <= refusal.details["line"] <= text.count("\n") + 2
        assert refusal.details["reason"]
        return "form"
    assert record.to_text() == text
    state, refusal = attempted(HandRecord.verify, record)
    if state is None:
        assert refusal.message
        return "hand"
    assert (record.result is None) == (not state.is_over)
    assert HandRecord.from_text(text) == record
    return "proved"
