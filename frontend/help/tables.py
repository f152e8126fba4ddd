"""The parts of a help page that are rules and nothing else, as Markdown tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from engine.cards import PACK, mask_of, thirds
from engine.rules.base import Contract, RuleSet
from frontend import labels, rule_names

RIGHTS = {
    "fh_first": gettext_lazy("only forehand, with the first word"),
    "fh_after": gettext_lazy("only forehand, after everybody has passed"),
    "all_pass": gettext_lazy("when everybody has passed"),
}
"""Who may bid a contract, where not everybody may."""


def tables_of(rules: RuleSet) -> dict[str, str]:
    """Return the tables a text may ask for, by name."""
    return {
        "contract_table": contract_table(rules),
        "bonus_table": bonus_table(rules),
        "kontra_table": kontra_table(rules),
        "card_table": card_table(),
        "order_red": order("H"),
        "order_black": order("S"),
        "card_names": card_names(),
        "row_trull": row(("22", "21", "01")),
        "row_red": row(_ranks("H")),
        "row_black": row(_ranks("S")),
    }


def listed(rules: RuleSet, contracts: Iterable[Contract]) -> str:
    """Return names of contracts in a row, from low to high."""
    wanted = {contract.code for contract in contracts}
    return _in_a_row(
        [rule_names.contract_name(c.code) for c in rules.contracts if c.code in wanted]
    )


def bonus_names(items: Iterable[str]) -> str:
    """Return names of bonuses in a row."""
    return _in_a_row([rule_names.bonus_name(item) for item in items])


def _in_a_row(names: Sequence[str]) -> str:
    if len(names) < 2:
        return "".join(names)
    return _("%(names)s and %(last)s") % {"names": ", ".join(names[:-1]), "last": names[-1]}


def has_valat(rules: RuleSet) -> bool:
    """Whether all tricks are a bonus in this rule set, of either kind."""
    return rules.valat.mode != "none" or "valat" in rules.bonuses


def bonus_items(rules: RuleSet) -> list[str]:
    """Return the bonuses of a rule set in the order of its data, Valat included."""
    items = list(rules.bonuses)
    if has_valat(rules) and "valat" not in items:
        items.append("valat")
    return items


def contract_table(rules: RuleSet) -> str:
    """Return every contract from low to high: name and what it asks for, what it pays."""
    rows = []
    for contract in rules.contracts:
        what = rule_names.contract_meaning(contract.code)
        right = RIGHTS.get(contract.bid_right)
        pays = rule_names.contract_pays(rules, contract)
        rows.append(
            (
                _named(
                    rule_names.contract_name(contract.code), f"{what}; {right}" if right else what
                ),
                f"{pays.amount} {pays.note}".strip() or "–",
            )
        )
    return _table((_("Contract"), _("Value")), rows)


def bonus_table(rules: RuleSet) -> str:
    """Return every bonus: name and when it is made, what it is worth in each way."""
    has_early = any(values.pre is not None for values in rules.bonuses.values())
    ways = [_("silent"), _("announced"), _("before the talon")][: 3 if has_early else 2]
    rows = [
        (
            _named(rule_names.bonus_name(item), rule_names.BONUSES[item][2]),
            *_bonus_values(rules, item)[: len(ways)],
        )
        for item in bonus_items(rules)
    ]
    return _table((_("Bonus"), *ways), rows, numbers=1) if rows else ""


def _named(name: str, meaning: object) -> str:
    """One cell for both: a phone has no room for two columns of words."""
    return f"**{name}**: {meaning}"


def _bonus_values(rules: RuleSet, item: str) -> list[str]:
    if item in rules.bonuses:
        return ["–" if value is None else str(value) for value in rules.bonuses[item]]
    numbers = (rules.valat.silent, rules.valat.announced)
    if rules.valat.mode == "multiply":
        return [_("game × %(n)s") % {"n": number} for number in numbers]
    return [str(number) for number in numbers]


_TARGETS = (
    ("bonus_pre", gettext_lazy("a bonus announced before the talon")),
    ("game_pre", gettext_lazy("the game, before the talon")),
    ("bonus_post", gettext_lazy("a bonus announced after the talon")),
    ("game_post", gettext_lazy("the game, after the talon")),
)


def kontra_table(rules: RuleSet) -> str:
    """Return the factor of every step of kontra where the rule set has its own; else nothing."""
    factors = rules.kontra.factors
    steps = max((len(values) for values in factors.values()), default=1)
    if steps == 1:
        return ""
    words = (_("Kontra"), _("Rekontra"), _("Subkontra"))
    rows = []
    for key, name in _TARGETS:
        later = factors[key][1:]
        cells = [f"× {factor}" for factor in later] + ["–"] * (steps - 1 - len(later))
        rows.append((str(name), *cells))
    return _table((pgettext("kontra", "On what"), *words[: steps - 1]), rows, numbers=1)


def card_table() -> str:
    """Return what every kind of card counts."""
    kinds = [
        (_("king"), "HK"),
        ("Sküs, Mond, Pagat", "22"),
        (_("queen"), "HQ"),
        (_("knight"), "HN"),
        (_("jack"), "HJ"),
        (_("every other card"), "H1"),
    ]
    values = {code: (thirds(mask_of([code])) + 2) // 3 for code in PACK}
    counts = [sum(value == values[code] for value in values.values()) for _name, code in kinds]
    kings = sum(code[1] == "K" for code in PACK)
    counts[0], counts[1] = kings, counts[0] - kings
    rows = [
        (name, str(count), str(values[code]))
        for (name, code), count in zip(kinds, counts, strict=True)
    ]
    return _table((_("Card"), _("Count"), _("Value")), rows, numbers=1)


def order(suit: str) -> str:
    """Return the eight ranks of a suit from high to low."""
    return ", ".join(labels.card_short(code) for code in _ranks(suit))


def row(codes: Iterable[str]) -> str:
    """Return cards to look at (``pages`` draws an image whose address is a card)."""
    return " ".join(f"![](card:{code})" for code in codes)


def _ranks(suit: str) -> list[str]:
    return [code for code in reversed(PACK) if code[0] == suit]


def card_names() -> str:
    """Return the taroks with names of their own, from low to high."""
    rows = [
        ("Sküs" if number == 22 else labels.ROMAN[number - 1], name)
        for number, name in labels.NAMED_TAROKS.items()
    ]
    return _table((pgettext("card", "Tarok"), _("Name")), rows)


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]], numbers: int | None = None) -> str:
    """Write a Markdown table; columns from ``numbers`` on are aligned to the right."""
    first = len(heads) if numbers is None else numbers
    marks = ["---" if column < first else "---:" for column in range(len(heads))]
    lines = [heads, marks, *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
