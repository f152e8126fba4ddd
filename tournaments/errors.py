"""Refusals of the tournament organisation; codes are stable, texts are translated at the edge."""

from engine.errors import TarockError


class InfeasibleEntrants(TarockError):
    """The number of entrants cannot be split into tables of k and k+1."""

    code = "infeasible_entrants"


class UnevenHands(TarockError):
    """The number of hands cannot be shared evenly at a table where the dealer sits out."""

    code = "uneven_hands"


class BadSeating(TarockError):
    """A seating plan misses an entrant, seats one twice or has a wrong table size."""

    code = "bad_seating"


class WrongEventState(TarockError):
    """The event or round is not in the state this change needs."""

    code = "wrong_event_state"
    http_status = 409


class EntrantTaken(TarockError):
    """The name, number or person already is in the event."""

    code = "entrant_taken"
    http_status = 409


class BadEvent(TarockError):
    """A value of an event makes no sense (rounds, clock, empty name ...)."""

    code = "bad_event"


class ImportRefused(TarockError):
    """An entrant list has problems; ``problems`` lists them line by line, nothing was imported."""

    code = "import_refused"


class UnknownEvent(TarockError):
    """No event, round or league has this id."""

    code = "unknown_event"
    http_status = 404
