"""Reactions to finished series."""
