"""What the lesson says at each decision of its hand (``first.txt``), in this order."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.translation import gettext as _


class Step(NamedTuple):
    """What to do and why; and the answer to another choice that the rules allow ("" if none)."""

    say: str
    instead: str


def step_texts() -> list[Step]:
    """Return one text per decision, in the active language."""
    return [*_before_play(), *_first_tricks(), *_middle_tricks(), *_last_tricks()]


def _before_play() -> list[Step]:
    return [
        Step(
            _(
                "You are player 1, with six taroks, the Mond (XXI) among them, and a king. "
                "Player 3 keeps the last word, player 4 has passed. That is enough for the "
                "smallest game with a partner: bid Rufer."
            ),
            _("Too little or too much for these cards. Bid Rufer, the smallest game."),
        ),
        Step(
            _(
                "Nobody bid more. You now call a king, and whoever holds it is your partner; at "
                "first nobody else knows who that is. With your heart you can soon look for "
                "him: call the king of hearts."
            ),
            _(
                "You may call any king you do not hold. But you have a heart to look for him "
                "with: call the king of hearts."
            ),
        ),
        Step(
            _(
                "The talon lies open in two halves. One is yours, the other counts for the "
                "opponents. On the left lie a strong tarok and a queen to your diamonds: take "
                "the left half."
            ),
            _(
                "The king on the right is worth 5 points, but the left half helps you to play: "
                "a strong tarok, a queen to your diamonds. Take the left half."
            ),
        ),
        Step(
            _(
                "Lay three cards away; they count for you. Kings and the Trull must stay, and "
                "taroks while there is anything else. Lay away the 7 of spades, the 1 and the 2 "
                "of diamonds: without spades you can take tricks of spades with a tarok."
            ),
            _(
                "That is allowed, but keep your good cards and have no spade left: lay away the "
                "7 of spades, the 1 and the 2 of diamonds."
            ),
        ),
    ]


def _first_tricks() -> list[Step]:
    return [
        Step(
            _(
                "Player 3 leads the king of spades, player 4 has to follow. You have no spade "
                "and must play a tarok. Take the XV: player 2, who plays after you, will hardly "
                "beat it."
            ),
            _(
                "Every tarok is allowed. But player 2 could beat a low one, and a higher one is "
                "not needed: play the XV."
            ),
        ),
        Step(
            _(
                "Player 2 had to follow suit: the trick is yours. King 5, jack 2 and two cards "
                "of 1, and a king of the opponents is caught. Who takes a trick leads to the "
                "next. Look for your partner: lead the knight of hearts."
            ),
            _("That is allowed, but first find out who plays with you: lead the knight of hearts."),
        ),
        Step(
            _(
                "The called king! Player 4 is your partner, and now everybody knows. He leads a "
                "club, and you must follow with your only one."
            ),
            "",
        ),
        Step(
            _(
                "You have no heart and must play a tarok. But your partner has the trick "
                "already with the VI, and nobody plays after you: give the lowest, the V."
            ),
            _("That would only beat your own partner. Give the lowest, the V."),
        ),
    ]


def _middle_tricks() -> list[Step]:
    return [
        Step(
            _(
                "Your partner leads a diamond. You follow with the queen: she beats the knight, "
                "which is still out, and the king stays in your hand."
            ),
            _(
                "The jack would lose to the knight, which is still out, and the king is not "
                "needed yet: play the queen."
            ),
        ),
        Step(
            _(
                "Bad luck: player 2 had no diamond and took the trick with the Pagat. Now he "
                "leads a spade. You have none and play last: your lowest tarok, the X, is "
                "enough."
            ),
            _("Every tarok takes this trick, you are the last to play. Give the lowest, the X."),
        ),
        Step(
            _(
                "You lead, and you have many taroks. Lead them, so that the opponents run out "
                "of theirs. Begin with the XII."
            ),
            _("That is allowed, but your best cards are worth more later: begin with the XII."),
        ),
        Step(
            _("The XII was the highest. Go on like that: lead the XIV."),
            _("That is allowed, but XX and XXI will be needed at the end: lead the XIV."),
        ),
    ]


def _last_tricks() -> list[Step]:
    return [
        Step(
            _(
                "XX and Mond are left to you. Only the Sküs beats the Mond, and it is still "
                "out. Lead the king of diamonds: who has no diamond must spend a tarok, perhaps "
                "just the Sküs."
            ),
            _(
                "Keep your two taroks for the end, and the jack would draw nothing out: lead "
                "the king of diamonds."
            ),
        ),
        Step(
            _(
                "It was the Sküs. The king is lost, but now nothing beats your Mond. Player 2 "
                "leads a club, and you must play a tarok: the XX is enough, the Mond stays for "
                "the last trick."
            ),
            _("The XX is enough for this trick. Keep the Mond for the last one."),
        ),
        Step(
            _("Two cards are left. The Mond takes the last trick for sure: lead the jack now."),
            _(
                "Keep the Mond: the last trick is the one that nobody can take from it. Lead "
                "the jack."
            ),
        ),
        Step(
            _("Your partner took that one, too. The last card is your Mond: play it."),
            "",
        ),
    ]
