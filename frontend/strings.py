"""Texts of the live table, sent to the page as JSON. Keys are those of ``static/js``.

A text is a string with ``{placeholders}``, or a pair [singular, plural] chosen by ``count``.
tests/frontend/test_strings.py compares the keys with those the scripts use.
"""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

Text = str | list[str]


def _pair(singular: str, plural: str) -> list[str]:
    """Return both forms; German, English and Spanish have the same two."""
    return [ngettext(singular, plural, 1), ngettext(singular, plural, 2)]


def table_strings() -> dict[str, Text]:
    """Return all texts of the live table in the active language."""
    return {
        **_frame_strings(),
        **_auction_strings(),
        **_talon_strings(),
        **_play_strings(),
        **_result_strings(),
    }


def teaser_strings() -> dict[str, Text]:
    """Return the texts of the small live lines on the home and event pages."""
    strings = table_strings()
    keys = [key for key in strings if key.startswith("phase.")]
    keys += ["waiting", "teaser.finished"]
    return {key: strings[key] for key in keys}


def _frame_strings() -> dict[str, Text]:
    return {
        "you": _("You"),
        "you.within": pgettext("inside a sentence", "you"),
        "you.now": pgettext("marks the own turn in the auction", "you"),
        "waiting": _("Waiting for the deal"),
        "hand.of": _("Hand {n} of {hands}"),
        "sits_out": _("{name} sits out"),
        "sit_behind": _("Sit behind {name}"),
        "tricks": _("Tricks"),
        "seconds": _("{n} s"),
        "points": _pair("{n} point", "{n} points"),
        "card.hidden": _("face-down card"),
        "sent": _("Sent."),
        "refused": _("That is not possible now."),
        "go_on": _("Go on"),
        "net.connecting": _("connecting"),
        "net.open": _("connected"),
        "net.waiting": _("no line, as of {time}"),
        "net.closed": pgettext("line to the server", "closed"),
        "line.not_sent": _("No line to the server. Nothing was sent."),
        "phase.auction": _("Auction"),
        "phase.choose": _("Forehand chooses"),
        "phase.call": _("Call"),
        "phase.take": _("Talon"),
        "phase.discard": _("Discard"),
        "phase.announce": _("Announcements"),
        "phase.play": _("Play"),
        "phase.over": _("Result"),
        "role.declarer": _("plays"),
        "role.partner": _("partner"),
        "seat.forehand": _("Forehand"),
        "seat.dealer": _("Dealer"),
        "seat.away": _("away"),
        "seat.cards": _pair("{n} card", "{n} cards"),
        "turn.you": _("Your turn: {what}"),
        "turn.other": _("{name} to move."),
        "teaser.finished": _("Finished"),
    }


def _auction_strings() -> dict[str, Text]:
    return {
        "auction.each": _("from each"),
        "auction.wait": _("{name} is thinking about the bid."),
        "auction.thinks": "…",
        "auction.only": _("Nothing higher is left to bid."),
        "duty.auction": _("bid or pass."),
        "duty.choose": _("everybody passed, you play. Choose a contract."),
        "duty.call": _("call a king."),
        "duty.take": _("choose a half of the talon."),
        "duty.discard": _("lay cards away."),
        "duty.announce": _("announce or say good."),
        "said.pass": pgettext("in the auction", "pass"),
        "said.reserve": pgettext("in the auction", "my game"),
        "said.hold": pgettext("in the auction", "hold"),
        "said.takeover": pgettext("in the auction", "I take it over"),
        "said.retake": pgettext("in the auction", "I take it back"),
        "said.good": pgettext("in the auction", "good"),
        "say.pass": pgettext("button", "Pass"),
        "say.reserve": pgettext("button", "My game"),
        "say.hold": pgettext("button", "Hold"),
        "say.takeover": pgettext("button", "Take over"),
        "say.retake": pgettext("button", "Take back"),
        "say.good": pgettext("button", "Good"),
        "say.concede": pgettext("button", "Concede"),
        "say.continue": pgettext("button", "Continue"),
        "say.announce": pgettext("button", "Announce"),
        "say.kontra": pgettext("button", "Kontra"),
        "say.rekontra": pgettext("button", "Rekontra"),
        "say.subkontra": pgettext("button", "Subkontra"),
        "say.claim": pgettext("button", "Claim"),
        "say.bid": pgettext("button", "Bid"),
        "say.choose": pgettext("button", "Choose"),
        "say.call": pgettext("button", "Call"),
        "say.take": pgettext("button", "Take"),
        "say.discard": pgettext("button", "Lay away"),
        "say.play": pgettext("button", "Play"),
    }


