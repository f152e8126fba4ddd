"""Refusals of the tables, in the one error shape of the platform."""

from django.utils.translation import gettext_lazy as _

from engine.errors import TarockError


class StaleAction(TarockError):
    """The hand has moved on since the sender looked; ``details["ply"]`` is where it stands."""

    code = "stale_action"
    text = _("The hand has moved on. Look again.")
    http_status = 409


class NotYourSeat(TarockError):
    """The sender does not hold the seat he acts for."""

    code = "not_your_seat"
    text = _("This is not your seat.")
    http_status = 403


class TableClosed(TarockError):
    """Nothing can be played at this table now (closed, finished, stuck or not yet started)."""

    code = "table_closed"
    text = _("Nothing can be played at this table now.")
    http_status = 409


class TooLate(TarockError):
    """The action arrived after the deadline of its clock."""

    code = "too_late"
    text = _("The time for this action is over.")
    http_status = 409


class NoAccess(TarockError):
    """Only those who were invited, or members of its club, may look at this table."""

    code = "no_access"
    text = _("This table is for invited people or members of its club.")
    http_status = 403


class BadInvite(TarockError):
    """This invite link belongs to no table, or was renewed."""

    code = "bad_invite"
    text = _("This invite link is not valid (any more).")
    http_status = 404


class SeatTaken(TarockError):
    """Somebody else has this seat, or is waiting for it; or it is not for people."""

    code = "seat_taken"
    text = _("This seat is taken.")
    http_status = 409


class AlreadySeated(TarockError):
    """A person holds one seat of a table; ``details["seat"]`` is it."""

    code = "already_seated"
    text = _("You have a seat at this table already.")
    http_status = 409


class SeatFixed(TarockError):
    """The seats of this table are not given and taken by those who sit there."""

    code = "seat_fixed"
    text = _("The seats of this table are fixed.")
    http_status = 409


class UnknownShuffle(TarockError):
    """Nothing is contributed to a deal of this name."""

    code = "unknown_shuffle"
    text = _("Nothing is contributed to this deal.")
    http_status = 404


class BadContribution(TarockError):
    """A contribution to a deal that cannot count; ``details["reason"]`` is ``form``, ``mismatch``
    (not what was committed to) or ``early`` (not everybody has committed yet)."""

    code = "bad_contribution"
    text = _("This contribution to the deal does not count.")


class ContributionStands(TarockError):
    """The sender has committed to another contribution already, perhaps on another device."""

    code = "contribution_stands"
    text = _("You have contributed to this deal already.")
    http_status = 409


class UnknownHand(TarockError):
    """There is no such hand at this table."""

    code = "unknown_hand"
    text = _("There is no such hand.")
    http_status = 404


class UnknownTable(TarockError):
    """There is no such table."""

    code = "unknown_table"
    text = _("There is no such table.")
    http_status = 404


class HandHidden(TarockError):
    """The record of this hand is not open yet."""

    code = "hand_hidden"
    text = _("This hand is not open yet.")
    http_status = 403


class BadMessage(TarockError):
    """A message of the wrong shape: fields missing, of the wrong type or too many actions."""

    code = "bad_message"
    text = _("This message has not the right form.")


class BadTable(TarockError):
    """An agreement that cannot be played: seats, policy or number of hands."""

    code = "bad_table"
    text = _("This table cannot be set up like that.")


class TalkOff(TarockError):
    """This may not be said here, or not now; ``details["reason"]`` is ``table`` (nothing is said
    here), ``text`` (set phrases only), ``hand`` (not while a hand is played) or ``channel``.
    """

    code = "talk_off"
    text = _("This cannot be said here now.")
    http_status = 403


class BadTalk(TarockError):
    """No set phrase of this code, or a text that is empty, too long or of forbidden characters."""

    code = "bad_talk"
    text = _("This cannot be sent: it is empty, too long or contains a forbidden character.")


class UnknownLine(TarockError):
    """Nothing of this id was said where the sender may hear it."""

    code = "unknown_line"
    text = _("There is no such line.")
    http_status = 404


class NoHints(TarockError):
    """Help is given, and moves are taken back, at practice tables only."""

    code = "no_hints"
    text = _("There is help at practice tables only.")
    http_status = 403


class NothingToTakeBack(TarockError):
    """The person has decided nothing in this hand yet."""

    code = "nothing_to_take_back"
    text = _("There is nothing of yours to take back in this hand.")
    http_status = 409


class TakenBackTooOften(TarockError):
    """Moves of one hand were taken back so often that it is enough."""

    code = "taken_back_too_often"
    text = _("Moves of this hand were taken back too often.")
    http_status = 409


class HandMismatch(TarockError):
    """A stored hand does not prove what it claims (``manage.py hand verify``)."""

    code = "hand_mismatch"
    text = _("This hand does not prove what it claims.")
