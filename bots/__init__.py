"""Bots: the programs that can take a seat, their versions, and the built-in strategies."""
