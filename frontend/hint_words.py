"""Why the club would do what it advises, in words (see ``help_words``)."""

from __future__ import annotations

from django.utils.translation import gettext as _


def hint_words() -> dict[str, str]:
    """Return a sentence for every reason of the club in the active language."""
    return {
        **_hint_bid(),
        **_hint_count(),
        **_hint_exchange(),
        **_hint_talk(),
        **_hint_play(),
        **_hint_lead(),
        **_hint_lose(),
    }


def _hint_bid() -> dict[str, str]:
    return {
        "hint.only_one": _("There is no other choice."),
        "hint.wait_first_word": _("Forehand loses nothing by waiting and can still bid."),
        "hint.bid_caller": _(
            "Taroks {taroks}, of them XVI and up {high}, kings {kings}: enough with a partner."
        ),
        "hint.bid_solo_caller": _(
            "Taroks {taroks}, of them XVI and up {high}, kings {kings}: with a partner you do "
            "not need the talon."
        ),
        "hint.bid_alone": _(
            "Taroks {taroks}, of them XVI and up {high}, kings {kings}: enough to play alone."
        ),
        "hint.bid_solo": _(
            "Taroks {taroks}, of them XVI and up {high}, kings {kings}: you need neither "
            "partner nor talon."
        ),
        "hint.bid_six": _(
            "Taroks {taroks}, of them XVI and up {high}, kings {kings}: with all six cards "
            "this wins."
        ),
        "hint.bid_bird": _("With {taroks} taroks the last one can take its trick: {item}."),
        "hint.bid_no_tricks": _(
            "Taroks {taroks}, cards that may have to take a trick {risks}: you can stay under."
        ),
        "hint.bid_few_tricks": _(
            "Cards of yours that take a trick: {tricks}. The others stay under."
        ),
        "hint.bid_suits": _(
            "Kings {kings}, queens {queens}: strong in the suits, and taroks do not take them here."
        ),
        "hint.choose_everybody": _(
            "Taroks {taroks}, of them XVI and up {high}, kings {kings}: too little to "
            "declare; rather avoid tricks."
        ),
        "hint.choose_cheapest": _("Nothing here is strong; {contract} costs least."),
        "hint.hold_bid": _(
            "Taroks {taroks}, of them XVI and up {high}, kings {kings}: worth {standing}."
        ),
        "hint.pass_weak": _(
            "Taroks {taroks}, of them XVI and up {high}, kings {kings}: too little for a bid."
        ),
        "hint.pass_overbid": _(
            "Good for {contract}, but {standing} stands, and more would be too much."
        ),
        "hint.pass_not_biddable": _(
            "Good for {contract}, which you cannot bid now; more would be too much."
        ),
    }


def _hint_count() -> dict[str, str]:
    return {
        "hint.bid_expected": _("With {contract} you can expect about {points} card points."),
        "hint.takeover_expected": _(
            "With {standing} you can expect about {points} card points yourself."
        ),
        "hint.keep_expected": _(
            "With {standing} you can expect about {points} card points; do not let it go."
        ),
        "hint.pass_expected": _(
            "Even with {contract} you can expect only about {points} card points."
        ),
        "hint.accept_bid": _(
            "With {standing} you could expect only about {points} card points: let the other play."
        ),
    }


def _hint_exchange() -> dict[str, str]:
    return {
        "hint.call_unnamed": _(
            "Whoever holds the fourth king learns enough; nobody else needs to know."
        ),
        "hint.call_guarded_queen": _("You hold the guarded queen of the suit: {suit}."),
        "hint.call_queen": _("You hold the queen of the suit: {suit}."),
        "hint.call_knight": _("You hold the knight of the suit: {suit}."),
        "hint.call_length": _(
            "Cards of {suit} in your hand: {count}. So you can lead to your partner."
        ),
        "hint.call_none_held": _("You hold no suit with a king to call: {suit} is as good as any."),
        "hint.concede_hopeless": _(
            "Even with the better half: taroks {taroks}, XVI and up {high}, kings {kings}. "
            "Alone that hardly wins."
        ),
        "hint.play_on": _(
            "With the better half: taroks {taroks}, XVI and up {high}, kings {kings}. That "
            "can be won alone."
        ),
        "hint.take_promise": _("The other part would break your announcement: {items}."),
        "hint.take_called": _("The called card lies in it: {card}."),
        "hint.take_trull": _("It brings a card of the Trull: {card}."),
        "hint.take_taroks": _("It brings taroks: {count}."),
        "hint.take_king": _("It brings a king: {card}."),
        "hint.take_suits": _("It fits your suits and brings {points} card points."),
        "hint.take_void": _("After it you can lay away best."),
        "hint.take_points": _("It brings {points} card points that the others would get."),
        "hint.discard_tarok": _("No other card may go, so a tarok you need least."),
        "hint.discard_tarok_first": _("In a suit game taroks are worth little and go first."),
        "hint.discard_void": _("So you get rid of the suit and can take it with taroks: {suit}."),
        "hint.discard_points": _("Laid away, its {points} card points are safe."),
        "hint.discard_short": _("You hold few of this suit: {suit}, {count}."),
        "hint.discard_low": _("It is worth least to you."),
    }


