"""Names and meanings of rule sets, contracts and bonuses, and what a contract pays, in words.

The terms are those of the clubs; proper names are the same in most languages.
"""

from __future__ import annotations

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from engine.rules.base import Contract, RuleSet
from frontend.labels import signed

Lazy = str | Promise

CONTRACTS: dict[str, tuple[Lazy, Lazy]] = {
    "TK": (
        pgettext_lazy("contract", "Trischaken"),
        gettext_lazy("everybody for himself, fewest points"),
    ),
    "RU": (pgettext_lazy("contract", "Rufer"), gettext_lazy("with a partner, half the talon")),
    "PI": (pgettext_lazy("contract", "Piccolo"), gettext_lazy("alone, exactly one trick")),
    "ZW": (pgettext_lazy("contract", "Zwiccolo"), gettext_lazy("alone, exactly two tricks")),
    "BE": (pgettext_lazy("contract", "Bettel"), gettext_lazy("alone, take no trick")),
    "SR": (pgettext_lazy("contract", "Solorufer"), gettext_lazy("with a partner, no talon")),
    "BR": (
        pgettext_lazy("contract", "Besserrufer"),
        gettext_lazy("a Rufer, with a bird announced"),
    ),
    "B1": (
        pgettext_lazy("contract", "Pagatrufer"),
        gettext_lazy("a Rufer, with the Pagat announced"),
    ),
    "B2": (pgettext_lazy("contract", "Uhurufer"), gettext_lazy("a Rufer, with the Uhu announced")),
    "B3": (
        pgettext_lazy("contract", "Kakadurufer"),
        gettext_lazy("a Rufer, with the Kakadu announced"),
    ),
    "B4": (
        pgettext_lazy("contract", "Quapilrufer"),
        gettext_lazy("a Rufer, with the Quapil announced"),
    ),
    "FD": (
        pgettext_lazy("contract", "Farbendreier"),
        gettext_lazy("alone, no trumps, half the talon"),
    ),
    "SX": (pgettext_lazy("contract", "Sechserdreier"), gettext_lazy("alone, all six talon cards")),
    "DR": (pgettext_lazy("contract", "Dreier"), gettext_lazy("alone, half the talon")),
    "FS": (pgettext_lazy("contract", "Farbensolo"), gettext_lazy("alone, no trumps, no talon")),
    "PO": (
        pgettext_lazy("contract", "Piccolo ouvert"),
        gettext_lazy("exactly one trick, cards open"),
    ),
    "ZO": (
        pgettext_lazy("contract", "Zwiccolo ouvert"),
        gettext_lazy("exactly two tricks, cards open"),
    ),
    "BO": (pgettext_lazy("contract", "Bettel ouvert"), gettext_lazy("take no trick, cards open")),
    "SD": (pgettext_lazy("contract", "Solodreier"), gettext_lazy("alone, no talon")),
    "3B": (pgettext_lazy("contract", "Dreiblatt"), gettext_lazy("alone, three talon cards")),
    "2B": (pgettext_lazy("contract", "Zweiblatt"), gettext_lazy("alone, two talon cards")),
    "1B": (pgettext_lazy("contract", "Einblatt"), gettext_lazy("alone, one talon card")),
    "SO": (pgettext_lazy("contract", "Solo"), gettext_lazy("alone, no talon")),
}
"""Contract code -> (name, meaning in at most seven words)."""

BONUSES: dict[str, tuple[Lazy, Lazy, Lazy]] = {
    "pagat": (
        pgettext_lazy("bonus", "Pagat ultimo"),
        pgettext_lazy("bonus", "Pagat"),
        gettext_lazy("tarok I wins the last trick"),
    ),
    "uhu": (
        pgettext_lazy("bonus", "Uhu"),
        pgettext_lazy("bonus", "Uhu"),
        gettext_lazy("tarok II wins the last trick but one"),
    ),
    "kakadu": (
        pgettext_lazy("bonus", "Kakadu"),
        pgettext_lazy("bonus", "Kakadu"),
        gettext_lazy("tarok III wins the last trick but two"),
    ),
    "quapil": (
        pgettext_lazy("bonus", "Quapil"),
        pgettext_lazy("bonus", "Quapil"),
        gettext_lazy("tarok IIII wins the last trick but three"),
    ),
    "king_ultimo": (
        pgettext_lazy("bonus", "King ultimo"),
        pgettext_lazy("bonus", "King"),
        gettext_lazy("the called king falls in the last trick, which his side wins"),
    ),
    "trull": (
        pgettext_lazy("bonus", "Trull"),
        pgettext_lazy("bonus", "Trull"),
        gettext_lazy("Sküs, Mond and Pagat together"),
    ),
    "four_kings": (
        pgettext_lazy("bonus", "Four kings"),
        pgettext_lazy("bonus", "4 kings"),
        gettext_lazy("all kings on one side"),
    ),
    "kings": (
        pgettext_lazy("bonus", "Royal Trull"),
        pgettext_lazy("bonus", "Royal Trull"),
        gettext_lazy("all kings in one hand"),
    ),
    "heads": (
        pgettext_lazy("bonus", "Two honours"),
        pgettext_lazy("bonus", "Honours"),
        gettext_lazy("two cards of the Trull in one hand"),
    ),
    "valat": (
        pgettext_lazy("bonus", "Valat"),
        pgettext_lazy("bonus", "Valat"),
        gettext_lazy("all tricks"),
    ),
    "p40": (
        pgettext_lazy("bonus", "With 40"),
        pgettext_lazy("bonus", "40"),
        gettext_lazy("at least 40 card points"),
    ),
    "p50": (
        pgettext_lazy("bonus", "With 50"),
        pgettext_lazy("bonus", "50"),
        gettext_lazy("at least 50 card points"),
    ),
    "notrull": (
        pgettext_lazy("bonus", "Without Trull"),
        pgettext_lazy("bonus", "no Trull"),
        gettext_lazy("the game won without a card of the Trull in hand"),
    ),
    "nokings": (
        pgettext_lazy("bonus", "Without kings"),
        pgettext_lazy("bonus", "no kings"),
        gettext_lazy("the game won without a king in hand"),
    ),
    "mondfang": (
        pgettext_lazy("bonus", "Mond caught"),
        pgettext_lazy("bonus", "Mond"),
        gettext_lazy("the Sküs of the other side takes the Mond"),
    ),
    "king_caught": (
        pgettext_lazy("bonus", "King caught"),
        pgettext_lazy("bonus", "King"),
        gettext_lazy("the other side takes the called king"),
    ),
}
"""Bonus -> (name, name on a small chip, when it is made)."""

