"""Words of the reasons: why something is not allowed (``why.``), and why it is advised (``hint.``).

The engine and the club give codes with parameters (docs/protocol.md, "Reasons"); a script fills the
{placeholders}, which are named like the parameters. A test compares both.
"""

from __future__ import annotations

from django.utils.translation import gettext as _

from frontend.hint_words import hint_words


def help_words() -> dict[str, str]:
    """Return a sentence for every code in the active language."""
    return {
        **_why_general(),
        **_why_auction(),
        **_why_exchange(),
        **_why_talk(),
        **_why_kontra(),
        **_why_play(),
        **hint_words(),
    }


def _why_general() -> dict[str, str]:
    return {
        "why.legal": _("This is possible."),
        "why.hand_over": _("The hand is over."),
        "why.not_your_turn": _("It is the turn of {seat}."),
        "why.wrong_phase": _("This does not belong here now: {phase}."),
    }


def _why_auction() -> dict[str, str]:
    return {
        "why.contract_off": _("{contract} is not played at this table."),
        "why.forehand_never_passes_first": _(
            "Forehand cannot pass with the first word: reserve or bid."
        ),
        "why.reserve_first_word": _("Only forehand says this, and only as the first word."),
        "why.first_word_limited": _(
            "{contract} cannot be forehand's first word. Whoever reserves can still bid it later."
        ),
        "why.bid_first_word": _(
            "{contract} is bid by forehand, with the first word, or not at all."
        ),
        "why.bid_after_passes": _(
            "{contract} is forehand's, and only when all the others have passed."
        ),
        "why.bid_all_pass": _("{contract} is played when all pass. Nobody bids it."),
        "why.bid_too_low": _("{contract} does not rank above {standing}."),
        "why.needs_missing_king": _(
            "You hold all four kings, so there is none to call for {contract}."
        ),
        "why.needs_bird": _("{contract} needs one of these cards in your hand: {items}."),
        "why.needs_suit_cards": _("{contract} needs at least {least} suit cards. You hold {held}."),
        "why.must_choose": _("Everybody has passed: forehand has to choose a contract."),
        "why.no_such_call": _("“{verb}” is not said in this game."),
        "why.no_bid_yet": _("Nobody has made a bid yet."),
        "why.hold_is_forehands": _("Only forehand may hold a bid."),
        "why.good_after_bid": _("There is a bid: accept it with “good”, or bid higher."),
        "why.hold_after_takeover": _("You can keep only a bid that was taken over from you."),
        "why.retake_after_hold": _("Only a bid that was held can be taken again."),
        "why.not_taken_over": _("{standing} cannot be taken over here."),
        "why.takeover_first_answer": _("Only the first to answer a bid may take it over."),
        "why.answer_takeover": _("First answer the takeover: keep your bid or accept."),
    }


def _why_exchange() -> dict[str, str]:
    return {
        "why.call_not_own": _("{card} is in your own hand."),
        "why.call_only": _("You can call one of these: {cards}."),
        "why.fourth_is_named": _("Here the king is always called by name."),
        "why.fourth_needs_three": _(
            "The fourth king is called by whoever holds three. Yours: {held}."
        ),
        "why.concede_names_bird": _("Name the bird you pay: {items}."),
        "why.concede_without_bird": _("In this game you concede without naming a bird."),
        "why.no_such_packet": _("The talon does not lie in such parts."),
        "why.not_your_card": _("This card is not in your hand."),
        "why.keep_king": _("Kings may not be laid away."),
        "why.keep_trull": _("Cards of the Trull may not be laid away."),
        "why.keep_called": _("The called card may not be laid away."),
        "why.keep_bird": _("You have to announce a bird, and this is the last one you hold."),
        "why.taroks_last": _("Taroks may be laid away only when no other card is left."),
        "why.suits_last": _("In a suit game taroks are laid away first."),
    }


def _why_talk() -> dict[str, str]:
    return {
        "why.owes_bird": _("This game asks you to announce a bird first: {items}."),
        "why.item_off": _("{item} cannot be announced in this game."),
        "why.announced_already": _("{item} was announced already ({seat})."),
        "why.announce_first_turn": _("Announcements are made in the first round only."),
        "why.needs_card": _("For {item} you have to hold {card}."),
        "why.ultimo_is_holders": _("Only whoever holds the called king may announce this."),
        "why.ultimo_needs_king": _("No king was called in this hand."),
        "why.not_with": _("{item} cannot stand beside your announcement: {items}."),
        "why.declarer_only": _("Only the declarer may announce {item}."),
        "why.before_talon_only": _("{item} could be announced only before the talon."),
        "why.after_talon_only": _("{item} is announced after the talon."),
        "why.holds_cards": _("{item} fails with what you hold: {cards}."),
        "why.lower_first": _("Before {item} comes {items}."),
        "why.higher_said_before": _("You announced more before the talon: {items}."),
        "why.claims_are_automatic": _("{item} is counted by itself. Nobody has to claim it."),
        "why.claim_after_talon": _("Claims are made after the talon."),
        "why.claimed_already": _("{item} has been claimed."),
        "why.claim_needs": _("You do not hold all cards of {item}."),
    }


def _why_kontra() -> dict[str, str]:
    return {
        "why.no_kontra": _("Nothing is doubled here."),
        "why.kontra_after_talon": _("This can be doubled only after the talon."),
        "why.kontra_stage_over": _("This could be doubled only before the talon."),
        "why.kontra_for_all": _("The game is doubled as a whole here."),
        "why.kontra_each_for_himself": _("In this game every opponent doubles for himself."),
        "why.kontra_own_share": _("Only your own share is yours to double."),
        "why.kontra_own_side": _("You do not double your own side."),
        "why.kontra_or_valat": _("In a suit game you may double or announce Valat, not both."),
        "why.kontra_too_late": _("The moment for this has passed."),
        "why.rekontra_is_owners": _("Only the side it was said to may answer."),
        "why.not_announced": _("{item} was not announced."),
        "why.not_your_own_step": _("You cannot raise your own kontra."),
        "why.doubled_already": _("“{verb}” was said already."),
        "why.doubled_enough": _("“{verb}” goes beyond what is played here."),
        "why.doubled_step_first": _("First comes “{verb}”."),
    }


def _why_play() -> dict[str, str]:
    return {
        "why.follow_suit": _("You have to follow suit: {suit}."),
        "why.follow_tarok": _("A tarok was led, so you have to play one."),
        "why.must_tarok": _(
            "You have no card of the suit led ({suit}), so you have to play a tarok."
        ),
        "why.lead_a_suit": _("In a suit game taroks are led only when you hold nothing else."),
        "why.pagat_last": _("In this game the Pagat has to be your last tarok."),
        "why.overtake": _("In this game you have to go over: you can beat {card}."),
        "why.due_now": _("{card} is announced for this trick and has to be played."),
        "why.announced_card_waits": _("{card} is announced for trick {trick} and has to wait."),
        "why.announced_card_would_win": _(
            "{card} is announced for trick {trick}. It may be thrown off before, but not lead "
            "or take a trick."
        ),
        "why.higher_bird_first": _(
            "{card} is announced for trick {trick}. The higher announced bird goes first."
        ),
    }