def _hint_talk() -> dict[str, str]:
    return {
        "hint.good_quiet": _("Nothing is likely enough to be worth saying."),
        "hint.announce_owed": _("Your game asks for a bird; the lowest one you hold is cheapest."),
        "hint.announce_bird": _("With {taroks} taroks the bird can be your last one: {item}."),
        "hint.announce_trull": _("You hold all three and have {taroks} taroks to bring them home."),
        "hint.announce_kings": _(
            "Your side has all four kings, and you have {taroks} taroks to bring them home."
        ),
        "hint.announce_ultimo": _(
            "Your king is guarded, and {taroks} taroks keep it until the last trick: {card}."
        ),
        "hint.announce_all": _(
            "With {taroks} taroks and nothing to lose you can take every trick: {item}."
        ),
        "hint.announce_expected": _(
            "You can expect about {points} card points, enough for this: {item}."
        ),
        "hint.announce_without": _("You can expect about {points} card points even so: {item}."),
        "hint.claim_pays": _("It pays and cannot fail: {item}."),
        "hint.kontra_bird": _("With {taroks} taroks and the Sküs you can catch it: {item}."),
        "hint.kontra_few_tricks": _(
            "None of your cards has to take a trick, so the declarer will."
        ),
        "hint.kontra_expected": _("Only about {points} card points are left for the declarer."),
        "hint.kontra_strong": _(
            "Taroks {taroks}, of them XVI and up {high}, kings {kings}: that is hard for the "
            "declarer."
        ),
        "hint.rekontra_expected": _("You can expect about {points} card points: raise it."),
        "hint.rekontra_strong": _(
            "Taroks {taroks}, of them XVI and up {high}, kings {kings}: there is little doubt."
        ),
    }


def _hint_play() -> dict[str, str]:
    return {
        "hint.play_due": _("It is announced for this trick."),
        "hint.win_decides": _("With the {points} card points of this trick the game is decided."),
        "hint.win_cheapest": _(
            "It is the lowest card that takes the trick for certain. Card points in it: {points}."
        ),
        "hint.win_sure": _(
            "It takes the trick for certain and brings its own points home. Card points in "
            "it: {points}."
        ),
        "hint.win_likely": _("It probably takes the trick. Card points in it: {points}."),
        "hint.win_hope": _("It may take the trick, and later it is worth little."),
        "hint.give_points": _(
            "The trick probably goes to {seat}, on your side: give {points} card points."
        ),
        "hint.leave_to_partner": _(
            "The trick probably goes to {seat}, on your side: a small card will do."
        ),
        "hint.throw_cheap": _("You cannot take this trick, so give as little as possible."),
        "hint.spare_high": _("The {points} card points are not worth a higher card."),
    }


def _hint_lead() -> dict[str, str]:
    return {
        "hint.lead_draw": _("With {taroks} taroks you draw those of the others."),
        "hint.lead_tarok": _("None of your suits is better to lead."),
        "hint.lead_last_taroks": _("Nobody else has a tarok left, so yours take every trick."),
        "hint.lead_winner": _("Nobody can beat it."),
        "hint.lead_king": _("Now its suit probably still goes round without a tarok."),
        "hint.lead_called_suit": _("Whoever holds the called card is strong in this suit: {suit}."),
        "hint.lead_long": _(
            "You hold many of this suit: {suit}, {count}. That costs the others taroks."
        ),
        "hint.lead_short": _(
            "You hold few of this suit: {suit}, {count}. Soon your taroks take it."
        ),
        "hint.lead_last_of_suit": _(
            "It is your last of the suit; from now on your taroks take it: {suit}."
        ),
        "hint.lead_low": _("It loses least."),
    }


def _hint_lose() -> dict[str, str]:
    return {
        "hint.open_declarer_takes": _(
            "The cards lie open: like this the declarer has to take the trick."
        ),
        "hint.open_declarer_escapes": _(
            "The cards lie open: like this somebody else takes the trick."
        ),
        "hint.lead_is_beaten": _("Somebody can still go over it."),
        "hint.lead_least_danger": _("Of your cards it takes a trick least easily."),
        "hint.stay_under": _("It is the highest card you can get rid of under {best}."),
        "hint.throw_danger": _("Now you can get rid of a dangerous card."),
        "hint.take_with_highest": _("The trick is yours anyway, so the highest card goes."),
        "hint.over_with_lowest": _(
            "You have to go over; with the lowest card somebody may still go over you."
        ),
        "hint.take_wanted_lead": _(
            "You still need tricks: {tricks}. This card takes one most easily."
        ),
        "hint.take_wanted": _("You still need tricks: {tricks}. This is one."),
        "hint.keep_for_trick": _(
            "You still need tricks: {tricks}. Keep the better cards for them."
        ),
        "hint.push_lead": _("The declarer may have to take this: {suit}."),
        "hint.push_stay_under": _(
            "The trick stays with the declarer; get rid of a high card under it."
        ),
        "hint.push_over": _("You have to take this one, so the highest card goes."),
        "hint.push_low": _("The declarer still has to play: keep the trick low for him."),
        "hint.push_unload": _("The declarer has played already, so high cards can go."),
    }
