"""What a live table page hands to its script besides the first frame."""

from __future__ import annotations

from typing import Any

from django.templatetags.static import static
from django.urls import reverse

from engine.cards import PACK, mask_of, thirds
from engine.rules import rule_set
from frontend import labels, strings


def cards_config() -> dict[str, dict[str, Any]]:
    """Return name, place in the canonical order and thirds of every card."""
    return {
        code: {
            "name": labels.card_name(code),
            "short": labels.card_short(code),
            "index": index,
            "thirds": thirds(mask_of([code])),
        }
        for index, code in enumerate(PACK)
    }


def contracts_config(rules_id: str) -> dict[str, dict[str, Any]]:
    """Return name, meaning and value of every contract of a rule set."""
    return {
        contract.code: {
            "name": labels.contract_name(contract.code),
            "meaning": labels.contract_meaning(contract.code),
            "value": contract.value,
        }
        for contract in rule_set(rules_id).contracts
    }


def table_config(*, table_id: str, rules_id: str) -> dict[str, Any]:
    """Return the configuration of ``static/js/table.js`` in the active language."""
    return {
        "socket": f"/ws/table/{table_id}",
        "sprite": static("cards/cards.svg"),
        "strings": strings.table_strings(),
        "cards": cards_config(),
        "contracts": contracts_config(rules_id),
        "suits": {suit: labels.suit_name(suit) for suit in labels.SUITS},
        "urls": {
            "quick": reverse("quick"),
            "event": reverse("event", args=["ID"]),
            "hand": reverse("hand", args=["ID"]),
        },
    }


def teaser_config(rules_id: str) -> dict[str, Any]:
    """Return the configuration of ``static/js/teasers.js`` in the active language."""
    return {
        "sprite": static("cards/cards.svg"),
        "strings": strings.teaser_strings(),
        "cards": cards_config(),
        "contracts": contracts_config(rules_id),
        "suits": {suit: labels.suit_name(suit) for suit in labels.SUITS},
    }
