"""A line of the score in words: what it is, and why it pays what it pays.

The same texts and the same order as static/js/score.js, which does this for the live table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.cards import shown
from frontend import rule_names
from frontend.strings import Text

Line = Mapping[str, Any]


class Words:
    """The texts of the live table, filled in on the server."""

    def __init__(self, strings: Mapping[str, Text]) -> None:
        self.strings = strings

    def t(self, key: str, **values: Any) -> str:
        """Return the text of ``key``; ``n`` chooses between singular and plural."""
        text = self.strings[key]
        if isinstance(text, list):
            text = text[0 if values.get("n") == 1 else 1]
        return text.format(**values)


def as_sentence(text: str) -> str:
    """Return ``text`` with a capital and a full stop; nothing stays nothing."""
    return f"{text[:1].upper()}{text[1:]}." if text else ""


class ScoreLines:
    """The lines of one hand; ``names`` by hand seat, ``view`` is that of the finished hand."""

    def __init__(self, view: Mapping[str, Any], names: Sequence[str], words: Words) -> None:
        self.view, self.names, self.words = view, names, words

    def title(self, line: Line) -> str:
        """Return what was won or lost, and by whom where that is not the declarer's side."""
        contract = rule_names.contract_name(line.get("contract", ""))
        item = line["item"]
        if item == "trischaken":
            return contract
        if item == "forfeit":
            return self.words.t("line.forfeit", name=self.names[line["seat"]])
        how = "won" if line["won"] else "lost"
        if item == "game":
            if "conceded" in self.view.get("contract", {}):
                how = "conceded"
            return self.words.t(f"line.{how}", name=contract)
        name = rule_names.bonus_name(item)
        key = f"line.{line['stage']}.{how}"
        return self.words.t(key, item=name, name=self.names[line["seat"]])

    def why(self, line: Line) -> str:
        """Return the reasons as one sentence."""
        return as_sentence("; ".join([*self._counted(line), *self._worth(line)]))

    def _counted(self, line: Line) -> list[str]:
        """Return card points or tricks, whichever decided."""
        parts = []
        if line["item"] == "trischaken":
            each = zip(self.names, self.view["score"]["seat_thirds"], strict=True)
            points = ", ".join(f"{name} {shown(count)}" for name, count in each)
            parts.append(self.words.t("line.seats", list=points))
        if "thirds" in line:
            points = self.words.t("line.points", n=shown(line["thirds"]))
            parts.append(points + self._sources(line))
        if "tricks_won" in line:
            parts.append(self.words.t("line.tricks_won", n=line["tricks_won"]))
        return parts

    def _sources(self, line: Line) -> str:
        sources = [
            self.words.t(f"line.{name}", n=shown(line[f"{name}_thirds"]))
            for name in ("tricks", "discards", "talon")
            if shown(line.get(f"{name}_thirds", 0))
        ]
        return f" ({', '.join(sources)})" if len(sources) > 1 else ""

    def _worth(self, line: Line) -> list[str]:
        """Return value and factors."""
        if line["item"] == "trischaken":
            return []
        if sum(line["points"]):
            return self._written(line)
        key = "line.value"
        if line["item"] == "game":
            key = "line.alone" if line["alone"] else "line.each"
        parts = [self.words.t(key, n=line["value"])]
        bird = self.view.get("contract", {}).get("conceded", "game")
        if line["item"] == "game" and bird != "game":
            parts.append(self.words.t("line.bird", item=rule_names.bonus_name(bird)))
        if line.get("multiplier", 1) > 1:
            parts.append(self.words.t("line.multiplier", n=line["multiplier"]))
        if line.get("factor", 1) > 1:
            parts.append(self.words.t("line.factor", n=line["factor"]))
        if "ledger" in line:
            parts.append(self.words.t("line.ledger"))
        return parts

    def _written(self, line: Line) -> list[str]:
        """Return the sum where everybody writes his own points: who writes how many."""
        parts = []
        value = str(line["value"])
        if line.get("over"):
            key = "line.over" if line["won"] else "line.under"
            parts.append(self.words.t(key, base=line["base"], over=line["over"]))
            value = f"({line['base']} + {line['over']})"
        factors = [line.get("factor", 1), line.get("multiplier", 1)]
        terms = [value, *(str(factor) for factor in factors if factor > 1)]
        total = max(line["points"])
        sums = f"{' × '.join(terms)} = {total}" if len(terms) > 1 or "over" in line else str(total)
        pairs = zip(self.names, line["points"], strict=True)
        names = ", ".join(name for name, points in pairs if points)
        return [*parts, self.words.t("line.written", sum=sums, names=names)]
