"""Expected refusals of the bots app."""

from engine.errors import TarockError


class UnknownBot(TarockError):
    """No bot (or no such version of it) is registered under this name."""

    code = "unknown_bot"
    http_status = 404


class UnknownStrategy(TarockError):
    """A built-in version names a strategy that this release does not contain."""

    code = "unknown_strategy"
    http_status = 500


class UnknownRunner(TarockError):
    """A version asks for a runner that is not installed here."""

    code = "unknown_runner"
    http_status = 500
