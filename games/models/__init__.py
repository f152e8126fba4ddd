"""Rows and constraints of everything that is played; every write goes through services."""

from games.models.deals import Contribution, DailyDeal, Shuffle
from games.models.hands import ENDED, Hand, HandSeat, Series
from games.models.tables import Admission, Seat, Table
from games.models.talk import Follow, Mute, TalkLine, TalkReport

__all__ = [
    "ENDED",
    "Admission",
    "Contribution",
    "DailyDeal",
    "Follow",
    "Hand",
    "HandSeat",
    "Mute",
    "Seat",
    "Series",
    "Shuffle",
    "Table",
    "TalkLine",
    "TalkReport",
]
