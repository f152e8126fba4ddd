"""Live tables: workers publish every change, each web process fans it out to its sockets.

`from games import live` is what tasks and views need; the parts of the web process
(`hub`, `room`, `socket`) are imported by the consumers only.
"""

from games.live.publish import publish_event, publish_kick, publish_reply, publish_table

__all__ = ["publish_event", "publish_kick", "publish_reply", "publish_table"]
