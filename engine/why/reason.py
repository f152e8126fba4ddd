"""The form of a reason."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

_NONE: Final[Mapping[str, Any]] = MappingProxyType({})


# every code with the names of its parameters
CODES: Final[Mapping[str, tuple[str, ...]]] = {
    "hand_over": (),
    "not_your_turn": ("seat",),
    "wrong_phase": ("phase",),
    # auction and choice
    "contract_off": ("contract",),
    "forehand_never_passes_first": (),
    "reserve_first_word": (),
    "first_word_limited": ("contract",),
    "bid_first_word": ("contract",),
    "bid_after_passes": ("contract",),
    "bid_all_pass": ("contract",),
    "bid_too_low": ("contract", "standing"),
    "needs_missing_king": ("contract",),
    "needs_bird": ("contract", "items"),
    "needs_suit_cards": ("contract", "least", "held"),
    "must_choose": (),
    "no_such_call": ("verb",),
    "no_bid_yet": (),
    "hold_is_forehands": (),
    "good_after_bid": (),
    "hold_after_takeover": (),
    "retake_after_hold": (),
    "not_taken_over": ("standing",),
    "takeover_first_answer": (),
    "answer_takeover": ("contract",),
    # call, talon, discard
    "call_not_own": ("card",),
    "call_only": ("cards",),
    "fourth_is_named": (),
    "fourth_needs_three": ("held",),
    "concede_names_bird": ("items",),
    "concede_without_bird": (),
    "no_such_packet": (),
    "not_your_card": (),
    "keep_king": ("card",),
    "keep_trull": ("card",),
    "keep_called": ("card",),
    "keep_bird": ("card",),
    "taroks_last": ("card",),
    "suits_last": ("card",),
    # announcements, claims, kontra
    "owes_bird": ("items",),
    "item_off": ("item",),
    "announced_already": ("item", "seat"),
    "announce_first_turn": (),
    "needs_card": ("item", "card"),
    "ultimo_is_holders": (),
    "ultimo_needs_king": (),
    "not_with": ("item", "items"),
    "declarer_only": ("item",),
    "before_talon_only": ("item",),
    "after_talon_only": ("item",),
    "holds_cards": ("item", "cards"),
    "lower_first": ("item", "items"),
    "higher_said_before": ("item", "items"),
    "claims_are_automatic": ("item",),
    "claim_after_talon": (),
    "claimed_already": ("item",),
    "claim_needs": ("item",),
    "no_kontra": (),
    "kontra_after_talon": (),
    "kontra_stage_over": (),
    "kontra_for_all": (),
    "kontra_each_for_himself": (),
    "kontra_own_share": (),
    "kontra_own_side": (),
    "kontra_or_valat": (),
    "kontra_too_late": (),
    "rekontra_is_owners": (),
    "not_announced": ("item",),
    "not_your_own_step": (),
    "doubled_already": ("verb",),
    "doubled_enough": ("verb",),
    "doubled_step_first": ("verb",),
    # play
    "follow_suit": ("suit",),
    "follow_tarok": (),
    "must_tarok": ("suit",),
    "lead_a_suit": (),
    "pagat_last": (),
    "overtake": ("card",),
    "due_now": ("card",),
    "announced_card_waits": ("card", "trick"),
    "announced_card_would_win": ("card", "trick"),
    "higher_bird_first": ("card", "trick"),
}


class Reason(NamedTuple):
    """A code and what it is about.

    The name of a parameter says what it is: ``card``, ``seat`` (a hand seat), ``contract`` and
    ``standing`` (contract codes), ``item`` (a bonus), ``suit`` (a letter), ``phase``, ``verb``;
    ``cards`` and ``items`` are lists; all others are numbers.
    """

    code: str
    params: Mapping[str, Any] = _NONE

    def to_json(self) -> dict[str, Any]:
        """The code and its parameters in one object."""
        return {"code": self.code, **self.params}
