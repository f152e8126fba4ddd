"""A finished hand in words: result, deal, auction, tricks. Built from the open View alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.cards import mask_of, shown, thirds
from engine.rules import RuleSet
from engine.view import View
from frontend import labels, rule_names
from frontend.score_lines import ScoreLines, Words, as_sentence
from frontend.strings import table_strings


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A seat of the hand: what it held, what it was, what it got.

    ``ledger`` is the side account with kontra, None where that is not another number.
    """

    name: str
    role: str
    points: int
    ledger: int | None
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
    has_ledger: bool
    talon: tuple[tuple[str, ...], ...]
    discards: tuple[str, ...]
    auction: tuple[tuple[str, str], ...]
    course: tuple[str, ...]
    talk: tuple[str, ...]
    tricks: tuple[TrickLine, ...]


def page_of(
    view: View, names: Sequence[str], rules: RuleSet, *, factor: int = 1, counts: bool = True
) -> HandPage:
    """Return the page of a hand that is over; ``names`` by hand seat.

    ``rules`` are those of its table: the key in the view says nothing of house rules. ``factor``
    is that of a double round, and a redeal is no hand that ``counts``, except the last of many.
    """
    words = Words(table_strings() | rule_names.call_words(rules))
    title, why = _result(view, names, words, counts=counts)
    double = (as_sentence(words.t("result.double", n=factor)),) if factor > 1 else ()
    return HandPage(
        title=title,
        why=why,
        seats=_seats(view, names, words),
        has_ledger=view["score"]["ledger"] != view["score"]["points"],
        talon=tuple(tuple(packet) for packet in view.get("talon", {}).get("packets", [])),
        discards=tuple(view.get("discards", [])),
        auction=tuple((names[seat], _said(action, words)) for seat, action in view["auction"]),
        course=(*_course(view, names, words), *double),
        talk=tuple(_talk(view, names, words)),
        tricks=tuple(
            _trick(number, trick, names, words, _prizes(view, number, rules))
            for number, trick in enumerate(view.get("tricks", []), start=1)
        ),
    )


def _result(
    view: View, names: Sequence[str], words: Words, *, counts: bool
) -> tuple[str, tuple[str, ...]]:
    """Return a title and the reasons; each line after the first begins with its own title."""
    if "contract" not in view and counts:
        return words.t("result.empty"), (words.t("result.empty.why"),)
    if "contract" not in view:
        why = "passed" if view["auction"] else "no_tarok"
        return words.t("result.redeal"), (words.t(f"result.redeal.{why}"),)
    explained = ScoreLines(view, names, words)
    lines = view["score"]["lines"]
    first, *rest = lines
    reasons = [explained.why(first)]
    reasons += [f"{explained.title(line)}. {explained.why(line)}" for line in rest]
    return explained.title(first), tuple(reason for reason in reasons if reason)


def _said(action: str, words: Words) -> str:
    verb, _, argument = action.partition(":")
    return rule_names.contract_name(argument) if argument else words.t(f"said.{verb}")


def _seats(view: View, names: Sequence[str], words: Words) -> tuple[SeatLine, ...]:
    roles, score = view.get("roles", []), view["score"]
    has_ledger = score["ledger"] != score["points"]
    return tuple(
        SeatLine(
            name=name,
            role=words.t(f"result.{roles[seat]}") if roles else "",
            points=score["points"][seat],
            ledger=score["ledger"][seat] if has_ledger else None,
            cards=_in_hand_order(view["dealt"][str(seat)]),
        )
        for seat, name in enumerate(names)
    )


def _in_hand_order(cards: Sequence[str]) -> tuple[str, ...]:
    """Return taroks from the top, then each suit from the top; ``cards`` ascend."""
    taroks = [code for code in reversed(cards) if code[0].isdigit()]
    suits = [code for suit in labels.SUITS for code in reversed(cards) if code[0] == suit]
    return (*taroks, *suits)


def _course(view: View, names: Sequence[str], words: Words) -> tuple[str, ...]:
    contract = view.get("contract")
    if contract is None:
        return ()
    title = rule_names.contract_name(contract["code"])
    if set(view.get("roles", [])) == {"alone"}:
        return (words.t("course.everybody", contract=title),)
    name = names[contract["declarer"]]
    lines = [words.t("course.plays", name=name, contract=title)]
    if state := contract.get("take_state"):
        key = ("course.takeover", "course.held", "course.retaken")[state - 1]
        lines.append(words.t(key, name=name))
    if "called" in view:
        lines.append(words.t("course.calls", name=name, card=labels.card_name(view["called"])))
    if "conceded" in contract:
        lines.append(words.t("course.concedes", name=name))
    return tuple(lines)


def _talk(view: View, names: Sequence[str], words: Words) -> Iterator[str]:
    """Announcements, claims, and what was doubled."""
    for done in view.get("announced", []):
        key = "course.announces.pre" if done["stage"] == "pre" else "course.announces"
        item = rule_names.bonus_name(done["item"])
        yield words.t(key, name=names[done["seat"]], item=item)
    for claim in view.get("claims", []):
        item = rule_names.bonus_name(claim["item"])
        yield words.t("course.claims", name=names[claim["seat"]], item=item)
    for target, factor in view.get("factors", {}).items():
        yield words.t("course.factor", item=_target(target, names, words), n=factor)


def _target(target: str, names: Sequence[str], words: Words) -> str:
    """Return the name of what was doubled: the game, that of one opponent, or a bonus."""
    game, _, seat = target.partition("@")
    if seat:
        return words.t("talk.game_of", name=names[int(seat)])
    return words.t("talk.game") if game == "game" else rule_names.bonus_name(target)


def _prizes(view: View, number: int, rules: RuleSet) -> list[str]:
    """Return the talon cards that went to the winner of trick ``number`` (koenigrufen.md §12)."""
    if "contract" not in view:
        return []
    talon = [code for packet in view.get("talon", {}).get("packets", []) for code in packet]
    kind = rules.contract(view["contract"]["code"]).talon
    if kind == "perTrick":
        return talon[number - 1 : number]
    return talon if kind == "last" and number == len(view["tricks"]) else []


def _trick(
    number: int,
    trick: Mapping[str, Any],
    names: Sequence[str],
    words: Words,
    prizes: Sequence[str],
) -> TrickLine:
    cards = [
        (code, names[seat], seat == trick["winner"])
        for i, code in enumerate(trick["cards"])
        for seat in [(trick["lead"] + i) % len(names)]
    ]
    points = shown(thirds(mask_of([*trick["cards"], *prizes])))
    return TrickLine(number, tuple(cards), names[trick["winner"]], words.t("points", n=points))
