"""Limits on what one socket or one address may do."""

from __future__ import annotations

import ipaddress
import time
from collections import Counter
from collections.abc import Callable

MESSAGE_BYTES = 4096
MESSAGES_PER_SECOND = 20.0
MESSAGE_BURST = 40
FLOOD = 400
"""So many refused messages in a row end the connection."""
CONNECTIONS_PER_ADDRESS = 200
"""A whole club often shares one address; loopback (a proxy, tests) is not counted."""


class TokenBucket:
    """`rate` messages per second, `burst` at once."""

    def __init__(
        self,
        rate: float = MESSAGES_PER_SECOND,
        burst: int = MESSAGE_BURST,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._rate, self._burst, self._clock = rate, float(burst), clock
        self._tokens, self._at = float(burst), clock()

    def take(self) -> bool:
        """Whether one more message is within the limit now."""
        now = self._clock()
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate)
        self._at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True


class AddressBook:
    """Counts the open connections of each address."""

    def __init__(self, limit: int = CONNECTIONS_PER_ADDRESS) -> None:
        self._limit = limit
        self._open: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """Count one more; False, and not counted, when the address has too many already."""
        if is_loopback(address):
            return True
        if self._open[address] >= self._limit:
            return False
        self._open[address] += 1
        return True

    def leave(self, address: str) -> None:
        """Take back one successful `enter`."""
        if is_loopback(address):
            return
        self._open[address] -= 1
        if self._open[address] <= 0:
            del self._open[address]


def is_loopback(address: str) -> bool:
    """True for this machine; a unix socket has no address and counts as this machine, too."""
    try:
        return not address or ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False
