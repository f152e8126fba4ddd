"""Records: a played hand as text that proves itself.

A record holds the deal, every action with its actor, and the result; replaying it checks each
action against the rules. The grammar is in docs/protocol.md. ``from_text`` refuses anything the
grammar does not allow, with the number of the line and the reason.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, NoReturn

from .actions import Action
from .cards import PACK
from .errors import BadAction, BadRecord, TarockError
from .proof import BROKEN, prove
from .rules import REGISTRY, Registry, RuleSet
from .shuffle import parts_from_text
from .state import HandState

FORMAT: Final = "tarock-record 1"
ACTORS: Final = ("person", "bot", "rule", "clock", "arbiter", "stand_in")
_ENTRY: Final = re.compile(
    rf"([0-5]) ([a-z]+(?::[^ ]+)?) ({'|'.join(ACTORS)}) (0|[1-9][0-9]{{0,9}})", re.ASCII
)
_WORD = r"[A-Za-z0-9._:/@-]{1,200}"
_LONG_WORD = r"[0-9a-z:/]{3,810}"  # room for what six persons committed to and revealed
_NUMBER = r"0|[1-9][0-9]{0,5}"
# header lines in this order; "-" stands for an empty value
_HEADER: Final[tuple[tuple[str, re.Pattern[str]], ...]] = tuple(
    (name, re.compile(pattern, re.ASCII))
    for name, pattern in (
        ("rules", r"[a-z0-9-]+/[a-z0-9-]+@[1-9][0-9]{0,4} [0-9a-f]{16}"),
        ("options", r"\{.*\}"),
        ("series", _WORD),
        ("number", _NUMBER),
        ("attempt", _NUMBER),
        ("dealer", r"[0-5]"),
        ("seating", r"[0-9](?: [0-9]){1,5}"),
        ("cards", r"[0-9HDSCKQNJT]{108}"),
        ("nonce", r"-|[0-9a-f]{32}|[0-9a-f]{64}"),
        ("commitment", r"-|(?:v0|v1|given):[0-9a-f]{64}"),
        ("contributions", rf"-|{_LONG_WORD}"),
    )
)
_POINTS = r"(?:0|-?[1-9][0-9]{0,5})"
_RESULT: Final = re.compile(rf"{_POINTS}(?: {_POINTS}){{1,5}}", re.ASCII)


class Entry(NamedTuple):
    """One action of a hand: seat, action, who decided it, and after how many milliseconds.

    ``actor`` is person, bot, rule (a forced pass), clock (default action at a time-out) or
    arbiter.
    """

    seat: int
    action: Action
    actor: str
    ms: int = 0

    def __str__(self) -> str:
        return f"{self.seat} {self.action} {self.actor} {self.ms}"

    @classmethod
    def parse(cls, text: str) -> Entry:
        """The entry written as ``text``. Raises BadRecord."""
        found = _ENTRY.fullmatch(text)
        if found is None:
            raise BadRecord(f"not an entry: {text[:80]!r}")
        try:
            action = Action.parse(found[2])
        except BadAction as error:
            raise BadRecord(error.message) from error
        return cls(int(found[1]), action, found[3], int(found[4]))


def entries_to_text(entries: Iterable[Entry]) -> str:
    """One line per entry, each ended by a newline; texts may be appended to each other."""
    return "".join(f"{entry}\n" for entry in entries)


def entries_from_text(text: str) -> tuple[Entry, ...]:
    """The entries of such a text. Raises BadRecord with ``line`` (1-based)."""
    if text and not text.endswith("\n"):
        _refuse(text.count("\n") + 1, "the last line is not complete")
    return tuple(_entry(at, line) for at, line in enumerate(text.split("\n")[:-1], start=1))


@dataclass(frozen=True, slots=True)
class HandRecord:
    """A hand from deal to result.

    ``cards`` are the 54 codes in deal order, ``number`` and ``attempt`` count from 0, ``nonce``
    is the server's secret, ``contributions`` (``engine.shuffle.parts_to_text``) what each table
    seat added to a deal made together, empty for deals that stood already.
    ``result`` are the points per hand seat once the hand is over.
    """

    rules_key: str
    rules_hash: str
    options: Mapping[str, Any]
    series: str
    number: int
    attempt: int
    dealer: int
    seating: tuple[int, ...]
    cards: tuple[str, ...]
    nonce: str = ""
    commitment: str = ""
    contributions: str = ""
    entries: tuple[Entry, ...] = ()
    result: tuple[int, ...] | None = field(default=None)

    def rules(self, registry: Registry = REGISTRY) -> RuleSet:
        """The rule set of this hand. Raises BadRecord when it is unknown or has changed."""
        try:
            rules = registry.rule_set(self.rules_key, **self.options)
        except (TarockError, TypeError) as error:
            raise BadRecord(f"rules: {error}") from error
        if rules.hash != self.rules_hash:
            raise BadRecord("the hash of the rules does not belong to these rules and options")
        return rules

    def states(self, registry: Registry = REGISTRY) -> Iterator[HandState]:
        """The state before the first action and after each one.

        Raises BadRecord at the first action that is not legal; ``details["entry"]`` is its
        1-based number.
        """
        rules = self.rules(registry)
        try:
            state = HandState.deal(rules, self.cards, self.dealer, seating=self.seating)
        except ValueError as error:
            raise BadRecord(f"deal: {error}") from error
        yield state
        for at, entry in enumerate(self.entries, start=1):
            try:
                state = state.apply(entry.seat, entry.action)
            except TarockError as error:
                raise BadRecord(f"entry {at} ({entry}): {error}", entry=at) from error
            yield state

    def replay(self, registry: Registry = REGISTRY) -> HandState:
        """The state after the last action, every action checked. Raises BadRecord."""
        *_, state = self.states(registry)
        return state

    def verify(self, registry: Registry = REGISTRY) -> HandState:
        """The state after the last action, once every step of ``engine.proof`` has been taken.

        Raises BadRecord for the first broken one, ``details["step"]`` is its name. A hand that is
        not over must have no result.
        """
        steps, state = prove(self, registry)
        for step in steps:
            if step.state == BROKEN and step.error is not None:
                step.error.details["step"] = step.name
                raise step.error
        assert state is not None
        return state

    def to_text(self) -> str:
        """The record as text; ``from_text`` gives an equal record back."""
        values = {
            "rules": f"{self.rules_key} {self.rules_hash}",
            "options": _canonical(self.options),
            "series": self.series or "-",
            "number": str(self.number),
            "attempt": str(self.attempt),
            "dealer": str(self.dealer),
            "seating": " ".join(map(str, self.seating)),
            "cards": "".join(self.cards),
            "nonce": self.nonce or "-",
            "commitment": self.commitment or "-",
            "contributions": self.contributions or "-",
        }
        lines = [FORMAT, *(f"{name} {values[name]}" for name, _ in _HEADER)]
        lines += [f"actions {len(self.entries)}", *map(str, self.entries)]
        if self.result is not None:
            lines.append("result " + " ".join(map(str, self.result)))
        return "\n".join(lines) + "\nend\n"

    @classmethod
    def from_text(cls, text: str) -> HandRecord:
        """The record written in ``text``. Raises BadRecord with ``line`` and reason.

        Only the form is checked here; ``replay`` and ``verify`` check the hand.
        """
        lines = _Lines(text)
        lines.expect(FORMAT)
        head = {name: lines.field(name, pattern) for name, pattern in _HEADER}
        rules_key, rules_hash = head["rules"].split(" ")
        count = int(lines.field("actions", re.compile(r"0|[1-9][0-9]{0,3}", re.ASCII)))
        entries = tuple(_entry(*lines.next()) for _ in range(count))
        result = None
        if lines.peek().startswith("result "):
            result = tuple(map(int, lines.field("result", _RESULT).split(" ")))
        lines.expect("end")
        lines.expect_nothing()
        return cls(
            rules_key=rules_key,
            rules_hash=rules_hash,
            options=_options(head["options"], lines.number_of("options")),
            series=_word(head["series"]),
            number=int(head["number"]),
            attempt=int(head["attempt"]),
            dealer=int(head["dealer"]),
            seating=tuple(map(int, head["seating"].split(" "))),
            cards=_cards(head["cards"], lines.number_of("cards")),
            nonce=_word(head["nonce"]),
            commitment=_word(head["commitment"]),
            contributions=_contributions(head["contributions"], lines.number_of("contributions")),
            entries=entries,
            result=result,
        )


class _Lines:
    """The lines of a record, read from the top."""

    def __init__(self, text: str) -> None:
        if len(text) > 64_000:
            _refuse(1, "longer than 64 000 characters")
        if not text.endswith("\n"):
            _refuse(text.count("\n") + 1, "the last line is not complete")
        self._lines = text.split("\n")[:-1]
        self._at = 0

    def peek(self) -> str:
        return self._lines[self._at] if self._at < len(self._lines) else ""

    def next(self) -> tuple[int, str]:
        """Number (1-based) and text of the next line."""
        self._at += 1
        if self._at > len(self._lines):
            _refuse(self._at, "the record ends too early")
        return self._at, self._lines[self._at - 1]

    def expect(self, text: str) -> None:
        at, line = self.next()
        if line != text:
            _refuse(at, f"expected {text!r}")

    def field(self, name: str, pattern: re.Pattern[str]) -> str:
        at, line = self.next()
        key, _, value = line.partition(" ")
        if key != name:
            _refuse(at, f"expected {name!r}")
        if not pattern.fullmatch(value):
            _refuse(at, f"not a value of {name!r}")
        return value

    def expect_nothing(self) -> None:
        if self._at < len(self._lines):
            _refuse(self._at + 1, "text after the end")

    def number_of(self, name: str) -> int:
        """Line number of a header field."""
        return 2 + [key for key, _ in _HEADER].index(name)


def _refuse(line: int, reason: str) -> NoReturn:
    raise BadRecord(f"line {line}: {reason}", line=line, reason=reason)


def _entry(at: int, line: str) -> Entry:
    try:
        return Entry.parse(line)
    except BadRecord as error:
        _refuse(at, error.message)


def _word(text: str) -> str:
    return "" if text == "-" else text


def _canonical(options: Mapping[str, Any]) -> str:
    return json.dumps(dict(options), sort_keys=True, separators=(",", ":"))


def _options(text: str, at: int) -> Mapping[str, Any]:
    try:
        options = json.loads(text)
        if isinstance(options, dict) and _canonical(options) == text:
            return options
    except (ValueError, RecursionError):
        _refuse(at, "the options are no JSON")
    _refuse(at, "the options are not in canonical form")


def _contributions(text: str, at: int) -> str:
    try:
        parts_from_text(_word(text))
    except BadRecord as error:
        _refuse(at, error.message)
    return _word(text)


def _cards(text: str, at: int) -> tuple[str, ...]:
    cards: Sequence[str] = [text[i : i + 2] for i in range(0, len(text), 2)]
    if sorted(cards) != sorted(PACK):
        _refuse(at, "not each of the 54 cards once")
    return tuple(cards)
