"""What a live table page hands to its script besides the first frame."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone

from engine.cards import BIRDS, KINGS, PACK, TRULL, codes_of, mask_of, thirds
from engine.rules import rule_set
from engine.rules.base import RuleSet
from frontend import labels, rule_names, strings
from frontend.help_words import help_words

CONFIRM_FROM = 4
"""A contract worth this much, or to be lost at this price, takes a second tap."""

MARKS: dict[str, dict[str, Any]] = {
    bird: {"card": f"{place + 1:02}", "from_end": place + 1} for place, bird in enumerate(BIRDS)
} | {"trull": {"cards": codes_of(TRULL)}, "four_kings": {"cards": codes_of(KINGS)}}
"""What an announcement is about: a card that wins the last trick (but one …), cards of one side."""


def cards_config() -> dict[str, dict[str, Any]]:
    """Return name, place in the canonical order and thirds of every card."""
    cards: dict[str, dict[str, Any]] = {
        code: {
            "name": labels.card_name(code),
            "short": labels.card_short(code),
            "index": index,
            "thirds": thirds(mask_of([code])),
        }
        for index, code in enumerate(PACK)
    }
    fourth = labels.card_name(labels.FOURTH)
    return cards | {
        labels.FOURTH: {"name": fourth, "short": fourth, "index": len(PACK), "thirds": 0}
    }


def contracts_config(rules: RuleSet) -> dict[str, dict[str, Any]]:
    """Return of every contract what the auction shows and what the felt has to know."""
    found = {}
    for contract in rules.contracts:
        pays = rule_names.contract_pays(rules, contract)
        price = max(contract.value, contract.loss_value) * contract.multiplier
        found[contract.code] = {
            "name": rule_names.contract_name(contract.code),
            "meaning": rule_names.contract_meaning(contract.code),
            "pays": pays.amount,
            "note": pays.note,
            "confirm": price >= CONFIRM_FROM,
            "kind": contract.kind,
            "talon": contract.talon,
            "ouvert": contract.ouvert,
            "multiplier": contract.bonus_multiplier,
        }
    return found


def bonuses_config(rules: RuleSet) -> dict[str, dict[str, Any]]:
    """Return names of all bonuses, and the values of those this rule set scores."""
    found: dict[str, dict[str, Any]] = {}
    for item, (name, short, meaning) in rule_names.BONUSES.items():
        found[item] = {"name": str(name), "short": str(short), "meaning": str(meaning)}
        if item in MARKS:
            found[item]["marks"] = MARKS[item]
        if item in rules.bonuses:
            found[item] |= {"post": rules.bonuses[item].post, "pre": rules.bonuses[item].pre}
    if rules.valat.mode == "multiply":
        found["valat"]["times"] = rules.valat.announced
    elif rules.valat.mode == "fixed":
        found["valat"] |= {"post": rules.valat.announced, "fixed": True}
    return found


def rules_config(rules: RuleSet) -> dict[str, Any]:
    """Return what the script shows of the rules; what may be done it learns from the view."""
    auction = rules.auction
    answers = ["hold"] if auction.forehand_may_hold else []
    if auction.takeable:
        answers = ["takeover", "hold", *(["retake"] if auction.retake else [])]
    return {
        "answers": answers,
        "accepts": auction.style != "forehand",
        "zero": rules.sum_rule == "zero",
        "factors": {key: list(steps) for key, steps in rules.kontra.factors.items()},
        "tricks": rules.trick_count,
        "trick_view": rules.play.trick_view,
        "target": rules.series.target,
    }


def table_config(
    *, table_id: str, rules_id: str, options: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Return the configuration of ``static/js/table.js`` in the active language."""
    rules = rule_set(rules_id, **(options or {}))
    return {
        "socket": f"/ws/table/{table_id}",
        "sprite": static("cards/cards.svg"),
        "strings": help_words() | strings.table_strings() | rule_names.call_words(rules),
        "cards": cards_config(),
        "contracts": contracts_config(rules),
        "bonuses": bonuses_config(rules),
        "rules": rules_config(rules),
        "suits": {suit: labels.suit_name(suit) for suit in labels.SUITS},
        "bots": {slug: str(name) for slug, name in labels.BOTS.items()},
        "now": timezone.now().isoformat(),
        "urls": {
            "quick": reverse("quick"),
            "event": reverse("event", args=["ID"]),
            "hand": reverse("hand", args=["ID"]),
            "help": _help_url(rules_id, options),
            "help_root": reverse("help"),
            "sit": f"/t/{table_id}/sit",
            "leave": f"/t/{table_id}/leave",
            "invite": f"/t/{table_id}/invite",
        },
    }


def _help_url(rules_id: str, options: Mapping[str, Any] | None) -> str:
    """Return where the drawer fetches the help for these rules, with the numbers of the table."""
    family, preset = rules_id.partition("@")[0].split("/")
    query = {"part": "1"} | ({"options": json.dumps(options)} if options else {})
    return f"{reverse('help-rules', args=[family, preset])}?{urlencode(query)}"


def teaser_config() -> dict[str, Any]:
    """Return the configuration of ``static/js/teasers.js``: names of every rule set's parts."""
    return {
        "sprite": static("cards/cards.svg"),
        "strings": strings.teaser_strings(),
        "cards": cards_config(),
        "contracts": {
            code: {"name": rule_names.contract_name(code)} for code in rule_names.CONTRACTS
        },
        "suits": {suit: labels.suit_name(suit) for suit in labels.SUITS},
    }