def _talon_strings() -> dict[str, Text]:
    return {
        "call.title": _("Call a king"),
        "call.own": _("{card}: in your own hand"),
        "call.own.short": _("your own"),
        "call.choose": _("Choose a king"),
        "call.do": _("Call {card}"),
        "talon.title": _("Take a half"),
        "talon.watch": _("{name} chooses a half"),
        "talon.called": _("with the called king"),
        "talon.taken": _("taken"),
        "talon.half.0": _("first half"),
        "talon.half.1": _("second half"),
        "talon.take": _("Take this half"),
        "talon.preview": _pair(
            "Preview: {n} new card with a band.", "Preview: {n} new cards with a band."
        ),
        "discard.title": _pair("Lay {n} more card away", "Lay {n} more cards away"),
        "discard.watch": _("{name} lays cards away"),
        "discard.points": _pair("{n} point laid away", "{n} points laid away"),
        "discard.void": _("without"),
        "discard.other": _("The other half goes to the opponents:"),
        "discard.not": _("{card} stays: it may not be laid away now."),
        "discard.do": _("Lay away {card}"),
        "discard.choose": _("Choose a card"),
    }


def _play_strings() -> dict[str, Text]:
    return {
        "duty.any": _("play any card."),
        "duty.follow": _("follow {suit}."),
        "duty.follow_tarok": _("follow with a tarok."),
        "duty.tarok": _("you have none of that suit, play a tarok."),
        "play.not": _("{card} may not be played now."),
        "play.do": _("Play {card}"),
        "play.choose": _("Choose a card"),
        "trick.last": _("Last trick"),
        "trick.back": _("Back to the trick"),
        "trick.won": _("{name} takes the trick, {points}."),
        "trick.won.you": _("You take the trick, {points}."),
        "side.we": _("you two"),
        "side.you": _("you"),
        "side.they": _("they"),
        "side.others": _("the others"),
        "side.tricks": _pair("{who}, {n} trick", "{who}, {n} tricks"),
        "course.plays": _("{name} plays a {contract}."),
        "course.plays.you": _("You play a {contract}."),
        "course.calls": _("{name} calls {card}."),
        "course.calls.you": _("You call {card}."),
        "course.takes": _("{name} takes {cards}."),
        "course.takes.you": _("You take {cards}."),
        "course.shows": _("{name} lays {card} away openly."),
    }


def _result_strings() -> dict[str, Text]:
    return {
        "item.game": _("Game"),
        "line.won": _("{name} won"),
        "line.lost": _("{name} lost"),
        "line.points": _pair(
            "The declarer's side has {n} card point", "The declarer's side has {n} card points"
        ),
        "line.tricks": _("tricks {n}"),
        "line.discards": _("laid away {n}"),
        "line.talon": _("talon {n}"),
        "line.tricks_won": _pair("The declarer took {n} trick", "The declarer took {n} tricks"),
        "line.alone": _("alone against three, {n} per opponent"),
        "line.each": _("worth {n}"),
        "line.factor": _("times {n}"),
        "result.hand": _("Hand"),
        "result.total": _("Total"),
        "result.declarer": _("declarer"),
        "result.partner": _("partner"),
        "result.defender": _("defender"),
        "result.status": _("The hand is over."),
        "result.next": _("Next hand"),
        "result.final": _("Final result"),
        "final.you": _("You win the table."),
        "final.winner": _("The table goes to {names}."),
        "final.shared": _("First place is shared: {names}."),
        "final.after": _pair("After {n} hand", "After {n} hands"),
        "final.look": _("Look at the last hand"),
        "final.status": _("The series is over."),
        "final.event": _("Back to the evening"),
        "final.new": _("New game"),
        "final.again": _("Play again"),
        "sheet.hand": _("Hand"),
        "sheet.total": _("Total"),
    }
