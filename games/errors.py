"""Refusals of the tables, in the one error shape of the platform."""

from engine.errors import TarockError


class StaleAction(TarockError):
    """The hand has moved on since the sender looked; ``details["ply"]`` is where it stands."""

    code = "stale_action"
    http_status = 409


class NotYourSeat(TarockError):
    """The sender does not hold the seat he acts for."""

    code = "not_your_seat"
    http_status = 403


class TableClosed(TarockError):
    """Nothing can be played at this table now (closed, finished, stuck or not yet started)."""

    code = "table_closed"
    http_status = 409


class TooLate(TarockError):
    """The action arrived after the deadline of its clock."""

    code = "too_late"
    http_status = 409


class UnknownHand(TarockError):
    """There is no such hand at this table."""

    code = "unknown_hand"
    http_status = 404


class UnknownTable(TarockError):
    """There is no such table."""

    code = "unknown_table"
    http_status = 404


class HandHidden(TarockError):
    """The record of this hand is not open yet."""

    code = "hand_hidden"
    http_status = 403


class BadMessage(TarockError):
    """A message of the wrong shape: fields missing, of the wrong type or too many actions."""

    code = "bad_message"


class BadTable(TarockError):
    """An agreement that cannot be played: seats, policy or number of hands."""

    code = "bad_table"


class HandMismatch(TarockError):
    """A stored hand does not prove what it claims (``manage.py hand verify``)."""

    code = "hand_mismatch"
