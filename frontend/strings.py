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
        **_reader_strings(),
        **_seat_strings(),
        **_auction_strings(),
        **_talon_strings(),
        **_talk_strings(),
        **_play_strings(),
        **_result_strings(),
        **_line_strings(),
        **_course_strings(),
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
        "hand.to": _("Hand {n}, to {target} points"),
        "hand.double": _("double round: × {n}"),
        "sits_out": _("{name} sits out"),
        "sit_behind": _("Sit behind {name}"),
        "tricks": _("Tricks"),
        "seconds": _("{n} s"),
        "points": _pair("{n} point", "{n} points"),
        "card.hidden": _("face-down card"),
        "sent": _("Sent."),
        "refused": _("That is not possible now."),
        "go_on": _("Go on"),
        "deal.replaced": _(
            "Your share of this deal did not come in time and was replaced. The record says so."
        ),
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
        "phase.concede": _("Talon"),
        "phase.announce": _("Announcements"),
        "phase.announce_before": _("Before the talon"),
        "phase.announce_after": _("Announcements"),
        "phase.play": _("Play"),
        "phase.over": _("Result"),
        "role.declarer": _("plays"),
        "role.partner": _("partner"),
        "take.1": _("{contract}, taken over"),
        "take.2": _("{contract}, held"),
        "take.3": _("{contract}, taken again"),
        "seat.forehand": _("Forehand"),
        "seat.dealer": _("Dealer"),
        "seat.away": _("away"),
        "seat.out": _("sits out"),
        "seat.cards": _pair("{n} card", "{n} cards"),
        "turn.you": _("Your turn: {what}"),
        "turn.other": _("{name} to move."),
        "teaser.finished": _("Finished"),
    }


def _seat_strings() -> dict[str, Text]:
    """Return the words about seats and clocks of tables where people meet."""
    return {
        "seat.free": pgettext("a seat", "free"),
        "seat.number": _("Seat {n}"),
        "seat.bot": _("bot"),
        "seat.stand_in": _("{name} plays for now"),
        "seat.claimed": _("{name} comes with the next hand"),
        "seat.leaving": _("leaves after this hand"),
        "seat.sit": _("Sit here"),
        "seat.join": _("Sit down from the next hand on"),
        "seat.claim": _("You sit here from the next hand on."),
        "seat.unclaim": _("Rather not"),
        "seat.leave": _("Give up my seat"),
        "seat.leave.ask": _("A bot plays this hand to its end, and then keeps your seat."),
        "seat.leave.yes": _("Give it up"),
        "seat.leave.no": _("Stay"),
        "seat.back": _("I am back"),
        "seat.played_for": _("You were away: {name} plays for you."),
        "seats.title": _("Seats"),
        "table.invite": _("Invite players"),
        "table.waits": _("Waiting for players"),
        "table.starts": _pair(
            "Bots take the free seats in {n} second.", "Bots take the free seats in {n} seconds."
        ),
        "practice.hint": _("Hint"),
        "practice.take_back": _("Take a move back"),
        "practice.undo": pgettext("practice: take a move back", "Undo"),
        "hint.is": _("Hint: {what}. {why}"),
        "hint.discard": _("lay away {card}"),
        "clock.then": _("{n} s + {time}"),
        "clock.bank": _("bank {time}"),
    }


def _reader_strings() -> dict[str, Text]:
    """Return what is read out, and what calls somebody back to the table."""
    return {
        "notice.title": _("Your turn"),
        "help.loading": _("One moment …"),
        "help.failed": _("The help cannot be fetched just now."),
        "spoken.play": _("{name}: {card}."),
        "spoken.says": _("{name}: {what}."),
        "spoken.double": _("{name}: {what}, {item}."),
        "spoken.discard": _("{name} lays a card away."),
    }


