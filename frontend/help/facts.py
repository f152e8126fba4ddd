"""What a help text may say of a rule set: numbers and yes or no, read from the rules.

A text names a fact as ``{{ to_win }}`` or asks ``{% if may_hold %}``; it never types a number
the rules could change. Every rule set has every fact: what it lacks is empty or false.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.cards import ALL_CARDS, PACK, PACK_SIZE, SUIT_CARDS, TAROKS, mask_of, shown, thirds
from engine.rules.base import Contract, RuleSet
from engine.scoring.trischaken import MAYOR_THIRDS, trischaken_points
from frontend import rule_names
from frontend.help import tables
from frontend.labels import signed

GROUP = 3
"""Cards counted together at the table."""


def facts_of(rules: RuleSet) -> dict[str, Any]:
    """Return everything a text may say of this rule set."""
    return (
        _of_pack(rules)
        | _of_contracts(rules)
        | _of_bonuses(rules)
        | _of_auction(rules)
        | _of_play(rules)
        | _of_scoring(rules)
        | _of_trischaken(rules)
        | tables.tables_of(rules)
    )


def card_value(code: str) -> int:
    """Return the number a card has in a group of three, two more than its points in it."""
    return (thirds(mask_of([code])) + 2) // GROUP


def _of_pack(rules: RuleSet) -> dict[str, Any]:
    need = rules.scoring.win_thirds
    is_plain = 3 * shown(need) - 1 == need  # 35 and two thirds are what 36 means
    return {
        "pack": PACK_SIZE,
        "taroks": TAROKS.bit_count(),
        "suit_cards": SUIT_CARDS.bit_count(),
        "hand_size": rules.hand_size,
        "tricks": rules.trick_count,
        "talon": PACK_SIZE - rules.hand_seats * rules.hand_size,
        "half_talon": (PACK_SIZE - rules.hand_seats * rules.hand_size) // 2,
        "packet": rules.deal.pattern[0],
        "deals_by_four": "4" in rules.deal.pattern,
        "raw_total": sum(card_value(code) for code in PACK),
        "groups": PACK_SIZE // GROUP,
        "total": shown(thirds(ALL_CARDS)),
        "half": shown(thirds(ALL_CARDS)) // 2,
        "to_win": str(shown(need)) if is_plain else f"{need // 3}\u2153",
        "to_win_is_plain": is_plain,
        "trull_value": card_value("22"),
    }


def _of_contracts(rules: RuleSet) -> dict[str, Any]:
    found: dict[str, Any] = {}
    mine = {contract.code: contract for contract in rules.contracts}
    for code in rule_names.CONTRACTS:
        contract = mine.get(code)
        found[f"has_{code}"] = contract is not None
        found[f"value_{code}"] = contract.value if contract else ""
        found[f"loss_{code}"] = contract.loss_value if contract else ""
        found[f"times_{code}"] = contract.multiplier if contract else ""
    rufer = mine.get("RU")
    callers = [c for c in rules.contracts if c.partner == "called"]
    has_suits = any(c.kind == "suit" for c in rules.contracts)
    negative = [c for c in rules.contracts if c.kind == "negative"]
    return found | {
        "contracts": len(rules.contracts),
        "rufer_alone": signed(3 * rufer.value) if rufer else "",
        "rufer_each": signed(-rufer.value) if rufer else "",
        "callers": tables.listed(rules, callers),
        "has_callers": bool(callers),
        "first_caller": rule_names.contract_name(callers[0].code) if callers else "",
        "has_bird_rufer": any(c.compulsory for c in rules.contracts),
        "has_suit_games": has_suits,
        "suit_games": tables.listed(rules, (c for c in rules.contracts if c.kind == "suit")),
        "suit_min": rules.discard.suit_game_min_suit_cards,
        "asks_suit_cards": has_suits and rules.discard.suit_game_min_suit_cards > 0,
        "has_halves": any(c.talon == "half" for c in rules.contracts),
        "has_solos": any(c.talon == "solo" for c in rules.contracts),
        "solos": tables.listed(rules, (c for c in rules.contracts if c.talon == "solo")),
        "negatives": tables.listed(rules, negative),
        "has_negatives": bool(negative),
        "has_open": any(c.ouvert for c in rules.contracts),
        "open_games": tables.listed(rules, (c for c in rules.contracts if c.ouvert)),
        "declarer_leads_negative": any(c.leader == "declarer" for c in negative),
        "halves_seen": tables.listed(rules, (c for c in rules.contracts if c.talon == "half")),
    }


def _of_bonuses(rules: RuleSet) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for item in rule_names.BONUSES:
        values = rules.bonuses.get(item)
        found[f"has_{item}"] = values is not None
        found[f"silent_{item}"] = _or_dash(values and values.silent)
        found[f"post_{item}"] = _or_dash(values and values.post)
        found[f"pre_{item}"] = _or_dash(values and values.pre)
    doubled = [c for c in rules.contracts if c.bonus_multiplier > 1 and c.multiplier == 1]
    lock = rules.play.announced_card_lock
    claims = rules.announce.claims
    return found | {
        "has_valat": tables.has_valat(rules),
        "has_bonuses": bool(tables.bonus_items(rules)),
        "has_birds": "uhu" in rules.bonuses and "kakadu" in rules.bonuses,
        "announces": "announce" in rules.flow,
        "doubled_in": tables.listed(rules, doubled),
        "bonus_times": doubled[0].bonus_multiplier if doubled else "",
        "lock_soft": lock == "soft",
        "lock_hard": lock == "hard",
        "silent_failure_costs": rules.scoring.silent_failure_costs,
        "valat_adds": rules.valat.mode == "fixed",
        "valat_multiplies": rules.valat.mode == "multiply",
        "valat_silent": rules.valat.silent,
        "valat_announced": rules.valat.announced,
        "pre_items": tables.bonus_names(rules.announce.pre),
        "post_items": tables.bonus_names(rules.announce.post),
        "announces_late_only": not set(rules.announce.post) <= set(rules.announce.pre),
        "defenders_announce": bool(rules.announce.defenders),
        "defender_items": tables.bonus_names(rules.announce.defenders),
        "claim_items": tables.bonus_names(claims),
        "claims_aloud": bool(claims) and rules.announce.claim == "before_play",
        "claims_count_alone": bool(claims) and rules.announce.claim == "automatic",
        "chain_ordered": rules.announce.chain == "ordered",
        "chain_required": rules.announce.chain == "required",
        "replies_clockwise": rules.announce.reply_order == "cw",
    }


def _of_auction(rules: RuleSet) -> dict[str, Any]:
    auction, calling = rules.auction, rules.calling
    chosen = (c for c in rules.contracts if c.bid_right != "fh_first")
    taken = dict(zip(("taken", "held", "retaken"), auction.take_values, strict=False))
    return {
        "may_hold": auction.forehand_may_hold,
        "opens_with_any_bid": "bid" in auction.forehand_first_calls,
        "choosable": tables.listed(rules, chosen),
        "is_duel": auction.style == "duel",
        "is_rotation": auction.style == "rotation",
        "take_lowest_only": len(auction.takeable) == 1,
        "takeable": tables.listed(rules, (rules.contract(code) for code in auction.takeable)),
        "take_once": auction.take_once,
        "may_retake": auction.retake,
        "overbid_after_take": auction.overbid_after_take,
        "taken": taken.get("taken", ""),
        "held": taken.get("held", ""),
        "retaken": taken.get("retaken", ""),
        "redeals_no_tarok": rules.deal.redeal_no_tarok,
        "redeals_all_pass": auction.all_pass == "redeal",  # noqa: S105 no password
        "max_redeals": rules.series.max_redeals,
        "calls_queen": calling.four_kings == "call_next_rank",
        "calls_fourth": calling.anonymous_fourth,
        "may_concede": rules.talon.concede_if_called_in_talon,
    }


def _of_play(rules: RuleSet) -> dict[str, Any]:
    play, kontra = rules.play, rules.kontra
    return {
        "must_overtake": play.negative_overtake
        and any(c.kind == "negative" for c in rules.contracts),
        "pagat_last": play.negative_pagat_last,
        "no_emperor": play.emperor_trick == "none",
        "emperor_any": play.emperor_trick == "any_order",
        "emperor_in_order": play.emperor_trick == "mond_skus_pagat",
        "sees_own_tricks": play.trick_view == "own",
        "sees_more_tricks": play.trick_view == "own_talon_and_last",
        "has_kontra": kontra.max_factor > 1 or any(len(f) > 1 for f in kontra.factors.values()),
        "has_rekontra": any(len(steps) > 2 for steps in kontra.factors.values()),
        "kontra_max": kontra.max_factor,
        "kontra_aside": kontra.ledger and not kontra.counts_in_score,
        "kontra_or_valat": kontra.suit_kontra_or_valat,
        "revoke_side": rules.revoke == "side_loses_game",
        "revoke_all": rules.revoke == "offender_pays_all",
        "hands_allowed": ", ".join(map(str, rules.hands_allowed)),
        "default_hands": rules.default_hands,
        "target": rules.series.target,
        "target_bonus": rules.series.target_bonus,
    }


def _of_scoring(rules: RuleSet) -> dict[str, Any]:
    return {
        "solo_counts_points": rules.scoring.overpoints_in_solo,
        "lost_bonus_times": rules.scoring.loser_bonus_multiplied,
        "silent_pagat_costs": rules.scoring.silent_pagat_loss,
        "silent_points_count": rules.scoring.silent_point_bonus,
    } | _example(rules)


def _example(rules: RuleSet) -> dict[str, Any]:
    """A game of two cards with the Pagat announced after the talon, won and with the Pagat lost.

    (game + points above half + bonus) × factor, as illustrated-tarock.md §8 has it.
    """
    contract = next((c for c in rules.contracts if c.code == "2B"), None)
    pagat = rules.bonuses.get("pagat")
    if contract is None or pagat is None or pagat.post is None:
        names = ("points", "over", "won", "game_only", "each")
        return {"has_example": False} | {f"example_{name}": "" for name in names}
    points = 39
    over = points - shown(thirds(ALL_CARDS)) // 2
    times = contract.multiplier
    lost = times if rules.scoring.loser_bonus_multiplied else 1
    return {
        "has_example": True,
        "example_points": points,
        "example_over": over,
        "example_won": (contract.value + over + pagat.post) * times,
        "example_game_only": (contract.value + over) * times,
        "example_each": pagat.post * lost,
    }


def _of_trischaken(rules: RuleSet) -> dict[str, Any]:
    contract = _everyone(rules)
    found = {
        "has_trischaken": contract is not None,
        "tk_mayor_points": shown(MAYOR_THIRDS),
        "tk_last_trick": contract is not None and contract.talon == "last",
        "tk_every_trick": contract is not None and contract.talon == "perTrick",
    }
    names = ("tk_one", "tk_mayor", "tk_forehand", "tk_forehand_mayor")
    written = ("tk_loser", "tk_other", "tk_no_trick")
    numbers: dict[str, Any] = dict.fromkeys((*names, *written), "")
    if contract is not None and rules.sum_rule == "zero":
        # one loser with 70 or 107 thirds, forehand or not; everybody has a trick
        plain, mayor = (70, 50, 50, 40), (107, 40, 40, 23)
        splits = ((plain, 1), (mayor, 1), (plain, 0), (mayor, 0))
        for name, (split, forehand) in zip(names, splits, strict=True):
            numbers[name] = -trischaken_points(rules, split, forehand)[0]
    elif contract is not None and rules.trischaken is not None:
        for name in written:
            numbers[name] = signed(rules.trischaken[name.removeprefix("tk_")])
    return found | numbers


def _everyone(rules: RuleSet) -> Contract | None:
    kinds: Iterable[Contract] = rules.contracts
    return next((contract for contract in kinds if contract.kind == "everyone"), None)


def _or_dash(value: int | None) -> str:
    return "–" if value is None else str(value)
