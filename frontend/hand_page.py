"""A finished hand in words: result, deal, auction, tricks. Built from the open View alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.cards import mask_of, shown, thirds
from engine.view import View
from frontend import labels
from frontend.strings import Text, table_strings


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A seat of the hand: what it held, what it was, what it got."""

    name: str
    role: str
    points: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TrickLine:
    """A trick: cards with their players, the winner, its card points."""

    number: int
    cards: tuple[tuple[str, str, bool], ...]
    winner: str
    points: str


@dataclass(frozen=True, slots=True)
class HandPage:
    """Everything the page of a hand shows."""

    title: str
    why: tuple[str, ...]
    seats: tuple[SeatLine, ...]
    talon: tuple[tuple[str, ...], ...]
    discards: tuple[str, ...]
    auction: tuple[tuple[str, str], ...]
    course: tuple[str, ...]
    tricks: tuple[TrickLine, ...]


def page_of(view: View, names: Sequence[str]) -> HandPage:
    """Return the page of a hand that is over; ``names`` by hand seat."""
    words = _Words(table_strings())
    lines = [words.line(line) for line in view["score"]["lines"]]
    return HandPage(
        title=lines[0][0] if lines else "",
        why=tuple(why for _, why in lines),
        seats=_seats(view, names, words),
        talon=tuple(tuple(packet) for packet in view.get("talon", {}).get("packets", [])),
        discards=tuple(view.get("discards", [])),
        auction=tuple((names[seat], words.said(action)) for seat, action in view["auction"]),
        course=_course(view, names, words),
        tricks=tuple(
            _trick(number, trick, names, words)
            for number, trick in enumerate(view.get("tricks", []), start=1)
        ),
    )


class _Words:
    """The texts of the live table, filled in on the server."""

    def __init__(self, strings: Mapping[str, Text]) -> None:
        self.strings = strings

    def t(self, key: str, **values: Any) -> str:
        text = self.strings[key]
        if isinstance(text, list):
            text = text[0 if values.get("n") == 1 else 1]
        return text.format(**values)

    def said(self, action: str) -> str:
        verb, _, argument = action.partition(":")
        return labels.contract_name(argument) if argument else self.t(f"said.{verb}")

    def line(self, line: Mapping[str, Any]) -> tuple[str, str]:
        """Return title and reason of a line of the score, as static/js/result.js does."""
        name = labels.contract_name(line["contract"])
        parts = []
        if "thirds" in line:
            parts.append(self.t("line.points", n=shown(line["thirds"])) + self._sources(line))
        if "tricks_won" in line:
            parts.append(self.t("line.tricks_won", n=line["tricks_won"]))
        parts.append(self.t("line.alone" if line["alone"] else "line.each", n=line["value"]))
        if line["factor"] > 1:
            parts.append(self.t("line.factor", n=line["factor"]))
        title = self.t("line.won" if line["won"] else "line.lost", name=name)
        return title, "; ".join(parts) + "."

    def _sources(self, line: Mapping[str, Any]) -> str:
        sources = [
            self.t(f"line.{name}", n=shown(line[f"{name}_thirds"]))
            for name in ("tricks", "discards", "talon")
            if shown(line.get(f"{name}_thirds", 0))
        ]
        return f" ({', '.join(sources)})" if len(sources) > 1 else ""


def _seats(view: View, names: Sequence[str], words: _Words) -> tuple[SeatLine, ...]:
    roles = view.get("roles", [])
    return tuple(
        SeatLine(
            name=name,
            role=words.t(f"result.{roles[seat]}") if roles else "",
            points=view["score"]["points"][seat],
            cards=_in_hand_order(view["dealt"][str(seat)]),
        )
        for seat, name in enumerate(names)
    )


def _in_hand_order(cards: Sequence[str]) -> tuple[str, ...]:
    """Return taroks from the top, then each suit from the top; ``cards`` ascend."""
    taroks = [code for code in reversed(cards) if code[0].isdigit()]
    suits = [code for suit in labels.SUITS for code in reversed(cards) if code[0] == suit]
    return (*taroks, *suits)


def _course(view: View, names: Sequence[str], words: _Words) -> tuple[str, ...]:
    contract = view.get("contract")
    if contract is None:
        return ()
    name = names[contract["declarer"]]
    lines = [words.t("course.plays", name=name, contract=labels.contract_name(contract["code"]))]
    if "called" in view:
        lines.append(words.t("course.calls", name=name, card=labels.card_name(view["called"])))
    return tuple(lines)


def _trick(number: int, trick: Mapping[str, Any], names: Sequence[str], words: _Words) -> TrickLine:
    cards = [
        (code, names[seat], seat == trick["winner"])
        for i, code in enumerate(trick["cards"])
        for seat in [(trick["lead"] + i) % len(names)]
    ]
    points = shown(thirds(mask_of(trick["cards"])))
    return TrickLine(number, tuple(cards), names[trick["winner"]], words.t("points", n=points))