def _auction_strings() -> dict[str, Text]:
    return {
        "auction.wait": _("{name} is thinking about the bid."),
        "auction.thinks": "…",
        "auction.why_not": _("Why not …?"),
        "auction.only": _("Nothing higher is left to bid."),
        "duty.auction": _("bid or pass."),
        "duty.choose": _("everybody passed, you play. Choose a contract."),
        "duty.call": _("call a king."),
        "duty.take": _("choose from the talon."),
        "duty.discard": _("lay cards away."),
        "duty.concede": _("play on or concede."),
        "duty.announce": _("announce, give kontra, or say good."),
        "duty.announce_before": _("announce or go on."),
        "duty.announce_after": _("announce, give kontra, or say good."),
        "duty.bird": _("announce a bird."),
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
        "say.good.announce": pgettext("button", "Ready"),
        "say.good.announce_before": pgettext("button", "Go on"),
        "say.good.announce_after": pgettext("button", "It lies"),
        "say.concede": pgettext("button", "Concede"),
        "say.continue": pgettext("button", "Play on"),
        "say.announce": pgettext("button", "Announce"),
        "say.kontra": pgettext("button", "Kontra"),
        "say.rekontra": pgettext("button", "Rekontra"),
        "say.subkontra": pgettext("button", "Subkontra"),
        "say.claim": pgettext("button", "Claim"),
    }


def _talon_strings() -> dict[str, Text]:
    return {
        "call.title": _("Call a king"),
        "call.own": _("{card}: in your own hand"),
        "call.own.short": _("your own"),
        "call.choose": _("Choose a king"),
        "call.do": _("Call {card}"),
        "talon.title": _("Take a part of the talon"),
        "talon.watch": _("{name} chooses from the talon"),
        "talon.concede": _("The called king lies in the talon"),
        "talon.called": _("with the called king"),
        "talon.taken": _("taken"),
        "talon.half.0": _("first half"),
        "talon.half.1": _("second half"),
        "talon.take": _("Take these cards"),
        "talon.take.one": _("Take this card"),
        "talon.packet": _("part {n}"),
        "talon.preview": _pair(
            "Preview: {n} new card with a band.", "Preview: {n} new cards with a band."
        ),
        "discard.title": _pair("Lay {n} more card away", "Lay {n} more cards away"),
        "discard.watch": _("{name} lays cards away"),
        "discard.points": _pair("{n} point laid away", "{n} points laid away"),
        "discard.void": _("without"),
        "discard.other": _("Left to the opponents:"),
        "discard.not": _("{card} stays: it may not be laid away now."),
        "discard.do": _pair("Lay {n} card away", "Lay {n} cards away"),
        "discard.choose": _pair("Choose {n} more card", "Choose {n} more cards"),
        "discard.back": _("{card}: take back"),
        "discard.shown": _("will be shown"),
        "discard.ready": _("Ready to be laid away"),
        "discard.go": _("Lay them away, or take one back with a tap."),
    }


def _talk_strings() -> dict[str, Text]:
    return {
        "talk.announce": _("Announce"),
        "talk.claim": _("Claim"),
        "talk.kontra": _("Kontra"),
        "talk.rekontra": _("Rekontra"),
        "talk.subkontra": _("Subkontra"),
        "talk.concede": _("Concede"),
        "talk.said": _("Said so far"),
        "talk.game": pgettext("what is doubled", "Game"),
        "talk.game_of": _("Game of {name}"),
        "talk.with": _("with {item}"),
        "talk.alone": pgettext("a concession", "without a bird"),
        "talk.sentence.announce": _("You announce: {item}."),
        "talk.sentence.claim": _("You claim: {item}."),
        "talk.sentence.kontra": _("You say kontra: {item}."),
        "talk.sentence.rekontra": _("You say rekontra: {item}."),
        "talk.sentence.subkontra": _("You say subkontra: {item}."),
        "talk.sentence.concede": _("You give the game up."),
        "talk.before": _("before the talon"),
        "standing.open": pgettext("an announcement", "open"),
        "standing.made": pgettext("an announcement", "made"),
        "standing.lost": pgettext("an announcement", "lost"),
        "prize": _("Prize of this trick"),
    }


def _play_strings() -> dict[str, Text]:
    return {
        "duty.any": _("play any card."),
        "duty.follow": _("follow {suit}."),
        "duty.follow_tarok": _("follow with a tarok."),
        "suit.tarok": _("taroks"),
        "duty.tarok": _("you have none of that suit, play a tarok."),
        "play.not": _("{card} may not be played now."),
        "play.do": _("Play {card}"),
        "play.choose": _("Choose a card"),
        "trick.last": _("Last trick"),
        "trick.back": _("Back to the trick"),
        "trick.pile": _("Hold: the last trick of this pile"),
        "trick.won": _("{name} takes the trick, {points}."),
        "trick.won.you": _("You take the trick, {points}."),
        "side.we": _("your side"),
        "side.you": _("you"),
        "side.they": _("they"),
        "side.others": _("the others"),
        "side.tricks": _pair("{who}, {n} trick", "{who}, {n} tricks"),
    }


