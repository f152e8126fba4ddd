"""Expected refusals of the engine, and the root class of every refusal of the platform."""

from __future__ import annotations

from typing import Any, ClassVar


class TarockError(Exception):
    """An expected refusal: a stable ``code``, an English message, JSON-able ``details``.

    A refusal leaves everything as it was. The message is for logs and developers; user
    interfaces translate the code.
    """

    code: ClassVar[str] = "error"
    http_status: ClassVar[int] = 400

    def __init__(self, message: str, **details: Any) -> None:
        super().__init__(message)
        self.message = message
        self.details = details


class UnknownRuleSet(TarockError):
    """No rule set has this id (or this version of it)."""

    code = "unknown_rule_set"


class BadOption(TarockError):
    """A house rule that the rule set does not declare, or a value outside its bounds."""

    code = "bad_option"


class BadSeries(TarockError):
    """A number of hands or a table size the rule set does not allow."""

    code = "bad_series"


class BadAction(TarockError):
    """A token that is no action in any phase of any game."""

    code = "bad_action"


class NotYourTurn(TarockError):
    """Another seat is to move."""

    code = "not_your_turn"
    http_status = 409


class IllegalAction(TarockError):
    """A well-formed action that the rules do not allow now."""

    code = "illegal_action"
    http_status = 409


class HandOver(TarockError):
    """The hand has ended; nothing more can be played."""

    code = "hand_over"
    http_status = 409


class BadRecord(TarockError):
    """A record that is not well formed, or that does not prove what it claims."""

    code = "bad_record"


class BadResult(TarockError):
    """A result line that its rule set cannot have."""

    code = "bad_result"
