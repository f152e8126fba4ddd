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


class HandMismatch(TarockError):
    """A stored hand does not prove what it claims (``manage.py hand verify``)."""

    code = "hand_mismatch"
    text = _("This hand does not prove what it claims.")