def _result_strings() -> dict[str, Text]:
    return {
        "result.hand": _("Hand"),
        "result.total": _("Total"),
        "result.declarer": _("declarer"),
        "result.partner": _("partner"),
        "result.defender": _("defender"),
        "result.alone": pgettext("role", "alone"),
        "result.ledger": _("With kontra"),
        "result.double": _("double round: the points count {n} times"),
        "result.redeal": _("The cards are dealt again"),
        "result.redeal.passed": _("Nobody wanted to play. The same dealer deals again."),
        "result.redeal.no_tarok": _("A hand held no tarok. The same dealer deals again."),
        "result.empty": _("A hand without points"),
        "result.empty.why": _("Nobody plays it, and the rules allow no further deal."),
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
        "again.asked": _("{names}: another series? Without an answer a bot takes your seat."),
        "again.waits": _(
            "Another series: the others are asked. Bots take seats without an answer."
        ),
        "again.yes": _("Join in"),
        "again.no": _("No, thanks"),
        "seat.asked": _("is asked for another series"),
        "sheet.hand": _("Hand"),
        "sheet.total": _("Total"),
        "sheet.redeal": _("dealt again"),
    }


def _line_strings() -> dict[str, Text]:
    """Return the words that explain a line of the score; frontend/score_lines.py uses them too."""
    return {
        "line.won": _("{name} won"),
        "line.lost": _("{name} lost"),
        "line.conceded": _("{name} conceded"),
        "line.forfeit": _("{name}: hand forfeited"),
        "line.silent.won": _("{item} ({name}): made"),
        "line.silent.lost": _("{item} ({name}): lost"),
        "line.post.won": _("{item} ({name}), announced: made"),
        "line.post.lost": _("{item} ({name}), announced: lost"),
        "line.pre.won": _("{item} ({name}), announced before the talon: made"),
        "line.pre.lost": _("{item} ({name}), announced before the talon: lost"),
        "line.points": _pair(
            "The declarer's side has {n} card point", "The declarer's side has {n} card points"
        ),
        "line.tricks": _("tricks {n}"),
        "line.discards": _("laid away {n}"),
        "line.talon": _("talon {n}"),
        "line.tricks_won": _pair("The declarer took {n} trick", "The declarer took {n} tricks"),
        "line.seats": _("Card points: {list}"),
        "line.alone": _("alone against three, {n} per opponent"),
        "line.each": _("worth {n}"),
        "line.value": _("counts {n}"),
        "line.bird": _("with the announced {item}"),
        "line.over": _("game {base} and {over} above 35"),
        "line.under": _("game {base} and {over} below 35"),
        "line.written": _("{sum} for {names}"),
        "line.multiplier": _("times {n} for the contract"),
        "line.factor": _("times {n} by kontra"),
        "line.ledger": _("kontra counts in the side account only"),
    }


def _course_strings() -> dict[str, Text]:
    return {
        "course.plays": _("{name} plays {contract}."),
        "course.plays.you": _("You play {contract}."),
        "course.calls": _("{name} calls {card}."),
        "course.calls.you": _("You call {card}."),
        "course.takes": _("{name} takes {cards}."),
        "course.takes.you": _("You take {cards}."),
        "course.shows": _("{name}: {card} laid away openly."),
        "course.everybody": _("Everybody plays for himself: {contract}."),
        "course.takeover": _("{name}: bid taken over."),
        "course.held": _("{name}: bid held."),
        "course.retaken": _("{name}: bid taken over again."),
        "course.concedes": _("{name}: conceded."),
        "course.announces": _("{name}: {item} announced."),
        "course.announces.pre": _("{name}: {item} announced before the talon."),
        "course.claims": _("{name}: {item} claimed."),
        "course.factor": _("{item}: times {n}."),
    }
