"""Runners: ways of asking a bot version for an action."""
