"""The event socket: `/ws/event/<public id>`; it only listens."""

from __future__ import annotations

from games.live.socket import LiveSocket
from tournaments.live import EVENTS


class EventSocket(LiveSocket):
    """Progress of an event's tables, for everybody."""

    source = EVENTS
