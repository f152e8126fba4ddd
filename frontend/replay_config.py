"""What the page of a finished hand hands to the script of its replay."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from engine.cards import shown
from engine.rules.base import RuleSet
from frontend.replay_words import replay_strings
from frontend.table_config import table_config
from games.models import Hand


def replay_config(hand: Hand, rules: RuleSet) -> dict[str, Any]:
    """Return the configuration of ``static/js/replay.js`` in the active language.

    That of the live table with the texts of the replay, what the declarer's side needs (whole
    points as people say it, or tricks), and where the plies come from.
    """
    table = hand.series.table
    config = table_config(
        table_id=table.public_id, rules_id=table.rules_id, options=table.rules_options
    )
    del config["socket"]
    for contract in rules.contracts:
        config["contracts"][contract.code]["goal"] = contract.goal_tricks
    config["strings"] |= replay_strings()
    config["rules"]["need"] = needed(rules.scoring.win_thirds)
    config["frames"] = reverse("hand-frames", args=[hand.public_id])
    config["seats"] = len(hand.seating)
    return config


def needed(thirds: int) -> str:
    """Return the card points that win, as counted at the table: 107 thirds are 36.

    >>> needed(107), needed(106)
    ('36', '35⅓')
    """
    return str(shown(thirds)) if thirds % 3 == 2 else f"{thirds // 3}⅓"