RULE_SETS: dict[str, tuple[Lazy, Lazy]] = {
    "koenigrufen/cardgames-zone": (
        gettext_lazy("Königrufen, five contracts"),
        gettext_lazy("Rufer, Solorufer, Dreier, Bettel, Solodreier; no bonuses"),
    ),
    "koenigrufen/seed-bonuses": (
        gettext_lazy("Königrufen, five contracts and bonuses"),
        gettext_lazy("The same with Pagat ultimo, Trull, four kings and Valat"),
    ),
    "koenigrufen/tournament": (
        gettext_lazy("Königrufen, Upper Austrian cup"),
        gettext_lazy("Thirteen contracts, all birds, Trischaken; kontra in a side account"),
    ),
    "koenigrufen/tournament-vienna": (
        gettext_lazy("Königrufen, Vienna cup"),
        gettext_lazy("Eighteen contracts with Zwiccolo and a Rufer for every bird"),
    ),
    "illustrated/loew-1954": (
        gettext_lazy("Illustrated Tarock, Löw 1954"),
        gettext_lazy("Three players; a bid can be taken over and taken back"),
    ),
    "illustrated/beck": (
        gettext_lazy("Illustrated Tarock, Beck"),
        gettext_lazy("Three players; many announcements, worth double before the talon"),
    ),
    "illustrated/mayr-sedlaczek-2016": (
        gettext_lazy("Illustrated Tarock, Mayr and Sedlaczek 2016"),
        gettext_lazy("Three players; higher games are worth more, kontra up to sixteen times"),
    ),
    "plain/numbers": (
        gettext_lazy("Any other game"),
        gettext_lazy("Only the points are written down"),
    ),
}
"""Rule-set id without version -> (name, what it contains)."""


FAMILIES: dict[str, Lazy] = {
    "koenigrufen": "Königrufen",
    "illustrated": gettext_lazy("Illustrated Tarock"),
}
"""Family of rule sets -> name of the game."""


def family_name(family: str) -> str:
    """Return the name of the game a rule set is a form of."""
    return str(FAMILIES[family])


def contract_name(code: str) -> str:
    """Return the name of a contract; an unknown code stands for itself."""
    return str(CONTRACTS[code][0]) if code in CONTRACTS else code


def contract_meaning(code: str) -> str:
    """Return what a contract asks for, in at most seven words."""
    return str(CONTRACTS[code][1]) if code in CONTRACTS else ""


def bonus_name(item: str) -> str:
    """Return the name of a bonus; an unknown one stands for itself."""
    return str(BONUSES[item][0]) if item in BONUSES else item


def rule_set_name(rule_set_id: str) -> str:
    """Return the name of a rule set id, with or without ``@version``."""
    key = rule_set_id.partition("@")[0]
    return str(RULE_SETS[key][0]) if key in RULE_SETS else rule_set_id


def rule_set_contents(rule_set_id: str) -> str:
    """Return what a rule set contains, in one line."""
    key = rule_set_id.partition("@")[0]
    return str(RULE_SETS[key][1]) if key in RULE_SETS else ""


class Pays(NamedTuple):
    """What a contract pays: the number and a word below it."""

    amount: str
    note: str


def contract_pays(rules: RuleSet, contract: Contract) -> Pays:
    """Return what to write beside a contract in the auction."""
    if contract.kind == "everyone":
        return Pays("", "")
    if rules.sum_rule == "written":
        times = f" × {contract.multiplier}" if contract.multiplier > 1 else ""
        counts = contract.talon != "solo" or rules.scoring.overpoints_in_solo
        return Pays(f"{contract.value}{times}", _("and points above 35") if counts else "")
    amount = f"{signed(contract.value)} / {signed(-contract.loss_value)}"
    return Pays(amount, _("and the bird") if contract.compulsory else _("from each"))


def call_words(rules: RuleSet) -> dict[str, str]:
    """Return texts of the live table that this rule set words in its own way.

    In a duel the old holder answers a takeover with "my game", and where only the lowest
    contract can be taken over that has a name of its own (illustrated-tarock.md §3.1).
    """
    if rules.auction.style != "duel":
        return {}
    words = {
        "said.hold": pgettext("in the auction", "my game"),
        "say.hold": pgettext("button", "My game"),
    }
    if len(rules.auction.takeable) == 1:
        words["said.takeover"] = pgettext("in the auction", "I take the lowest")
        words["say.takeover"] = pgettext("button", "Take the lowest")
    return words
