"""The only signal of the platform."""

from django.dispatch import Signal

series_finished = Signal()
"""Sent after the commit that ended a series (of a paced table: after its last hand was shown).

Keyword argument ``series_id`` (row number). Delivery is at least once: it is repeated until
every receiver has returned without an exception, so receivers must be idempotent.
"""
