"""Formats: what an event has to do next, decided from the state of its rounds alone (pure)."""

from tournaments.formats.rounds import Move, RoundsState, next_move

__all__ = ["Move", "RoundsState", "next_move"]
